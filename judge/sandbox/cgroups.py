"""Control groups of this host: which version, where its hierarchies are, and how to make a group go away.

A box's group has the same path below every hierarchy. The OCI runtime creates it; we read it, and remove it ourselves.
"""

from __future__ import annotations

import contextlib
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


def processes(groups: Iterable[Path]) -> set[int]:
    """The processes in any of these folders; folders that are not there have none."""
    found: set[int] = set()
    for group in groups:
        try:
            found.update(map(int, (group / "cgroup.procs").read_text().split()))
        except FileNotFoundError:
            continue
    return found


def kill(groups: list[Path]) -> None:
    """Kill what is left in these folders and wait until it is gone. Raises BoxFailure if it will not go."""
    deadline = time.monotonic() + GONE_SECONDS
    killed: set[int] = set()
    while left := processes(groups):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
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


def _give_back_pages(group: Path) -> None:
    """Page cache charged to a version 1 group would keep it alive in the kernel after its removal."""
    try:
        (group / "memory.force_empty").write_text("0")
    except OSError:
        return
