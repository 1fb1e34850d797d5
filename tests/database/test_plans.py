"""How the queue's statements run on a large table, as Postgres itself reports it while the store's functions run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import psycopg
import pytest

from store import leases, pool, submissions
from store.pool import Connection
from tests.database.builders import ACCEPTED, claim, publish, submit
from tests.database.conftest import Server

ROWS = 200_000
FILL = """
with s as (
    insert into submissions (user_name, problem, runtime, file_name, lane, source)
    select 'u' || g %% 1000, p.id, case when g %% 10 < 7 then 'cobol' when g %% 10 < 9 then 'c' else 'java' end,
           '', g %% 4, b.digest
      from generate_series(1, %s) g, problems p, (select digest from sources limit 1) b
    returning id, runtime, lane
)
insert into queue (submission, judging, lane, runtime) select id, 1, lane, runtime from s order by id
"""


@pytest.fixture(scope="module")
def large(server: Server, template: str) -> Iterator[str]:
    """A database with 200,000 waiting rows, most of a runtime that nobody offers."""
    name = server.make(template=template)
    with pool.connect(server.superuser_of(name), name="fill") as conn:
        publish(conn, "sum")
        submit(conn)
        conn.execute(FILL, [ROWS])
        conn.execute("vacuum analyze")
    yield server.superuser_of(name)
    server.drop(name)


@pytest.fixture
def conn(large: str) -> Iterator[Connection]:
    """A connection whose changes are undone at the end."""
    with pool.connect(large, name="plans") as connection, connection.transaction(force_rollback=True):
        yield connection


def plans(conn: Connection, work: Callable[[], object]) -> list[dict[str, object]]:
    """The plan nodes of everything that `work` runs, in the generic plans that the service uses."""
    told: list[str] = []

    def note(diagnostic: psycopg.errors.Diagnostic) -> None:
        told.append(diagnostic.message_primary or "")

    conn.execute("load 'auto_explain'")
    for setting in ("log_min_duration = 0", "log_format = json", "log_analyze = on", "log_buffers = on"):
        conn.execute(f"set auto_explain.{setting}")
    conn.add_notice_handler(note)
    conn.execute("set client_min_messages = log")
    work()
    conn.execute("set client_min_messages = notice")
    conn.remove_notice_handler(note)
    found = [json.loads(text.split("plan:\n", 1)[1])["Plan"] for text in told if "plan:\n" in text]
    assert found
    return [node for plan in found for node in nodes(plan)]


def nodes(plan: dict[str, object]) -> Iterator[dict[str, object]]:
    yield plan
    for below in plan.get("Plans", []):  # type: ignore[attr-defined]
        yield from nodes(below)


def assert_small(found: list[dict[str, object]], *, most_rows: int, most_buffers: int) -> None:
    """No table is read whole, no step sees the backlog, and few pages are touched."""
    for node in found:
        assert node["Node Type"] not in ("Seq Scan", "Bitmap Heap Scan", "Hash Join"), node
        seen = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]  # type: ignore[operator]
        assert seen <= most_rows, node
    root = found[0]
    assert root["Shared Hit Blocks"] + root["Shared Read Blocks"] <= most_buffers, root  # type: ignore[operator]


def test_a_claim_reads_a_few_heads_however_many_wait(conn: Connection) -> None:
    found = plans(conn, lambda: claim(conn, runtimes=("c", "java", "python3")))
    assert_small(found, most_rows=3 * 64, most_buffers=250)


def test_a_claim_that_finds_nothing_to_run_costs_next_to_nothing(conn: Connection) -> None:
    """All 140,000 rows of cobol stand before it, in every lane."""
    found = plans(conn, lambda: claim(conn, runtimes=("fortran",)))
    assert_small(found, most_rows=1, most_buffers=20)


def test_plans_made_while_all_was_empty_still_serve_a_large_queue(superuser: Connection) -> None:
    def work() -> None:
        held = claim(superuser, runtimes=("c", "java"))
        asked = [(one.submission, one.token) for one in held]
        leases.renew(superuser, held=asked, lease_seconds=60)
        submissions.get(superuser, 500)
        submissions.recent(superuser, user="u7", limit=10)
        leases.requeue_expired(superuser, max_attempts=2)

    work()
    publish(superuser, "sum")
    submit(superuser)
    superuser.execute(FILL, [20_000])
    assert_small(plans(superuser, work), most_rows=1_000, most_buffers=250)


def test_renewing_finishing_and_giving_back_touch_their_own_rows(conn: Connection) -> None:
    held = claim(conn, runtimes=("c", "java"), most=30)
    asked = [(one.submission, one.token) for one in held]
    assert_small(plans(conn, lambda: leases.renew(conn, held=asked, lease_seconds=60)), most_rows=30, most_buffers=400)
    assert_small(plans(conn, lambda: leases.finish(conn, held[0], ACCEPTED)), most_rows=1, most_buffers=100)
    assert_small(plans(conn, lambda: leases.give_back(conn, held[1])), most_rows=1, most_buffers=60)


def test_reaping_reads_running_rows_only(conn: Connection) -> None:
    claim(conn, runtimes=("c",), most=30, lease=-1)
    found = plans(conn, lambda: leases.requeue_expired(conn, max_attempts=2))
    assert_small(found, most_rows=60, most_buffers=600)
    assert "queue_running" in {node.get("Index Name") for node in found}


def test_reading_one_submission_touches_few_rows(conn: Connection) -> None:
    assert_small(plans(conn, lambda: submissions.get(conn, 500)), most_rows=500, most_buffers=600)
    assert_small(plans(conn, lambda: submissions.get(conn, ROWS)), most_rows=1_000, most_buffers=1_200)


@pytest.mark.parametrize("chosen", [{}, {"user": "u7"}, {"problem": "sum"}, {"user": "u7", "problem": "sum"}])
def test_lists_are_read_in_the_order_of_an_index(conn: Connection, chosen: dict[str, str]) -> None:
    def work() -> None:
        assert len(submissions.recent(conn, before=ROWS, limit=50, **chosen)) == 50

    found = plans(conn, work)
    assert_small(found, most_rows=60, most_buffers=1_500)
    assert "Sort" not in {node["Node Type"] for node in found}


def test_renewals_stay_heap_only(large: str) -> None:
    with pool.connect(large, name="renew") as conn:
        held = claim(conn, runtimes=("java",), most=20)
        conn.execute("select pg_stat_force_next_flush()")
        before = updates(conn)
        for _ in range(20):
            leases.renew(conn, held=[(one.submission, one.token) for one in held], lease_seconds=60)
        after = updates(conn)
        for one in held:
            leases.give_back(conn, one)
    assert after[0] - before[0] == 400
    assert (after[1] - before[1]) / 400 >= 0.9


def updates(conn: Connection) -> tuple[int, int]:
    conn.execute("select pg_stat_force_next_flush()")
    conn.execute("select pg_stat_clear_snapshot()")
    row = conn.execute("select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'queue'").fetchone()
    assert row is not None
    return int(row[0]), int(row[1])
