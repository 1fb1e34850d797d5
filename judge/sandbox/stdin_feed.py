"""Turns an input file into STDIN frames, never more than the agent's window allows."""

from __future__ import annotations

from typing import BinaryIO

from judge.sandbox.wire import PAYLOAD_MOST, WINDOW, Kind, frame


class StdinFeed:
    """One run's input. It is read ahead by one piece, so that its end is known as early as possible."""

    def __init__(self, stdin: BinaryIO, run: int) -> None:
        self._stdin = stdin
        self._run = run
        self._window = WINDOW
        self._ended = False
        self._ahead = stdin.read(PAYLOAD_MOST)

    def credit(self, count: int) -> bool:
        """Take back a part of the window. False if that is more than was used."""
        self._window += count
        return self._window <= WINDOW

    def refill(self, outgoing: list[bytes | memoryview]) -> None:
        """Append the frames that may be sent now. Waits for room for a whole frame rather than send crumbs."""
        while not self._ended:
            if not self._ahead:
                outgoing.append(frame(Kind.STDIN_END, run=self._run))
                self._ended = True
            elif self._window >= PAYLOAD_MOST:
                outgoing.append(frame(Kind.STDIN, self._ahead, self._run))
                self._window -= len(self._ahead)
                self._ahead = self._stdin.read(PAYLOAD_MOST)
            else:
                return
