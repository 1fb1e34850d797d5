"""What an API process does besides answering: it wakes workers, and it wakes the requests that wait.

Three loops, each for a thread of its own. Notifications only make things quick; polling is the truth.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable

from api.errors import ApiError
from api.services import Services
from model.logs import log
from store import wakeups

WAKE_SECONDS = 0.03  # at most one notification of the queue per this time and process
POLL_SECONDS = 1.0

logger = logging.getLogger("api")


def start(services: Services) -> Callable[[], None]:
    """Starts the loops; the function returned stops them and waits for their end."""
    stop = threading.Event()
    loops: dict[str, Callable[[], None]] = {
        "wake-workers": lambda: wake_workers(services, stop),
        "poll-finished": lambda: poll_finished(services, stop),
        "listen-finished": lambda: wakeups.listen(
            services.settings.database_url,
            [wakeups.CHANNEL_DONE],
            lambda _channel, payload: on_done(services, payload),
            stop,
        ),
    }
    threads = [threading.Thread(target=loop, name=name, daemon=True) for name, loop in loops.items()]
    for thread in threads:
        thread.start()

    def end() -> None:
        stop.set()
        services.new_work.set()
        services.waiting.close()
        for thread in threads:
            thread.join(timeout=5.0)

    return end


def wake_workers(services: Services, stop: threading.Event) -> None:
    """Tells the workers of new submissions: after their commit, in a transaction of its own, and never too often."""
    while not stop.is_set():
        services.new_work.wait()
        services.new_work.clear()
        if stop.is_set():
            return
        try:
            with services.connection() as conn:
                wakeups.notify(conn, wakeups.CHANNEL_QUEUE)
        except ApiError:
            log(
                logger, "wake_up_lost", level=logging.WARNING, detail="workers will find the submissions when they poll"
            )
        stop.wait(WAKE_SECONDS)


def poll_finished(services: Services, stop: threading.Event) -> None:
    """Finds the finished submissions whose notification was lost."""
    while not stop.wait(POLL_SECONDS):
        check_all(services)


def on_done(services: Services, payload: str) -> None:
    """One notification: it names submissions, or nothing after a reconnect, when anything may have been missed."""
    named = [int(number) for number in re.findall(r"\d+", payload)]
    if named:
        services.waiting.wake(named)
    else:
        check_all(services)


def check_all(services: Services) -> None:
    try:
        services.waiting.check_all(services.finished)
    except ApiError:
        log(logger, "poll_failed", level=logging.WARNING, next_in_s=POLL_SECONDS)
