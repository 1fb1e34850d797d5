"""Ranges of host user ids, one for each box: no two boxes on the host share one.

A range is taken by locking a file named after its first uid. All deployments on a host that use the same `run_dir`
share the ranges; give others another `uid_base`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from judge.sandbox.box import BoxFailure
from judge.sandbox.bundle import UIDS
from judge.sandbox.locks import lock

RANGES = 4_096
LAST_UID = 0xFFFF_0000
"""The highest uids have special meanings."""


class UidRange:
    """A range that is ours until `release`, or until this process ends.

    The lock belongs to the open file: a child that inherits `descriptor` holds it too.
    """

    def __init__(self, first_uid: int, file: Path, descriptor: int) -> None:
        self.first_uid = first_uid
        self.descriptor = descriptor
        self._file = file

    def release(self) -> None:
        """Give it back. Safe to call again."""
        if self.descriptor >= 0:
            self._file.unlink(missing_ok=True)
            os.close(self.descriptor)
            self.descriptor = -1


def acquire(folder: Path, base: int) -> UidRange:
    """Take the first free range from `base` up. Raises BoxFailure when none is free."""
    for first_uid in range(base, min(base + RANGES * UIDS, LAST_UID), UIDS):
        taken = try_acquire(folder, first_uid)
        if taken:
            return taken
    raise BoxFailure(f"no free range of user ids from {base:#x} up")


def try_acquire(folder: Path, first_uid: int) -> UidRange | None:
    """Take this range, or None if another box has it."""
    file = folder / str(first_uid)
    descriptor = lock(file)
    return None if descriptor is None else UidRange(first_uid, file, descriptor)


def known(folder: Path) -> Iterator[int]:
    """First uids of the ranges that someone took and did not release, dead or alive."""
    return (int(entry.name) for entry in folder.iterdir())
