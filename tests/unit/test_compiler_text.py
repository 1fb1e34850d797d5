"""Compiler messages: readable, storable and bounded, whatever bytes came."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.compiler_text import CUT, MOST_BYTES, readable


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a\r\nb\tc\n", "a\nb\tc\n"),
        ("“fancy” ‘x’ é 漢\n".encode(), "“fancy” ‘x’ é 漢\n"),
        (b"raw \xff\xfe bytes", "raw \ufffd\ufffd bytes"),
        (b"nul \x00", "nul \u2400"),
        (b"\x1b[31mred\x1b[0m", "\u241b[31mred\u241b[0m"),
        (b"\x7f\x08\r", "\u2421\u2408\u240d"),
        ("\x9b31m\u202e\u2066\ufeff\u2028".encode(), "\ufffd31m\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_controls_are_made_visible(raw: bytes, text: str) -> None:
    assert readable(raw, cut=False) == text


def test_a_character_cut_in_two_is_left_out() -> None:
    assert readable("é".encode()[:1], cut=True) == CUT
    assert readable(b"x\n" + "漢".encode()[:2], cut=True) == f"x\n{CUT}"
    assert readable("é".encode()[:1], cut=False) == "\ufffd"


def test_what_is_whole_is_not_called_cut() -> None:
    assert CUT not in readable(b"x" * 60_000, cut=False)
    assert readable(b"x" * MOST_BYTES, cut=False).endswith(CUT)


@given(st.binary(max_size=400), st.integers(1, 700), st.booleans(), st.sampled_from(["", "the limit was hit"]))
def test_the_text_is_bounded_valid_and_free_of_controls(raw: bytes, times: int, cut: bool, note: str) -> None:
    text = readable((raw * times)[:MOST_BYTES], cut=cut, note=note)
    assert len(text.encode()) <= MOST_BYTES
    assert text.startswith(note)
    assert not cut or text.endswith(CUT)
    assert {c for c in set(text) if unicodedata.category(c) == "Cc"} <= {"\n", "\t"}
    assert json.loads(json.dumps(text)) == text
