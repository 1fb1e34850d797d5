"""Locks on files that may be removed by whoever holds them. The kernel drops a lock when its last holder dies."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


def lock(file: Path, *, shared: bool = False, wait: bool = False) -> int | None:
    """A descriptor that holds the lock, or None if another has it. The file is created if it is missing."""
    how = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB)
    while True:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, how)
        except BlockingIOError:
            os.close(descriptor)
            return None
        if _is_still(file, descriptor):
            return descriptor
        os.close(descriptor)


def become_only_holder(descriptor: int) -> bool:
    """Turn a shared lock into an exclusive one, if nobody else shares it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(file: Path, descriptor: int) -> bool:
    """Whether the file we locked is the one under its name: its last holder may have removed it in between."""
    try:
        return os.path.samestat(os.stat(file), os.fstat(descriptor))
    except FileNotFoundError:
        return False
