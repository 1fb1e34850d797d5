"""Requests that wait for a submission to finish.

A waiting request holds no database connection: it sits on an event of its own. Two things set that event: a
notification that names the submission (quick, but may be lost), and `check_all` once a second, which asks the database
about every submission that is waited for (the truth). Subscribe first, read afterwards: else a finish may be missed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager


class WaitingRoom:
    """Who waits for which submission, in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seats: dict[int, list[threading.Event]] = {}
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        return self._closed.is_set()

    @contextmanager
    def seat(self, submission: int) -> Iterator[threading.Event]:
        """An event that is set when `submission` may have finished, or when the room closes."""
        event = threading.Event()
        with self._lock:
            self._seats.setdefault(submission, []).append(event)
        if self.closed:
            event.set()
        try:
            yield event
        finally:
            with self._lock:
                left = [e for e in self._seats[submission] if e is not event]
                if left:
                    self._seats[submission] = left
                else:
                    del self._seats[submission]

    def waited_for(self) -> list[int]:
        with self._lock:
            return list(self._seats)

    def wake(self, submissions: Collection[int]) -> None:
        """Wakes those who wait for one of `submissions`, and nobody else."""
        with self._lock:
            events = [event for number in submissions for event in self._seats.get(number, ())]
        for event in events:
            event.set()

    def check_all(self, finished: Callable[[list[int]], Collection[int]]) -> None:
        """Asks `finished` which of the submissions that are waited for are done, and wakes their waiters."""
        waited_for = self.waited_for()
        if waited_for:
            self.wake(finished(waited_for))

    def close(self) -> None:
        """Wakes everyone, now and from now on: the process is about to stop."""
        self._closed.set()
        self.wake(self.waited_for())
