"""Which workers live."""

from __future__ import annotations

from store import workers
from store.pool import Connection


def test_a_worker_that_beats_lives_and_tells_what_it_offers(conn: Connection) -> None:
    workers.beat(conn, worker="b", runtimes=["c"], slots=1)
    workers.beat(conn, worker="a", runtimes=["c"], slots=1)
    workers.beat(conn, worker="b", runtimes=["c", "java"], slots=4)
    assert [(w.name, w.runtimes, w.slots) for w in workers.live(conn)] == [("a", ("c",), 1), ("b", ("c", "java"), 4)]


def test_a_silent_worker_is_not_live_and_comes_back_with_a_beat(conn: Connection) -> None:
    workers.beat(conn, worker="w", runtimes=["c"], slots=1)
    conn.execute("update workers set seen_at = now() - interval '61 seconds'")
    assert workers.live(conn) == []
    assert len(workers.live(conn, seconds=120)) == 1
    workers.beat(conn, worker="w", runtimes=["c"], slots=1)
    assert len(workers.live(conn)) == 1


def test_a_worker_that_leaves_is_forgotten(conn: Connection) -> None:
    workers.beat(conn, worker="w", runtimes=["c"], slots=1)
    workers.leave(conn, "w")
    workers.leave(conn, "unknown")
    assert workers.live(conn) == []


def test_workers_silent_for_long_are_forgotten_by_name(conn: Connection) -> None:
    for name in ("old", "older", "new"):
        workers.beat(conn, worker=name, runtimes=["c"], slots=1)
    conn.execute("update workers set seen_at = now() - interval '1 day' where name like 'old%'")
    assert workers.forget(conn, seconds=3_600) == ["old", "older"]
    assert [w.name for w in workers.live(conn)] == ["new"]
