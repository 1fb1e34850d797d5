"""Claims, their order, and the fence."""

from __future__ import annotations

import uuid

from model.judging import Claim
from model.submission import Lane, State
from model.verdict import Verdict
from store import leases, submissions
from store.pool import Connection
from tests.database.builders import ACCEPTED, STALE, claim, claim_one, expire, new, publish, state, submit


def attempt(conn: Connection, submission: int) -> int:
    view = submissions.get(conn, submission)
    assert view is not None
    return view.attempt


def test_a_claim_brings_all_that_judging_needs(judge: Connection) -> None:
    version = publish(judge, "sum")
    sent = new(source=b"\0\xff")
    accepted = submissions.accept(judge, sent)
    claimed = claim_one(judge, worker="host-1")
    assert claimed == Claim(
        submission=accepted.id,
        number=1,
        token=claimed.token,
        attempt=0,
        lane=Lane.SUBMIT,
        user="ada",
        problem="sum",
        version=1,
        manifest_digest=version.digest,
        runtime="c",
        file_name="main.c",
        source=b"\0\xff",
    )
    assert state(judge, accepted.id) is State.RUNNING
    assert uuid.UUID(claimed.token).version == 4


def test_nothing_waits_nothing_is_claimed(judge: Connection) -> None:
    assert claim(judge) == []
    submit(judge)
    assert claim(judge, most=0) == []
    assert claim(judge, runtimes=()) == []


def test_lanes_go_first_and_sequence_decides_within_one(judge: Connection) -> None:
    order = [Lane.REJUDGE, Lane.SUBMIT, Lane.RUN, Lane.SUBMIT, Lane.CONTEST, Lane.CONTEST, Lane.REJUDGE]
    ids = [submit(judge, lane=lane, runtime=runtime) for lane, runtime in zip(order, "cjcjcjc", strict=True)]
    got = claim(judge, most=7, runtimes=("c", "j"))
    assert [c.submission for c in got] == [ids[at] for at in (4, 5, 2, 1, 3, 0, 6)]


def test_claims_one_by_one_keep_the_same_order(judge: Connection) -> None:
    lanes = [Lane.SUBMIT, Lane.CONTEST, Lane.SUBMIT, Lane.CONTEST]
    ids = [submit(judge, lane=lane, runtime=runtime) for lane, runtime in zip(lanes, "jcjc", strict=True)]
    got = [claim(judge, runtimes=("c", "j"))[0].submission for _ in range(4)]
    assert got == [ids[at] for at in (1, 3, 0, 2)]


def test_only_the_lanes_that_are_asked_for_are_served(judge: Connection) -> None:
    submit(judge, lane=Lane.REJUDGE)
    served = {"worker": "w", "runtimes": ["c"], "most": 1, "lease_seconds": 60.0}
    assert leases.claim(judge, lanes=[Lane.CONTEST, Lane.SUBMIT], **served) == []  # type: ignore[arg-type]
    assert len(leases.claim(judge, lanes=[Lane.REJUDGE], **served)) == 1  # type: ignore[arg-type]


def test_a_worker_gets_only_what_it_can_run(judge: Connection) -> None:
    cobol, java = submit(judge, runtime="cobol"), submit(judge, runtime="java")
    assert [c.submission for c in claim(judge, most=5, runtimes=("c", "java", "java"))] == [java]
    assert state(judge, cobol) is State.QUEUED


def test_one_claim_takes_no_more_than_its_window_allows(judge: Connection) -> None:
    for _ in range(leases.MOST_AT_ONCE + 3):
        submit(judge)
    assert len(claim(judge, most=1_000)) == leases.MOST_AT_ONCE
    assert len(claim(judge, most=1_000)) == 3


def test_rows_that_another_is_just_claiming_are_passed_over(judge: Connection, superuser: Connection) -> None:
    first, second = submit(judge), submit(judge)
    with superuser.transaction():
        assert [c.submission for c in claim(superuser)] == [first]
        assert [c.submission for c in claim(judge, most=5)] == [second]


def test_a_claim_names_the_version_that_is_active_then(judge: Connection) -> None:
    submit(judge)
    publish(judge, "sum", answer=b"4\n")
    claimed = claim_one(judge)
    publish(judge, "sum", answer=b"5\n")
    leases.finish(judge, claimed, ACCEPTED)
    assert claimed.version == 2
    assert submissions.judgings(judge, claimed.submission)[0].version == 2


def test_renewing_moves_the_deadline_and_tells_what_is_lost(judge: Connection) -> None:
    submit(judge)
    submit(judge)
    held, other = claim(judge, most=2, lease=5)
    leases.finish(judge, other, ACCEPTED)
    asked = [(held.submission, held.token), (other.submission, other.token), (held.submission, STALE)]
    assert leases.renew(judge, held=asked, lease_seconds=1_000) == {held.token}
    row = judge.execute("select lease_until - now() > interval '990 seconds' from queue").fetchone()
    assert row == (True,)
    assert leases.renew(judge, held=[], lease_seconds=1) == set()


def test_giving_back_keeps_the_place_and_counts_no_attempt(judge: Connection) -> None:
    first, _ = submit(judge), submit(judge)
    claimed = claim_one(judge)
    assert leases.give_back(judge, claimed)
    assert (state(judge, first), attempt(judge, first)) == (State.QUEUED, 0)
    again = claim_one(judge)
    assert again.submission == first
    assert again.token != claimed.token
    assert again.attempt == 0


def test_an_expired_lease_waits_again_and_is_given_up_in_the_end(judge: Connection) -> None:
    number = submit(judge)
    claim_one(judge)
    assert leases.requeue_expired(judge, max_attempts=2) == leases.Reaped([], [])
    expire(judge)
    assert leases.requeue_expired(judge, max_attempts=2) == leases.Reaped([number], [])
    assert (state(judge, number), attempt(judge, number)) == (State.QUEUED, 1)
    assert claim_one(judge, worker="w2").attempt == 1
    expire(judge)
    assert leases.requeue_expired(judge, max_attempts=2) == leases.Reaped([], [number])
    view = submissions.get(judge, number)
    assert view is not None
    assert view.judging is not None
    assert (view.state, view.attempt, view.version) == (State.DONE, 2, 1)
    assert (view.judging.verdict, view.judging.reason) == (Verdict.INTERNAL_ERROR, "lease expired 2 times")
    assert (view.judging.worker, view.judging.tests) == ("w2", ())


def test_a_failure_of_the_judge_counts_and_is_given_up_in_the_end(judge: Connection) -> None:
    number = submit(judge)
    assert leases.fail(judge, claim_one(judge), max_attempts=2)
    assert (state(judge, number), attempt(judge, number)) == (State.QUEUED, 1)
    assert leases.fail(judge, claim_one(judge), max_attempts=2)
    view = submissions.get(judge, number)
    assert view is not None
    assert view.judging is not None
    assert view.state is State.DONE
    assert (view.judging.verdict, view.judging.reason) == (Verdict.INTERNAL_ERROR, "judge failed 2 times")


def test_no_more_than_five_hundred_are_reaped_at_once(judge: Connection) -> None:
    submit(judge)
    judge.execute(
        "with s as (insert into submissions (user_name, problem, runtime, file_name, lane, source)"
        " select user_name, problem, runtime, '', lane, source from submissions, generate_series(1, 600) returning id)"
        " insert into queue"
        " (submission, judging, lane, runtime, state, token, worker, version, claimed_at, lease_until)"
        " select id, 1, 2, 'c', 1, gen_random_uuid(), 'w', 1, now(), now() - interval '1 hour' from s"
    )
    assert [len(leases.requeue_expired(judge, max_attempts=2).requeued) for _ in range(3)] == [500, 100, 0]


def test_an_expired_lease_that_nobody_took_can_still_be_renewed_and_finished(judge: Connection) -> None:
    submit(judge)
    held = claim_one(judge)
    expire(judge)
    assert leases.renew(judge, held=[(held.submission, held.token)], lease_seconds=60)
    assert leases.finish(judge, held, ACCEPTED)


def test_depth_counts_who_waits_by_lane(judge: Connection) -> None:
    assert leases.depth(judge) == dict.fromkeys(Lane, 0)
    for lane in (Lane.CONTEST, Lane.CONTEST, Lane.REJUDGE):
        submit(judge, lane=lane)
    claim_one(judge)
    assert leases.depth(judge) == {Lane.CONTEST: 1, Lane.RUN: 0, Lane.SUBMIT: 0, Lane.REJUDGE: 1}
