"""The float checker: its grammar of numbers, its tolerances, and the tokens that fooled others."""

from __future__ import annotations

import time

import pytest

from judge.checkers import check
from model.problem import Checker, CheckerKind


def floats(absolute: float | None = None, relative: float | None = None) -> Checker:
    return Checker(CheckerKind.FLOAT, absolute_tolerance=absolute, relative_tolerance=relative)


MICRO = floats(1e-6, 1e-6)

REJECTED = [
    *("", "nan", "NaN", "-nan", "nan(0x1)", "inf", "-inf", "+inf", "Infinity", "1e999", "1,0", "1_0", "0x", "0x1p0"),
    *("1.0abc", "--1", "+-1", "1e", ".", "+", "-", "e1", "1e+", "1.0f", "1.0L", "1.00001", "0.99999", "-1.0"),
    *("\u0661", "\uff11", "\u00bd", "1.0\u0000", "\u00001.0", "1..0", "1.0.0", "1e1.5", "0b1", "1d0", "''", "1 1"),
]
ACCEPTED = [
    *("1", "1.0", "1.", "+1.0", "1e0", "0.9999999", "1.0000001", "1.0E+00", "0001.0", ".1e1", "10e-1", "1." + "0" * 60),
    *("1.000001", "0.999999", "1" + "0" * 400 + "e-400", "0." + "0" * 400 + "1e401"),
]


@pytest.mark.parametrize("token", REJECTED)
def test_is_not_one(token: str) -> None:
    assert not check(MICRO, b"1.0\n", token.encode() + b"\n").accepted


@pytest.mark.parametrize("token", ACCEPTED)
def test_is_one(token: str) -> None:
    assert check(MICRO, b"1.0\n", token.encode() + b"\n").accepted


@pytest.mark.parametrize(
    ("answer", "output", "reason"),
    [
        ("0.0", "-0.0", ""),
        ("0.0", "-0", ""),
        ("0.0", "0", ""),
        ("0.0", "1e-9", ""),
        ("0.0", "-1e-9", ""),
        ("0.0", "1e-400", ""),
        ("0.0", "1e-3", "token 1 is outside the tolerance"),
        ("0.0", "-nan", "token 1 is not a number"),
        ("1e400", "1e400", ""),
        ("1e400", "1.0e400", ""),
        ("1e400", "1.0000001e400", ""),
        ("1e400", "1.1e400", "token 1 is outside the tolerance"),
        ("1e400", "inf", "token 1 is not a number"),
        ("1e400", "-1e400", "token 1 is outside the tolerance"),
        ("nan", "nan", ""),
        ("nan", "NaN", "token 1 differs"),
        ("inf", "inf", ""),
        ("inf", "1e999", "token 1 differs"),
        ("inf", "Infinity", "token 1 differs"),
        ("YES", "YES", ""),
        ("YES", "yes", "token 1 differs"),
        ("YES 0.5", "YES 0.5000001", ""),
        ("YES 0.5", "YES nan", "token 2 is not a number"),
        ("0x10", "16", "token 1 differs"),
        ("1_000", "1000", "token 1 differs"),
        ("1 2", "1.0", "too few tokens"),
        ("1 2", "1.0 2.0 3.0", "too many tokens"),
        ("123456789012345678901", "123456789012345678902", ""),
    ],
)
def test_table(answer: str, output: str, reason: str) -> None:
    assert check(MICRO, answer.encode(), output.encode()) == (reason == "", reason)


@pytest.mark.parametrize(
    ("checker", "answer", "output", "accepted"),
    [
        (floats(0.5), "1", "1.5", True),
        (floats(0.5), "1", "1.5000000000000000000000001", False),
        (floats(0.1), "1", "1.1", True),  # 1.1 - 1 is above 0.1 in binary
        (floats(0.1), "1", "0.9", True),
        (floats(1e-6), "1000000", "1000000.5", False),
        (floats(None, 1e-6), "1000000", "1000000.5", True),
        (floats(None, 1e-6), "1000000", "1000001", True),
        (floats(None, 1e-6), "1000000", "1000001.0000001", False),
        (floats(None, 0.1), "0", "0", True),
        (floats(None, 0.1), "0", "0.0", True),
        (floats(None, 0.1), "0", "1e-300", False),
        (floats(None, 0.1), "-10", "-11", True),
        (floats(None, 0.1), "-10", "11", False),
        (floats(), "1.0", "1", True),  # no tolerance: equal values, however written
        (floats(), "1.0", "1.0000000000000000000000001", False),
        (floats(0.5), "123456789012345678901", "123456789012345678901.5", True),
        (floats(0.5), "123456789012345678901", "123456789012345678902", False),
    ],
)
def test_tolerance(checker: Checker, answer: str, output: str, accepted: bool) -> None:
    assert check(checker, answer.encode(), output.encode()).accepted is accepted


@pytest.mark.parametrize(
    "token", ["1." + "0" * 4_000_000, "1" * 4_000_000, "1" * 4_000_000 + "x", "1e" + "9" * 4_000_000, "+" * 4_000_000]
)
def test_a_huge_token_costs_linear_time(token: str) -> None:
    started = time.process_time()
    check(MICRO, b"1.0", token.encode())
    assert time.process_time() - started < 2


def test_case_of_words_is_ignored_on_demand() -> None:
    caseless = Checker(CheckerKind.FLOAT, case_sensitive=False, absolute_tolerance=1e-6)
    assert check(caseless, b"YES 1E0", b"yes 1.0").accepted
