"""Submissions: post one, follow it, look back."""

from __future__ import annotations

import time

from flask import Blueprint, Response, g, request

from api import fields, new_submission, views
from api.answers import bytes_answer, json_answer
from api.auth import may, needs
from api.errors import ApiError, Code
from api.problems_pages import unknown_problem
from api.samples import sample_stderr
from api.services import services
from model.errors import NotFound
from model.submission import State
from store import submissions
from store.errors import KeyReused
from store.pool import Connection
from store.submissions import SubmissionView

MOST_WAIT_SECONDS = 60
MOST_LISTED = 200

pages = Blueprint("submissions", __name__)


@pages.post("/v1/submissions")
@needs("submit")
def post() -> Response:
    """Stores a submission and answers before it is judged."""
    most = services().settings.source_most_bytes
    values = fields.json_object(
        request,
        most_bytes=new_submission.most_body_bytes(most),
        too_large=new_submission.source_too_large(most),
    )
    new = new_submission.read(values, default_user=g.key.name, source_most_bytes=most)
    key = new_submission.idempotency_key(request.headers.get("Idempotency-Key"))
    with services().connection() as conn:
        notice = services().offers.check(conn, new.runtime)
        try:
            accepted = submissions.accept(conn, new, idempotency_key=key)
        except NotFound as error:
            raise unknown_problem(conn, new.problem) from error
        except KeyReused as error:
            raise _key_reused() from error
        view = _existing(submissions.get(conn, accepted.id))
    if accepted.created:
        services().new_work.set()
    body = views.brief(view) | ({"notice": notice} if notice else {})
    return json_answer(body, 202, {"Location": f"/v1/submissions/{accepted.id}"})


@pages.get("/v1/submissions/<int:number>")
@needs("read")
def get(number: int) -> Response:
    """One submission; with `?wait=SECONDS` the answer is held back until it is done, or that time is over."""
    _known_parameters("wait")
    seconds = fields.seconds(request.args, "wait", most=MOST_WAIT_SECONDS)
    view = _follow(number, seconds) if seconds else _look(number)
    body = views.full(view)
    if view.state is State.DONE:
        with services().connection() as conn:
            stderr = sample_stderr(conn, view)
        body |= {"sample_stderr": stderr} if stderr is not None else {}
    return json_answer(body)


@pages.get("/v1/submissions")
@needs("read")
def recent() -> Response:
    """The newest first; `next` is the `before` of the following page, or null on the last one."""
    _known_parameters("user", "problem", "before", "limit")
    limit = fields.whole_number(request.args, "limit", least=1, most=MOST_LISTED) or 50
    before = fields.whole_number(request.args, "before", least=1, most=fields.MOST_ID)
    user = fields.text(request.args, "user", most=new_submission.MOST_USER)
    problem = fields.text(request.args, "problem", most=new_submission.MOST_NAME)
    with services().connection() as conn:
        rows = submissions.recent(conn, user=user, problem=problem, before=before, limit=limit + 1)
    page = rows[:limit]
    following = page[-1].id if len(rows) > limit else None
    return json_answer({"submissions": [views.brief(row) for row in page], "next": following})


@pages.get("/v1/submissions/<int:number>/source")
@needs("read")
def source(number: int) -> Response:
    """The source, byte for byte."""
    with services().connection() as conn:
        view = _existing(_get(conn, number))
        content = submissions.source(conn, number)
    return bytes_answer(content or b"", file_name=view.file_name or f"submission-{number}")


@pages.get("/v1/submissions/<int:number>/judgings")
@needs("read")
def judgings(number: int) -> Response:
    """Every finished judging, oldest first. None is ever overwritten."""
    with services().connection() as conn:
        _existing(_get(conn, number))
        rows = submissions.judgings(conn, number)
    return json_answer({"judgings": [views.judging(row, internals=may("author")) for row in rows]})


@pages.get("/v1/submissions/<int:number>/outputs")
@needs("author")
def outputs(number: int) -> Response:
    """What the program wrote on each test, for authors only: it tells of hidden inputs."""
    _known_parameters("judging")
    wanted = fields.whole_number(request.args, "judging", least=1, most=2**31 - 1)
    with services().connection() as conn:
        view = _existing(_get(conn, number))
        if wanted is None:
            wanted = view.judging.number if view.judging else view.judging_number
        rows = submissions.outputs(conn, number, wanted)
    return json_answer({"judging": wanted, "outputs": [views.output(row) for row in rows]})


def _follow(number: int, seconds: float) -> SubmissionView:
    """The submission once it is done, or as it is after `seconds`. Holds no connection while it waits."""
    until = time.monotonic() + seconds
    waiting = services().waiting
    with waiting.seat(number) as event:
        while True:
            event.clear()  # before the look: a finish after it sets the event again
            view = _look(number)
            left = until - time.monotonic()
            if view.state is State.DONE or left <= 0 or waiting.closed:
                return view
            event.wait(left)


def _look(number: int) -> SubmissionView:
    with services().connection() as conn:
        return _existing(_get(conn, number))


def _get(conn: Connection, number: int) -> SubmissionView | None:
    return submissions.get(conn, number) if number <= fields.MOST_ID else None


def _existing(view: SubmissionView | None) -> SubmissionView:
    if view is None:
        raise ApiError(Code.NOT_FOUND, "there is no such submission", field="id", cure="use an id that a POST returned")
    return view


def _key_reused() -> ApiError:
    return ApiError(
        Code.IDEMPOTENCY_KEY_REUSED,
        "this Idempotency-Key was used before, for a different submission of this user",
        field="Idempotency-Key",
        cure="use a fresh key for every new submission; repeat a key only with the same body",
    )


def _known_parameters(*names: str) -> None:
    fields.refuse_unknown(list(request.args), names)
