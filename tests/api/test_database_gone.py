"""A database that goes away and comes back: said in one shape, and no restart of the API is needed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from api.services import Services
from model.errors import SetupError
from store import catalogue
from store.pool import open_pool
from store.server import EmbeddedPostgres
from tests.api.conftest import Caller, problem_of
from tests.conftest import wait_until


@pytest.fixture
def postgres() -> Iterator[EmbeddedPostgres]:
    """A server of this test's own, which it may stop."""
    with tempfile.TemporaryDirectory(prefix="pgjudge-test-") as folder:
        Path(folder).chmod(0o711)
        made = EmbeddedPostgres(Path(folder))
        yield made
        made.stop()


@pytest.fixture
def services(services: Services) -> Services:
    return replace(services, pool_seconds=0.5)


@pytest.fixture
def url(postgres: EmbeddedPostgres) -> str:
    address = postgres.start()
    catalogue.migrate(address)
    return address


def test_a_lost_database_is_said_and_the_api_recovers_by_itself(
    admin: Caller, good: dict[str, object], postgres: EmbeddedPostgres, loops: None
) -> None:
    number = admin.post(good).get_json()["id"]
    postgres.stop()
    for answer in (admin.post(good), admin.get(f"/v1/submissions/{number}?wait=1"), admin.get("/v1/queue")):
        body = problem_of(answer, 503, "database_unavailable", None)
        assert int(answer.headers["Retry-After"]) > 0
        assert "127.0.0.1" not in answer.text
        assert body["cure"]
    ready = admin.client.get("/readyz")
    assert (ready.status_code, ready.get_json()["checks"]["schema"]) == (503, "not checked")
    assert admin.client.get("/healthz").status_code == 200
    postgres.start()
    wait_until(lambda: admin.post(good).status_code == 202, what="recovery")
    assert admin.get(f"/v1/submissions/{number}").get_json()["state"] == "QUEUED"


def test_a_database_that_is_not_there_at_the_start_is_one_line_with_a_cure() -> None:
    with pytest.raises(SetupError) as caught:
        open_pool("postgresql://pgjudge:x@127.0.0.1:1/pgjudge", name="api-test")
    assert "PGJUDGE_DATABASE_URL" in caught.value.cure
