"""Every runtime does what every runtime must do, through the real pipeline in real boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import images
from judge.pipeline import Job, judge
from judge.sandbox.box import Engine
from model.verdict import Verdict
from tests.conformance.cases import Case, read

CASES = read()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_runtime_conforms(case: Case, engine: Engine, images_folder: Path) -> None:
    rootfs = images.find(case.runtime, images_folder)
    assert rootfs is not None, f"the image of {case.runtime.id} is not built: run pgjudge runtime build"
    job = Job(case.source.read_bytes(), case.runtime, case.manifest, rootfs, case.runtime.recipe.digest)
    result = judge(job, engine, case, lambda _phase, _done, _total: None)
    told = f"{result.reason}; compiler: {result.compile_output[:500]}; output: {result.outputs}"
    assert result.verdict == case.verdict, told
    if case.reason is not None:
        assert result.reason == case.reason
    if case.cpu_most_ms is not None:
        assert result.cpu_ns <= case.cpu_most_ms * 1_000_000
    if case.verdict is Verdict.COMPILE_ERROR:
        assert case.runtime.source_file in result.compile_output
    elif case.source.stem in ("hello", "echo"):
        assert result.compile_output == "", "a clean program brings no message"


def test_every_runtime_has_the_same_cases() -> None:
    shared = [{case.name for case in CASES if case.runtime.id == id} for id in {case.runtime.id for case in CASES}]
    assert len(set.intersection(*shared)) >= 16


def test_no_source_is_left_over() -> None:
    used = {case.source for case in CASES}
    for folder in {case.source.parent for case in CASES}:
        assert {path for path in folder.iterdir() if path.name != "own.toml"} <= used
