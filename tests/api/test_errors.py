"""Every error of the API: one shape, a stable code, the field and the cure."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from flask import Flask

from api.errors import Code
from tests.api.conftest import Caller, Worker, problem_of


def test_an_unknown_problem_is_refused_with_the_nearest_names(admin: Caller, good: dict[str, object]) -> None:
    body = problem_of(admin.post(good | {"problem": "summ"}), 422, "unknown_problem", "problem")
    assert body["cure"] == "did you mean sum?"
    body = problem_of(admin.post(good | {"problem": "zzzzz"}), 422, "unknown_problem", "problem")
    assert "/v1/problems" in body["cure"]
    assert admin.get("/v1/submissions").get_json()["submissions"] == []


def test_an_unknown_language_is_refused_with_the_list_of_languages(admin: Caller, good: dict[str, object]) -> None:
    body = problem_of(admin.post(good | {"language": "Python"}), 422, "unknown_language", "language")
    assert body["languages"] == ["c", "cpp17", "java", "python3"]
    assert body["cure"] == "did you mean python3? the languages are: c, cpp17, java, python3"


def test_a_known_language_is_accepted_while_its_workers_are_away(
    admin: Caller, good: dict[str, object], worker: Worker
) -> None:
    assert "notice" not in admin.post(good).get_json()
    worker.leave()
    answer = admin.post(good)
    assert answer.status_code == 202
    assert "cpp17" in answer.get_json()["notice"]


def test_before_any_worker_has_reported_a_submission_is_asked_to_come_again(admin: Caller, problem: str) -> None:
    answer = admin.post({"problem": problem, "language": "c", "source": "x"})
    body = problem_of(answer, 503, "no_worker", "language")
    assert "pgjudge worker" in body["cure"]
    assert int(answer.headers["Retry-After"]) > 0


REFUSED: list[tuple[dict[str, object], int, str, str]] = [
    ({"source": ""}, 422, "empty_source", "source"),
    ({"source": "x" * 20_001}, 413, "source_too_large", "source"),
    ({"source": "x" * 300_000}, 413, "source_too_large", "source"),
    ({"source": None, "source_base64": "?"}, 422, "invalid_base64", "source_base64"),
    ({"source": 1}, 422, "invalid_field", "source"),
    ({"problem": None}, 422, "missing_field", "problem"),
    ({"lang": "c"}, 422, "unknown_field", "lang"),
    ({"user": "a\0"}, 422, "invalid_field", "user"),
    ({"file_name": "\0.c"}, 422, "invalid_field", "file_name"),
]


@pytest.mark.parametrize(("change", "status", "code", "field"), REFUSED)
def test_a_body_that_does_not_fit_is_refused(
    admin: Caller, good: dict[str, object], change: dict[str, object], status: int, code: str, field: str
) -> None:
    body = problem_of(admin.post(good | change), status, code, field)
    assert body["cure"]
    if code == "source_too_large":
        assert body["limit"] == 20_000
        assert "20000" in body["detail"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b'{"source": "\\ud800"}', b'{"source": "\xed\xa0\x80"}', b"[1]", b'"text"', b"[" * 9000],
)
def test_a_body_that_is_not_a_json_object_is_refused(admin: Caller, body: bytes) -> None:
    answer = admin.post(None, data=body, content_type="application/json")
    said = problem_of(answer, 400, "invalid_json", None)
    assert said["cure"]


def test_a_body_of_another_media_type_is_refused(admin: Caller) -> None:
    answer = admin.post(None, data=b"problem=sum", content_type="application/x-www-form-urlencoded")
    assert "application/json" in problem_of(answer, 415, "unsupported_media_type", None)["cure"]


def test_an_idempotency_key_for_another_body_is_refused(admin: Caller, good: dict[str, object]) -> None:
    headers = {"Idempotency-Key": "k"}
    assert admin.post(good, headers=headers).status_code == 202
    again = admin.post(good | {"source": "int main() { return 1; }"}, headers=headers)
    problem_of(again, 422, "idempotency_key_reused", "Idempotency-Key")
    problem_of(admin.post(good, headers={"Idempotency-Key": "é"}), 422, "invalid_field", "Idempotency-Key")


@pytest.mark.parametrize(
    ("path", "status", "code", "field"),
    [
        ("/v1/submissions/1", 404, "not_found", "id"),
        ("/v1/submissions/1/source", 404, "not_found", "id"),
        ("/v1/submissions/1/judgings", 404, "not_found", "id"),
        ("/v1/submissions/1/outputs", 404, "not_found", "id"),
        ("/v1/submissions/1?wait=1", 404, "not_found", "id"),
        (f"/v1/submissions/{2**63}", 404, "not_found", "id"),
        ("/v1/submissions/x", 404, "not_found", None),
        ("/v1/nothing", 404, "not_found", None),
        ("/nothing", 404, "not_found", None),
        ("/v1/problems/nothing", 404, "not_found", "slug"),
        ("/v1/problems/%00", 404, "not_found", "slug"),
        ("/v1/submissions/1?wait=61", 422, "invalid_field", "wait"),
        ("/v1/submissions/1?wait=-1", 422, "invalid_field", "wait"),
        ("/v1/submissions/1?wait=nan", 422, "invalid_field", "wait"),
        ("/v1/submissions/1?wiat=1", 422, "unknown_field", "wiat"),
        ("/v1/submissions?limit=0", 422, "invalid_field", "limit"),
        ("/v1/submissions?limit=201", 422, "invalid_field", "limit"),
        (f"/v1/submissions?before={2**63}", 422, "invalid_field", "before"),
        ("/v1/submissions?before=x", 422, "invalid_field", "before"),
        ("/v1/submissions?user=%00", 422, "invalid_field", "user"),
        ("/v1/submissions?problem=", 422, "invalid_field", "problem"),
        ("/v1/submissions?cursor=1", 422, "unknown_field", "cursor"),
    ],
)
def test_a_get_that_does_not_fit_is_refused(admin: Caller, path: str, status: int, code: str, field: str) -> None:
    problem_of(admin.get(path), status, code, field)


def test_a_method_that_a_resource_does_not_take_names_those_it_takes(admin: Caller) -> None:
    answer = admin.put("/v1/queue", b"")
    problem_of(answer, 405, "method_not_allowed", None)
    assert "GET" in answer.headers["Allow"]


def test_the_failure_of_the_server_shows_nothing_of_its_inside(
    app: Flask, as_scope: Callable[[str], Caller], caplog: pytest.LogCaptureFixture
) -> None:
    app.add_url_rule("/v1/broken", view_func=lambda: {}["secret-detail"])
    with caplog.at_level(logging.ERROR):
        answer = as_scope("read").get("/v1/broken")
    body = problem_of(answer, 500, "internal", None)
    assert "secret-detail" not in answer.text
    assert "Traceback" not in answer.text
    (record,) = caplog.records
    assert record.__dict__["fields"]["incident"] == body["incident"]
    assert record.exc_info


def test_every_answer_forbids_guessing_its_type_and_keeping_it(admin: Caller) -> None:
    for path in ("/v1/queue", "/v1/nothing", "/healthz"):
        headers = admin.get(path).headers
        assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-store")


def test_codes_are_distinct() -> None:
    assert len(Code.__members__) == len(list(Code))  # an enum drops a second name for the same value silently
