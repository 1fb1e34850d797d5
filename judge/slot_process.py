"""A slot as the worker sees it: a child process at the end of a socket, with no database and no keys."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

from judge.messages import BadMessage, Message, MessageReader, SlotJob, SlotSetup, encode
from model.judging import Claim

_READ = 1 << 18
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class SlotProcess:
    """One slot's process. `claim` is what it is judging, or None."""

    def __init__(self, setup: SlotSetup) -> None:
        self.setup = setup
        self.claim: Claim | None = None
        self.ready = False
        ours, theirs = socket.socketpair()
        self._socket = ours
        self._reader = MessageReader()
        with theirs:
            # Our own environment holds the database's address: a slot gets a bare one.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "judge.slot"],
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                env={"PATH": _PATH, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
                start_new_session=True,
            )
        ours.sendall(encode(setup))

    def fileno(self) -> int:
        """The descriptor to wait on for messages."""
        return self._socket.fileno()

    @property
    def free(self) -> bool:
        """Whether it can take a job."""
        return self.ready and self.claim is None

    def send(self, claim: Claim, tests: str) -> None:
        """Give it a job. A slot that is gone is noticed at the next `receive`."""
        self.claim = claim
        job = SlotJob(claim.submission, claim.runtime, claim.file_name, claim.source, tests)
        try:
            self._socket.sendall(encode(job))
        except OSError:
            return

    def receive(self) -> Iterator[Message] | None:
        """What it said, or None when it is gone or talks nonsense. Call when there is something to read."""
        try:
            data = self._socket.recv(_READ)
            return iter(list(self._reader.feed(data))) if data else None
        except (OSError, BadMessage):
            return None

    def kill(self) -> None:
        """End it now, whatever it does. Its boxes die with it."""
        self._socket.close()
        self.process.kill()
        self.process.wait()

    def stop(self, patience_s: float) -> None:
        """End it when it has nothing to do; it puts its boxes away first."""
        self._socket.shutdown(socket.SHUT_WR)
        try:
            self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self._socket.close()
