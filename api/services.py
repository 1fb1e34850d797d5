"""What the views work with: built once by the entry point, handed to the application, found through Flask."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from flask import current_app

from api.auth import KeyRing
from api.errors import unavailable
from api.offers import Offers
from api.waiting import WaitingRoom
from model.logs import log
from model.settings import Settings
from store import keys, submissions
from store.blobs import FolderBlobs
from store.keys import Key
from store.pool import DATABASE_GONE, Connection, Pool

T = TypeVar("T")
EXTENSION = "pgjudge"

logger = logging.getLogger("api")


class Offload(Protocol):
    """Runs work that keeps a core busy where it does not hold up other requests, and waits for its result."""

    def __call__(self, work: Callable[[], T]) -> T: ...


def inline(work: Callable[[], T]) -> T:
    """Runs `work` here and now."""
    return work()


@dataclass(frozen=True, slots=True)
class Services:
    """`new_work` is set whenever a submission was stored; `api.background` tells the workers.

    `pool_seconds` is the longest that a request waits for a free connection.
    """

    settings: Settings
    pool: Pool
    blobs: FolderBlobs
    offload: Offload = inline
    pool_seconds: float = 5.0
    waiting: WaitingRoom = field(default_factory=WaitingRoom)
    offers: Offers = field(default_factory=Offers)
    new_work: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection in a transaction, committed at the end. Raises ApiError 503 when Postgres is gone."""
        try:
            with self.pool.connection(timeout=self.pool_seconds) as conn:
                yield conn
        except DATABASE_GONE as error:
            log(logger, "database_unavailable", level=logging.WARNING, detail=" ".join(str(error).split()))
            raise unavailable() from error

    def find_key(self, plaintext: str) -> Key | None:
        with self.connection() as conn:
            return keys.check(conn, plaintext)

    def finished(self, waited_for: list[int]) -> list[int]:
        """Which of these submissions are done."""
        with self.connection() as conn:
            return submissions.finished(conn, waited_for)


def services() -> Services:
    """The services of the application that handles this request."""
    found: Services = current_app.extensions[EXTENSION]
    return found


def key_ring() -> KeyRing:
    found: KeyRing = current_app.extensions[EXTENSION + ".keys"]
    return found
