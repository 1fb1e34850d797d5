"""Line ends, whatever the size of the pieces that they are read in."""

from __future__ import annotations

import io
from typing import BinaryIO

from hypothesis import given
from hypothesis import strategies as st

from problems.lineends import LineEnds, plain_lines, scan

texts = st.lists(st.sampled_from([b"\r", b"\n", b"\r\n", b"a", b"bc"]), max_size=30).map(b"".join)


class Pieces(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, content: bytes, piece: int) -> None:
        super().__init__(content)
        self._piece = piece

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._piece if size is None or size < 0 else min(size, self._piece))


def stream(content: bytes, piece: int) -> BinaryIO:
    return Pieces(content, piece)


@given(texts, st.integers(1, 5))
def test_reading_plainly_is_replacing_every_pair(content: bytes, piece: int) -> None:
    assert plain_lines(stream(content, piece)).read() == content.replace(b"\r\n", b"\n")


@given(texts, st.integers(1, 5))
def test_a_scan_sees_what_the_whole_content_shows(content: bytes, piece: int) -> None:
    rest = content.replace(b"\r\n", b"")
    found = scan(stream(content, piece))
    assert found.bytes == len(content)
    if b"\r" not in content:
        assert found.ends is LineEnds.LF
    elif b"\r" in rest or b"\n" in rest:
        assert found.ends is LineEnds.ODD
    else:
        assert found.ends is LineEnds.CRLF
