"""Per-line checker: lines must be equal but for white space at their ends.

A line ends at a newline. White space before that (so also the CR of Windows line ends), blank lines at the end of the
output and a missing last newline do not count. Everything else does: blanks inside and at the start of a line, and
blank lines before others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.checkers.aligned import aligned, blocks
from judge.checkers.result import ACCEPTED, CheckResult, wrong
from model.problem import Checker

_NEWLINE = re.compile(rb"\n")


def check_lines(checker: Checker, answer: bytes, output: bytes) -> CheckResult:
    """Line by line, in order."""
    if not checker.case_sensitive:
        answer, output = answer.lower(), output.lower()
    for first, expected, received in aligned(_line_lists(answer), _line_lists(output)):
        if len(expected) != len(received):
            return wrong("too few lines" if expected else "too many lines")
        if expected != received:
            pairs = enumerate(zip(expected, received, strict=True), first)
            number = next(number for number, (left, right) in pairs if left != right)
            return wrong(f"line {number} differs")
    return ACCEPTED


def _line_lists(data: bytes) -> Iterator[list[bytes]]:
    """The lines of `data` without white space at their ends, some at a time."""
    for block in blocks(data.rstrip(), _NEWLINE):
        yield [line.rstrip() for line in block.split(b"\n")]
