"""Short ways to ask a box for something in a test."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from judge.sandbox.box import Box, Command, RunLimits, RunReport

MIB = 1 << 20
SECOND = 1_000_000_000
LIMITS = RunLimits(cpu_ns=5 * SECOND, wall_ns=20 * SECOND, stdout_bytes=MIB)


@dataclass(frozen=True)
class Ran:
    """A report and what was written."""

    report: RunReport
    stdout: bytes
    stderr: bytes

    @property
    def out(self) -> str:
        return self.stdout.decode()


def run(
    box: Box,
    *argv: str,
    stdin: bytes | BinaryIO = b"",
    limits: RunLimits = LIMITS,
    env: tuple[tuple[str, str], ...] = (),
    cwd: str = "/tmp",
    wipe: bool = True,
    merge_stderr: bool = False,
) -> Ran:
    """Run a program and gather what it writes."""
    stdout: list[bytes] = []
    stderr: list[bytes] = []
    command = Command(argv, limits, env=env, cwd=cwd, wipe=wipe, merge_stderr=merge_stderr)
    source = io.BytesIO(stdin) if isinstance(stdin, bytes) else stdin
    report = box.run(command, source, stdout.append, stderr.append)
    return Ran(report, b"".join(stdout), b"".join(stderr))


def shell(box: Box, script: str, *, wipe: bool = True, limits: RunLimits = LIMITS) -> Ran:
    """Run a script of the test's own."""
    return run(box, "/bin/sh", "-c", script, env=(("PATH", "/usr/bin:/bin"),), wipe=wipe, limits=limits)


def compile_c(box: Box, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile each source; the compiler must not fail or warn."""
    for name, source in sources.items():
        box.put(f"/tmp/{name}.c", source)
    artifacts = {}
    for name in sources:
        argv = ("/usr/bin/gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", f"/tmp/{name}", f"/tmp/{name}.c")
        ran = run(box, *argv, env=(("PATH", "/usr/bin:/bin"),), wipe=False)
        assert ran.report.exit_code == 0, ran.stderr.decode()
        artifacts[name] = box.get(f"/tmp/{name}", 4 * MIB)
    return artifacts


class Zeros(io.RawIOBase):
    """A stream of that many zero bytes, which are never all in memory."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.left = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = min(self.left, size if size >= 0 else self.left)
        self.left -= piece
        return bytes(piece)
