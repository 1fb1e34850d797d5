"""The main claim: one command judges the examples and every verdict is the expected one."""

from __future__ import annotations

import os
from pathlib import Path

from tests.process.running import Running, as_json, left_behind


def test_the_examples_get_their_expected_verdicts(scratch: Path, images_folder: Path, agent_binary: Path) -> None:
    service = Running(scratch / "examples", images_folder, Path(f"/run/pgjudge-examples-{os.getpid()}"))
    done = service.command("up", "--once", "--json", timeout_s=600)
    rows = as_json(done.stdout)
    assert [row for row in rows if not row["as_expected"]] == []
    assert done.returncode == 0, done.stderr
    assert len(rows) >= 40
    assert {row["language"] for row in rows} == {"c", "cpp17", "cpp20", "python3", "java"}
    for problem in {row["problem"] for row in rows}:
        verdicts = {row["verdict"] for row in rows if row["problem"] == problem}
        assert len(verdicts) == 7, (problem, verdicts)
    assert left_behind(service.run_dir, service.home) == []
    service.run_dir.rmdir()
