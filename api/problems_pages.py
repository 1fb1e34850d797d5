"""Problems: the list, what a contestant may read of one, and publishing a new version."""

from __future__ import annotations

import difflib

from flask import Blueprint, Response, request

from api import packages, views
from api.answers import json_answer
from api.auth import needs
from api.errors import ApiError, Code
from api.services import services
from model.problem import ProblemVersion
from store import problems
from store.pool import Connection

pages = Blueprint("problems", __name__)


@pages.get("/v1/problems")
@needs("read")
def list_problems() -> Response:
    with services().connection() as conn:
        rows = problems.all_problems(conn)
    shown = [
        {
            "slug": row.slug,
            "title": row.title,
            "version": row.version,
            "time_limit_ms": row.time_ms,
            "memory_limit_bytes": row.memory_bytes,
            "tests": row.tests,
        }
        for row in rows
    ]
    return json_answer({"problems": shown})


@pages.get("/v1/problems/<slug>")
@needs("read")
def get_problem(slug: str) -> Response:
    """Statements, samples and limits of the active version."""
    with services().connection() as conn:
        version = problems.get(conn, slug) if "\0" not in slug else None
        if version is None:
            raise ApiError(Code.NOT_FOUND, f"there is no problem {slug!r}", field="slug", cure=_nearest(conn, slug))
        samples = problems.samples(conn, slug)
    return json_answer(_shown(version, samples))


@pages.put("/v1/problems/<slug>")
@needs("author")
def put_problem(slug: str) -> Response:
    """Publishes the zip in the body: 201 with a new version, or 200 when it is the active one already."""
    ours = services()
    with packages.received(request, ours) as path:
        published = ours.offload(lambda: packages.publish_zip(path, slug, ours))
    version = published.version
    shown = {
        "slug": version.slug,
        "version": version.number,
        "title": version.title,
        "tests": len(version.manifest.tests),
        "created": published.created,
        "warnings": packages.listed(published.warnings),
    }
    return json_answer(shown, 201 if published.created else 200, {"Location": f"/v1/problems/{version.slug}"})


def unknown_problem(conn: Connection, slug: str) -> ApiError:
    """What is said to a caller who submits to a problem that does not exist."""
    return ApiError(Code.UNKNOWN_PROBLEM, f"there is no problem {slug!r}", field="problem", cure=_nearest(conn, slug))


def _nearest(conn: Connection, slug: str) -> str:
    near = difflib.get_close_matches(slug, [row.slug for row in problems.all_problems(conn)], n=3)
    return f"did you mean {', '.join(near)}?" if near else "GET /v1/problems lists the problems"


def _shown(version: ProblemVersion, samples: list[tuple[bytes, bytes]]) -> views.Json:
    limits = version.manifest.limits
    return {
        "slug": version.slug,
        "title": version.title,
        "version": version.number,
        "tests": len(version.manifest.tests),
        "limits": {
            "time_ms": limits.time_ms,
            "memory_bytes": limits.memory_bytes,
            "output_bytes": limits.output_bytes,
            "multipliers": dict(limits.multipliers),
        },
        "statements": [{"language": s.language, "format": s.format, "text": s.text} for s in version.statements],
        "samples": [
            views.text_or_bytes("input", given) | views.text_or_bytes("answer", answer) for given, answer in samples
        ],
    }
