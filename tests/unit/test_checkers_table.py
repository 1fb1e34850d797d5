"""What each checker says of outputs that went wrong elsewhere, one row each."""

from __future__ import annotations

import pytest

from judge.checkers import check
from model.problem import Checker, CheckerKind

TOKEN = Checker()
CASELESS = Checker(case_sensitive=False)
LINE = Checker(CheckerKind.LINE)
EXACT = Checker(CheckerKind.EXACT)
MICRO = Checker(CheckerKind.FLOAT, absolute_tolerance=1e-6, relative_tolerance=1e-6)
STRICT_FLOAT = Checker(CheckerKind.FLOAT)

TOKENS = [
    (b"a b\n", b"ab\n", "token 1 differs"),
    (b"a b\n", b"a  b\n", ""),
    (b"a b\n", b"\n\na b", ""),
    (b"a b\n", b"a\nb\n", ""),
    (b"a b\n", b"a\tb\n", ""),
    (b"a b\n", b"a\vb\n", ""),
    (b"a b\n", b"a\fb\n", ""),
    (b"a b\n", b"a\rb\r\n", ""),
    (b"a b\n", b"a b c\n", "too many tokens"),
    (b"a b\n", b"a\n", "too few tokens"),
    (b"a b\n", b"A b\n", "token 1 differs"),
    (b"a b\n", b"a\x1cb\n", "token 1 differs"),
    (b"a b\n", b"a\xa0b\n", "token 1 differs"),
    (b"a b\n", b"a\xc2\x85b\n", "token 1 differs"),
    (b"42\n", b"42\x00\n", "token 1 differs"),
    (b"42\n", b"42\x00junk\n", "token 1 differs"),
    (b"42\n", b"42 \x00junk\n", "too many tokens"),
    (b"42\x00\n", b"42\x00", ""),
    (b"42\n", b"", "too few tokens"),
    (b"42\n", b"\n\n\n", "too few tokens"),
    (b"", b"", ""),
    (b"", b" \n", ""),
    (b"\n", b"", ""),
    (b"", b"x", "too many tokens"),
    (b"12\n", b"123\n", "token 1 differs"),
    (b"123\n", b"12\n", "token 1 differs"),
    (b"1\n", b"01\n", "token 1 differs"),
    (b"1\n", b"1.0\n", "token 1 differs"),
    (b"0\n", b"-0\n", "token 1 differs"),
    (b"1 2 3 4", b"1 2 4 3", "token 3 differs"),
    (b"\xff\xfe", b"\xff\xfe\n", ""),
]


@pytest.mark.parametrize(("answer", "output", "reason"), TOKENS)
def test_token(answer: bytes, output: bytes, reason: str) -> None:
    assert check(TOKEN, answer, output) == (reason == "", reason)


@pytest.mark.parametrize(
    ("answer", "output", "accepted"),
    [
        (b"YES\n", b"yes\n", True),
        (b"Yes", b"yEs", True),
        (b"yes", b"yesx", False),
        ("É".encode(), "é".encode(), False),  # only the letters A to Z have case here
        ("\N{KELVIN SIGN}".encode(), b"k", False),
        (b"[", b"{", False),
    ],
)
@pytest.mark.parametrize("kind", CheckerKind)
def test_without_case(kind: CheckerKind, answer: bytes, output: bytes, accepted: bool) -> None:
    assert check(Checker(kind, case_sensitive=False), answer, output).accepted is accepted


LINES = [
    (b"1 2\n3\n", b"1 2\n3", ""),
    (b"1 2\n3\n", b"1 2 \n3\t\n", ""),
    (b"1 2\n3\n", b"1 2\r\n3\r\n", ""),
    (b"1 2\n3\n", b"1 2\n3\n\n \n\n", ""),
    (b"1 2\n3\n\n\n", b"1 2\n3", ""),
    (b"1 2\n3\n", b"1  2\n3\n", "line 1 differs"),
    (b"1 2\n3\n", b"12\n3\n", "line 1 differs"),
    (b"1 2\n3\n", b"1 2\n\n3\n", "line 2 differs"),
    (b"1 2\n3\n", b"\n1 2\n3\n", "line 1 differs"),
    (b"1 2\n3\n", b"1 2\n 3\n", "line 2 differs"),
    (b"1 2\n3\n", b"1 2\n", "too few lines"),
    (b"1 2\n3\n", b"1 2\n3\n4\n", "too many lines"),
    (b"1 2\n3\n", b"1 2\r3\n", "line 1 differs"),
    (b"1 2\n3\n", b"", "line 1 differs"),
    (b"", b"\n\n", ""),
    (b"", b"x", "line 1 differs"),
    (b"a\n", b"a\x00\n", "line 1 differs"),
]


@pytest.mark.parametrize(("answer", "output", "reason"), LINES)
def test_line(answer: bytes, output: bytes, reason: str) -> None:
    assert check(LINE, answer, output) == (reason == "", reason)


EXACTS = [
    (b"1 2\n3\n", b"1 2\n3\n", ""),
    (b"1 2\n3\n", b"1 2\n3", "missing final newline"),
    (b"1 2\n3\n", b"1 2\r\n3\r\n", "CRLF line end on line 1"),
    (b"1 2\n3\n", b"1 2\n3\r\n", "CRLF line end on line 2"),
    (b"1 2\n3\n", b"1 2\n3 \n", "trailing blank on line 2"),
    (b"1 2\n3\n", b"1 2\t\n3\n", "trailing blank on line 1"),
    (b"1 2\n3\n", b"1 2\n3 ", "trailing blank on line 2"),
    (b"1 2\n3\n", b"1 2\n3\n ", "trailing blank on line 3"),
    (b"1 2\n3", b"1 2\n3\n", "extra final newline"),
    (b"1 2\n3\n", b"1 2\n3\n\n", "extra blank lines"),
    (b"1 2\n3", b"1 2\n3\n\n", "extra blank lines"),
    (b"1 2\n3\n\n", b"1 2\n3\n", "missing final newline"),
    (b"1 2\n3\n \n", b"1 2\n3\n", "missing white space at the end"),
    (b"1 2\n3\n", b"1 2\n\n3\n", "extra blank line at line 2"),
    (b"1 2\n3\n", b"\n1 2\n3\n", "extra blank line at line 1"),
    (b"1 2\n3\n", b"1  2\n3\n", "white space differs at line 1"),
    (b"1 2\n3\n", b"12\n3\n", "white space differs at line 1"),
    (b"1 2\n3\n", b"1 2 3\n", "white space differs at line 1"),
    (b"1 2\n3\n", b"1 2\n4\n", "content differs at line 2"),
    (b"1 2\n3\n", b"1 2\n", "output ends early, at line 2"),
    (b"1 2\n3\n", b"", "output ends early, at line 1"),
    (b"1 2\n3\n", b"1 2\n3\n4\n", "extra output at line 3"),
    (b"", b"\n", "extra blank lines"),
    (b"\n", b"", "missing final newline"),
    (b"a\n", b"a\x00\n", "content differs at line 1"),
]


@pytest.mark.parametrize(("answer", "output", "reason"), EXACTS)
def test_exact(answer: bytes, output: bytes, reason: str) -> None:
    assert check(EXACT, answer, output) == (reason == "", reason)


def test_exact_finds_a_difference_far_inside() -> None:
    answer = b"0123456\n" * 5000
    assert check(EXACT, answer, answer[:-2] + b"7\n").reason == "content differs at line 5000"
