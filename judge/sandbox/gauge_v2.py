"""A box's group under cgroup version 2, and what takes the place of files that older kernels lack.

| reading | file | since Linux | before that |
|---|---|---|---|
| CPU time | `usage_usec` in `cpu.stat` | 4.15 | no boxes |
| peak of memory | `memory.peak`, reset for one open file by writing | 6.12 | the peak where it rose, else as below |
| | `memory.peak`, which only rises | 5.19 | the highest sample of `memory.current` |
| kills for want of memory | `oom_kill` in `memory.events` | 4.13 | no boxes |
| forks refused | `max` in `pids.events` | 4.8 | no boxes |
| killing all of a group | `cgroup.kill`, see `cgroups.kill` | 5.14 | signals process after process until none is left |
"""

from __future__ import annotations

import os
from pathlib import Path


class GaugeV2:
    """Finds out by itself what the kernel has."""

    def __init__(self, group: Path, *, resettable: bool | None = None) -> None:
        """`resettable` is found out if it is not given."""
        self._group = group
        self._open: list[int] = []
        self._cpu = self._file("cpu.stat", os.O_RDONLY)
        self._current = self._file("memory.current", os.O_RDONLY)
        self._events = self._file("memory.events", os.O_RDONLY)
        self._refused = self._file("pids.events", os.O_RDONLY)
        self._peak = -1
        if resettable is not False:
            self._peak = self._resettable_peak()
        self.needs_samples = self._peak < 0
        if self.needs_samples and (group / "memory.peak").exists():
            self._peak = self._file("memory.peak", os.O_RDONLY)
        self._base = self._base_peak = self._highest_sample = 0

    def cpu_ns(self) -> int:
        return _field(os.pread(self._cpu, 512, 0), b"usage_usec") * 1000

    def oom_kills(self) -> int:
        return _field(os.pread(self._events, 512, 0), b"oom_kill")

    def forks_refused(self) -> int:
        return _field(os.pread(self._refused, 64, 0), b"max")

    def begin(self) -> None:
        if self.needs_samples:
            self._base = self._highest_sample = int(os.pread(self._current, 32, 0))
            self._base_peak = self._read_peak()
        else:
            os.pwrite(self._peak, b"0", 0)
            self._base = int(os.pread(self._peak, 32, 0))

    def sample(self) -> None:
        self._highest_sample = max(self._highest_sample, int(os.pread(self._current, 32, 0)))

    def grown_bytes(self) -> int:
        peak = self._read_peak()
        if self.needs_samples and peak <= self._base_peak:
            peak = self._highest_sample
        return max(0, peak - self._base)

    def file_cache_bytes(self) -> int:
        stat = b"\n" + (self._group / "memory.stat").read_bytes()
        return _field(stat, b"file") - _field(stat, b"shmem")

    def allow_above_use(self, more_bytes: int) -> None:
        self.allow(int(os.pread(self._current, 32, 0)) + more_bytes)

    def allow(self, memory_bytes: int) -> None:
        (self._group / "memory.max").write_text(str(memory_bytes))

    def allow_processes(self, count: int) -> None:
        (self._group / "pids.max").write_text(str(count))

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def _read_peak(self) -> int:
        return int(os.pread(self._peak, 32, 0)) if self._peak >= 0 else 0

    def _resettable_peak(self) -> int:
        """Descriptor of a peak that can be reset, or -1: older kernels refuse to open it for writing."""
        try:
            descriptor = self._file("memory.peak", os.O_RDWR)
            os.pwrite(descriptor, b"0", 0)
        except OSError:
            return -1
        return descriptor

    def _file(self, name: str, flags: int) -> int:
        self._open.append(os.open(self._group / name, flags | os.O_CLOEXEC))
        return self._open[-1]


def _field(text: bytes, name: bytes) -> int:
    """The number after a name in lines of `name number`."""
    for line in text.splitlines():
        key, _, value = line.partition(b" ")
        if key == name:
            return int(value)
    raise KeyError(name.decode())
