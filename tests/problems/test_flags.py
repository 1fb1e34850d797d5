"""Options of the default validator."""

from __future__ import annotations

import pytest

from model.problem import Checker, CheckerKind
from problems.flags import checker_from_flags


def read(text: str) -> tuple[Checker, list[str]]:
    found: list[str] = []
    return checker_from_flags(text.split(), lambda why, cure: found.append(f"{why}; {cure}")), found


@pytest.mark.parametrize(
    ("text", "checker"),
    [
        ("", Checker(CheckerKind.TOKEN, False)),
        ("case_sensitive", Checker(CheckerKind.TOKEN, True)),
        ("space_change_sensitive", Checker(CheckerKind.EXACT, False)),
        ("space_change_sensitive case_sensitive", Checker(CheckerKind.EXACT, True)),
        ("float_tolerance 1e-6", Checker(CheckerKind.FLOAT, False, 1e-6, 1e-6)),
        ("float_absolute_tolerance 0.01", Checker(CheckerKind.FLOAT, False, 0.01, None)),
        ("float_relative_tolerance 1E-9", Checker(CheckerKind.FLOAT, False, None, 1e-9)),
        (
            "float_absolute_tolerance 1e-4 float_relative_tolerance 1e-5 case_sensitive",
            Checker(CheckerKind.FLOAT, True, 1e-4, 1e-5),
        ),
    ],
)
def test_options_make_a_checker(text: str, checker: Checker) -> None:
    assert read(text) == (checker, [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("float_tolerance", "needs a number"),
        ("float_tolerance -1", "needs a number"),
        ("float_tolerance nan", "needs a number"),
        ("float_tolerance 1e999", "needs a number"),
        ("float_tolerance 1 float_tolerance 2", "given twice"),
        ("float_tolerance 1 float_absolute_tolerance 2", "beside another"),
        ("space_change_sensitive float_tolerance 1", "cannot be joined"),
        ("case_sensitiv", "did you mean case_sensitive?"),
        ("--x", "known are"),
    ],
)
def test_bad_options_are_named(text: str, words: str) -> None:
    assert any(words in line for line in read(text)[1])
