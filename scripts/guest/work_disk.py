"""The disk that the repository goes into a guest on, and results come back on."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from scripts.guest import disk
from scripts.guest.recipe import ROOT

SPARE_BYTES = 256 << 20
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")
INSIDE = Path(__file__).with_name("inside.sh")


def make(image: Path, tree: Path, engine: str, tests: Sequence[str]) -> None:
    """Write the disk with what `inside.sh` is to do, gathered in the new folder `tree`."""
    shutil.copytree(ROOT, tree / "repository", symlinks=True, ignore=NOT_COPIED)
    (tree / "results").mkdir()
    shutil.copy2(INSIDE, tree / "inside.sh")
    (tree / "wanted").write_text(f"engine={shlex.quote(engine)}\nset -- {shlex.join(tests)}\n")
    disk.make(image, tree, label="work", spare_bytes=SPARE_BYTES)


def exit_code(image: Path) -> int | None:
    """What pytest exited with; None if it did not come to that."""
    said = disk.read(image, "/results/exit-code")
    return int(said) if said else None


def save_results(image: Path, folder: Path) -> None:
    """Copy what came back to `folder/results`: the JUnit file, and what tests wrote to /work/results."""
    shutil.rmtree(folder / "results", ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    disk.copy_folder(image, "/results", folder)
