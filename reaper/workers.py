"""The duty that forgets workers which ended without saying so and were not seen for a week."""

from __future__ import annotations

import logging

from model.logs import log
from model.settings import Settings
from store import workers
from store.pool import Connection

logger = logging.getLogger("reaper")

_FORGET_SECONDS = 7 * 86_400


def forget_workers(conn: Connection, settings: Settings) -> bool:
    """One round; it is never worth another at once."""
    for name in workers.forget(conn, seconds=_FORGET_SECONDS):
        log(logger, "worker_forgotten", worker=name)
    return False
