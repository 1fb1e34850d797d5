"""A program is not charged for files of its image: `resident` names all that it reads, whatever the cache holds.

A runtime that breaks this lets memory and time depend on what ran before, and lets a program that fills its memory
limit end by its time limit: the kernel takes the interpreter's own pages away and reads them back, again and again.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge import images, runtimes
from judge.compiling import compile_source
from judge.limits import run_plan
from judge.outcome import COMPILED
from judge.pipeline import Job, judge
from judge.sandbox.box import Command
from judge.sandbox.residents import matches
from judge.sandbox.runc import RuncEngine
from model.verdict import Verdict
from tests.conformance.cases import Case, read
from tests.sandbox.host import evict, file_cache_of_boxes

CASES = {case.id: case for case in read()}
RUNTIMES = runtimes.load_all()
PROGRAMS = ("hello", "fast_input", "threads", "runtime_error", "standard_library")
MIB = 1 << 20


def image_of(case: Case, folder: Path) -> Path:
    """The image, which set-up has built."""
    found = images.find(case.runtime, folder)
    assert found is not None, f"the image of {case.runtime.id} is not built: run pgjudge runtime build"
    return found


def make_cold(rootfs: Path) -> None:
    """Drop from the cache what nobody keeps there."""
    evict(path for path in rootfs.rglob("*") if path.is_file() and not path.is_symlink())


@pytest.mark.parametrize("id", RUNTIMES)
def test_every_pattern_stands_for_a_file(id: str, images_folder: Path) -> None:
    rootfs = image_of(CASES[f"{id}-hello"], images_folder)
    assert [pattern for pattern in RUNTIMES[id].resident if not matches(rootfs, pattern)] == []


@pytest.mark.parametrize(
    "case",
    [CASES[f"{id}-{name}"] for id in RUNTIMES for name in PROGRAMS if f"{id}-{name}" in CASES],
    ids=lambda c: c.id,
)
def test_a_program_is_charged_for_no_file_of_its_image(case: Case, engine: RuncEngine, images_folder: Path) -> None:
    rootfs, runtime = image_of(case, images_folder), case.runtime
    artifact = compile_source(case.source.read_bytes(), runtime, engine, rootfs).artifact
    assert artifact is not None
    plan = run_plan(case.limits, runtime, rootfs)
    make_cold(rootfs)
    with engine.open(plan.box) as box:
        box.put(COMPILED + runtime.compile.artifact, artifact, executable=runtime.compile.artifact_executable)
        box.run(Command(plan.argv, plan.run, env=runtime.env), case.input(case.manifest.tests[0]), len, len)
        assert file_cache_of_boxes(Path(f"/run/pgjudge-test-{os.getpid()}")) < MIB


@pytest.mark.parametrize("id", RUNTIMES)
def test_too_much_memory_is_told_from_too_much_time_when_the_cache_is_cold(
    id: str, engine: RuncEngine, images_folder: Path
) -> None:
    case = CASES[f"{id}-too_much_memory"]
    rootfs = image_of(case, images_folder)
    make_cold(rootfs)
    job = Job(case.source.read_bytes(), case.runtime, case.manifest, rootfs, case.runtime.recipe.digest)
    result = judge(job, engine, case, lambda _phase, _done, _total: None)
    assert result.verdict is Verdict.MEMORY_LIMIT, result.reason
