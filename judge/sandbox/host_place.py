"""What a box has on the host: a uid range, a folder and control groups. Closing a box and sweeping a dead worker's box
remove the same things in the same way.

The range is taken first and released last, so whoever holds a range may remove all else that bears its number.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from judge.sandbox import cgroups, uid_ranges
from judge.sandbox.bundle import UIDS
from judge.sandbox.cgroups import Hierarchies
from judge.sandbox.uid_ranges import UidRange


class HostPlace:
    """The things of one box. Empty when it comes, and gone after `remove`."""

    def __init__(self, run_dir: Path, uids: UidRange, hierarchies: Hierarchies) -> None:
        self.uids = uids
        self.folder = run_dir / "boxes" / str(uids.first_uid)
        self.cgroup = f"{cgroup_parent(run_dir)}/{uids.first_uid}"
        self._groups = hierarchies.groups(self.cgroup)
        if self.folder.exists():
            self._clear()
        self.folder.mkdir(mode=0o700)

    def remove(self) -> None:
        """Kill what lives here and remove everything. Raises BoxFailure, with the range still taken, if that fails."""
        self._clear()
        self.uids.release()

    def _clear(self) -> None:
        cgroups.kill(self._groups)
        self._reap()
        cgroups.remove(self._groups)
        shutil.rmtree(self.folder)

    def _reap(self) -> None:
        """Processes of a box whose parents died became our children: the agent of a killed process, gVisor's parts."""
        for pid in _children():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError, ChildProcessError):
                status = Path(f"/proc/{pid}/status").read_text()
                uid = int(status.partition("\nUid:\t")[2].partition("\t")[0])
                if "\nState:\tZ" in status and self.uids.first_uid <= uid < self.uids.first_uid + UIDS:
                    os.waitpid(pid, 0)


def _children() -> list[int]:
    """Our children, of any thread."""
    return [int(pid) for file in Path("/proc/self/task").glob("*/children") for pid in file.read_text().split()]


def cgroup_parent(run_dir: Path) -> str:
    """Path of the group above all boxes of this `run_dir`, which must be there.

    The folder's identity is part of it: containers that share a host's control groups may each have a `/run/pgjudge`.
    """
    status = os.stat(run_dir)
    return "/" + "-".join((*run_dir.parts[1:], f"{status.st_dev:x}", f"{status.st_ino:x}"))


def prepare(run_dir: Path) -> None:
    """Make the folders that ranges and boxes go to."""
    for name in ("uids", "boxes"):
        (run_dir / name).mkdir(mode=0o700, exist_ok=True)


def take(run_dir: Path, uid_base: int, hierarchies: Hierarchies) -> HostPlace:
    """A place for a new box. Raises BoxFailure."""
    return HostPlace(run_dir, uid_ranges.acquire(run_dir / "uids", uid_base), hierarchies)


def abandoned(run_dir: Path, hierarchies: Hierarchies) -> Iterator[HostPlace]:
    """The places of boxes whose process has died, cleared on the way; they wait for `remove`."""
    for first_uid in sorted(uid_ranges.known(run_dir / "uids")):
        uids = uid_ranges.try_acquire(run_dir / "uids", first_uid)
        if uids:
            yield HostPlace(run_dir, uids, hierarchies)


def remove_shared(run_dir: Path, hierarchies: Hierarchies) -> None:
    """Remove what boxes share, once nobody uses it."""
    cgroups.remove_if_unused(hierarchies.groups(cgroup_parent(run_dir)))
    for name in ("uids", "boxes"):
        if not any((run_dir / name).iterdir()):
            (run_dir / name).rmdir()
