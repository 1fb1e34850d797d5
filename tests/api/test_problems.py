"""Problems: published, listed and shown; broken packages are refused with everything that is wrong."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from model.settings import Settings
from tests.api.conftest import Caller, package, problem_of


def test_a_package_becomes_a_version_and_the_same_one_again_does_not(admin: Caller) -> None:
    first = admin.put("/v1/problems/sum", package())
    body = first.get_json()
    assert (first.status_code, first.headers["Location"]) == (201, "/v1/problems/sum")
    assert (body["slug"], body["version"], body["title"], body["tests"]) == ("sum", 1, "Sum", 3)
    assert body["created"]
    again = admin.put("/v1/problems/sum", package())
    assert (again.status_code, again.get_json()["version"], again.get_json()["created"]) == (200, 1, False)
    changed = admin.put("/v1/problems/sum", package({"data/secret/2.ans": "other\n"}))
    assert (changed.status_code, changed.get_json()["version"]) == (201, 2)


def test_a_problem_shows_statement_samples_and_limits(admin: Caller, problem: str) -> None:
    body = admin.get("/v1/problems/sum").get_json()
    assert body["title"] == "Sum"
    assert body["version"] == 1
    assert body["tests"] == 3
    assert body["limits"]["time_ms"] == 1000
    assert body["statements"] == [{"language": "en", "format": "md", "text": "Add the numbers.\n"}]
    assert body["samples"] == [{"input": "1 2\n", "input_base64": None, "answer": "3\n", "answer_base64": None}]
    (row,) = admin.get("/v1/problems").get_json()["problems"]
    assert row == {
        "slug": "sum",
        "title": "Sum",
        "version": 1,
        "time_limit_ms": 1000,
        "memory_limit_bytes": body["limits"]["memory_bytes"],
        "tests": 3,
    }


def test_a_sample_that_is_not_text_comes_with_its_bytes(admin: Caller) -> None:
    admin.put("/v1/problems/raw", package({"data/sample/1.in": b"\x00\xff\n"}))
    (sample,) = admin.get("/v1/problems/raw").get_json()["samples"]
    assert sample["input_base64"] == "AP8K"


def test_every_finding_of_a_broken_package_is_listed_and_nothing_changes(admin: Caller) -> None:
    broken = package({"problem.yaml": "name: [\n", "data/secret/2.ans": "", "data/sample/1.ans": ""})
    body = problem_of(admin.put("/v1/problems/sum", broken), 422, "package_refused", "package")
    errors = [finding for finding in body["findings"] if finding["severity"] == "error"]
    assert {"problem.yaml"} < {finding["file"] for finding in errors}
    assert len(errors) >= 3
    assert all(finding["why"] for finding in errors)
    assert admin.get("/v1/problems/sum").status_code == 404


@pytest.mark.parametrize("content", [b"", b"not a zip", package()[:-30]])
def test_what_is_not_a_whole_zip_is_refused(admin: Caller, content: bytes) -> None:
    problem_of(admin.put("/v1/problems/sum", content), 422, "package_refused", "package")


def test_a_path_that_leaves_the_package_is_refused_by_name(admin: Caller) -> None:
    body = problem_of(admin.put("/v1/problems/sum", package({"../escape": "x"})), 422, "package_refused", "package")
    assert "../escape" in [finding["file"] for finding in body["findings"]]


def test_a_slug_that_cannot_name_a_problem_is_refused(admin: Caller) -> None:
    problem_of(admin.put("/v1/problems/a%20b", package()), 422, "package_refused", "package")


def test_a_package_of_another_media_type_is_refused(admin: Caller) -> None:
    answer = admin.put("/v1/problems/sum", package(), content_type="text/plain")
    problem_of(answer, 415, "unsupported_media_type", None)


def test_a_package_above_the_limit_is_refused(admin: Caller, settings: Settings) -> None:
    answer = admin.put("/v1/problems/sum", package({"data/secret/3.in": os.urandom(2 << 20)}))
    assert problem_of(answer, 413, "package_too_large", "package")["limit"] == settings.package_most_bytes


def test_a_package_without_a_length_is_read_to_the_limit_and_no_further(admin: Caller, settings: Settings) -> None:
    body = io.BytesIO(bytes(8 << 20))
    answer = admin.client.put(
        "/v1/problems/sum",
        input_stream=body,
        headers={"Authorization": f"Bearer {admin.key}", "Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    problem_of(answer, 413, "package_too_large", "package")
    assert body.tell() <= settings.package_most_bytes + (1 << 20)


def test_a_full_disk_is_said_and_leaves_nothing_behind(admin: Caller, settings: Settings) -> None:
    blobs = settings.blobs
    blobs.mkdir(parents=True)
    (blobs / "incoming").touch()  # a file where the folder must be: no blob can be stored
    problem_of(admin.put("/v1/problems/sum", package()), 507, "storage_full", "package")
    assert [path.name for path in Path(blobs).iterdir()] == ["incoming"]
    assert admin.get("/v1/problems").get_json() == {"problems": []}
