"""Keeps what programs read of an image in the page cache, on our account and not on theirs.

The kernel charges a page of a file to the control group that touches it first. Without this, pages of an interpreter
that were not in the cache would count as memory of the program that happened to come first; and once a program fills
its limit, the kernel throws those pages out and reads them back, thousands of times, before it calls it out of memory:
the program then ends by its time limit, on some days. Pages that are charged to us are not the box's to throw out.
"""

from __future__ import annotations

import mmap
import os
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FRESH_SECONDS = 5.0
"""How long nothing is looked at again: a look costs 5 to 10 ms for a language's 50 to 250 MB."""

MADV_POPULATE_READ = 22  # Linux 5.14 and later, <linux/mman.h>


@dataclass(slots=True)
class _Kept:
    maps: tuple[mmap.mmap, ...]
    fresh_until: float = 0.0


class Residents:
    """The files that this process keeps in the page cache, of every image that it has opened a box on."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Path, tuple[str, ...]], _Kept] = {}
        self._one = threading.Lock()

    def keep(self, rootfs: Path, patterns: tuple[str, ...]) -> None:
        """Return when all pages of the files below `rootfs` that match are in memory. Raises OSError.

        The first time for an image this reads them, maybe from a disk.
        """
        with self._one:
            kept = self._kept.get((rootfs, patterns))
            if kept is None:
                kept = self._kept[rootfs, patterns] = _Kept(tuple(_maps(rootfs, patterns)))
            if time.monotonic() < kept.fresh_until:
                return
            for pages in kept.maps:
                pages.madvise(MADV_POPULATE_READ)
            kept.fresh_until = time.monotonic() + FRESH_SECONDS

    def close(self) -> None:
        """Let go of all. Safe to call again."""
        with self._one:
            for kept in self._kept.values():
                for pages in kept.maps:
                    pages.close()
            self._kept.clear()


def matches(rootfs: Path, pattern: str) -> list[Path]:
    """The regular files below `rootfs` that `pattern`, an absolute path with `*` and `**`, stands for."""
    return [path for path in sorted(rootfs.glob(pattern.lstrip("/"))) if stat.S_ISREG(path.lstat().st_mode)]


def _maps(rootfs: Path, patterns: tuple[str, ...]) -> Iterator[mmap.mmap]:
    for path in sorted({path for pattern in patterns for path in matches(rootfs, pattern)}):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if os.fstat(descriptor).st_size:
                yield mmap.mmap(descriptor, 0, mmap.MAP_SHARED, mmap.PROT_READ)
        finally:
            os.close(descriptor)
