"""`pgjudge doctor --attack` makes the same attacks, shows the table, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.settings import Settings
from scripts.attack.outcome import Outcome, table
from scripts.attack.traces import lines

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder that boxes can reach."""
    folder = tmp_path_factory.mktemp("home")
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.getuid() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o011)
    return folder


def doctor(home: Path, settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    own = {"PGJUDGE_HOME": str(home), "PGJUDGE_IMAGES": str(settings.images), "PGJUDGE_RUN_DIR": f"/run/{home.name}"}
    argv = [sys.executable, "-m", "scripts", "doctor", *arguments]
    return subprocess.run(argv, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=False)


def test_the_command_shows_a_table_and_leaves_nothing(home: Path, settings: Settings) -> None:
    temporary = set(os.listdir("/tmp"))
    ran = doctor(home, settings, "--attack", "--only", "links/symlinks")
    assert (ran.returncode, ran.stdout.splitlines()[1:]) == (
        0,
        [
            "links/symlinks        contained",
            "all of them together  contained",
            "2 attacks, 1 engines: 2 of 2 contained",
        ],
    ), ran.stderr
    assert not list(Path("/run").glob(f"{home.name}*"))
    assert not [name for name in set(os.listdir("/tmp")) - temporary if name.startswith("pgjudge-attack-")]
    assert not [line for line in lines("/proc/self/mountinfo") if home.name in line]
    assert [path.name for path in home.iterdir()] == ["agent"]


def test_the_command_gives_every_outcome_as_json(home: Path, settings: Settings) -> None:
    ran = doctor(home, settings, "--attack", "--only", "compile/include_host", "--json")
    found = json.loads(ran.stdout)
    assert [(one["attack"], one["cell"], one["ended"]) for one in found] == [
        ("compile/include_host_file", "contained", "COMPILE_ERROR"),
        ("all of them together", "contained", ""),
    ]


def test_an_attack_that_is_not_there_is_no_success(home: Path, settings: Settings) -> None:
    ran = doctor(home, settings, "--attack", "--only", "no-such")
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].startswith("error: no attack's name contains 'no-such'")


def test_the_table_has_a_cell_for_every_attack_and_engine() -> None:
    made = [
        Outcome("a/long-name", "runc", "ACCEPTED", (), 1.0),
        Outcome("a/b", "runc", "ACCEPTED", ("a file is left", "it took 9 s"), 1.0),
        Outcome("a/b", "docker", "", (), 0.0, needs="Docker: it does not answer: start it"),
    ]
    assert list(table(made)) == [
        "attack       runc            docker",
        "a/long-name  contained       not made",
        "a/b          NOT CONTAINED   needs Docker",
        "docker needs Docker: it does not answer: start it",
        "runc a/b: a file is left",
        "runc a/b: it took 9 s",
        "2 attacks, 2 engines: 1 of 4 contained",
    ]
