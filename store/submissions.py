"""Submissions: accepted in one statement, read as they stand."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import dict_row

from model.errors import InputError, NotFound
from model.judging import Output, TestResult
from model.submission import Lane, NewSubmission, State
from model.verdict import Verdict
from store import results, sql
from store.errors import KeyReused
from store.pool import Connection
from store.texts import checked

_SQL = sql.load("submissions")
_MOST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Accepted:
    """`created` is False where an idempotency key found the submission of an earlier request."""

    id: int
    created: bool


@dataclass(frozen=True, slots=True)
class JudgingView:
    """A finished judging. `version` is the problem's."""

    number: int
    version: int
    verdict: Verdict
    reason: str
    cpu_ns: int
    wall_ns: int
    memory_bytes: int
    tests: tuple[TestResult, ...]
    tests_total: int
    compile_output: str
    compile_cpu_ns: int
    worker: str
    image_digest: str
    started_at: datetime
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class SubmissionView:
    """A submission as it stands.

    `judging_number`, `attempt` and `version` are of the judging in progress, else of the last one; `version` is None
    while it waits. `position` is how many wait ahead in its lane, 1,000 where there are more; None unless QUEUED,
    and in lists. `judging` is the last finished one.
    """

    id: int
    user: str
    problem: str
    runtime: str
    file_name: str
    lane: Lane
    state: State
    source_bytes: int
    created_at: datetime
    attempt: int
    judging_number: int
    version: int | None
    position: int | None
    judging: JudgingView | None


def accept(conn: Connection, new: NewSubmission, *, idempotency_key: str | None = None) -> Accepted:
    """Store and enqueue, all or nothing. Wake the workers after the commit.

    Raises InputError, NotFound for an unknown problem, and KeyReused where this user's key came with another
    submission before.
    """
    values = _checked(new)
    if idempotency_key is None:
        row = conn.execute(_SQL["accept"], values).fetchone()
        if row is None:
            raise _unknown_problem(new)
        return Accepted(row[0], created=True)
    values["key"] = checked(idempotency_key, "Idempotency-Key", most=255)
    # Looked up first, so that repeats are cheap, and last, because the loser of a race sees the winner only then.
    found = _under_key(conn, values)
    if found is not None:
        return found
    row = conn.execute(_SQL["accept_once"], values).fetchone()
    if row is not None:
        return Accepted(row[0], created=True)
    found = _under_key(conn, values)
    if found is None:
        raise _unknown_problem(new)
    return found


def get(conn: Connection, id: int) -> SubmissionView | None:
    """The submission, or None where there is none."""
    row = conn.cursor(row_factory=dict_row).execute(_SQL["get"], {"id": id}).fetchone()
    return None if row is None else _view(row)


def finished(conn: Connection, ids: list[int]) -> list[int]:
    """Those of `ids` that are DONE."""
    return [row[0] for row in conn.execute(_SQL["finished"], {"ids": ids})]


def source(conn: Connection, id: int) -> bytes | None:
    """The source as it was sent, or None where there is no such submission."""
    row = conn.execute(_SQL["source"], {"id": id}).fetchone()
    return None if row is None else zlib.decompress(row[0])


def judgings(conn: Connection, id: int) -> list[JudgingView]:
    """All finished judgings, oldest first."""
    rows = conn.cursor(row_factory=dict_row).execute(_SQL["judgings"], {"id": id})
    return [_judging(row) for row in rows]


def outputs(conn: Connection, id: int, number: int) -> list[Output]:
    """What the program wrote in one judging, by test."""
    return [Output(*row) for row in conn.execute(_SQL["outputs"], {"id": id, "number": number})]


def recent(
    conn: Connection,
    *,
    user: str | None = None,
    problem: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[SubmissionView]:
    """The newest submissions with an id below `before`, newest first; an unknown problem has none."""
    block = {
        (False, False): "recent",
        (True, False): "recent_of_user",
        (False, True): "recent_of_problem",
        (True, True): "recent_of_user_to_problem",
    }[user is not None, problem is not None]
    values: dict[str, object] = {"before": _MOST_ID if before is None else before, "limit": limit}
    if user is not None:
        values["user"] = checked(user, "user", most=200)
    if problem is not None:
        values["problem"] = checked(problem, "problem", most=100)
    return [_view(row) for row in conn.cursor(row_factory=dict_row).execute(_SQL[block], values)]


def _checked(new: NewSubmission) -> dict[str, object]:
    if not new.source:
        raise InputError("the source is empty", field="source", cure="send the program's text")
    return {
        "user": checked(new.user, "user", most=200),
        "problem": checked(new.problem, "problem", most=100),
        "runtime": checked(new.runtime, "runtime", most=100),
        "file_name": checked(new.file_name, "file_name", most=255, least=0),
        "lane": int(new.lane),
        "digest": hashlib.sha256(new.source).digest(),
        "size": len(new.source),
        "body": zlib.compress(new.source),
    }


def _under_key(conn: Connection, values: Mapping[str, object]) -> Accepted | None:
    row = conn.execute(_SQL["under_key"], values).fetchone()
    if row is None:
        return None
    if not row[1]:
        raise KeyReused(
            "this Idempotency-Key came with another submission before",
            field="Idempotency-Key",
            cure="use a new key for every new submission",
        )
    return Accepted(row[0], created=False)


def _unknown_problem(new: NewSubmission) -> NotFound:
    return NotFound(f"there is no problem {new.problem!r}", field="problem", cure="see the list of problems")


def _view(row: Mapping[str, Any]) -> SubmissionView:
    return SubmissionView(
        id=row["id"],
        user=row["user_name"],
        problem=row["problem"],
        runtime=row["runtime"],
        file_name=row["file_name"],
        lane=Lane(row["lane"]),
        state=State(row["state"]),
        source_bytes=row["source_bytes"],
        created_at=row["created_at"],
        attempt=row["attempt"],
        judging_number=row["judging"],
        version=row["version"],
        position=row["position"],
        judging=None if row["judged_number"] is None else _judging(row),
    )


def _judging(row: Mapping[str, Any]) -> JudgingView:
    return JudgingView(
        number=row["judged_number"],
        version=row["judged_version"],
        verdict=Verdict(row["verdict"]),
        reason=row["reason"],
        cpu_ns=row["cpu_ns"],
        wall_ns=row["wall_ns"],
        memory_bytes=row["memory_bytes"],
        tests=results.from_rows(row["tests"]),
        tests_total=row["tests_total"],
        compile_output=row["compile_output"],
        compile_cpu_ns=row["compile_cpu_ns"],
        worker=row["worker"],
        image_digest=row["image_digest"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
    )
