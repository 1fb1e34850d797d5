"""Work that keeps a core busy, done in a native thread so that gevent goes on answering meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import gevent

T = TypeVar("T")


def in_thread(work: Callable[[], T]) -> T:
    """Runs `work` in a native thread of gevent's own pool; its exceptions are raised here."""
    result: T = gevent.get_hub().threadpool.apply(work)
    return result
