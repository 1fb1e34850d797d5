"""Built-in checkers: pure functions that say whether an output is right.

They run once a test in the slot, between two runs, so their cost counts.
"""

from __future__ import annotations

from collections.abc import Callable

from judge.checkers.exact import check_exact
from judge.checkers.floats import check_floats
from judge.checkers.lines import check_lines
from judge.checkers.result import ACCEPTED, CheckResult
from judge.checkers.tokens import check_tokens
from model.problem import Checker, CheckerKind

__all__ = ["CheckResult", "check"]

_CHECKS: dict[CheckerKind, Callable[[Checker, bytes, bytes], CheckResult]] = {
    CheckerKind.TOKEN: check_tokens,
    CheckerKind.EXACT: check_exact,
    CheckerKind.LINE: check_lines,
    CheckerKind.FLOAT: check_floats,
}


def check(checker: Checker, answer: bytes, output: bytes) -> CheckResult:
    """Compare `output` with `answer`. Equal bytes are right for every checker."""
    if answer == output:
        return ACCEPTED
    if checker.kind is not CheckerKind.EXACT and answer.rstrip() == output.rstrip():
        return ACCEPTED
    return _CHECKS[checker.kind](checker, answer, output)
