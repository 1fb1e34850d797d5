"""Boxes in memory that run nothing, for tests of what drives boxes. Never for judging."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import BinaryIO, Self

from judge.sandbox.box import BoxFailure, BoxSpec, Command, FileRefused, Finding, RunReport, Sink
from model.errors import JudgeFailure

WENT_WELL = RunReport(
    exit_code=0, signal=None, cpu_ns=1_000_000, wall_ns=1_000_000, memory_bytes=1 << 20, stdout_bytes=0, stderr_bytes=0
)


@dataclass(frozen=True, slots=True)
class FakeRun:
    """What one run does: it writes this, leaves these files, and is reported so; or the box fails."""

    stdout: bytes = b""
    stderr: bytes = b""
    report: RunReport = WENT_WELL
    files: Mapping[str, bytes] = field(default_factory=dict)
    failure: JudgeFailure | None = None


Script = Callable[[Command, bytes], FakeRun]
"""What happens when this command gets this input."""


class FakeBox:
    """Records what is put and run, and plays its script."""

    def __init__(self, spec: BoxSpec, script: Script) -> None:
        self.spec = spec
        self.put_files: dict[str, bytes] = {}
        self.executables: set[str] = set()
        self.commands: list[Command] = []
        self.inputs: list[bytes] = []
        self.closed = False
        self._script = script
        self._files: dict[str, bytes] = {}

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """See `box.Box`."""
        self._must_be_open()
        if self.commands:
            raise FileRefused("PUT", errno.EBUSY)
        self.put_files[path] = self._files[path] = content
        if executable:
            self.executables.add(path)

    def run(self, command: Command, stdin: BinaryIO, stdout: Sink, stderr: Sink) -> RunReport:
        """See `box.Box`."""
        self._must_be_open()
        self.commands.append(command)
        self.inputs.append(stdin.read())
        played = self._script(command, self.inputs[-1])
        if played.failure is not None:
            raise played.failure
        if played.stdout:
            stdout(played.stdout)
        if played.stderr:
            stderr(played.stderr)
        self._files.update(played.files)
        return played.report

    def get(self, path: str, most_bytes: int) -> bytes:
        """See `box.Box`."""
        self._must_be_open()
        if path not in self._files:
            raise FileRefused("GET", errno.ENOENT)
        if len(self._files[path]) > most_bytes:
            raise FileRefused("GET", errno.EFBIG)
        return self._files[path]

    def close(self) -> None:
        """See `box.Box`."""
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _must_be_open(self) -> None:
        if self.closed:
            raise BoxFailure("the box is closed")


class FakeEngine:
    """Opens fake boxes and remembers them, in order, in `boxes`."""

    def __init__(self, script: Script, name: str = "fake") -> None:
        self.name = name
        self.boxes: list[FakeBox] = []
        self.closed = False
        self._script = script

    def open(self, spec: BoxSpec) -> FakeBox:
        """See `box.Engine`."""
        self.boxes.append(FakeBox(spec, self._script))
        return self.boxes[-1]

    def check(self) -> list[Finding]:
        """See `box.Engine`."""
        return []

    def close(self) -> None:
        """See `box.Engine`."""
        self.closed = True
