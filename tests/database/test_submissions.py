"""Accepting and reading submissions."""

from __future__ import annotations

import threading
import zlib
from dataclasses import replace

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.errors import InputError, NotFound
from model.judging import JudgingResult, TestResult
from model.submission import Lane, NewSubmission, State
from model.verdict import Verdict
from store import leases, pool, submissions
from store.errors import KeyReused
from store.pool import Connection
from tests.database.builders import ACCEPTED, claim_one, full_result, new, publish, submit


def rows(conn: Connection, table: str) -> int:
    row = conn.execute(f"select count(*) from {table}").fetchone()
    assert row is not None
    return int(row[0])


def test_an_accepted_submission_waits_and_is_read_back_as_sent(judge: Connection) -> None:
    sent = NewSubmission("ada", "sum", "c", b"\xef\xbb\xbfint\0\xff", "größe.c", Lane.CONTEST)
    accepted = submissions.accept(judge, sent)
    view = submissions.get(judge, accepted.id)
    assert accepted.created
    assert view is not None
    assert (view.user, view.problem, view.runtime, view.file_name) == ("ada", "sum", "c", "größe.c")
    assert (view.lane, view.state, view.source_bytes) == (Lane.CONTEST, State.QUEUED, 8)
    assert (view.attempt, view.judging_number, view.version, view.position) == (0, 1, None, 0)
    assert view.judging is None
    assert submissions.source(judge, accepted.id) == sent.source


def test_what_is_not_there_is_none(judge: Connection) -> None:
    assert submissions.get(judge, 999) is None
    assert submissions.source(judge, 999) is None
    assert submissions.judgings(judge, 999) == []
    assert submissions.outputs(judge, 999, 1) == []
    assert submissions.get(judge, 2**63 - 1) is None


def test_equal_sources_are_stored_once(judge: Connection) -> None:
    submit(judge)
    submit(judge)
    assert rows(judge, "sources") == 1
    assert rows(judge, "submissions") == 2


def test_an_unknown_problem_is_named_and_leaves_nothing(judge: Connection) -> None:
    for key in (None, "k"):
        with pytest.raises(NotFound, match="no problem 'nim'") as caught:
            submissions.accept(judge, new(problem="nim"), idempotency_key=key)
        assert caught.value.field == "problem"
    assert [rows(judge, table) for table in ("sources", "submissions", "queue", "idempotency_keys")] == [0, 0, 0, 0]


@pytest.mark.parametrize("key", [None, "k"])
def test_a_failure_at_the_last_write_leaves_nothing(judge: Connection, key: str | None) -> None:
    judge.execute("alter table queue add constraint full_up check (submission < 0)")
    with pytest.raises(psycopg.errors.CheckViolation):
        submissions.accept(judge, new(), idempotency_key=key)
    assert [rows(judge, table) for table in ("sources", "submissions", "queue", "idempotency_keys")] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("user", new(user="a\0b")),
        ("user", new(user="")),
        ("user", new(user="x" * 201)),
        ("user", new(user="\ud800")),
        ("problem", new(problem="su\0m")),
        ("runtime", new(runtime="c\0")),
        ("runtime", new(runtime="")),
        ("file_name", replace(new(), file_name="a\0.c")),
        ("file_name", replace(new(), file_name="x" * 256)),
        ("source", new(source=b"")),
    ],
)
def test_text_that_cannot_be_stored_is_refused_by_name(judge: Connection, field: str, sent: NewSubmission) -> None:
    with pytest.raises(InputError) as caught:
        submissions.accept(judge, sent)
    assert caught.value.field == field
    assert caught.value.cure
    assert rows(judge, "submissions") == 0


def test_the_longest_texts_are_taken(judge: Connection) -> None:
    sent = replace(new(user="😀" * 200), file_name="x" * 255)
    accepted = submissions.accept(judge, sent, idempotency_key="k" * 255)
    view = submissions.get(judge, accepted.id)
    assert view is not None
    assert (view.user, view.file_name) == (sent.user, sent.file_name)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(source=st.binary(min_size=1, max_size=5_000))
def test_any_bytes_are_a_source(judge: Connection, source: bytes) -> None:
    accepted = submissions.accept(judge, new(source=source))
    assert submissions.source(judge, accepted.id) == source


def test_the_source_is_stored_compressed(judge: Connection) -> None:
    submissions.accept(judge, new(source=b"a" * 100_000))
    row = judge.execute("select size, body from sources").fetchone()
    assert row is not None
    assert row[0] == 100_000
    assert len(row[1]) < 1_000
    assert zlib.decompress(row[1]) == b"a" * 100_000


def test_a_repeated_key_finds_the_first_submission(judge: Connection) -> None:
    first = submissions.accept(judge, new(), idempotency_key="k")
    again = submissions.accept(judge, new(), idempotency_key="k")
    assert (again.id, first.created, again.created) == (first.id, True, False)
    assert rows(judge, "submissions") == rows(judge, "queue") == 1


def test_a_key_belongs_to_one_user(judge: Connection) -> None:
    first = submissions.accept(judge, new(), idempotency_key="k")
    other = submissions.accept(judge, new(user="bob"), idempotency_key="k")
    assert other.created
    assert other.id != first.id


@pytest.mark.parametrize(
    "other",
    [
        new(source=b"other"),
        new(runtime="java"),
        new(problem="nim"),
        new(lane=Lane.CONTEST),
        replace(new(), file_name="x.c"),
    ],
)
def test_a_key_that_comes_with_another_submission_is_refused(judge: Connection, other: NewSubmission) -> None:
    publish(judge, "nim")
    submissions.accept(judge, new(), idempotency_key="k")
    with pytest.raises(KeyReused) as caught:
        submissions.accept(judge, other, idempotency_key="k")
    assert caught.value.field == "Idempotency-Key"
    assert rows(judge, "submissions") == 1


@pytest.mark.parametrize("key", ["", "k\0", "k" * 256])
def test_a_bad_key_is_refused(judge: Connection, key: str) -> None:
    with pytest.raises(InputError) as caught:
        submissions.accept(judge, new(), idempotency_key=key)
    assert caught.value.field == "Idempotency-Key"


def test_racing_requests_with_one_key_make_one_submission(judge: Connection, database: str) -> None:
    start, found = threading.Barrier(8), []

    def request() -> None:
        with pool.connect(database, name="race") as mine:
            for round in range(10):
                start.wait()
                found.append((round, submissions.accept(mine, new(), idempotency_key=f"k{round}")))

    threads = [threading.Thread(target=request) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert sum(accepted.created for _, accepted in found) == 10
    assert len({(round, accepted.id) for round, accepted in found}) == 10
    assert rows(judge, "submissions") == rows(judge, "queue") == 10


def test_a_loser_of_a_race_takes_over_when_the_winner_rolls_back(judge: Connection, database: str) -> None:
    answers = []

    def second() -> None:
        with pool.connect(database, name="second") as mine:
            answers.append(submissions.accept(mine, new(), idempotency_key="k"))

    thread = threading.Thread(target=second)
    with judge.transaction(force_rollback=True):
        submissions.accept(judge, new(), idempotency_key="k")
        thread.start()
        waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        while not judge.execute(waiting).rowcount:
            judge.execute("select pg_stat_clear_snapshot()")
    thread.join()
    assert [answer.created for answer in answers] == [True]
    assert rows(judge, "submissions") == 1


def test_position_counts_who_is_ahead_in_the_lane(judge: Connection) -> None:
    for lane in (Lane.SUBMIT, Lane.CONTEST, Lane.SUBMIT):
        submit(judge, lane=lane)
    last = submit(judge, runtime="java")
    view = submissions.get(judge, last)
    assert view is not None
    assert view.position == 2
    claim_one(judge)
    claim_one(judge)
    view = submissions.get(judge, last)
    assert view is not None
    assert view.position == 1


def test_position_is_counted_no_further_than_a_thousand(judge: Connection) -> None:
    submit(judge)
    judge.execute(
        "with s as (insert into submissions (user_name, problem, runtime, file_name, lane, source)"
        " select user_name, problem, runtime, '', lane, source from submissions, generate_series(1, 1500) returning id)"
        " insert into queue (submission, judging, lane, runtime) select id, 1, 2, 'c' from s order by id"
    )
    view = submissions.get(judge, 1_400)
    assert view is not None
    assert view.position == 1_000


def test_a_finished_judging_is_read_back_whole(judge: Connection) -> None:
    claimed, result = (submit(judge), claim_one(judge))[1], full_result()
    assert leases.finish(judge, claimed, result)
    view = submissions.get(judge, claimed.submission)
    assert view is not None
    assert (view.state, view.position, view.version, view.judging_number) == (State.DONE, None, 1, 1)
    judged = view.judging
    assert judged is not None
    for name in ("verdict", "reason", "cpu_ns", "wall_ns", "memory_bytes", "tests", "tests_total", "compile_output"):
        assert getattr(judged, name) == getattr(result, name)
    assert (judged.compile_cpu_ns, judged.worker, judged.image_digest) == (7, "w-0", "ab" * 32)
    assert view.created_at <= judged.started_at <= judged.finished_at
    assert submissions.judgings(judge, view.id) == [judged]
    assert submissions.outputs(judge, view.id, 1) == list(result.outputs)


def test_nul_and_broken_text_of_the_judge_are_shown_not_refused(judge: Connection) -> None:
    submit(judge)
    result = JudgingResult(
        Verdict.COMPILE_ERROR,
        reason="a\0b",
        tests=(TestResult(1, Verdict.ACCEPTED, reason="x\0\udc80"),),
        tests_total=1,
        compile_output="é\0\ud800",
    )
    claimed = claim_one(judge)
    assert leases.finish(judge, claimed, result)
    judged = submissions.judgings(judge, claimed.submission)[0]
    assert (judged.reason, judged.tests[0].reason) == ("a␀b", "x␀\ufffd")
    assert judged.compile_output == "é␀\ufffd"
    assert judged.worker == "w"


def test_during_a_rejudge_the_old_verdict_stays_and_the_new_one_follows(judge: Connection) -> None:
    number = submit(judge)
    leases.finish(judge, claim_one(judge), ACCEPTED)
    publish(judge, "sum", answer=b"4\n")
    judge.execute("insert into queue (submission, judging, lane, runtime) values (%s, 2, 3, 'c')", [number])
    view = submissions.get(judge, number)
    assert view is not None
    assert view.judging is not None
    assert (view.state, view.lane, view.judging_number) == (State.QUEUED, Lane.REJUDGE, 2)
    assert (view.judging.number, view.judging.verdict) == (1, Verdict.ACCEPTED)
    claimed = claim_one(judge)
    assert (claimed.number, claimed.version) == (2, 2)
    leases.finish(judge, claimed, JudgingResult(Verdict.WRONG_ANSWER))
    assert [(j.number, j.version, j.verdict) for j in submissions.judgings(judge, number)] == [
        (1, 1, Verdict.ACCEPTED),
        (2, 2, Verdict.WRONG_ANSWER),
    ]
    view = submissions.get(judge, number)
    assert view is not None
    assert view.judging is not None
    assert view.judging.number == 2


def test_finished_names_those_that_are_done(judge: Connection) -> None:
    first, second, third = submit(judge), submit(judge), submit(judge)
    leases.finish(judge, claim_one(judge), ACCEPTED)
    claim_one(judge)
    assert submissions.finished(judge, [third, second, first, 999]) == [first]
    assert submissions.finished(judge, []) == []


def test_recent_lists_the_newest_first_by_user_and_problem(judge: Connection) -> None:
    publish(judge, "nim")
    ids = [
        submissions.accept(judge, new(user=user, problem=problem)).id
        for user, problem in [("ada", "sum"), ("bob", "sum"), ("ada", "nim"), ("ada", "sum")]
    ]
    a, b, c, d = ids

    def listed(**chosen: object) -> list[int]:
        return [view.id for view in submissions.recent(judge, **chosen)]  # type: ignore[arg-type]

    assert listed() == [d, c, b, a]
    assert listed(limit=2) == [d, c]
    assert listed(before=c) == [b, a]
    assert listed(user="ada") == [d, c, a]
    assert listed(problem="sum", before=d) == [b, a]
    assert listed(user="ada", problem="sum") == [d, a]
    assert listed(problem="none") == listed(user="none") == []
    with pytest.raises(InputError):
        listed(user="a\0")
