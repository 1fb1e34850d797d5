"""Keeps what programs read of an image in the page cache, on our account and not on theirs.

The kernel charges a page of a file to the control group that touches it first. Without this, pages of an interpreter
that were not in the cache would count as memory of the program that happened to come first; and once a program fills
its limit, the kernel throws those pages out and reads them back, thousands of times, before it calls it out of memory:
the program then ends by its time limit, on some days. Pages that are charged to us are not the box's to throw out.
"""

from __future__ import annotations

import ctypes
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


class _Pages:
    """A file mapped without a descriptor. `mmap.mmap` keeps one for each, of hundreds of files, until Python 3.13, and
    a service often may have no more than 1,024."""

    def __init__(self, descriptor: int, size: int) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.mmap.restype = ctypes.c_void_p
        how = (mmap.PROT_READ, mmap.MAP_SHARED, descriptor, ctypes.c_long(0))
        place = self._libc.mmap(None, ctypes.c_size_t(size), *how)
        if place == ctypes.c_void_p(-1).value:
            raise _last_error()
        self._whole = (ctypes.c_void_p(place), ctypes.c_size_t(size))

    def populate(self) -> None:
        """Return when all of it is in memory. Raises OSError."""
        if self._libc.madvise(*self._whole, MADV_POPULATE_READ):
            raise _last_error()

    def close(self) -> None:
        """Only once."""
        self._libc.munmap(*self._whole)


def _last_error() -> OSError:
    return OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@dataclass(slots=True)
class _Kept:
    maps: tuple[_Pages, ...]
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
                pages.populate()
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


def _maps(rootfs: Path, patterns: tuple[str, ...]) -> Iterator[_Pages]:
    for path in sorted({path for pattern in patterns for path in matches(rootfs, pattern)}):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if size := os.fstat(descriptor).st_size:
                yield _Pages(descriptor, size)
        finally:
            os.close(descriptor)
