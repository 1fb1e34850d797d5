"""The languages, the queue and the workers, as the API sees them."""

from __future__ import annotations

from flask import Blueprint, Response

from api.answers import json_answer
from api.auth import needs
from api.services import services
from model.submission import Lane
from store import leases

pages = Blueprint("machinery", __name__)


@pages.get("/v1/languages")
@needs("read")
def languages() -> Response:
    """What can be submitted. `workers` 0: known, but it waits until a worker offers it again."""
    with services().connection() as conn:
        _, offers = services().offers.look(conn)
    return json_answer({"languages": [{"id": o.language, "workers": o.workers, "slots": o.slots} for o in offers]})


@pages.get("/v1/queue")
@needs("read")
def queue() -> Response:
    """How many submissions wait, lane by lane."""
    with services().connection() as conn:
        depth = leases.depth(conn)
    return json_answer({"waiting": sum(depth.values()), "lanes": {lane.name.lower(): depth[lane] for lane in Lane}})


@pages.get("/v1/workers")
@needs("admin")
def workers() -> Response:
    """Who judges just now."""
    with services().connection() as conn:
        live, _ = services().offers.look(conn)
    rows = [{"name": w.name, "languages": sorted(w.runtimes), "slots": w.slots, "seen_at": w.seen_at} for w in live]
    return json_answer({"workers": rows})
