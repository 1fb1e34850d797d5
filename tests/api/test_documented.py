"""docs/http-api.md is true: its examples run, its answers have the shape shown, its tables are complete."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from flask import Flask

from api.errors import Code
from model.judging import JudgingResult, Output, TestResult
from model.verdict import Verdict
from tests.api.conftest import Worker
from tests.api.test_server import Served, served
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "http-api.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(sh|json)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
VARYING = {"id", "position", "detail", "cure", "why", "waiting", "submit"}
VARYING |= {"created_at", "started_at", "finished_at", "seen_at", "source_bytes"}

running_api = served


@pytest.fixture
def judged(worker: Worker) -> Iterator[None]:
    """A worker that accepts whatever comes, until the test ends."""
    test = TestResult(1, Verdict.ACCEPTED, cpu_ns=21_000_000, wall_ns=25_000_000, memory_bytes=9 << 20, exit_code=0)
    accepted = JudgingResult(
        Verdict.ACCEPTED,
        cpu_ns=21_000_000,
        wall_ns=25_000_000,
        memory_bytes=9 << 20,
        tests=(test,),
        tests_total=3,
        compile_cpu_ns=31_000_000,
        outputs=(Output(1, b"3\n", b"", stdout_cut=False, stderr_cut=False),),
        worker="w1",
        image_digest="sha256:1",
    )
    stop = threading.Event()

    def judge() -> None:
        while not stop.wait(0.1):
            if claim := worker.claim():
                worker.finish(claim, accepted)

    thread = threading.Thread(target=judge)
    thread.start()
    yield
    stop.set()
    thread.join()


def folder_of_the_examples(folder: Path) -> None:
    """What the page's reader has: the package `sum/` and a solution."""
    files = {
        "sum/problem.yaml": "name: Sum\nlimits:\n  time_limit: 1\n",
        "sum/statement/problem.en.md": "Add the numbers.\n",
        "sum/data/sample/1.in": "1 2\n",
        "sum/data/sample/1.ans": "3\n",
        "sum/data/secret/1.in": "2 3\n",
        "sum/data/secret/1.ans": "5\n",
        "sum/data/secret/2.in": "0 0\n",
        "sum/data/secret/2.ans": "0\n",
        "solution.py": "print(sum(map(int, input().split())))\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_the_examples_run_and_answer_as_shown(
    running_api: Served, judged: None, all_keys: Mapping[str, str], tmp_path: Path
) -> None:
    folder_of_the_examples(tmp_path)
    environment = os.environ | {"PGJUDGE_URL": f"http://{running_api.address}", "PGJUDGE_KEY": all_keys["admin"]}
    said = ""
    for kind, text in BLOCKS:
        if kind == "sh":
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", text], cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, text + done.stdout + done.stderr
            said = done.stdout
        else:
            assert_alike(json.loads(text), json.loads(said), where=text[:60])


def assert_alike(shown: object, said: object, *, where: str) -> None:
    """The same names at every depth, and the same values but for those that differ from run to run."""
    if isinstance(shown, dict) and isinstance(said, dict):
        assert shown.keys() == said.keys(), where
        for name, value in shown.items():
            if name not in VARYING:
                assert_alike(value, said[name], where=f"{where} > {name}")
    elif isinstance(shown, list) and isinstance(said, list):
        assert bool(shown) == bool(said), where
        for left, right in zip(shown[:1], said[:1], strict=True):
            assert_alike(left, right, where=where)
    else:
        assert shown == said, where


def test_every_route_is_in_the_table(app: Flask) -> None:
    routes = {
        f"{method} {rule.rule.replace('<int:number>', '{id}').replace('<slug>', '{slug}')}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == set(re.findall(r"^\| `((?:GET|PUT|POST) [^`]+)`", PAGE, re.MULTILINE))


def test_every_error_code_is_in_the_table_with_its_status() -> None:
    rows = dict(re.findall(r"^\| `([a-z0-9_]+)` \| (\d{3}) \|", PAGE, re.MULTILINE))
    assert rows == {code.name.lower(): str(code.status) for code in Code}
