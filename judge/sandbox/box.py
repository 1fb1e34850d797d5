"""The seam: what every kind of box can do, and the values that go in and out.

A box is opened by its engine, files are put, commands are run, files are got, and it is closed. After the
first run no file can be put. Implementations: `runc_box.RuncBox`, `docker_box.DockerBox`, `fake.FakeBox` (pipeline
tests only).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol, Self

from judge.sandbox.system_calls import WIDEST
from model.errors import JudgeFailure


class BoxFailure(JudgeFailure):
    """The box or its agent failed: nothing can be said about the program. Try again in a fresh box."""

    code = "box_failure"


class FileRefused(JudgeFailure):
    """The agent would not put or get this file; `errno` says why (EFBIG: larger than allowed, ENOENT, ELOOP, ...)."""

    code = "file_refused"

    def __init__(self, message: str, errno: int) -> None:
        super().__init__(message)
        self.errno = errno


@dataclass(frozen=True, slots=True)
class BoxSpec:
    """What a box is opened with. Limits here hold for everything in the box together."""

    rootfs: Path
    memory_bytes: int  # of the program; what the agent and the files that are put need comes on top
    processes: int
    scratch_bytes: int
    scratch_inodes: int
    cpus: tuple[int, ...] = ()  # host CPU numbers it may use; empty: all of this process's
    resident: tuple[str, ...] = ()  # files of `rootfs` to have in memory at no cost to the box; see `residents`
    system_calls: str = WIDEST  # which ones its programs may make: a name in `system_calls.WIDTHS`


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Limits of one run inside a box."""

    cpu_ns: int
    wall_ns: int
    stdout_bytes: int
    stderr_bytes: int = 64 << 10
    stack_bytes: int = 8 << 20
    file_bytes: int = 64 << 20
    open_files: int = 256


@dataclass(frozen=True, slots=True)
class Command:
    """What to run: `argv[0]` is a path inside the box. The environment is exactly `env`."""

    argv: tuple[str, ...]
    limits: RunLimits
    env: tuple[tuple[str, str], ...] = ()
    cwd: str = "/tmp"
    wipe: bool = True  # empty /tmp and /dev/shm afterwards
    merge_stderr: bool = False  # standard error goes into standard output


@dataclass(frozen=True, slots=True)
class RunReport:
    """What happened in one run. Exactly one of `exit_code` and `signal` is set, unless `spawn_error` is.

    A run that a forbidden system call ended has the signal SIGSYS, and `forbidden_call` names it where that is known:
    not for calls through the entry of another architecture, and not where the kernel cannot tell. A program that sends
    itself SIGSYS has no name there.

    `cpu_ns` is the control group's figure without the agent's share. `memory_bytes` is the peak of the run.
    """

    exit_code: int | None
    signal: int | None
    cpu_ns: int
    wall_ns: int
    memory_bytes: int
    stdout_bytes: int
    stderr_bytes: int
    cpu_exceeded: bool = False
    wall_exceeded: bool = False
    output_exceeded: bool = False
    killed: bool = False
    oom_kills: int = 0
    forks_refused: int = 0  # processes and threads beyond their number
    spawn_error: str = ""
    forbidden_call: str = ""


Sink = Callable[[bytes], None]
"""Takes output as it comes. Raising from it ends the run: the box is then only good for closing."""


class Box(Protocol):
    """One sandbox. Not thread-safe. Every method may raise BoxFailure, after which only `close` is allowed."""

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """Write a file below /box/ or /tmp/ before the first run. Raises FileRefused."""

    def run(self, command: Command, stdin: BinaryIO, stdout: Sink, stderr: Sink) -> RunReport:
        """Run a command to its end, feeding `stdin` (read from its current position to its end)."""

    def get(self, path: str, most_bytes: int) -> bytes:
        """Read a regular file below /box/ or /tmp/. Raises FileRefused."""

    def close(self) -> None:
        """Destroy the box and everything in it. Safe to call again."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Engine(Protocol):
    """Opens boxes of one kind on this host."""

    name: str

    def open(self, spec: BoxSpec) -> Box:
        """A fresh box, ready for `put` and `run`. Raises BoxFailure."""

    def check(self) -> list[Finding]:
        """Everything that boxes of this kind need of the host, met or not."""

    def close(self) -> None:
        """Remove what the engine itself keeps on the host (control group parents, lock files)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One requirement of the host: whether it holds, what was found, and the cure when it does not."""

    name: str
    ok: bool
    found: str
    cure: str = ""
