"""Properties of all checkers, and each against a naive reference."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.checkers import check
from judge.checkers.aligned import aligned, blocks
from model.problem import Checker, CheckerKind

CHECKERS = st.builds(
    Checker,
    kind=st.sampled_from(CheckerKind),
    case_sensitive=st.booleans(),
    absolute_tolerance=st.sampled_from([None, 1e-6, 0.5]),
    relative_tolerance=st.sampled_from([None, 1e-6]),
)
TEXT = st.lists(st.sampled_from([*b"aAbB01. \t\n\n\v\f\r\x00\xff"]), max_size=24).map(bytes)
WHITE = st.lists(st.sampled_from([*b" \t\n\v\f\r"]), min_size=1, max_size=4).map(bytes)
TOKEN = st.lists(st.sampled_from([*b"aAbB01.-e\x00\xff"]), min_size=1, max_size=5).map(bytes)


@given(CHECKERS, st.binary())
def test_equal_bytes_are_right(checker: Checker, output: bytes) -> None:
    assert check(checker, output, bytes(bytearray(output))).accepted


@given(CHECKERS, TEXT, TEXT)
def test_a_reason_is_given_when_and_only_when_wrong(checker: Checker, answer: bytes, output: bytes) -> None:
    accepted, reason = check(checker, answer, output)
    assert accepted is (reason == "")


@given(CHECKERS, TEXT)
def test_a_reason_never_quotes_the_answer(checker: Checker, output: bytes) -> None:
    secret = b"5318008"
    assert "5318008" not in check(checker, secret, output).reason


@given(st.lists(TOKEN, max_size=8), st.data())
def test_token_and_float_ignore_white_space(tokens: list[bytes], data: st.DataObject) -> None:
    def spaced() -> bytes:
        ends = data.draw(st.tuples(st.sampled_from([b"", b"\n"]), st.sampled_from([b"", b" ", b"\r\n"])))
        return ends[0] + b"".join(token + data.draw(WHITE) for token in tokens).rstrip() + ends[1]

    answer, output = spaced(), spaced()
    assert check(Checker(), answer, output).accepted
    assert check(Checker(CheckerKind.FLOAT), answer, output).accepted


@given(TEXT, TEXT)
def test_token_agrees_with_a_naive_reference(answer: bytes, output: bytes) -> None:
    expected = _c_tokens(answer) == _c_tokens(output)
    assert check(Checker(), answer, output).accepted is expected


def _c_tokens(data: bytes) -> list[bytes]:
    tokens: list[bytes] = []
    token = b""
    for byte in data:
        if byte in b" \t\n\v\f\r":
            tokens, token = tokens + [token] * bool(token), b""
        else:
            token += bytes([byte])
    return tokens + [token] * bool(token)


@given(TEXT, TEXT)
def test_line_agrees_with_a_naive_reference(answer: bytes, output: bytes) -> None:
    assert check(Checker(CheckerKind.LINE), answer, output).accepted is (_plain(answer) == _plain(output))


def _plain(data: bytes) -> bytes:
    return re.sub(rb"[ \t\v\f\r\n]+\Z", b"", re.sub(rb"[ \t\v\f\r]+\n", b"\n", data))


@given(TEXT, st.integers(0, 5), WHITE)
def test_line_ignores_what_stands_at_line_ends(answer: bytes, at: int, white: bytes) -> None:
    lines = answer.split(b"\n")
    lines[at % len(lines)] += white.replace(b"\n", b"")
    assert check(Checker(CheckerKind.LINE), answer, b"\n".join(lines) + b"\n\n").accepted


@given(TEXT, TEXT)
def test_exact_is_equality_and_the_strictest(answer: bytes, output: bytes) -> None:
    accepted = check(Checker(CheckerKind.EXACT), answer, output).accepted
    assert accepted is (answer == output)
    if check(Checker(CheckerKind.LINE), answer, output).accepted:
        assert check(Checker(), answer, output).accepted


NUMBERS = st.one_of(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=9),
    st.integers(-(10**20), 10**20).map(Decimal),
    st.sampled_from(["0.5", "1.5", "1e30", "-1e-30"]).map(Decimal),
)
TOLERANCES = st.sampled_from([None, 0.0, 1e-9, 1e-6, 0.1, 0.5, 1.0])


@given(
    st.lists(st.tuples(NUMBERS, st.sampled_from([Decimal(n) for n in ("0", "1e-9", "1e-6", "0.1", "0.5", "1", "2")]))),
    TOLERANCES,
    TOLERANCES,
)
def test_float_agrees_with_fractions(pairs: list[tuple[Decimal, Decimal]], a: float | None, r: float | None) -> None:
    absolute, relative = Fraction(repr(a or 0.0)), Fraction(repr(r or 0.0))
    received = [number + off for number, off in pairs]
    expected = all(
        abs(Fraction(x) - Fraction(number)) <= max(absolute, relative * abs(Fraction(number)))
        for (number, _), x in zip(pairs, received, strict=True)
    )
    answer = " ".join(str(number) for number, _ in pairs).encode()
    output = " ".join(str(x) for x in received).encode()
    checker = Checker(CheckerKind.FLOAT, absolute_tolerance=a, relative_tolerance=r)
    assert check(checker, answer, output).accepted is expected


@given(st.lists(TOKEN, max_size=30), st.integers(0, 12))
def test_blocks_lose_nothing_but_separators(tokens: list[bytes], size: int) -> None:
    data = b" ".join(tokens)
    space = re.compile(rb" ")
    assert b" ".join(blocks(data, space, size)) == data
    assert [token for block in blocks(data, space, size) for token in block.split()] == data.split()


@given(st.lists(st.lists(TOKEN, max_size=4)), st.lists(st.lists(TOKEN, max_size=4)))
def test_aligned_pairs_whatever_the_pieces_are(left: list[list[bytes]], right: list[list[bytes]]) -> None:
    one, other = _flat(left), _flat(right)
    seen: list[tuple[bytes | None, bytes | None]] = []
    for first, a, b in aligned(iter(left), iter(right)):
        assert first == len(seen) + 1
        assert len(a) == len(b) or not a or not b
        seen += [(a[at] if at < len(a) else None, b[at] if at < len(b) else None) for at in range(max(len(a), len(b)))]
    shorter = min(len(one), len(other))
    assert seen[:shorter] == list(zip(one, other, strict=False))
    assert (len(seen) > shorter) is (len(one) != len(other))


def _flat(pieces: list[list[bytes]]) -> list[bytes]:
    return [part for piece in pieces for part in piece]


def _numbers() -> Iterator[int]:
    numbers = random.Random(7)
    return (numbers.randrange(10**9) for _ in range(10_000))


@pytest.mark.parametrize("kind", [CheckerKind.TOKEN, CheckerKind.LINE, CheckerKind.EXACT])
def test_ten_thousand_equal_numbers_cost_next_to_nothing(kind: CheckerKind) -> None:
    answer = "\n".join(map(str, _numbers())).encode() + b"\n"
    output = bytes(bytearray(answer))
    assert _least_seconds(Checker(kind), answer, output) < 0.000_2


def test_ten_thousand_tokens_with_other_white_space_cost_about_a_millisecond() -> None:
    answer = "\n".join(map(str, _numbers())).encode()
    assert _least_seconds(Checker(), answer, answer.replace(b"\n", b" \n")) < 0.002


def _least_seconds(checker: Checker, answer: bytes, output: bytes) -> float:
    def once() -> float:
        started = time.perf_counter()
        assert check(checker, answer, output).accepted
        return time.perf_counter() - started

    return min(once() for _ in range(20))


def test_a_flood_of_white_space_is_not_cut_up_whole() -> None:
    started = time.process_time()
    assert not check(Checker(), b"42\n", b"\n" * (32 << 20)).accepted
    assert not check(Checker(CheckerKind.LINE), b"42\n", b"x\n" * (16 << 20)).accepted
    assert time.process_time() - started < 2
