"""Which languages there are: what the workers say that they can run. The API itself knows none."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from api.errors import ApiError, Code
from store import workers
from store.pool import Connection
from store.workers import WorkerView

LIVE_SECONDS = 60.0
EVER_SECONDS = 10 * 365 * 86_400.0


@dataclass(frozen=True, slots=True)
class Offer:
    """A language, and what live workers bring to it: nothing, while those that know it are away."""

    language: str
    workers: int
    slots: int


class Offers:
    """Remembers every language seen, since a worker that stops takes its row with it, and one must be able to restart.

    A submission in a language that is known, but that no live worker offers, is accepted and waits.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def look(self, conn: Connection) -> tuple[list[WorkerView], list[Offer]]:
        """The live workers, and every language that is known, by name."""
        live = workers.live(conn, seconds=LIVE_SECONDS)
        self._seen.update(runtime for worker in live for runtime in worker.runtimes)
        return live, [_offer(language, live) for language in sorted(self._seen)]

    def check(self, conn: Connection, language: str) -> str | None:
        """Raises ApiError unless `language` is known. Returns a notice when no live worker offers it."""
        _, offers = self.look(conn)
        if language not in self._seen:
            quiet = workers.live(conn, seconds=EVER_SECONDS)
            self._seen.update(runtime for worker in quiet for runtime in worker.runtimes)
        if language not in self._seen:
            raise _unknown(language, sorted(self._seen))
        if any(offer.language == language and offer.workers for offer in offers):
            return None
        return f"no worker that is up offers {language}; the submission is stored and judged when one does"


def _offer(language: str, live: Sequence[WorkerView]) -> Offer:
    offering = [worker for worker in live if language in worker.runtimes]
    return Offer(language, len(offering), sum(worker.slots for worker in offering))


def _unknown(language: str, known: list[str]) -> ApiError:
    if not known:
        return ApiError(
            Code.NO_WORKER,
            "no worker has reported yet, so no language is known",
            field="language",
            cure="start a worker with pgjudge worker, then send the same request again",
            headers={"Retry-After": "10"},
        )
    near = difflib.get_close_matches(language.lower(), known, n=1)
    return ApiError(
        Code.UNKNOWN_LANGUAGE,
        f"there is no language {language!r}",
        field="language",
        cure=(f"did you mean {near[0]}? " if near else "") + f"the languages are: {', '.join(known)}",
        more={"languages": known},
    )
