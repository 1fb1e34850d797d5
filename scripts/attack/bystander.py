"""A program that lives in a box of its own while attacks are made, with a secret, and notices when it is touched."""

from __future__ import annotations

import io
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from judge.compiling import compile_source
from judge.outcome import COMPILED
from judge.sandbox.box import Box, BoxFailure, BoxSpec, Command, Engine, RunLimits
from model.errors import JudgeFailure
from model.runtime import Runtime
from scripts.attack.attacks import FOLDER, MIB
from scripts.attack.traps import MARKER

SOURCE = FOLDER.parent / "programs" / "bystander.c"
ALIVE_SECONDS = 10.0
"""How long it may be silent on a busy host before it counts as dead."""

_LIMITS = RunLimits(cpu_ns=0, wall_ns=0, stdout_bytes=64 * MIB)


class _Leave(Exception):
    """The suite is over."""


class Bystander:
    """Alive from entry to exit."""

    def __init__(self, engine: Engine, runtime: Runtime, rootfs: Path, secret: str) -> None:
        self._engine = engine
        self._runtime = runtime
        self._rootfs = rootfs
        self._secret = secret
        self._said = bytearray()
        self._leaving = False
        self._ended = ""
        self._thread = threading.Thread(target=self._live, name="bystander")

    def harmed(self) -> list[str]:
        """What has happened to it, if anything has; waits until it has spoken since now."""
        heard, until = len(self._said), time.monotonic() + ALIVE_SECONDS
        while len(self._said) == heard and not self._ended and time.monotonic() < until:
            time.sleep(0.002)
        words = self._said.replace(b".", b"").decode(errors="replace").strip()
        if self._ended or words or len(self._said) == heard:
            what = ", ".join(filter(None, (words, self._ended))) or "it is silent"
            return [f"the program in another box was harmed: {what}"]
        return []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving = True
        self._thread.join()

    def _live(self) -> None:
        try:
            artifact = compile_source(SOURCE.read_bytes(), self._runtime, self._engine, self._rootfs).artifact
            if artifact is None:
                raise BoxFailure("it could not be compiled")
            with self._engine.open(BoxSpec(self._rootfs, 16 * MIB, 4, MIB, 64)) as box:
                self._run(box, artifact)
        except _Leave:
            return
        except JudgeFailure as failure:
            self._ended = failure.message

    def _run(self, box: Box, artifact: bytes) -> None:
        box.put(COMPILED + "main", artifact, executable=True)
        argv = (COMPILED + "main", self._secret, f"{MARKER}-bystander")
        report = box.run(Command(argv, _LIMITS, env=(("SECRET", self._secret),)), io.BytesIO(), self._hear, self._hear)
        self._ended = f"exit code {report.exit_code}, signal {report.signal}"

    def _hear(self, data: bytes) -> None:
        if self._leaving:
            raise _Leave
        self._said += data
