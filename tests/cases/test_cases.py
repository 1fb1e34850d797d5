"""Every row of the table gets a permitted verdict, every time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge import images, runtimes
from judge.pipeline import Job, judge
from judge.sandbox.box import Engine
from model.judging import JudgingResult
from model.verdict import Verdict
from tests.cases.field import HERE, Row, RowTests, rows

RUNTIMES = runtimes.load_all()
ROWS = rows(set(RUNTIMES))


@pytest.fixture
def judge_row(engine: Engine, images_folder: Path) -> Callable[[Row], list[JudgingResult]]:
    """Judges a row as often as it says, two at once where there are two CPUs."""

    def once(row: Row, cpu: int) -> JudgingResult:
        runtime = RUNTIMES[row.language]
        rootfs = images.find(runtime, images_folder)
        assert rootfs is not None
        job = Job(row.source, runtime, row.manifest, rootfs, runtime.recipe.digest, (cpu,))
        return judge(job, engine, RowTests(row), lambda _phase, _done, _total: None)

    def all_of(row: Row) -> list[JudgingResult]:
        cpus = sorted(os.sched_getaffinity(0))[:2]
        with ThreadPoolExecutor(len(cpus)) as pool:
            return list(pool.map(once, [row] * row.repeat, (cpus * row.repeat)[: row.repeat]))

    return all_of


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_gets_a_permitted_verdict_every_time(row: Row, judge_row: Callable[[Row], list[JudgingResult]]) -> None:
    results = judge_row(row)
    assert len(results) == row.repeat
    for result in results:
        assert result.verdict in row.permitted, (result.verdict, result.reason, result.compile_output[:500])
        assert result.verdict not in row.never
        _check_details(row, result)


def test_the_table_is_read_whole() -> None:
    assert {row.case for row in ROWS} == {f"pub-{number:02}" for number in range(1, 18)}
    assert {row.language for row in ROWS} == {"c", "cpp17", "python3", "java"}


def test_the_large_input_is_what_its_generator_writes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, HERE / "pub-02" / "gen.py"], cwd=tmp_path, check=True)
    row = next(row for row in ROWS if row.case == "pub-02")
    assert (tmp_path / "1.in").read_bytes() == row.stdin
    assert (tmp_path / "1.ans").read_bytes() == row.answer


EXIT_CODES = {"nzec.cpp": 3, "nzec.py": 1, "nulerr.c": 9, "exit137.c": 137}
SIGNALS = {"assert0.c": "SIGABRT", "fpe.c": "SIGFPE", "kill9.c": "SIGKILL", "xcpu.c": "SIGXCPU"}
WALL = {"sleep30.c", "selfpipe.c"}
CPU = {"spin.c", "getchar.c", "scanf0.c"}


def _check_details(row: Row, result: JudgingResult) -> None:
    """What the cases' descriptions ask beyond the verdict."""
    if row.file in EXIT_CODES:
        assert result.tests[-1].exit_code == EXIT_CODES[row.file]
    if row.file in SIGNALS:
        assert result.tests[-1].signal == SIGNALS[row.file]
        assert result.memory_bytes < 16 << 20
    if row.file in WALL:
        assert result.reason == "wall clock"
        assert result.tests[-1].wall_ns < 3 * row.limits.time_ms * 1_000_000 + 3_000_000_000
    if row.file in CPU:
        assert result.reason == "cpu time"
        assert result.cpu_ns >= row.limits.time_ms * 1_000_000
    if row.file == "touch.c":
        assert 0.95 <= result.memory_bytes / row.limits.memory_bytes <= 1.1
    if result.verdict is Verdict.COMPILE_ERROR:
        assert result.compile_output.strip()
        assert len(result.compile_output.encode()) <= 70 << 10
        assert str(HERE) not in result.compile_output
    if row.file == "bigdata.c":
        assert "MiB" in result.compile_output
    if row.file == "deep_default.py":
        assert b"RecursionError" in result.outputs[0].stderr
