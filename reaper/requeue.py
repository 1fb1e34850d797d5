"""The duty that loses no submission: rows whose worker went silent wait again, or are given up for all to see."""

from __future__ import annotations

import logging

from model.logs import log
from model.settings import Settings
from store import leases, wakeups
from store.pool import Connection

logger = logging.getLogger("reaper")

_IDS_PER_NOTIFICATION = 300  # a payload is shorter than 8,000 bytes


def requeue(conn: Connection, settings: Settings) -> bool:
    """One round; whether there was something to do."""
    reaped = leases.requeue_expired(conn, max_attempts=settings.max_attempts)
    for submission in reaped.requeued:
        log(logger, "requeued", submission=submission)
    for submission in reaped.parked:
        log(logger, "parked", level=logging.ERROR, submission=submission, attempts=settings.max_attempts)
    if reaped.requeued:
        wakeups.notify(conn, wakeups.CHANNEL_QUEUE)
    for start in range(0, len(reaped.parked), _IDS_PER_NOTIFICATION):
        ids = reaped.parked[start : start + _IDS_PER_NOTIFICATION]
        wakeups.notify(conn, wakeups.CHANNEL_DONE, ",".join(map(str, ids)))
    return bool(reaped.requeued or reaped.parked)
