"""Keys: everything below /v1 needs one, and each resource a scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from flask import Flask

from api.auth import KeyRing
from store.keys import Key
from tests.api.conftest import Caller, Worker, problem_of

NEEDED = [
    ("POST", "/v1/submissions", "submit"),
    ("GET", "/v1/submissions", "read"),
    ("GET", "/v1/submissions/1", "read"),
    ("GET", "/v1/submissions/1/source", "read"),
    ("GET", "/v1/submissions/1/judgings", "read"),
    ("GET", "/v1/submissions/1/outputs", "author"),
    ("GET", "/v1/problems", "read"),
    ("GET", "/v1/problems/sum", "read"),
    ("PUT", "/v1/problems/sum", "author"),
    ("GET", "/v1/languages", "read"),
    ("GET", "/v1/queue", "read"),
    ("GET", "/v1/workers", "admin"),
]


def test_every_route_is_listed_with_its_scope(app: Flask) -> None:
    routes = {
        (method, str(rule).replace("<int:number>", "1").replace("<slug>", "sum"))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes - {("GET", "/healthz"), ("GET", "/readyz")} == {(method, path) for method, path, _ in NEEDED}


@pytest.mark.parametrize(("method", "path", "scope"), NEEDED)
def test_a_route_lets_in_its_scope_and_admins_only(
    app: Flask, all_keys: Mapping[str, str], worker: Worker, method: str, path: str, scope: str
) -> None:
    for held, key in all_keys.items():
        headers = {"Authorization": f"Bearer {key}"}
        answer = app.test_client().open(path, method=method, headers=headers)
        if held in (scope, "admin"):
            assert answer.status_code not in (401, 403)
        else:
            body = problem_of(answer, 403, "insufficient_scope", "Authorization")
            assert body["scope"] == scope
            assert f'scope="{scope}"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("path", ["/v1/submissions", "/v1", "/v1/nothing", "/v1/queue/"])
def test_without_a_key_nothing_below_v1_answers(app: Flask, path: str) -> None:
    answer = app.test_client().get(path)
    assert "Bearer" in problem_of(answer, 401, "missing_key", "Authorization")["cure"]
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="pgjudge"'


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer wrong", "Basic YTpi", "Bearer a\tb", "Bearer é", "x"])
def test_a_key_that_is_not_known_is_refused(app: Flask, all_keys: Mapping[str, str], header: str) -> None:
    answer = app.test_client().get("/v1/queue", headers={"Authorization": header})
    problem_of(answer, 401, "invalid_key", "Authorization")
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_health_needs_no_key(app: Flask) -> None:
    assert app.test_client().get("/healthz").status_code == 200
    assert app.test_client().get("/readyz").status_code == 503


def test_a_key_is_looked_up_once_in_a_while(as_scope: Callable[[str], Caller]) -> None:
    looked_up = []

    def look_up(plaintext: str) -> Key | None:
        looked_up.append(plaintext)
        return Key("k", frozenset({"read"})) if plaintext.startswith("good") else None

    ring = KeyRing(look_up, seconds=1000, most=2)
    assert ring.find("good") == ring.find("good") == Key("k", frozenset({"read"}))
    assert ring.find("bad") is ring.find("bad") is None
    assert looked_up == ["good", "bad", "bad"]
    for plaintext in ("good-1", "good-2", "good"):
        ring.find(plaintext)
    assert looked_up[3:] == ["good-1", "good-2", "good"]
    hasty = KeyRing(look_up, seconds=0)
    assert hasty.find("good") == hasty.find("good")
    assert looked_up[6:] == ["good", "good"]
