"""The loop of a reaper: lead if nobody else does, do every duty until it finds nothing more to do, rest, again.

It keeps nothing in memory and every duty is one statement, so it may end at any moment: SIGTERM stops it at once.
"""

from __future__ import annotations

import logging
import random
import signal
import sys
import time
from collections.abc import Callable

from model.errors import SetupError
from model.logs import handler, log
from model.settings import Settings
from reaper.requeue import requeue
from reaper.workers import forget_workers
from store import catalogue, wakeups
from store.pool import DATABASE_GONE, Connection, connect

logger = logging.getLogger("reaper")

Duty = Callable[[Connection, Settings], bool]

DUTIES: tuple[Duty, ...] = (requeue, forget_workers)
"""Each does a part of its work and returns True for "did something, call again"."""

_FIRST_PAUSE_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 5.0


def run(settings: Settings) -> None:
    """Reap until a signal. Raises SetupError where Postgres is not there at the start, or has another schema."""
    logging.basicConfig(level=logging.INFO, handlers=[handler(settings.log)])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    conn = _connect(settings)
    log(logger, "started")
    while True:
        try:
            with conn:
                _reap(conn, settings)
        except DATABASE_GONE as error:
            log(logger, "database_lost", level=logging.WARNING, why=str(error).partition("\n")[0])
        conn = _connect_again(settings)


def _reap(conn: Connection, settings: Settings) -> None:
    leads = False
    while True:
        if not leads and wakeups.lead(conn, "reaper"):
            leads = True
            log(logger, "leads")
        if leads:
            while _round(conn, settings):
                pass
        time.sleep(settings.reap_seconds * random.uniform(0.9, 1.1))


def _round(conn: Connection, settings: Settings) -> bool:
    """Every duty once; whether any of them did something."""
    found = [duty(conn, settings) for duty in DUTIES]
    return any(found)


def _connect(settings: Settings) -> Connection:
    conn = connect(settings.database_url, name="reaper")
    catalogue.require(conn)
    return conn


def _connect_again(settings: Settings) -> Connection:
    """Tries until Postgres is there again, ever more slowly up to every 5 s."""
    pause = _FIRST_PAUSE_SECONDS
    while True:
        time.sleep(pause)
        pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)
        try:
            conn = connect(settings.database_url, name="reaper")
        except SetupError:
            continue
        try:
            catalogue.require(conn)
        except DATABASE_GONE:
            continue
        log(logger, "database_back")
        return conn


def _stop(_number: int, _frame: object) -> None:
    log(logger, "stopped")
    sys.exit(0)
