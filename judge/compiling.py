"""The compile step. A compiler that reads hostile source is hostile too: it gets a box and limits of its own.

Whatever the source makes the compiler do is a COMPILE_ERROR, and the text says why. Only when the compiler cannot be
started, or the box fails, is it a failure of the judge.
"""

from __future__ import annotations

import errno
import io
import re
import signal
from dataclasses import dataclass
from pathlib import Path

from judge.compiler_text import MOST_BYTES, readable
from judge.limits import MIB, compile_plan
from judge.outcome import signal_name
from judge.sandbox.box import Box, BoxFailure, Command, Engine, FileRefused, RunReport
from model.runtime import Compile, Runtime

_OUT_OF_ROOM = re.compile(rb"File size limit exceeded|No space left on device|File too large", re.IGNORECASE)
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EINVAL, errno.ENXIO, errno.EACCES)


@dataclass(frozen=True, slots=True)
class Compiled:
    """The artifact, or None for a COMPILE_ERROR. `text` is what the compiler said, warnings too.

    `note` is the judge's own word on a failure (also at the head of `text`); empty when the compiler has said it all.
    """

    artifact: bytes | None
    text: str
    note: str
    cpu_ns: int
    wall_ns: int
    memory_bytes: int


def compile_source(
    source: bytes, runtime: Runtime, engine: Engine, rootfs: Path, cpus: tuple[int, ...] = ()
) -> Compiled:
    """Compile `source` in a fresh box. Raises JudgeFailure; of those, BoxFailure may be tried again at once."""
    plan = compile_plan(runtime, rootfs, cpus)
    said = _Beginning()
    with engine.open(plan.box) as box:
        box.put(f"/tmp/{runtime.source_file}", source)
        command = Command(plan.argv, plan.run, env=runtime.env, wipe=False, merge_stderr=True)
        report = box.run(command, io.BytesIO(), said, said)
        if report.killed or report.spawn_error:
            why = report.spawn_error or "ended by the host"
            raise BoxFailure(f"the compiler of {runtime.id} could not be run: {why}")
        artifact, note = None, _failure(report, runtime.compile, bytes(said.data))
        if note is None:
            artifact, note = _artifact(box, runtime.compile)
    text = readable(bytes(said.data), cut=said.cut, note=note)
    return Compiled(artifact, text, note, report.cpu_ns, report.wall_ns, report.memory_bytes)


class _Beginning:
    """A sink that keeps the first bytes and drops the rest."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.cut = False

    def __call__(self, chunk: bytes) -> None:
        room = MOST_BYTES - len(self.data)
        self.data += chunk[:room]
        self.cut = self.cut or len(chunk) > room


def _failure(report: RunReport, step: Compile, said: bytes) -> str | None:
    """None when the compiler succeeded, else the judge's note, empty where the compiler has said it."""
    if report.output_exceeded:
        return "the compiler wrote more messages than allowed"
    if report.oom_kills:
        return f"compilation exceeded {step.memory_bytes // MIB} MiB of memory"
    if report.cpu_exceeded or report.cpu_ns > step.cpu_ms * 1_000_000:
        return f"compilation exceeded {step.cpu_ms / 1000:g} s of CPU time"
    if report.wall_exceeded:
        return f"compilation exceeded {step.wall_ms / 1000:g} s of wall clock time"
    if report.forbidden_call:
        return f"the compiler was ended for a forbidden system call: {report.forbidden_call}"
    if report.exit_code == 0:
        return None
    if report.signal == signal.SIGXFSZ or _OUT_OF_ROOM.search(said):
        return _too_large(step)
    if report.signal is not None:
        return f"the compiler was ended by {signal_name(report.signal)}"
    return "" if said.strip() else f"the compiler ended with exit code {report.exit_code} and said nothing"


def _artifact(box: Box, step: Compile) -> tuple[bytes | None, str]:
    try:
        return box.get(f"/tmp/{step.artifact}", step.artifact_bytes), ""
    except FileRefused as refused:
        if refused.errno == errno.EFBIG:
            return None, _too_large(step)
        if refused.errno in _NO_FILE:
            return None, "the compiler ended without an error, but made no program"
        raise


def _too_large(step: Compile) -> str:
    return f"the compiled program exceeds {step.artifact_bytes // MIB} MiB"
