"""Exact checker: byte for byte. Its reason names the kind of the first difference, since most are in white space."""

from __future__ import annotations

import re

from judge.checkers.result import ACCEPTED, CheckResult, wrong
from model.problem import Checker

_STEP = 4096
_BLANKS_AT_END = re.compile(rb"[ \t\v\f\r]+(?:\n|\Z)")
_AHEAD = 64


def check_exact(checker: Checker, answer: bytes, output: bytes) -> CheckResult:
    """Equal bytes; without case, the letters A to Z equal a to z."""
    if not checker.case_sensitive:
        answer, output = answer.lower(), output.lower()
    if answer == output:
        return ACCEPTED
    at = _first_difference(answer, output)
    return wrong(_kind(answer, output, at, line=answer.count(b"\n", 0, at) + 1))


def _first_difference(left: bytes, right: bytes) -> int:
    """The index of the first byte that differs; the length of the shorter one if it begins the other."""
    shorter = min(len(left), len(right))
    for start in range(0, shorter, _STEP):
        mine, other = left[start : start + _STEP], right[start : start + _STEP]
        if mine != other:
            pairs = enumerate(zip(mine, other, strict=False), start)
            return next((at for at, (a, b) in pairs if a != b), shorter)
    return shorter


def _kind(answer: bytes, output: bytes, at: int, line: int) -> str:
    if at == len(output):
        return _missing(answer[at:], line)
    if at == len(answer):
        return _extra(output, at, line)
    if answer[at : at + 1] == b"\n":
        if output.startswith(b"\r\n", at):
            return f"CRLF line end on line {line}"
        if _BLANKS_AT_END.match(output, at):
            return f"trailing blank on line {line}"
    elif output[at : at + 1] == b"\n" and output[max(at - 1, 0) : at] in (b"", b"\n"):
        return f"extra blank line at line {line}"
    if answer[at : at + _AHEAD].lstrip()[:1] == output[at : at + _AHEAD].lstrip()[:1]:
        return f"white space differs at line {line}"
    return f"content differs at line {line}"


def _missing(rest: bytes, line: int) -> str:
    """The output begins the answer; `rest` of the answer did not come."""
    if rest == b"\n":
        return "missing final newline"
    return "missing white space at the end" if rest.isspace() else f"output ends early, at line {line}"


def _extra(output: bytes, at: int, line: int) -> str:
    """The answer begins the output, which goes on at `at`."""
    rest = output[at:]
    if not rest.isspace():
        return f"extra output at line {line}"
    if rest.strip(b"\n"):
        return f"trailing blank on line {line}"
    return "extra final newline" if rest == b"\n" and at > 0 and output[at - 1 : at] != b"\n" else "extra blank lines"
