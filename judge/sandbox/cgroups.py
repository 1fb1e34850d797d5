"""Control groups of this host: which version, where its hierarchies are, and how to make a group go away.

A box's group has the same path below every hierarchy. The OCI runtime creates it; we read it, and remove it ourselves.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judge.sandbox.box import BoxFailure

CONTROLLERS = ("memory", "pids", "cpuset", "cpu", "cpuacct", "devices", "freezer")
"""What the OCI runtime or we use, where the host has it."""

UNIFIED = Path("/sys/fs/cgroup")
"""Where version 2 alone is mounted; OCI runtimes look nowhere else."""

GONE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Hierarchies:
    """Where the control groups are mounted. `version` is that of the memory controller's hierarchy."""

    version: int
    folders: tuple[Path, ...]
    by_controller: Mapping[str, Path]
    """Version 1 only."""

    def groups(self, path: str) -> list[Path]:
        """Every folder that a group of this path may have."""
        return [folder / path.lstrip("/") for folder in self.folders]


class Gauge(Protocol):
    """Reads one box's group. The files stay open: a reading is one system call."""

    needs_samples: bool
    """Whether the kernel cannot tell a run's own peak, so that `sample` should be called now and then in a run."""

    def cpu_ns(self) -> int:
        """CPU time of everything ever in the group."""

    def oom_kills(self) -> int:
        """How many processes the kernel has killed here for want of memory."""

    def forks_refused(self) -> int:
        """How many times the kernel has refused a process or thread here for want of allowance."""

    def begin(self) -> None:
        """Start measuring the memory of a run."""

    def sample(self) -> None:
        """Look at the memory in use."""

    def grown_bytes(self) -> int:
        """How far memory rose above what was in use at `begin`; a lower bound where `needs_samples`."""

    def file_cache_bytes(self) -> int:
        """Cached pages of files on disk, which count as memory of the group but are nobody's data."""

    def allow_above_use(self, more_bytes: int) -> None:
        """Let the group use this much more memory than it uses now."""

    def allow(self, memory_bytes: int) -> None:
        """Let the group use this much memory, and no swap."""

    def allow_processes(self, count: int) -> None:
        """Let the group have this many processes and threads."""

    def close(self) -> None:
        """Close the files."""


def find_hierarchies(mountinfo: str) -> Hierarchies | None:
    """The hierarchies in the text of `/proc/self/mountinfo`; None if there are none."""
    folders: list[Path] = []
    by_controller: dict[str, Path] = {}
    version = 1
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        folder = Path(before.split(" ")[4])
        if kind == "cgroup2":
            folders.append(folder)
            if folder == UNIFIED:
                version = 2
        elif kind == "cgroup":
            folders.append(folder)
            for option in options.split(","):
                if option in CONTROLLERS:
                    by_controller.setdefault(option, folder)
    if not folders:
        return None
    if version == 2:
        return Hierarchies(version, (UNIFIED,), {})
    return Hierarchies(version, tuple(dict.fromkeys(folders)), by_controller)


def this_host() -> Hierarchies | None:
    """The hierarchies of the host we are on."""
    return find_hierarchies(Path("/proc/self/mountinfo").read_text())


def give_cpus(hierarchies: Hierarchies, path: str) -> None:
    """Make a version 1 group that has all CPUs and memory nodes. Not every OCI runtime does that for a new parent."""
    if hierarchies.version == 2:
        return
    top = hierarchies.by_controller["cpuset"]
    group = top / path.lstrip("/")
    group.mkdir(exist_ok=True)
    for name in ("cpuset.cpus", "cpuset.mems"):
        (group / name).write_text((top / name).read_text())


def processes(groups: Iterable[Path]) -> set[int]:
    """The processes in any of these folders; folders that are not there have none."""
    found: set[int] = set()
    for group in groups:
        try:
            found.update(map(int, (group / "cgroup.procs").read_text().split()))
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV):  # the latter: removed after it was opened
                raise
    return found


def kill(groups: list[Path]) -> None:
    """Kill what is left in these folders and wait until it is gone. Raises BoxFailure if it will not go."""
    deadline = time.monotonic() + GONE_SECONDS
    killed: set[int] = set()
    while left := processes(groups):
        for group in groups:
            _kill_once(group)
        killed |= left
        if time.monotonic() > deadline:
            raise BoxFailure(f"processes {sorted(left)} of a box do not die")
        time.sleep(0.002)
    for pid in killed:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)  # those that became our children


def remove(groups: list[Path]) -> None:
    """Remove empty groups. Raises BoxFailure if the kernel still says busy after some seconds."""
    deadline = time.monotonic() + GONE_SECONDS
    for group in groups:
        _give_back_pages(group)
        while True:
            try:
                group.rmdir()
            except FileNotFoundError:
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise BoxFailure(f"cannot remove the control group {group}: {error.strerror}") from error
                time.sleep(0.001)
            else:
                break


def remove_if_unused(groups: list[Path]) -> None:
    """Remove groups that hold no other groups and no processes; leave the others."""
    for group in groups:
        try:
            group.rmdir()
        except OSError:
            continue


def _kill_once(group: Path) -> None:
    """Where the kernel cannot kill a group whole, a fork may escape: then it takes another round."""
    try:
        _tell(group / "cgroup.kill", "1")
    except OSError:
        for pid in processes([group]):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _give_back_pages(group: Path) -> None:
    """Pages of files charged to a group would keep it alive in the kernel after its removal.

    Version 1 lets go of all of them, version 2 of as many bytes as it is told to, from Linux 5.19 on. Before that they
    go when the host wants memory.
    """
    with contextlib.suppress(OSError):
        _tell(group / "memory.force_empty", "0")
    with contextlib.suppress(OSError):
        _tell(group / "memory.reclaim", (group / "memory.current").read_text())


def _tell(file: Path, text: str) -> None:
    """Write to a file of a group. Raises OSError where the kernel does not have it."""
    with file.open("r+b", buffering=0) as opened:
        opened.write(text.encode())
