"""Looks at the host: what a box is, and what it leaves."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
    """Control groups, in every hierarchy, of boxes of this folder, and those above them; the folder may be gone."""
    hierarchies = cgroups.this_host()
    assert hierarchies is not None
    tops = (top for folder in hierarchies.folders for top in folder.glob("-".join(run_dir.parts[1:]) + "-*"))
    return {path for top in tops for path in top.glob("**") if path.is_dir()}


def mounts_below(run_dir: Path) -> list[str]:
    """Mounts of the host that name this folder."""
    return [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(run_dir) in line]


def files_below(run_dir: Path) -> set[str]:
    """Everything in this folder, relative to it."""
    return {str(path.relative_to(run_dir)) for path in run_dir.rglob("*")}


def file_cache_of_boxes(run_dir: Path) -> int:
    """Bytes of files that the kernel charges to the boxes of this folder, tmpfs apart."""
    total = 0
    # Version 2 counts what is below a group, too, and what boxes left that are gone.
    boxes = {group for group in groups_below(run_dir) if not any(path.is_dir() for path in group.iterdir())}
    for path in {group / "memory.stat" for group in boxes}:
        if path.exists():
            stat = {name: int(value) for name, value in (line.split() for line in path.read_text().splitlines())}
            total += stat.get("cache", stat.get("file", 0)) - stat["shmem"]
    return total


def evict(files: Iterable[Path]) -> None:
    """Drop these files from the page cache, as far as nobody has them mapped."""
    for file in files:
        descriptor = os.open(file, os.O_RDONLY)
        try:
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
