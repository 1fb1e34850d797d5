"""The options of the format's default validator, read as one of our checkers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from model.problem import Checker, CheckerKind
from problems.document import nearest

_SWITCHES = ("case_sensitive", "space_change_sensitive")
_TOLERANCES = ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance")
_NUMBER = re.compile(r"[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)

Report = Callable[[str, str], None]
"""Takes what is wrong and its cure."""


def checker_from_flags(words: Sequence[str], report: Report) -> Checker:
    """The checker that these options ask for; every bad option is reported.

    Without options tokens are compared and letters without case, as the format has it. `space_change_sensitive`
    compares blanks as well. A tolerance makes the checker compare numbers.
    """
    switches: set[str] = set()
    tolerances: dict[str, float] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _SWITCHES:
            switches.add(word)
        elif word in _TOLERANCES:
            value = _tolerance(rest.pop(0) if rest else "")
            if value is None:
                report(f"{word} needs a number above zero", f"write for example {word} 1e-6")
            elif word in tolerances:
                report(f"{word} is given twice", "keep one of the two")
            else:
                tolerances[word] = value
        else:
            known = (*_SWITCHES, *_TOLERANCES)
            report(f"unknown validator option {word[:40]!r}", nearest(word, known) or f"known are {', '.join(known)}")
    return _checker(switches, tolerances, report)


def _checker(switches: set[str], tolerances: dict[str, float], report: Report) -> Checker:
    case_sensitive = "case_sensitive" in switches
    both = tolerances.pop("float_tolerance", None)
    if both is not None and tolerances:
        report("float_tolerance stands beside another tolerance", "give one tolerance for both, or the two apart")
    if "space_change_sensitive" in switches:
        if both is not None or tolerances:
            report("space_change_sensitive cannot be joined with a tolerance", "leave one of the two out")
        return Checker(CheckerKind.EXACT, case_sensitive)
    absolute = tolerances.get("float_absolute_tolerance", both)
    relative = tolerances.get("float_relative_tolerance", both)
    if absolute is None and relative is None:
        return Checker(CheckerKind.TOKEN, case_sensitive)
    return Checker(CheckerKind.FLOAT, case_sensitive, absolute, relative)


def _tolerance(text: str) -> float | None:
    if not _NUMBER.fullmatch(text) or len(text) > 40:
        return None
    value = float(text)
    return value if math.isfinite(value) and value > 0 else None
