"""The API as it is served: a real process, gunicorn with gevent."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from model.errors import EXIT_ERROR, EXIT_TRY_AGAIN
from store.pool import connect
from tests.api.conftest import HIDDEN, Worker, package
from tests.conftest import ROOT, wait_until


@dataclass(frozen=True)
class Served:
    """A running API."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path


def launch(environment: Mapping[str, str], log: Path, *arguments: str) -> subprocess.Popen[bytes]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PGJUDGE_")}
    with log.open("wb") as target:
        return subprocess.Popen(
            [sys.executable, *(arguments or ("-m", "api"))],
            cwd=ROOT,
            env=plain | environment,
            stdout=target,
            stderr=target,
        )


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def answers(address: str) -> bool:
    try:
        return httpx.get(f"http://{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def served(url: str, tmp_path: Path) -> Iterator[Served]:
    address, log = free_address(), tmp_path / "api.log"
    environment = {"PGJUDGE_DATABASE_URL": url, "PGJUDGE_LISTEN": address, "PGJUDGE_HOME": str(tmp_path)}
    process = launch(environment, log)
    try:
        wait_until(lambda: process.poll() is not None or answers(address), what="the API")
        assert process.poll() is None, log.read_text()
        yield Served(process, address, log)
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def http(served: Served, all_keys: Mapping[str, str]) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {all_keys['admin']}"}
    limits = httpx.Limits(max_connections=100)
    with httpx.Client(base_url=f"http://{served.address}", headers=headers, timeout=60, limits=limits) as client:
        yield client


@pytest.fixture
def number(http: httpx.Client, worker: Worker) -> int:
    """A submission that waits."""
    assert http.put("/v1/problems/sum", content=package()).status_code == 201
    answer = http.post("/v1/submissions", json={"problem": "sum", "language": "c", "source": "int main() {}"})
    assert answer.status_code == 202
    return int(answer.json()["id"])


def connections(url: str) -> int:
    with connect(url, name="test") as conn:
        row = conn.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        ).fetchone()
        assert row is not None
        return int(row[0])


def test_many_waiting_requests_hold_no_connection_and_hold_nobody_up(
    http: httpx.Client, number: int, worker: Worker, url: str
) -> None:
    with ThreadPoolExecutor(60) as threads:
        waiting = [threads.submit(http.get, f"/v1/submissions/{number}?wait=60") for _ in range(60)]
        quick: list[float] = []
        for _ in range(20):
            began = time.monotonic()
            assert http.get(f"/v1/submissions/{number}?wait=0").json()["state"] == "QUEUED"
            quick.append(time.monotonic() - began)
        assert sorted(quick)[10] < 0.5
        assert connections(url) <= 10  # the pool's eight, the listener, and one that is just leaving
        assert not any(request.done() for request in waiting)
        began = time.monotonic()
        worker.judge()
        assert {request.result().json()["state"] for request in waiting} == {"DONE"}
        assert time.monotonic() - began < 10


def test_sigterm_answers_those_who_wait_and_ends_cleanly(served: Served, http: httpx.Client, number: int) -> None:
    with ThreadPoolExecutor(5) as threads:
        waiting = [threads.submit(http.get, f"/v1/submissions/{number}?wait=60") for _ in range(5)]
        assert http.get("/healthz").status_code == 200
        wait_until(lambda: any(request.running() for request in waiting))
        began = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        answered = [request.result() for request in waiting]
    assert {(answer.status_code, answer.json()["state"]) for answer in answered} == {(200, "QUEUED")}
    assert served.process.wait(20) == 0
    assert time.monotonic() - began < 12
    assert "Traceback" not in served.log.read_text()
    assert not answers(served.address)


def test_the_answering_process_does_not_outlive_its_killed_parent(served: Served) -> None:
    children = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text().split()
    assert children
    served.process.kill()
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children), what="the child's end")


def test_a_body_that_is_far_too_large_gets_its_answer(http: httpx.Client, number: int) -> None:
    body = {"problem": "sum", "language": "c", "source": "x" * (12 << 20)}
    answer = http.post("/v1/submissions", json=body)
    assert (answer.status_code, answer.json()["code"]) == (413, "source_too_large")
    assert http.get("/healthz").status_code == 200


def test_a_large_upload_holds_nobody_up(http: httpx.Client, number: int) -> None:
    files = {f"data/secret/{n}.{kind}": f"{n} {kind}\n" for n in range(300) for kind in ("in", "ans")}
    with ThreadPoolExecutor(1) as threads:
        began = time.monotonic()
        upload = threads.submit(http.put, "/v1/problems/large", content=package(files))
        slowest = 0.0
        while not upload.done():
            asked = time.monotonic()
            assert http.get(f"/v1/submissions/{number}").status_code == 200
            slowest = max(slowest, time.monotonic() - asked)
        took = time.monotonic() - began
    assert upload.result().status_code == 201, upload.result().text
    assert slowest < took / 2


def test_an_upload_without_a_length_is_taken(http: httpx.Client) -> None:
    content = package()
    answer = http.put("/v1/problems/sum", content=(content[n : n + 100] for n in range(0, len(content), 100)))
    assert answer.status_code == 201


def test_the_command_line_may_have_imported_the_database_driver_before(
    url: str, tmp_path: Path, all_keys: Mapping[str, str]
) -> None:
    address = free_address()
    program = (
        "import os, store.pool, api.server; from model.settings import from_environment;"
        "api.server.run(from_environment(os.environ))"
    )
    environment = {"PGJUDGE_DATABASE_URL": url, "PGJUDGE_LISTEN": address, "PGJUDGE_HOME": str(tmp_path)}
    process = launch(environment, tmp_path / "log", "-c", program)
    try:
        wait_until(lambda: process.poll() is not None or answers(address), what="the API")
        headers = {"Authorization": f"Bearer {all_keys['read']}"}
        assert httpx.get(f"http://{address}/v1/queue", headers=headers).status_code == 200
    finally:
        process.terminate()
        assert process.wait(30) == 0


def test_the_log_holds_no_key_no_source_and_no_test(
    served: Served, http: httpx.Client, number: int, all_keys: Mapping[str, str]
) -> None:
    http.post("/v1/submissions", json={"problem": "none", "language": "c", "source": "MARKER-source"})
    http.get("/v1/queue", headers={"Authorization": "Bearer MARKER-key"})
    log = served.log.read_text()
    assert not [word for word in (*all_keys.values(), "MARKER-source", "MARKER-key", HIDDEN) if word in log]


@pytest.mark.parametrize(
    ("environment", "code", "said"),
    [
        ({"PGJUDGE_DATABASE_URL": "postgresql://u:secret@127.0.0.1:1/d"}, EXIT_TRY_AGAIN, "Postgres cannot be reached"),
        ({"PGJUDGE_LISTNE": "127.0.0.1:1"}, EXIT_ERROR, "did you mean PGJUDGE_LISTEN?"),
    ],
)
def test_what_keeps_the_api_from_starting_is_one_line_with_its_cure(
    tmp_path: Path, environment: dict[str, str], code: int, said: str
) -> None:
    process = launch(environment | {"PGJUDGE_HOME": str(tmp_path)}, tmp_path / "log")
    assert process.wait(30) == code
    (line,) = (tmp_path / "log").read_text().splitlines()
    assert line.startswith("pgjudge api: ")
    assert said in line
    assert "secret" not in line


def test_a_database_without_our_schema_is_one_line_with_its_cure(tmp_path: Path, empty_database: str) -> None:
    process = launch({"PGJUDGE_DATABASE_URL": empty_database, "PGJUDGE_HOME": str(tmp_path)}, tmp_path / "log")
    assert process.wait(30) == EXIT_ERROR
    (line,) = (tmp_path / "log").read_text().splitlines()
    assert "pgjudge migrate" in line
