"""Every move of a claimed row, and what becomes of it once the claim is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from model.judging import Claim, JudgingResult
from model.submission import MOVES as ALLOWED
from model.submission import State
from model.verdict import Verdict
from store import leases
from store.pool import Connection
from tests.database.builders import ACCEPTED, claim_one, expire, full_result, state, submit


@pytest.fixture
def judge(shared: Connection) -> Connection:
    """The module's database with an empty queue."""
    shared.execute("delete from queue")
    return shared


def snapshot(conn: Connection) -> list[object]:
    """Everything that a move could change."""
    tables = ("queue", "judgings", "judging_outputs", "submissions")
    return [conn.execute(f"select to_jsonb(t) from {table} t order by 1").fetchall() for table in tables]


def finish(conn: Connection, held: Claim) -> bool:
    return leases.finish(conn, held, full_result())


def fail_again(conn: Connection, held: Claim) -> bool:
    return leases.fail(conn, held, max_attempts=9)


def fail_last(conn: Connection, held: Claim) -> bool:
    return leases.fail(conn, held, max_attempts=1)


def renew(conn: Connection, held: Claim) -> bool:
    return bool(leases.renew(conn, held=[(held.submission, held.token)], lease_seconds=60))


MOVES: list[tuple[Callable[[Connection, Claim], bool], State]] = [
    (finish, State.DONE),
    (leases.give_back, State.QUEUED),
    (fail_again, State.QUEUED),
    (fail_last, State.DONE),
    (renew, State.RUNNING),
]


@pytest.mark.parametrize(("move", "after"), MOVES)
def test_a_held_claim_moves(judge: Connection, move: Callable[[Connection, Claim], bool], after: State) -> None:
    held = claim_one(judge) if submit(judge) else None
    assert held is not None
    assert move(judge, held)
    assert state(judge, held.submission) is after
    assert after is State.RUNNING or (State.RUNNING, after) in ALLOWED


def lost_to_the_reaper(conn: Connection) -> None:
    expire(conn)
    leases.requeue_expired(conn, max_attempts=9)


def lost_to_another_worker(conn: Connection) -> None:
    lost_to_the_reaper(conn)
    claim_one(conn, worker="other")


def lost_to_another_that_finished(conn: Connection) -> None:
    lost_to_the_reaper(conn)
    leases.finish(conn, claim_one(conn, worker="other"), JudgingResult(Verdict.WRONG_ANSWER))


def given_up(conn: Connection) -> None:
    expire(conn)
    leases.requeue_expired(conn, max_attempts=1)


@pytest.mark.parametrize("lose", [lost_to_the_reaper, lost_to_another_worker, lost_to_another_that_finished, given_up])
@pytest.mark.parametrize("move", [move for move, _ in MOVES])
def test_a_lost_claim_changes_nothing(
    judge: Connection, lose: Callable[[Connection], None], move: Callable[[Connection, Claim], bool]
) -> None:
    submit(judge)
    held = claim_one(judge)
    lose(judge)
    before = snapshot(judge)
    assert not move(judge, held)
    assert snapshot(judge) == before


def test_finishing_twice_writes_once(judge: Connection) -> None:
    submit(judge)
    held = claim_one(judge)
    assert finish(judge, held)
    before = snapshot(judge)
    assert not leases.finish(judge, held, ACCEPTED)
    assert snapshot(judge) == before
