"""The processes of a box on this host, by the first of them."""

from __future__ import annotations

import contextlib
import os
import select
import signal

from judge.sandbox.box import BoxFailure

DEATH_MS = 10_000


class BoxProcesses:
    """Process 1 of a box, with which all others of its pid namespace die; for gVisor, its kernel."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._first = os.pidfd_open(pid)

    def end(self) -> None:
        """Kill it and wait until it is dead; reap it if it is our child. Raises BoxFailure."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._first, signal.SIGKILL)
        dead = select.poll()
        dead.register(self._first, select.POLLIN)
        ready = dead.poll(DEATH_MS)
        os.close(self._first)
        if not ready:
            raise BoxFailure(f"the agent (process {self._pid}) does not die")
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
