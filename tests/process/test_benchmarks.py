"""Benchmarks run to their end and print what they promise. What the figures are is for people to read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import orjson

METRICS = {
    "cold_box_ms",
    "run_p50_ms",
    "run_p99_ms",
    "bare_p50_ms",
    "run_over_bare_ms",
    "judged_over_bare_core_ratio",
}


def test_the_path_benchmark_prints_its_figures_a_line_each(scratch: Path, images_folder: Path) -> None:
    home, run_dir = scratch / "bench", Path(f"/run/pgjudge-b{os.getpid()}")
    own = {
        "PGJUDGE_HOME": str(home),
        "PGJUDGE_IMAGES": str(images_folder),
        "PGJUDGE_RUN_DIR": f"/run/pgjudge-b{os.getpid()}",
    }
    done = subprocess.run(
        [sys.executable, "-P", "-m", "scripts.bench.path"],
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    run_dir.rmdir()
    figures = [orjson.loads(line) for line in done.stdout.splitlines()]
    assert {figure["metric"] for figure in figures} >= METRICS
    for figure in figures:
        assert {"bench", "metric", "value", "unit", "n"} <= figure.keys()
        assert ("peer" in figure) == ("ratio" in figure)
    values = {figure["metric"]: figure["value"] for figure in figures}
    assert values["run_p50_ms"] > 0
    assert values["judged_over_bare_core_ratio"] > 1
