"""Takes the agent's frames out of a pipe: few reads, no copy until a payload is used, memory that does not grow."""

from __future__ import annotations

import os

from judge.sandbox.box import BoxFailure
from judge.sandbox.wire import HEADER, PAYLOAD_MOST

Frame = tuple[int, int, memoryview]
"""Type, run, payload. The payload is only good until the next `fill`."""

BUFFER = 8 * (HEADER.size + PAYLOAD_MOST)


class FrameReader:
    """Splits what a non-blocking descriptor gives into frames."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._buffer = memoryview(bytearray(BUFFER))
        self._start = 0
        self._end = 0

    def take(self) -> Frame | None:
        """The next frame if all of it has been read. Raises BoxFailure for one that breaks the protocol."""
        start = self._start
        payload = start + HEADER.size
        if payload > self._end:
            return None
        length, kind, zero, run = HEADER.unpack_from(self._buffer, start)
        if length > PAYLOAD_MOST or zero:
            raise BoxFailure("the agent sent a malformed frame")
        if payload + length > self._end:
            return None
        self._start = payload + length
        return kind, run, self._buffer[payload : payload + length]

    def fill(self) -> bool:
        """Read once, what there is. False at the end of the stream. Only after `take` has returned None."""
        self.make_room()
        try:
            count = os.readv(self.descriptor, [self._buffer[self._end :]])
        except BlockingIOError:
            return True
        self._end += count
        return count > 0

    def append(self, data: memoryview) -> None:
        """Take what another has read. It fits after `make_room`, if it is not more than a quarter of the buffer."""
        self._buffer[self._end : self._end + len(data)] = data
        self._end += len(data)

    def make_room(self) -> None:
        """Move what is left of the last frame, so that at least a quarter of the buffer is free."""
        if self._start == self._end:
            self._start = self._end = 0
        elif self._start > BUFFER // 2:
            rest = self._end - self._start
            self._buffer[:rest] = self._buffer[self._start : self._end]
            self._start, self._end = 0, rest
