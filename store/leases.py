"""Claims under a lease. Every write after the claim presents its token; a token that is no longer good changes nothing.

Waiting rows stand in `queue` with state 0, claimed ones with state 1; a finished one is gone from there.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from model.judging import Claim, JudgingResult
from model.submission import Lane
from store import results, sql
from store.pool import Connection
from store.texts import storable

MOST_AT_ONCE = 32
"""The most rows one claim takes: half the window it reads of each runtime's head."""

_SQL = sql.load("leases")


@dataclass(frozen=True, slots=True)
class Reaped:
    """Submissions whose lease had ended: those that wait again, and those given up as INTERNAL_ERROR."""

    requeued: list[int]
    parked: list[int]


def claim(
    conn: Connection,
    *,
    worker: str,
    runtimes: list[str],
    most: int,
    lease_seconds: float,
    lanes: Sequence[Lane] = tuple(Lane),
) -> list[Claim]:
    """Take up to `most` (at most 32) waiting rows of these runtimes, best first, each under a fresh token."""
    rows = conn.execute(
        _SQL["claim"],
        {
            "worker": worker,
            "runtimes": list(dict.fromkeys(runtimes)),
            "lanes": [int(lane) for lane in lanes],
            "most": min(most, MOST_AT_ONCE),
            "lease_seconds": lease_seconds,
        },
    )
    return [
        Claim(
            submission=submission,
            number=number,
            token=token,
            attempt=attempt,
            lane=Lane(lane),
            user=user,
            problem=problem,
            version=version,
            manifest_digest=digest,
            runtime=runtime,
            file_name=file_name,
            source=zlib.decompress(body),
        )
        for (submission, number, token, attempt, lane, user, problem, version, digest, runtime, file_name, body) in rows
    ]


def renew(conn: Connection, *, held: list[tuple[int, str]], lease_seconds: float) -> set[str]:
    """Move the deadline of every (submission, token); the tokens that are still good."""
    values = {
        "submissions": [submission for submission, _ in held],
        "tokens": [token for _, token in held],
        "lease_seconds": lease_seconds,
    }
    return {row[0] for row in conn.execute(_SQL["renew"], values)}


def finish(conn: Connection, claim: Claim, result: JudgingResult) -> bool:
    """Write the judging and end the claim. False: the lease was lost and nothing was written."""
    outputs = result.outputs
    values = {
        "submission": claim.submission,
        "token": claim.token,
        "verdict": result.verdict.value,
        "reason": storable(result.reason),
        "cpu_ns": result.cpu_ns,
        "wall_ns": result.wall_ns,
        "memory_bytes": result.memory_bytes,
        "tests": results.to_json(result.tests),
        "tests_total": result.tests_total,
        "compile_output": storable(result.compile_output),
        "compile_cpu_ns": result.compile_cpu_ns,
        "worker": result.worker,
        "image_digest": result.image_digest,
        "output_tests": [output.test for output in outputs],
        "stdouts": [output.stdout for output in outputs],
        "stderrs": [output.stderr for output in outputs],
        "stdouts_cut": [output.stdout_cut for output in outputs],
        "stderrs_cut": [output.stderr_cut for output in outputs],
    }
    return conn.execute(_SQL["finish"], values).fetchone() is not None


def give_back(conn: Connection, claim: Claim) -> bool:
    """Let it wait again, at its old place, without counting an attempt. False: the lease was lost already."""
    return conn.execute(_SQL["give_back"], _held(claim)).fetchone() is not None


def fail(conn: Connection, claim: Claim, *, max_attempts: int) -> bool:
    """The judge failed at it: the attempt counts. It waits again, or is given up as INTERNAL_ERROR after the last.

    False: the lease was lost already.
    """
    values = _held(claim) | {"max_attempts": max_attempts}
    if conn.execute(_SQL["fail"], values).fetchone() is not None:
        return True
    return conn.execute(_SQL["park"], _held(claim)).fetchone() is not None


def requeue_expired(conn: Connection, *, max_attempts: int) -> Reaped:
    """Let rows wait again whose lease ended, up to 500 at once; give those up that had `max_attempts`."""
    values = {"max_attempts": max_attempts}
    return Reaped(
        requeued=sorted(row[0] for row in conn.execute(_SQL["requeue_expired"], values)),
        parked=sorted(row[0] for row in conn.execute(_SQL["park_expired"], values)),
    )


def depth(conn: Connection) -> dict[Lane, int]:
    """How many wait in each lane."""
    return dict.fromkeys(Lane, 0) | {Lane(lane): count for lane, count in conn.execute(_SQL["depth"])}


def _held(claim: Claim) -> dict[str, object]:
    return {"submission": claim.submission, "token": claim.token}
