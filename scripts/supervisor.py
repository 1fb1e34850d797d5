"""Keeps the processes of one machine running: starts them, starts them again when they die, stops them in order.

Children get a session of their own, so that Ctrl-C reaches only the supervisor, and SIGTERM from the kernel when
the supervisor dies, so that nothing outlives it.
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from model.errors import EXIT_ERROR, SetupError
from model.logs import log

logger = logging.getLogger("supervisor")

_LONGEST_PAUSE_S = 30.0
_TICK_S = 0.5


@dataclass
class Part:
    """One child process and its history."""

    name: str
    process: subprocess.Popen[bytes] | None = None
    failures: int = 0
    start_at: float = 0.0
    started_at: float = 0.0
    log_file: Path | None = field(default=None)


class Supervisor:
    """Runs the parts named as `python -m scripts NAME`.

    `tend_first` is called again and again in the watching thread, before the parts are looked at: it keeps up what
    they all need. `fault` is set when something cannot be kept running on this machine.
    """

    def __init__(self, environment: Mapping[str, str], log_folder: Path | None, tend_first: Callable[[], None]) -> None:
        self._environment = dict(environment)
        self._log_folder = log_folder
        self._tend_first = tend_first
        self._parts: list[Part] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._watcher: threading.Thread | None = None
        self.fault: SetupError | None = None

    def start(self, names: Sequence[str]) -> None:
        """Start the parts in this order and watch them."""
        for name in names:
            part = Part(name)
            self._parts.append(part)
            self._spawn(part)
        self._watcher = threading.Thread(target=self._watch, name="supervisor", daemon=True)
        self._watcher.start()

    def stop(self, *, patience_s: float) -> None:
        """SIGTERM to every part, last started first; SIGKILL to what is still there after `patience_s`."""
        self._stopping.set()
        if self._watcher is not None:
            self._watcher.join()
        with self._lock:
            running = [part.process for part in reversed(self._parts) if part.process and part.process.poll() is None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + patience_s
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def pids(self) -> dict[str, int]:
        """The process ids of the parts that run."""
        with self._lock:
            return {part.name: part.process.pid for part in self._parts if part.process}

    def _watch(self) -> None:
        while not self._stopping.wait(_TICK_S):
            try:
                self._tend_first()
            except SetupError as error:
                self.fault = error
                return
            with self._lock:
                for part in self._parts:
                    self._tend(part)

    def _tend(self, part: Part) -> None:
        now = time.monotonic()
        if part.process is None:
            if now >= part.start_at and not self._stopping.is_set():
                self._spawn(part)
            return
        code = part.process.poll()
        if code is None:
            return
        part.process = None
        if code == EXIT_ERROR:  # the machine lacks something: starting it again would not help
            self.fault = SetupError(f"{part.name} cannot start", cure=_last_line(part) or "see its log")
            part.start_at = float("inf")
            return
        part.failures = 0 if now - part.started_at > _LONGEST_PAUSE_S else part.failures + 1
        pause = min(_LONGEST_PAUSE_S, 2.0**part.failures / 4)
        part.start_at = now + pause
        log(logger, "part_ended", level=logging.WARNING, part=part.name, code=code, restart_in_s=pause)

    def _spawn(self, part: Part) -> None:
        # -P: the folder that the operator happens to stand in must not shadow our packages.
        argv = ["setpriv", "--pdeathsig", "TERM", sys.executable, "-P", "-m", "scripts", part.name]
        output: IO[bytes] | None = None
        if self._log_folder is not None:
            part.log_file = self._log_folder / f"{part.name}.log"
            output = part.log_file.open("ab")
        try:
            part.process = subprocess.Popen(
                argv,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        finally:
            if output is not None:
                output.close()
        part.started_at = time.monotonic()


def _last_line(part: Part) -> str:
    if part.log_file is None:
        return ""
    lines = part.log_file.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


class StopSignals:
    """SIGINT and SIGTERM, turned into an event; a second one is the same as the first."""

    def __init__(self) -> None:
        self.event = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: object) -> None:
        self.event.set()
