"""Nothing hidden of a problem appears in any answer that a contestant, or a front end on their behalf, can get."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from model.verdict import Verdict
from tests.api.conftest import HIDDEN, Caller, Worker, failed, package


def test_hidden_inputs_answers_and_names_never_appear(
    app: Flask, as_scope: Callable[[str], Caller], good: dict[str, object], worker: Worker
) -> None:
    submitter, reader = as_scope("submit"), as_scope("read")
    number = submitter.post(good).get_json()["id"]
    secret = f"{HIDDEN}-input".encode()
    worker.judge(failed(2, Verdict.WRONG_ANSWER, "", stderr=secret, stdout=secret))
    seen = [
        (rule.rule, caller.get(str(rule).replace("<int:number>", str(number)).replace("<slug>", "sum")))
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        for caller in (reader, submitter)
    ]
    assert sum(answer.status_code == 200 for _, answer in seen) >= 10
    for rule, answer in seen:
        assert HIDDEN.encode() not in answer.data, rule
        assert HIDDEN not in str(answer.headers), rule
    assert secret in as_scope("author").get(f"/v1/submissions/{number}/outputs").data


def test_the_answer_to_an_upload_shows_no_hidden_content(as_scope: Callable[[str], Caller]) -> None:
    answer = as_scope("author").put("/v1/problems/sum", package())
    assert answer.status_code == 201
    assert f"{HIDDEN}-input" not in answer.text
    assert f"{HIDDEN}-answer" not in answer.text
