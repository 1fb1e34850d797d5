"""Shows what several guests say at the same time: whole lines, each with the name of its guest."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Consoles:
    """Lines of all guests go to one `write`, one after the other."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._one = threading.Lock()
        self._begun: dict[str, bytes] = {}

    def show(self, name: str, piece: bytes) -> None:
        """Write the lines that this piece of output ends, and keep the rest."""
        *lines, rest = (self._begun.get(name, b"") + piece).split(b"\n")
        self._begun[name] = rest
        with self._one:
            for line in lines:
                self._write(f"{name}| {line.decode(errors='replace').rstrip()}\n")

    def finish(self, name: str) -> None:
        """Write a last line that has no end."""
        if self._begun.get(name):
            self.show(name, b"\n")
