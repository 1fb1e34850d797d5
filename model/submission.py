"""States of a submission, lanes of the queue, and what a caller submits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class State(StrEnum):
    """Where a submission stands. Moves: see `MOVES`."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"


MOVES: frozenset[tuple[State, State]] = frozenset(
    {
        (State.QUEUED, State.RUNNING),  # claim
        (State.RUNNING, State.DONE),  # finish, or parked after the last attempt
        (State.RUNNING, State.QUEUED),  # give back, or lease expired
        (State.DONE, State.QUEUED),  # rejudge
    }
)
"""Every move that is allowed."""


class Lane(IntEnum):
    """Priority classes of the queue; a smaller number is served first."""

    CONTEST = 0
    RUN = 1
    SUBMIT = 2
    REJUDGE = 3


@dataclass(frozen=True, slots=True)
class NewSubmission:
    """What a caller submits. `source` is kept byte for byte; `file_name` is what the caller called it, or empty."""

    user: str
    problem: str
    runtime: str
    source: bytes
    file_name: str = ""
    lane: Lane = Lane.SUBMIT
