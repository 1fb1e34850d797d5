"""Whether this process lives, and whether the service can judge. Neither needs a key."""

from __future__ import annotations

from flask import Blueprint, Response

from api.answers import json_answer
from api.errors import ApiError
from api.offers import LIVE_SECONDS
from api.services import services
from model.errors import SetupError
from store import catalogue

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> Response:
    """This process answers. Nothing else is asked, so that a lost database restarts no API."""
    return json_answer({"status": "ok"})


@pages.get("/readyz")
def readyz() -> Response:
    """200 when the database is there, has the right schema, and a worker was seen lately; else 503 and which fails."""
    checks = {"database": "not checked", "schema": "not checked", "worker": "not checked"}
    try:
        with services().connection() as conn:
            checks["database"] = "ok"
            try:
                catalogue.require(conn)
                checks["schema"] = "ok"
            except SetupError as error:
                checks["schema"] = str(error)
            if checks["schema"] == "ok":
                live, _ = services().offers.look(conn)
                none = f"none seen for {LIVE_SECONDS:.0f} s: start one with pgjudge worker"
                checks["worker"] = "ok" if live else none
    except ApiError as error:
        checks["database"] = error.message
    ready = all(state == "ok" for state in checks.values())
    return json_answer({"ready": ready, "checks": checks}, 200 if ready else 503)
