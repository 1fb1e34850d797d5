"""A real Postgres, a fresh database for each test, the application on it, and someone who judges what it stores."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api import background
from api.app import create_app
from api.services import Services
from model.judging import Claim, JudgingResult, Output, TestResult
from model.settings import Settings
from model.verdict import Verdict
from store import keys, leases, wakeups, workers
from store.blobs import FolderBlobs
from store.pool import Pool, connect, open_pool
from tests.database import conftest as shared

SCOPES = ("submit", "read", "author", "admin")

server = shared.server
template = shared.template
database_name = shared.database_name
empty_database = shared.empty_database


@pytest.fixture
def url(server: shared.Server, database_name: str) -> str:
    """The address of a database of this test's own, with the schema."""
    return server.service_of(database_name)


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, database_url=url, source_most_bytes=20_000, package_most_bytes=1 << 20).below_home()


@pytest.fixture
def pool(url: str) -> Iterator[Pool]:
    with open_pool(url, name="api-test") as made:
        yield made


@pytest.fixture
def services(settings: Settings, pool: Pool) -> Services:
    return Services(settings=settings, pool=pool, blobs=FolderBlobs(settings.blobs))


@pytest.fixture
def app(services: Services) -> Flask:
    return create_app(services)


@pytest.fixture
def loops(services: Services) -> Iterator[None]:
    """The loops that run beside the application."""
    end = background.start(services)
    yield
    end()


@pytest.fixture
def all_keys(url: str) -> Mapping[str, str]:
    """A key for each scope."""
    with connect(url, name="test") as conn:
        return {scope: keys.create(conn, name=f"{scope}-key", scopes=frozenset({scope})) for scope in SCOPES}


@dataclass(frozen=True)
class Caller:
    """Calls the application with a key."""

    client: FlaskClient
    key: str

    def get(self, path: str, **options: Any) -> TestResponse:
        return self._call("GET", path, **options)

    def post(self, values: object, **options: Any) -> TestResponse:
        """Posts a submission."""
        return self._call("POST", "/v1/submissions", json=values, **options)

    def put(self, path: str, content: bytes, **options: Any) -> TestResponse:
        return self._call("PUT", path, data=content, **({"content_type": "application/zip"} | options))

    def _call(self, method: str, path: str, **options: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.key}"} | options.pop("headers", {})
        return self.client.open(path, method=method, headers=headers, **options)


@pytest.fixture
def as_scope(app: Flask, all_keys: Mapping[str, str]) -> Callable[[str], Caller]:
    return lambda scope: Caller(app.test_client(), all_keys[scope])


@pytest.fixture
def admin(as_scope: Callable[[str], Caller]) -> Caller:
    return as_scope("admin")


ACCEPTED = JudgingResult(Verdict.ACCEPTED, worker="w1", image_digest="sha256:1", tests_total=2)


@dataclass
class Worker:
    """Judges as a real worker does, as far as the database can tell; the test says what comes out."""

    url: str
    runtimes: list[str] = field(default_factory=lambda: ["c", "cpp17", "java", "python3"])

    def beat(self) -> None:
        with connect(self.url, name="worker") as conn:
            workers.beat(conn, worker="w1", runtimes=self.runtimes, slots=2)

    def leave(self) -> None:
        with connect(self.url, name="worker") as conn:
            workers.leave(conn, "w1")

    def claim(self) -> Claim | None:
        with connect(self.url, name="worker") as conn:
            claims = leases.claim(conn, worker="w1", runtimes=self.runtimes, most=1, lease_seconds=60)
        return claims[0] if claims else None

    def finish(self, claim: Claim, result: JudgingResult, *, notify: bool = True) -> None:
        with connect(self.url, name="worker") as conn:
            assert leases.finish(conn, claim, result)
            if notify:
                wakeups.notify(conn, wakeups.CHANNEL_DONE, str(claim.submission))

    def judge(self, result: JudgingResult = ACCEPTED) -> None:
        """Claims what is next and finishes it."""
        claim = self.claim()
        assert claim is not None
        self.finish(claim, result)


@pytest.fixture
def worker(url: str) -> Worker:
    """A worker that has said that it is there."""
    made = Worker(url)
    made.beat()
    return made


HIDDEN = "MARKER-hidden"
"""Stands in every part of a package that a contestant may not see."""


def package(files: Mapping[str, str | bytes] | None = None) -> bytes:
    """A zip: a problem with one sample and two hidden tests. `files` replaces or adds; empty ones are left out."""
    content: dict[str, str | bytes] = {
        "problem.yaml": "name: Sum\nlimits:\n  time_limit: 1\n",
        "statement/problem.en.md": "Add the numbers.\n",
        "data/sample/1.in": "1 2\n",
        "data/sample/1.ans": "3\n",
        f"data/secret/{HIDDEN}-name-1.in": f"{HIDDEN}-input\n",
        f"data/secret/{HIDDEN}-name-1.ans": f"{HIDDEN}-answer\n",
        "data/secret/2.in": f"{HIDDEN}-input-2\n",
        "data/secret/2.ans": f"{HIDDEN}-answer-2\n",
        "submissions/accepted/sum.c": f"/* {HIDDEN}-jury */ int main() {{}}\n",
    }
    content |= files or {}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in content.items():
            if text:
                archive.writestr(name, text)
    return target.getvalue()


@pytest.fixture
def problem(admin: Caller) -> str:
    """The slug of a published problem."""
    answer = admin.put("/v1/problems/sum", package())
    assert answer.status_code == 201, answer.text
    return "sum"


@pytest.fixture
def good(problem: str, worker: Worker) -> dict[str, object]:
    """A body that POST /v1/submissions accepts."""
    return {"problem": problem, "language": "cpp17", "source": "int main() {}", "user": "ada"}


def problem_of(answer: TestResponse, status: int, code: str, field: str | None) -> dict[str, Any]:
    """The problem+json of `answer`, after looking that its shape is the one that is promised."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    body: dict[str, Any] = answer.get_json()
    assert body["type"] == f"urn:pgjudge:error:{code}"
    assert (body["status"], body["code"], body.get("field")) == (status, code, field)
    assert body["title"]
    assert body["detail"]
    assert "\n" not in body["detail"] + body.get("cure", "")
    return body


def failed(number: int, verdict: Verdict, reason: str, stderr: bytes = b"", stdout: bytes = b"") -> JudgingResult:
    """A judging that stopped at test `number`."""
    passed = tuple(TestResult(n, Verdict.ACCEPTED, cpu_ns=1_499_999, memory_bytes=1 << 20) for n in range(1, number))
    last = TestResult(number, verdict, reason, cpu_ns=2_500_000, wall_ns=3_000_000, memory_bytes=2 << 20, exit_code=3)
    return JudgingResult(
        verdict,
        reason,
        cpu_ns=2_500_000,
        wall_ns=3_000_000,
        memory_bytes=2 << 20,
        tests=(*passed, last),
        tests_total=3,
        outputs=(Output(number, stdout, stderr, stdout_cut=False, stderr_cut=True),),
        worker="w1",
        image_digest="sha256:1",
    )
