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
        self._reap_agent()
        cgroups.remove(self._groups)
        shutil.rmtree(self.folder)

    def _reap_agent(self) -> None:
        """The agent of a killed process may have become our child and died. Its number may be another's by now."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, ChildProcessError):
            pid = int((self.folder / "pid").read_text())
            status = Path(f"/proc/{pid}/status").read_text()
            if f"\nUid:\t{self.uids.first_uid}\t" in status:
                os.waitpid(pid, 0)


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
