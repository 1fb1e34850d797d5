"""The example problems that come with pgjudge."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from model.problem import CheckerKind
from model.verdict import Verdict
from tests.problems.packages import opened

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "problems"
NAMES = sorted(path.name for path in EXAMPLES.iterdir())


def test_there_are_three_of_different_kinds() -> None:
    packages = [opened(EXAMPLES / name) for name in NAMES]
    assert len(packages) == 3
    assert max(len(package.tests) for package in packages) >= 60
    assert CheckerKind.FLOAT in {package.checker.kind for package in packages}


@pytest.mark.parametrize("name", NAMES)
def test_each_is_imported_without_any_finding(name: str) -> None:
    package = opened(EXAMPLES / name)
    assert package.findings == ()
    assert package.statements
    assert {submission.runtime for submission in package.submissions} >= {"c", "cpp17", "python3", "java"}


def test_their_solutions_cover_every_language_and_verdict() -> None:
    solutions = [solution for name in NAMES for solution in opened(EXAMPLES / name).submissions]
    files = [path for path in EXAMPLES.glob("*/submissions/*/*") if path.is_file()]
    assert len(solutions) == len(files) >= 45
    assert {solution.permitted[0] for solution in solutions} == set(Verdict) - {Verdict.INTERNAL_ERROR}
    kinds = Counter(runtime for runtime, _ in {(s.runtime, s.permitted[0]) for s in solutions})
    assert all(kinds[runtime] >= 5 for runtime in ("c", "cpp17", "python3", "java"))
    assert "cpp20" in kinds


def test_their_data_is_small() -> None:
    assert sum(path.stat().st_size for path in EXAMPLES.rglob("*") if path.is_file()) < 6 << 20


@pytest.mark.parametrize("name", NAMES)
def test_their_generators_write_the_data_that_is_there(name: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLES / name / "generators" / "make.py"], cwd=tmp_path, check=True)
    made = {path.name: path.read_bytes() for path in (tmp_path / "data" / "secret").iterdir()}
    kept = {path.name: path.read_bytes() for path in (EXAMPLES / name / "data" / "secret").iterdir()}
    kept.pop("test_group.yaml", None)
    assert made == kept


@pytest.mark.parametrize("name", NAMES)
def test_their_inputs_are_as_the_statements_say(name: str) -> None:
    validator = EXAMPLES / name / "input_validators" / "validate.py"
    for path in (EXAMPLES / name / "data").glob("*/*.in"):
        with path.open("rb") as file:
            assert subprocess.run([sys.executable, validator], stdin=file, check=False).returncode == 42, path
