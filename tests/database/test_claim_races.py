"""Many claimers at once."""

from __future__ import annotations

import collections
import threading

from store import leases, pool
from store.pool import Connection
from tests.database.builders import ACCEPTED, claim, submit

CLAIMERS = 8
ROWS = 500


def enqueue(conn: Connection, count: int) -> None:
    submit(conn)
    conn.execute(
        "with s as (insert into submissions (user_name, problem, runtime, file_name, lane, source)"
        " select user_name, problem, (array['c', 'java'])[1 + g %% 2], '', g %% 4, source"
        " from submissions, generate_series(2, %s) g returning id, runtime, lane)"
        " insert into queue (submission, judging, lane, runtime) select id, 1, lane, runtime from s order by id",
        [count],
    )


def in_threads(count: int, work: collections.abc.Callable[[int], None]) -> None:
    failures: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_eight_claimers_take_each_row_exactly_once(judge: Connection, database: str) -> None:
    enqueue(judge, ROWS)
    got: list[int] = []

    def work(number: int) -> None:
        with pool.connect(database, name=f"claimer-{number}") as mine:
            while claims := claim(mine, most=1 + number % 4, worker=f"w{number}", runtimes=("c", "java")):
                for held in claims:
                    got.append(held.submission)
                    assert leases.finish(mine, held, ACCEPTED)

    in_threads(CLAIMERS, work)
    assert len(got) == len(set(got)) == ROWS
    assert judge.execute("select count(*), count(distinct submission) from judgings").fetchone() == (ROWS, ROWS)
    assert judge.execute("select count(*) from queue").fetchone() == (0,)


def test_reapers_and_late_workers_never_judge_twice(judge: Connection, database: str) -> None:
    """Every lease is dead at once, so each claim races two reapers and whoever claims next."""
    enqueue(judge, 200)
    accepted: list[int] = []
    done = threading.Event()

    def reap() -> None:
        with pool.connect(database, name="reaper") as mine:
            while not done.is_set():
                leases.requeue_expired(mine, max_attempts=10_000)

    def work(number: int) -> None:
        with pool.connect(database, name=f"claimer-{number}") as mine:
            while mine.execute("select 1 from queue limit 1").rowcount:
                for held in claim(mine, most=3, worker=f"w{number}", runtimes=("c", "java"), lease=0.0):
                    if leases.finish(mine, held, ACCEPTED):
                        accepted.append(held.submission)

    reapers = [threading.Thread(target=reap) for _ in range(2)]
    for reaper in reapers:
        reaper.start()
    try:
        in_threads(4, work)
    finally:
        done.set()
        for reaper in reapers:
            reaper.join()
    assert sorted(accepted) == sorted(set(accepted))
    assert len(accepted) == 200
    assert judge.execute("select count(*) from judgings where verdict = 'ACCEPTED'").fetchone() == (200,)
