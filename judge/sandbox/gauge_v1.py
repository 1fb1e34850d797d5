"""A box's group under cgroup version 1, which every kernel that boxes run on has had all of.

| reading | file | unlike version 2 |
|---|---|---|
| CPU time | `cpuacct.usage` | in nanoseconds |
| peak of memory | `memory.max_usage_in_bytes` | writing 0 resets it for every reader, on any kernel |
| kills for want of memory | `oom_kill` in `memory.oom_control` | `memory.failcnt` counts reclaim, which is no kill |
| forks refused | `max` in `pids.events` | |
| killing all of a group | nothing: `cgroups.kill` signals process after process until none is left | |
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


class GaugeV1:
    """Version 1 resets a peak when 0 is written to it, and gives CPU time in nanoseconds."""

    needs_samples = False

    def __init__(self, by_controller: Mapping[str, Path], path: str) -> None:
        self._memory = by_controller["memory"] / path.lstrip("/")
        self._pids = by_controller["pids"] / path.lstrip("/")
        cpu = by_controller["cpuacct"] / path.lstrip("/")
        self._open: list[int] = []
        self._cpu = self._file(cpu / "cpuacct.usage", os.O_RDONLY)
        self._peak = self._file(self._memory / "memory.max_usage_in_bytes", os.O_RDWR)
        self._oom = self._file(self._memory / "memory.oom_control", os.O_RDONLY)
        self._refused = self._file(self._pids / "pids.events", os.O_RDONLY)
        self._base = 0

    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu, 32, 0))

    def oom_kills(self) -> int:
        return int(os.pread(self._oom, 256, 0).rpartition(b"oom_kill ")[2])

    def forks_refused(self) -> int:
        return int(os.pread(self._refused, 64, 0).rpartition(b"max ")[2])

    def begin(self) -> None:
        os.pwrite(self._peak, b"0", 0)
        self._base = int(os.pread(self._peak, 32, 0))

    def sample(self) -> None:
        return

    def grown_bytes(self) -> int:
        return max(0, int(os.pread(self._peak, 32, 0)) - self._base)

    def file_cache_bytes(self) -> int:
        lines = dict(line.split() for line in (self._memory / "memory.stat").read_text().splitlines())
        return int(lines["cache"]) - int(lines["shmem"])

    def allow_above_use(self, more_bytes: int) -> None:
        self.allow(int((self._memory / "memory.usage_in_bytes").read_text()) + more_bytes)

    def allow(self, memory_bytes: int) -> None:
        """With swap accounting a second limit stands above this one, and neither may cross the other on the way."""
        limit = self._memory / "memory.limit_in_bytes"
        with_swap = self._memory / "memory.memsw.limit_in_bytes"
        order = [limit]
        if with_swap.exists():
            rises = memory_bytes > int(limit.read_text())
            order = [with_swap, limit] if rises else [limit, with_swap]
        for file in order:
            file.write_text(str(memory_bytes))

    def allow_processes(self, count: int) -> None:
        (self._pids / "pids.max").write_text(str(count))

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def _file(self, path: Path, flags: int) -> int:
        self._open.append(os.open(path, flags | os.O_CLOEXEC))
        return self._open[-1]
