"""Posting a submission, following it and looking back at it."""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Callable

import pytest

from model.judging import JudgingResult
from model.verdict import Verdict
from tests.api.conftest import Caller, Worker, failed


def test_a_submission_is_stored_and_answered_at_once(admin: Caller, good: dict[str, object]) -> None:
    answer = admin.post(good)
    body = answer.get_json()
    assert answer.status_code == 202
    assert answer.headers["Location"] == f"/v1/submissions/{body['id']}"
    assert {name: body[name] for name in ("state", "position", "problem", "language", "user", "lane")} == {
        "state": "QUEUED",
        "position": 1,
        "problem": "sum",
        "language": "cpp17",
        "user": "ada",
        "lane": "submit",
    }
    assert body["verdict"] is None
    assert body["created_at"].endswith("Z")
    assert admin.post(good).get_json()["position"] == 2


def test_the_user_is_the_name_of_the_key_when_none_is_given(admin: Caller, good: dict[str, object]) -> None:
    assert admin.post(good | {"user": None}).get_json()["user"] == "admin-key"


@pytest.mark.parametrize("source", [b"\x00\xff\xfe int main", "é\r\n\t".encode(), b"\n"])
def test_the_source_comes_back_byte_for_byte(admin: Caller, good: dict[str, object], source: bytes) -> None:
    values = good | {"source": None, "source_base64": base64.b64encode(source).decode(), "file_name": "Mäin.c"}
    number = admin.post(values).get_json()["id"]
    answer = admin.get(f"/v1/submissions/{number}/source")
    assert answer.data == source
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert admin.get(f"/v1/submissions/{number}").get_json()["source_bytes"] == len(source)


def test_states_are_seen_as_they_pass(admin: Caller, good: dict[str, object], worker: Worker) -> None:
    path = f"/v1/submissions/{admin.post(good).get_json()['id']}"
    claim = worker.claim()
    assert claim is not None
    running = admin.get(path).get_json()
    assert (running["state"], running["position"], running["verdict"]) == ("RUNNING", None, None)
    worker.finish(claim, failed(2, Verdict.RUNTIME_ERROR, "exit 3"))
    done = admin.get(path).get_json()
    assert (done["state"], done["verdict"], done["reason"]) == ("DONE", "RUNTIME_ERROR", "exit 3")
    assert (done["time_ms"], done["wall_ms"], done["memory_bytes"]) == (3, 3, 2 << 20)
    assert (done["judging"], done["version"], done["tests_total"]) == (1, 1, 3)
    assert [test["time_ms"] for test in done["tests"]] == [1, 3]
    assert done["tests"][1] == {
        "number": 2,
        "verdict": "RUNTIME_ERROR",
        "reason": "exit 3",
        "time_ms": 3,
        "wall_ms": 3,
        "memory_bytes": 2 << 20,
        "exit_code": 3,
        "signal": None,
    }


def test_the_standard_error_of_a_failed_sample_is_shown_and_that_of_a_hidden_test_is_not(
    admin: Caller, good: dict[str, object], worker: Worker
) -> None:
    first, second = (admin.post(good).get_json()["id"] for _ in range(2))
    worker.judge(failed(1, Verdict.RUNTIME_ERROR, "exit 3", stderr=b"x" * 5000 + b"\xff\0index error"))
    worker.judge(failed(2, Verdict.RUNTIME_ERROR, "exit 3", stderr=b"what the hidden test holds"))
    shown = admin.get(f"/v1/submissions/{first}").get_json()["sample_stderr"]
    assert shown.endswith("x\N{REPLACEMENT CHARACTER}\0index error")
    assert len(shown) == 4096
    hidden = admin.get(f"/v1/submissions/{second}")
    assert "sample_stderr" not in hidden.get_json()
    assert "hidden test holds" not in hidden.text


def test_compiler_output_that_is_not_text_is_still_valid_json(
    admin: Caller, good: dict[str, object], worker: Worker
) -> None:
    number = admin.post(good).get_json()["id"]
    worker.judge(JudgingResult(Verdict.COMPILE_ERROR, tests_total=3, compile_output="error: \0 \ud800 é"))
    answer = admin.get(f"/v1/submissions/{number}")
    answer.data.decode()
    assert answer.get_json()["compile_output"].startswith("error: ")
    assert answer.get_json()["tests"] == []


def test_outputs_that_are_not_text_come_with_their_bytes(
    admin: Caller, good: dict[str, object], worker: Worker
) -> None:
    number = admin.post(good).get_json()["id"]
    worker.judge(failed(1, Verdict.WRONG_ANSWER, "", stdout=b"\x00\xff", stderr="é\0".encode()))
    body = admin.get(f"/v1/submissions/{number}/outputs").get_json()
    assert body == {
        "judging": 1,
        "outputs": [
            {
                "test": 1,
                "stdout": "\0\N{REPLACEMENT CHARACTER}",
                "stdout_base64": "AP8=",
                "stdout_cut": False,
                "stderr": "é\0",
                "stderr_base64": None,
                "stderr_cut": True,
            }
        ],
    }
    assert admin.get(f"/v1/submissions/{number}/outputs?judging=2").get_json()["outputs"] == []


def test_judgings_say_where_they_ran_to_authors_only(
    admin: Caller, as_scope: Callable[[str], Caller], good: dict[str, object], worker: Worker
) -> None:
    number = admin.post(good).get_json()["id"]
    assert admin.get(f"/v1/submissions/{number}/judgings").get_json() == {"judgings": []}
    worker.judge()
    (seen,) = admin.get(f"/v1/submissions/{number}/judgings").get_json()["judgings"]
    (reader_sees,) = as_scope("read").get(f"/v1/submissions/{number}/judgings").get_json()["judgings"]
    assert (seen["judging"], seen["verdict"], seen["worker"]) == (1, "ACCEPTED", "w1")
    assert set(seen) - set(reader_sees) == {"worker", "image_digest"}


def test_the_list_goes_back_page_by_page_and_filters(admin: Caller, good: dict[str, object]) -> None:
    for user in ("ada", "bob", "ada", "ada"):
        admin.post(good | {"user": user})

    def ids(query: str) -> tuple[list[int], int | None]:
        body = admin.get(f"/v1/submissions{query}").get_json()
        return [row["id"] for row in body["submissions"]], body["next"]

    assert ids("") == ([4, 3, 2, 1], None)
    assert ids("?limit=3") == ([4, 3, 2], 2)
    assert ids("?limit=3&before=2") == ([1], None)
    assert ids("?user=ada&limit=2") == ([4, 3], 3)
    assert ids("?user=ada&before=3") == ([1], None)
    assert ids("?problem=sum&user=bob") == ([2], None)
    assert ids("?problem=other") == ([], None)


def test_the_same_idempotency_key_and_body_give_the_same_submission(admin: Caller, good: dict[str, object]) -> None:
    headers = {"Idempotency-Key": "7b3f"}
    first, again = (admin.post(good, headers=headers) for _ in range(2))
    assert first.status_code == again.status_code == 202
    assert first.get_json() == again.get_json()
    assert admin.post(good | {"user": "bob"}, headers=headers).get_json()["id"] != first.get_json()["id"]


def test_a_wait_ends_when_the_verdict_is_there(
    admin: Caller, good: dict[str, object], worker: Worker, loops: None
) -> None:
    number = admin.post(good).get_json()["id"]
    claim = worker.claim()
    assert claim is not None
    judged = threading.Timer(0.3, worker.finish, [claim, failed(1, Verdict.WRONG_ANSWER, "")])
    judged.start()
    body = admin.get(f"/v1/submissions/{number}?wait=30").get_json()
    assert (body["state"], body["verdict"]) == ("DONE", "WRONG_ANSWER")
    judged.join()


def test_a_wait_ends_by_polling_when_the_notification_is_lost(
    admin: Caller, good: dict[str, object], worker: Worker, loops: None
) -> None:
    number = admin.post(good).get_json()["id"]
    claim = worker.claim()
    assert claim is not None
    judged = threading.Timer(0.3, worker.finish, [claim, failed(1, Verdict.WRONG_ANSWER, "")], kwargs={"notify": False})
    judged.start()
    assert admin.get(f"/v1/submissions/{number}?wait=30").get_json()["state"] == "DONE"
    judged.join()


def test_a_wait_that_is_over_answers_with_what_is_known(admin: Caller, good: dict[str, object], loops: None) -> None:
    number = admin.post(good).get_json()["id"]
    began = time.monotonic()
    answer = admin.get(f"/v1/submissions/{number}?wait=0.2")
    assert (answer.status_code, answer.get_json()["state"]) == (200, "QUEUED")
    assert 0.2 <= time.monotonic() - began < 5
