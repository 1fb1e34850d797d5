"""Processes are killed in the middle of things: what was accepted is judged, once, and nothing stays behind."""

from __future__ import annotations

import hashlib
import os
import signal

import pytest

from scripts import verify
from tests.conftest import wait_until
from tests.process.conftest import echo
from tests.process.running import Running, alive, descendants, left_behind

SLOW = b"import time\ntime.sleep(2)\nprint(input())\n"
QUICK = b"print(input())\n"


def submit(running: Running, source: bytes) -> int:
    with running.client() as client:
        return int(client.submit(problem="echo", language="python3", source=source)["id"])


def submit_and_wait_until_it_runs(running: Running) -> int:
    number = submit(running, SLOW)
    with running.client() as client:
        wait_until(lambda: client.submission(number)["state"] == "RUNNING", what="the claim")
    return number


@pytest.mark.parametrize("part", ["slot", "worker"])
def test_a_killed_judge_costs_an_attempt_and_no_verdict(running: Running, part: str) -> None:
    number = submit_and_wait_until_it_runs(running)
    (pid,) = running.pids(part)
    os.kill(pid, signal.SIGKILL)
    answer = running.verdict(number)
    assert (answer["verdict"], answer["judging"]) == ("ACCEPTED", 1)
    assert running.pids(part) != [pid]


def test_a_worker_that_is_told_to_stop_finishes_what_ends_soon(running: Running) -> None:
    number = submit_and_wait_until_it_runs(running)
    lost = running.events("requeued")
    (pid,) = running.pids("worker")
    os.kill(pid, signal.SIGTERM)
    assert running.verdict(number)["verdict"] == "ACCEPTED"
    assert running.events("requeued") == lost


def test_a_killed_api_comes_back_and_knows_what_it_accepted(running: Running) -> None:
    number = submit(running, QUICK)
    pids = running.pids("api")
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    with running.client() as client:
        wait_until(lambda: client.ready()[0], what="the API")
    assert running.verdict(number)["verdict"] == "ACCEPTED"


def test_a_killed_reaper_comes_back(running: Running) -> None:
    (pid,) = running.pids("reaper")
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: running.pids("reaper") not in ([], [pid]), what="the reaper")


def test_a_killed_postgres_comes_back_and_has_lost_nothing(running: Running) -> None:
    numbers = [submit(running, QUICK) for _ in range(5)]
    postmaster = int((running.home / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGKILL)
    with running.client() as client:
        wait_until(lambda: client.ready()[0], seconds=60, what="the service")
    assert [running.verdict(number)["verdict"] for number in numbers] == ["ACCEPTED"] * 5


def test_a_submission_that_fells_its_judge_twice_is_given_up(running: Running) -> None:
    number = submit(running, SLOW)
    for _ in range(2):
        with running.client() as client:
            wait_until(lambda: client.submission(number)["state"] == "RUNNING", what="the claim")
        (pid,) = running.pids("slot")
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda pid=pid: running.pids("slot") not in ([], [pid]), what="another slot")
    answer = running.verdict(number)
    assert (answer["verdict"], answer["reason"]) == ("INTERNAL_ERROR", "judge failed 2 times")
    assert running.verdict(submit(running, QUICK))["verdict"] == "ACCEPTED"


def test_a_cut_file_in_the_test_cache_heals(running: Running) -> None:
    assert running.verdict(submit(running, QUICK))["verdict"] == "ACCEPTED"
    (answer,) = (running.home / "cache").glob("*/1.ans")
    answer.unlink()
    answer.write_bytes(b"")
    assert running.verdict(submit(running, QUICK))["verdict"] == "ACCEPTED"


def test_a_vanished_blob_is_the_judges_failure_and_the_next_problem_is_judged(running: Running) -> None:
    package = echo(running.home.parent / "vanishing", answer="43")
    with running.client() as client:
        verify.add(client, package, "vanishing")
        digest = hashlib.sha256(b"43\n").hexdigest()
        for path in (running.home / "blobs").rglob(f"*{digest[4:]}*"):
            path.unlink()
        number = client.submit(problem="vanishing", language="python3", source=QUICK)["id"]
    assert running.verdict(number)["verdict"] == "INTERNAL_ERROR"
    assert running.verdict(submit(running, QUICK))["verdict"] == "ACCEPTED"


def test_the_worker_has_no_keys_for_its_slots(running: Running) -> None:
    (pid,) = running.pids("slot")
    with open(f"/proc/{pid}/environ", "rb") as file:
        assert b"PGJUDGE_" not in file.read()


def test_nothing_outlives_a_killed_supervisor(running: Running) -> None:
    submit_and_wait_until_it_runs(running)
    assert running.process is not None
    children = [pid for pid, _ in descendants(running.process.pid)]
    running.process.kill()
    running.process.wait()
    wait_until(lambda: not any(map(alive, children)), what="the end of the children")
    running.start()
    assert running.verdict(submit(running, QUICK))["verdict"] == "ACCEPTED"


def test_a_stop_leaves_nothing_on_the_host(running: Running) -> None:
    submit_and_wait_until_it_runs(running)
    assert running.stop() == 0
    assert left_behind(running.run_dir, running.home) == []
