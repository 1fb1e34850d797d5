"""The reaper's duties, and the reaper as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from model.settings import Settings
from model.submission import State
from reaper.requeue import requeue
from reaper.workers import forget_workers
from store import submissions, wakeups, workers
from store.pool import Connection
from tests.conftest import wait_until
from tests.database.builders import claim_one, submit

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings()

Start = Callable[..., "subprocess.Popen[bytes]"]


def states(conn: Connection, *ids: int) -> list[State]:
    return [view.state for view in (submissions.get(conn, id) for id in ids) if view is not None]


def notifications(conn: Connection) -> list[tuple[str, str]]:
    return [(heard.channel, heard.payload) for heard in conn.notifies(timeout=0.2)]


def test_requeueing_wakes_workers_and_giving_up_wakes_who_waits(judge: Connection, superuser: Connection) -> None:
    superuser.execute(f"listen {wakeups.CHANNEL_QUEUE}")
    superuser.execute(f"listen {wakeups.CHANNEL_DONE}")
    first, second = submit(judge), submit(judge)
    for _ in (first, second):
        claim_one(judge, lease=-1)
    judge.execute("update queue set attempt = 1 where submission = %s", [second])
    assert requeue(judge, SETTINGS)
    assert states(judge, first, second) == [State.QUEUED, State.DONE]
    assert notifications(superuser) == [("pgjudge_queue", ""), ("pgjudge_done", str(second))]
    assert not requeue(judge, SETTINGS)
    assert notifications(superuser) == []


def test_only_workers_silent_for_a_week_are_forgotten(conn: Connection) -> None:
    for name, days in (("gone", 8), ("away", 6)):
        workers.beat(conn, worker=name, runtimes=["c"], slots=1)
        conn.execute("update workers set seen_at = now() - make_interval(days => %s) where name = %s", [days, name])
    assert not forget_workers(conn, SETTINGS)
    assert [row[0] for row in conn.execute("select name from workers")] == ["away"]


@pytest.fixture
def start(database: str, tmp_path: Path) -> Iterator[Start]:
    """Starts reapers; all write to one log."""
    started: list[subprocess.Popen[bytes]] = []

    def spawn(**settings: str) -> subprocess.Popen[bytes]:
        environment = {"PATH": os.environ["PATH"], "PGJUDGE_DATABASE_URL": database, "PGJUDGE_REAP_SECONDS": "0.1"}
        with (tmp_path / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "reaper"], cwd=ROOT, env=environment | settings, stderr=log, stdout=log
            )
        started.append(process)
        return process

    yield spawn
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def log(tmp_path: Path) -> Callable[[], str]:
    return lambda: (tmp_path / "log").read_text()


def test_a_reaper_requeues_then_gives_up_and_logs_each(judge: Connection, start: Start, log: Callable[[], str]) -> None:
    number = submit(judge)
    claim_one(judge, lease=-1)
    start()
    wait_until(lambda: states(judge, number) == [State.QUEUED])
    claim_one(judge, lease=-1)
    wait_until(lambda: states(judge, number) == [State.DONE])
    wait_until(lambda: "event=parked" in log())
    assert f"reaper event=requeued submission={number}" in log()
    assert f"reaper event=parked submission={number}" in log()


def test_sigterm_stops_a_reaper_at_once(judge: Connection, start: Start, log: Callable[[], str]) -> None:
    process = start(PGJUDGE_REAP_SECONDS="60")
    wait_until(lambda: "event=leads" in log())
    process.send_signal(signal.SIGTERM)
    assert process.wait(2) == 0
    assert log().endswith("event=stopped\n")


def test_one_of_two_reapers_acts_and_the_other_follows_it(
    judge: Connection, start: Start, log: Callable[[], str]
) -> None:
    first = start()
    wait_until(lambda: log().count("event=leads") == 1)
    start()
    wait_until(lambda: log().count("event=started") == 2)
    number = submit(judge)
    claim_one(judge, lease=-1)
    wait_until(lambda: states(judge, number) == [State.QUEUED])
    assert log().count("event=leads") == 1
    first.kill()
    wait_until(lambda: log().count("event=leads") == 2)


def test_a_reaper_outlives_the_loss_of_its_connection(judge: Connection, start: Start, log: Callable[[], str]) -> None:
    start()
    wait_until(lambda: "event=leads" in log())
    judge.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-reaper'")
    wait_until(lambda: log().count("event=leads") == 2)
    assert "event=database_lost" in log()
    assert "event=database_back" in log()
    assert "Traceback" not in log()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"PGJUDGE_DATABASE_URL": ""}, "PGJUDGE_DATABASE_URL is not set"),
        ({"PGJUDGE_DATABASE_URL": "postgresql://a@127.0.0.1:1/b"}, "Postgres cannot be reached"),
        ({"PGJUDGE_REAP_SECOND": "1"}, "did you mean PGJUDGE_REAP_SECONDS?"),
    ],
)
def test_a_reaper_that_cannot_start_says_why_in_one_line(
    start: Start, log: Callable[[], str], setting: dict[str, str], said: str
) -> None:
    assert start(**setting).wait(15) == 2
    assert said in log()
    assert log().count("\n") == 1


def test_a_reaper_needs_its_schema(server: object, empty_database: str, start: Start, log: Callable[[], str]) -> None:
    assert start(PGJUDGE_DATABASE_URL=empty_database).wait(15) == 2
    assert "run pgjudge migrate" in log()
