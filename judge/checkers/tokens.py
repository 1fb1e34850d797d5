"""Token checker: outputs are equal when their tokens are, whatever white space stands between them.

White space is what `isspace` of the C locale says: blank, tab, newline, vertical tab, form feed, carriage return. Every
other byte, NUL included, belongs to a token. Without case, the letters A to Z equal a to z; no other letters do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.checkers.aligned import aligned, blocks
from judge.checkers.result import ACCEPTED, CheckResult, wrong
from model.problem import Checker

_SPACE = re.compile(rb"[ \t\n\v\f\r]")


def token_lists(data: bytes) -> Iterator[list[bytes]]:
    """The tokens of `data`, some at a time."""
    return (block.split() for block in blocks(data, _SPACE))


def ends_apart(answer: list[bytes]) -> CheckResult:
    """One side ended before the other; `answer` is what was left of the answer's tokens."""
    return wrong("too few tokens" if answer else "too many tokens")


def check_tokens(checker: Checker, answer: bytes, output: bytes) -> CheckResult:
    """Token by token, in order."""
    if not checker.case_sensitive:
        answer, output = answer.lower(), output.lower()
    for first, expected, received in aligned(token_lists(answer), token_lists(output)):
        if len(expected) != len(received):
            return ends_apart(expected)
        if expected != received:
            pairs = enumerate(zip(expected, received, strict=True), first)
            number = next(number for number, (left, right) in pairs if left != right)
            return wrong(f"token {number} differs")
    return ACCEPTED
