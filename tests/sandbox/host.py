"""Looks at the host: what a box is, and what it leaves."""

from __future__ import annotations

from pathlib import Path

from judge.sandbox import cgroups
from judge.sandbox.bundle import UIDS


def processes_of(first_uid: int) -> dict[int, int]:
    """Processes of the host whose real uid lies in this range, and that uid."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = status.read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        uid = int(next(line for line in lines if line.startswith("Uid:")).split()[1])
        if first_uid <= uid < first_uid + UIDS:
            found[int(status.parent.name)] = uid
    return found


def groups_below(run_dir: Path) -> set[Path]:
    """Control groups, in every hierarchy, of boxes of this folder."""
    hierarchies = cgroups.this_host()
    assert hierarchies is not None
    name = "-".join(run_dir.parts[1:])
    return {path for folder in hierarchies.folders for path in (folder / name).glob("**") if path.is_dir()}


def mounts_below(run_dir: Path) -> list[str]:
    """Mounts of the host that name this folder."""
    return [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(run_dir) in line]


def files_below(run_dir: Path) -> set[str]:
    """Everything in this folder, relative to it."""
    return {str(path.relative_to(run_dir)) for path in run_dir.rglob("*")}
