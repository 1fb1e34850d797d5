"""An engine that counts its boxes, so that one which failed and was replaced is seen, and whose readers may be slow."""

from __future__ import annotations

import time
from types import TracebackType
from typing import BinaryIO, Self

from judge.sandbox.box import Box, BoxSpec, Command, Engine, Finding, RunReport, Sink

SLOW_SECONDS = 0.3e-6
"""What a slow reader takes for a byte: 3 MB a second."""


class WatchedEngine:
    """See `box.Engine`. It opens the boxes of another engine, and leaves that one open."""

    def __init__(self, engine: Engine, *, slow: bool = False) -> None:
        self.name = engine.name
        self.boxes = 0
        self._engine = engine
        self._slow = slow

    def open(self, spec: BoxSpec) -> Box:
        self.boxes += 1
        box = self._engine.open(spec)
        return SlowBox(box) if self._slow else box

    def check(self) -> list[Finding]:
        return self._engine.check()

    def close(self) -> None:
        """Nothing is kept here."""


class SlowBox:
    """See `box.Box`. Another box, whose output is read slowly."""

    def __init__(self, box: Box) -> None:
        self.put = box.put
        self.get = box.get
        self.close = box.close
        self._box = box

    def run(self, command: Command, stdin: BinaryIO, stdout: Sink, stderr: Sink) -> RunReport:
        return self._box.run(command, stdin, _slow(stdout), _slow(stderr))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _slow(sink: Sink) -> Sink:
    def take(data: bytes) -> None:
        time.sleep(SLOW_SECONDS * len(data))
        sink(data)

    return take
