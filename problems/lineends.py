"""Line ends of test data: what a file has, and reading Windows line ends as plain ones."""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO

from problems.source import CHUNK


class LineEnds(Enum):
    """LF: plain, no carriage return at all. CRLF: every line ends so. ODD: carriage returns anywhere else."""

    LF = "lf"
    CRLF = "crlf"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Scan:
    """The size as stored and the line ends of one file."""

    bytes: int
    ends: LineEnds


def scan(stream: BinaryIO) -> Scan:
    """Read a stream to its end, which also shows whether it can be read."""
    size = returns = lines = pairs = 0
    last = b""
    while chunk := stream.read(CHUNK):
        size += len(chunk)
        returns += chunk.count(b"\r")
        lines += chunk.count(b"\n")
        pairs += chunk.count(b"\r\n") + (last == b"\r" and chunk[:1] == b"\n")
        last = chunk[-1:]
    if not returns:
        return Scan(size, LineEnds.LF)
    return Scan(size, LineEnds.CRLF if returns == pairs == lines else LineEnds.ODD)


class PlainLines(io.RawIOBase):
    """A stream with every CR LF read as LF. For files whose line ends are CRLF throughout."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._held = b""  # a last carriage return whose line feed has not been read yet

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        room = len(buffer) - 1  # for the carriage return that may be held
        data = b""
        while not data and room > 0:
            chunk = self._stream.read(room)
            joined = (self._held + chunk).replace(b"\r\n", b"\n")
            self._held = joined[-1:] if chunk and joined.endswith(b"\r") else b""
            data = joined[: len(joined) - len(self._held)]
            if not chunk:
                break
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def plain_lines(stream: BinaryIO) -> BinaryIO:
    """The same stream with CR LF read as LF."""
    return io.BufferedReader(PlainLines(stream), CHUNK)
