"""Wake-ups: NOTIFY makes things quick, polling is the truth, and nothing may depend on a notification.

A NOTIFY takes one lock for the whole cluster at commit, so it goes out in a transaction of its own after the work,
and rarely. Every listening connection is woken by every channel, so a process listens with one connection.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import psycopg
from psycopg import sql as compose

from model.errors import SetupError
from store import sql
from store.pool import Connection, connect

CHANNEL_QUEUE = "pgjudge_queue"
CHANNEL_DONE = "pgjudge_done"

_SQL = sql.load("wakeups")
_LOOK_SECONDS = 0.5
_PROBE_SECONDS = 30.0
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0


def notify(conn: Connection, channel: str, payload: str = "") -> None:
    """Wake the listeners of `channel`. `payload`: ids only, under 8,000 bytes. `conn` has no open transaction."""
    with conn.transaction():
        conn.execute(_SQL["notify"], {"channel": channel, "payload": payload})


def lead(conn: Connection, name: str) -> bool:
    """Whether `conn` leads among all that ask for `name`; ask again only after False. Ends with the connection."""
    row = conn.execute(_SQL["try_lead"], {"name": f"pgjudge {name}"}).fetchone()
    return row is not None and bool(row[0])


def listen(url: str, channels: Sequence[str], on_notify: Callable[[str, str], None], stop: threading.Event) -> None:
    """Call `on_notify(channel, payload)` for each notification until `stop` is set; for a thread of its own.

    After each connect it is called with an empty payload for every channel, because notifications may have been
    missed. Connects again, ever more slowly up to 5 s, while Postgres is away.
    """
    pause = _FIRST_PAUSE_SECONDS
    while not stop.is_set():
        try:
            with connect(url, name="listen") as conn:
                for channel in channels:
                    conn.execute(compose.SQL("listen {}").format(compose.Identifier(channel)))
                pause = _FIRST_PAUSE_SECONDS
                for channel in channels:
                    on_notify(channel, "")
                _hear(conn, on_notify, stop)
        except (psycopg.OperationalError, SetupError):
            stop.wait(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


def _hear(conn: Connection, on_notify: Callable[[str, str], None], stop: threading.Event) -> None:
    """Pass notifications on until `stop` is set or the connection breaks; a silent one is probed now and then."""
    probe_at = time.monotonic() + _PROBE_SECONDS
    while not stop.is_set():
        for heard in conn.notifies(timeout=_LOOK_SECONDS):
            on_notify(heard.channel, heard.payload)
        if time.monotonic() >= probe_at:
            conn.execute("select 1")
            probe_at = time.monotonic() + _PROBE_SECONDS
