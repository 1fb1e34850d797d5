"""Fake boxes whose runs are answered one after another, and which fail where a test wants them to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, BinaryIO

from judge.sandbox.box import BoxSpec, Command, RunReport, Sink
from judge.sandbox.fake import WENT_WELL, FakeBox, FakeEngine, FakeRun

Answer = FakeRun | BaseException | Callable[[bytes], FakeRun]
"""How a run goes, or what it raises, or what it makes of its input."""

FRAME_BYTES = 65_536


def ran(stdout: bytes = b"", stderr: bytes = b"", files: Mapping[str, bytes] | None = None, **report: Any) -> FakeRun:
    """A run that ended with exit code 0 unless `report` says otherwise."""
    sizes = {"stdout_bytes": len(stdout), "stderr_bytes": len(stderr)}
    return FakeRun(stdout, stderr, replace(WENT_WELL, **{**sizes, **report}), files or {})


def killed(number: int, **report: Any) -> FakeRun:
    """A run that a signal ended."""
    return ran(exit_code=None, signal=number, **report)


class ScriptedBox(FakeBox):
    """Raises `faults` by the name of the method, and passes output on in frames like a real box."""

    faults: Mapping[str, Exception]
    closes = 0

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        self._fail("put")
        super().put(path, content, executable=executable)

    def run(self, command: Command, stdin: BinaryIO, stdout: Sink, stderr: Sink) -> RunReport:
        return super().run(command, stdin, _in_frames(stdout), _in_frames(stderr))

    def get(self, path: str, most_bytes: int) -> bytes:
        self._fail("get")
        return super().get(path, most_bytes)

    def close(self) -> None:
        super().close()
        self.closes += 1
        self._fail("close")

    def _fail(self, method: str) -> None:
        if method in self.faults:
            raise self.faults[method]


def _in_frames(sink: Sink) -> Sink:
    def pass_on(data: bytes) -> None:
        for start in range(0, len(data), FRAME_BYTES):
            sink(data[start : start + FRAME_BYTES])

    return pass_on


class ScriptedEngine(FakeEngine):
    """Answers the runs of all its boxes in order. `faults`: number of the box (from 0) and method (`open` too)."""

    def __init__(self, *answers: Answer, faults: Mapping[tuple[int, str], Exception] | None = None) -> None:
        super().__init__(self._play)
        self._answers = list(answers)
        self._faults = faults or {}
        self._opened = 0

    def open(self, spec: BoxSpec) -> FakeBox:
        number, self._opened = self._opened, self._opened + 1
        if (number, "open") in self._faults:
            raise self._faults[number, "open"]
        box = ScriptedBox(spec, self._play)
        box.faults = {method: error for (at, method), error in self._faults.items() if at == number}
        self.boxes.append(box)
        return box

    def _play(self, command: Command, stdin: bytes) -> FakeRun:
        answer = self._answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer if isinstance(answer, FakeRun) else answer(stdin)
