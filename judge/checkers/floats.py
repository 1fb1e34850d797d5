"""Float checker: as the token checker, but numbers may be off by a tolerance.

The rule is that of Kattis's default validator (problem package format, `float_absolute_tolerance` and
`float_relative_tolerance`): where the answer's token is a number, the output's must be one, and it is right when
`|answer - output| <= absolute` or `|answer - output| <= relative * |answer|`. A tolerance that is not given is 0. Two
things differ from Kattis's program. A number is a decimal number, spelled out below: `nan`, `inf`, hexadecimal digits,
underscores and digits of other scripts are no numbers, and compare as plain tokens where the answer has them. And the
comparison is that of the decimal numbers as written (to 100 significant digits), not of their nearest binary
fractions: 1.000001 is within 0.000001 of 1.
"""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Context

from judge.checkers.aligned import aligned
from judge.checkers.result import ACCEPTED, CheckResult, wrong
from judge.checkers.tokens import ends_apart, token_lists
from model.problem import Checker

_DECIMAL = rb"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"  # no backtracking: linear time
_NUMBER = re.compile(_DECIMAL)
_NUMBERS = re.compile(rb"(?:%b )*+" % _DECIMAL)
_ROUNDING = 2.0**-50  # more than all rounding of the binary comparison together, relative
_TINY = 1e-300
_SURELY = 1.0 - 2.0**-20


class Tolerance:
    """How far a number may be off."""

    def __init__(self, absolute: float | None, relative: float | None) -> None:
        self.absolute = absolute or 0.0
        self.relative = relative or 0.0
        self._decimals = Context(prec=100, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])

    def surely_near(self, answer: list[bytes], output: list[bytes]) -> bool:
        """Whether all are numbers, and so near that no rounding matters. A quick look: False says nothing."""
        if not all(_NUMBERS.fullmatch(b" ".join((*tokens, b""))) for tokens in (answer, output)):
            return False
        absolute, relative = self.absolute * _SURELY, self.relative * _SURELY
        return all(
            (off := abs(x - y) + _ROUNDING * abs(y)) < absolute or off < relative * abs(x)
            for x, y in zip(map(float, answer), map(float, output), strict=True)
        )

    def near(self, answer: bytes, output: bytes) -> bool:
        """Whether two decimal numbers are near enough. Binary where that is certain, decimal where it is not."""
        expected, received = float(answer), float(output)
        off = abs(expected - received)
        allowed = max(self.absolute, self.relative * abs(expected))
        doubt = _ROUNDING * (abs(expected) + abs(received) + allowed) + _TINY
        if off < allowed - doubt:
            return True
        if off > allowed + doubt:
            return False
        return self._near_exactly(answer.decode("ascii"), output.decode("ascii"))

    def _near_exactly(self, answer: str, output: str) -> bool:
        context = self._decimals
        expected, received = context.create_decimal(answer), context.create_decimal(output)
        off = context.abs(context.subtract(expected, received))
        absolute = context.create_decimal(repr(self.absolute))
        relative = context.multiply(context.create_decimal(repr(self.relative)), context.abs(expected))
        return off <= absolute or off <= relative


def check_floats(checker: Checker, answer: bytes, output: bytes) -> CheckResult:
    """Token by token, in order."""
    tolerance = Tolerance(checker.absolute_tolerance, checker.relative_tolerance)
    if not checker.case_sensitive:
        answer, output = answer.lower(), output.lower()
    for first, expected, received in aligned(token_lists(answer), token_lists(output)):
        if len(expected) != len(received):
            return ends_apart(expected)
        if expected == received or tolerance.surely_near(expected, received):
            continue
        for number, (left, right) in enumerate(zip(expected, received, strict=True), first):
            if left == right:
                continue
            if not _NUMBER.fullmatch(left):
                return wrong(f"token {number} differs")
            if not _NUMBER.fullmatch(right):
                return wrong(f"token {number} is not a number")
            if not tolerance.near(left, right):
                return wrong(f"token {number} is outside the tolerance")
    return ACCEPTED
