"""What the host holds out for an attack to touch: a secret in a file, a port, a datagram port and an abstract socket.

An attack knows where they are, since the words below in its source are replaced. The secret must appear in nothing that
a judging gives back, and nobody may ever have called.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

MARKER = f"pgjudge-trap-{os.getpid()}"
"""Part of every name that attacks give to things that could show up on the host."""


class Traps:
    """The traps of one run of the suite. Everything that the runner writes to disk is below `folder`."""

    def __init__(self) -> None:
        self.secret = f"secret-{secrets.token_hex(16)}"
        self.folder = Path(tempfile.mkdtemp(prefix="pgjudge-attack-"))
        self.folder.chmod(0o711)
        self.file = self.folder / "secret"
        self.file.write_text(self.secret + "\n")
        self.file.chmod(0o644)
        self._stream = _listening(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self._datagrams = _listening(socket.AF_INET, socket.SOCK_DGRAM, self._stream.getsockname())
        self._abstract = _listening(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{MARKER}-{secrets.token_hex(4)}")

    def words(self) -> dict[bytes, bytes]:
        """Word of a source -> what it stands for on this host."""
        return {
            b"@SECRET_FILE@": bytes(self.file),
            b"@PORT@": str(self._stream.getsockname()[1]).encode(),
            b"@SOCKET@": str(self._abstract.getsockname()[1:], "ascii").encode(),
            b"@MARKER@": MARKER.encode(),
        }

    def sprung(self) -> list[str]:
        """What was touched since the last call."""
        found = [] if self.file.read_text() == self.secret + "\n" else ["the host's file was changed"]
        if _calls(lambda: self._stream.accept()[0].close()):
            found.append("the host's port was reached")
        if _calls(lambda: self._abstract.accept()[0].close()):
            found.append("the host's abstract socket was reached")
        if _calls(lambda: self._datagrams.recv(1)):
            found.append("the host's datagram port was reached")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for trap in (self._stream, self._datagrams, self._abstract):
            trap.close()
        shutil.rmtree(self.folder)


def _calls(answer: Callable[[], object]) -> int:
    """How many calls wait to be answered; answers them."""
    count = 0
    while True:
        try:
            answer()
        except BlockingIOError:
            return count
        count += 1


def _listening(family: int, kind: int, address: object) -> socket.socket:
    trap = socket.socket(family, kind)
    trap.setblocking(False)
    trap.bind(address)  # type: ignore[arg-type]
    if kind == socket.SOCK_STREAM:
        trap.listen(8)
    return trap
