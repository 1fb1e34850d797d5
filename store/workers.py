"""Which workers live and what they offer. Nothing is claimed or requeued by this table: leases alone decide that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from store import sql
from store.pool import Connection

_SQL = sql.load("workers")


@dataclass(frozen=True, slots=True)
class WorkerView:
    """A worker as it last said it was."""

    name: str
    runtimes: tuple[str, ...]
    slots: int
    seen_at: datetime


def beat(conn: Connection, *, worker: str, runtimes: list[str], slots: int) -> None:
    """Say that the worker lives."""
    conn.execute(_SQL["beat"], {"worker": worker, "runtimes": runtimes, "slots": slots})


def live(conn: Connection, *, seconds: float = 60) -> list[WorkerView]:
    """The workers seen within `seconds`, by name."""
    rows = conn.execute(_SQL["live"], {"seconds": seconds})
    return [WorkerView(name, tuple(runtimes), slots, seen_at) for name, runtimes, slots, seen_at in rows]


def leave(conn: Connection, worker: str) -> None:
    """Forget the worker."""
    conn.execute(_SQL["leave"], {"worker": worker})


def forget(conn: Connection, *, seconds: float) -> list[str]:
    """Forget the workers not seen within `seconds`; their names."""
    return sorted(row[0] for row in conn.execute(_SQL["forget"], {"seconds": seconds}))
