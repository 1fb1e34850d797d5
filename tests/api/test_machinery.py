"""Health, languages, queue, workers, and how workers are woken."""

from __future__ import annotations

import psycopg
from flask import Flask

from store.pool import connect
from tests.api.conftest import Caller, Worker
from tests.database.conftest import Server


def test_languages_are_what_the_workers_offer(admin: Caller, worker: Worker) -> None:
    body = admin.get("/v1/languages").get_json()
    assert [row["id"] for row in body["languages"]] == ["c", "cpp17", "java", "python3"]
    assert body["languages"][0] == {"id": "c", "workers": 1, "slots": 2}
    worker.leave()
    assert admin.get("/v1/languages").get_json()["languages"][0] == {"id": "c", "workers": 0, "slots": 0}


def test_the_queue_counts_what_waits_in_each_lane(admin: Caller, good: dict[str, object], worker: Worker) -> None:
    admin.post(good)
    admin.post(good)
    worker.judge()
    lanes = {"contest": 0, "run": 0, "submit": 1, "rejudge": 0}
    assert admin.get("/v1/queue").get_json() == {"waiting": 1, "lanes": lanes}


def test_workers_are_listed(admin: Caller, worker: Worker) -> None:
    (row,) = admin.get("/v1/workers").get_json()["workers"]
    assert (row["name"], row["languages"], row["slots"]) == ("w1", ["c", "cpp17", "java", "python3"], 2)


def test_workers_are_told_of_new_work_after_it_is_stored(
    admin: Caller, good: dict[str, object], loops: None, url: str
) -> None:
    with connect(url, name="listener") as conn:
        conn.execute("listen pgjudge_queue")
        admin.post(good)
        (heard,) = conn.notifies(timeout=10, stop_after=1)
        assert conn.execute("select count(*) from queue").fetchone() == (1,)
    assert heard.channel == "pgjudge_queue"


def test_ready_names_what_is_missing(app: Flask, url: str) -> None:
    get = app.test_client().get
    answer = get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json()["checks"]["database"] == "ok"
    assert "pgjudge worker" in answer.get_json()["checks"]["worker"]
    Worker(url).beat()
    assert get("/readyz").get_json() == {
        "ready": True,
        "checks": {"database": "ok", "schema": "ok", "worker": "ok"},
    }
    with connect(url, name="test") as conn:
        conn.execute("update schema_version set number = 999")
    answer = get("/readyz")
    assert answer.status_code == 503
    assert "999" in answer.get_json()["checks"]["schema"]


def test_a_broken_connection_costs_no_request(admin: Caller, good: dict[str, object], server: Server) -> None:
    assert admin.get("/v1/queue").status_code == 200
    with psycopg.connect(server.superuser, autocommit=True) as conn:
        conn.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-api-test'"
        )
    assert admin.post(good).status_code == 202
