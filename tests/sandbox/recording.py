"""Copies of a box's control group, taken before and after runs: what its files said, kept as JSON.

A recording is `{"kernel": ..., "version": 1 or 2, "peak": ..., "stages": {stage: {file: text}}}`. `peak` tells what the
peak of memory is: "resets", "rises" or "none". Files of all controllers are side by side.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from judge.sandbox.cgroups import Hierarchies, find_hierarchies
from judge.sandbox.gauge_v1 import GaugeV1
from judge.sandbox.gauge_v2 import GaugeV2
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import LIMITS, SECOND, run

FOLDER = Path(__file__).resolve().parent / "recorded"

LONG = replace(LIMITS, cpu_ns=60 * SECOND, wall_ns=120 * SECOND)
OUT_OF_MEMORY = "out of memory"
PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "held 40": ("/box/hold", "40"),
    "held 2": ("/box/hold", "2"),
    OUT_OF_MEMORY: ("/box/hold", "200"),
    "too many forks": ("/box/forks",),
}
"""Stage -> what is run in it, in a box of 64 MiB and 16 processes."""

PEAK = {1: "memory.max_usage_in_bytes", 2: "memory.peak"}
FILES = {
    1: (
        *("cpuacct.usage", "memory.usage_in_bytes", "memory.max_usage_in_bytes", "memory.limit_in_bytes"),
        *("memory.memsw.limit_in_bytes", "memory.failcnt", "memory.oom_control", "memory.stat"),
        *("pids.current", "pids.max", "pids.events"),
    ),
    2: (
        *("cpu.stat", "memory.current", "memory.peak", "memory.max", "memory.swap.max", "memory.events", "memory.stat"),
        *("pids.current", "pids.max", "pids.events", "cgroup.events", "cgroup.controllers"),
    ),
}


class Recorder:
    """Watches one box's group. Holds the peak open: version 2 shows a reset through the same file only."""

    def __init__(self, path: str) -> None:
        hierarchies = _hierarchies()
        self._version = hierarchies.version
        self._folders = hierarchies.groups(path)
        self._stages: dict[str, dict[str, str]] = {}
        self._peak, self._kind = -1, "none"
        for file in (folder / PEAK[self._version] for folder in self._folders):
            if file.exists():
                self._peak, self._kind = os.open(file, os.O_RDWR), "resets"

    def record(self, box: RuncBox) -> None:
        """Run every program in the box, and copy the files before the first and around each."""
        self._copy("opened")
        for stage, argv in PROGRAMS.items():
            self._reset()
            self._copy(f"before: {stage}")
            report = run(box, *argv, limits=LONG).report
            assert (report.exit_code == 0) != (stage == OUT_OF_MEMORY), f"{stage} went otherwise: {report}"
            self._copy(stage)

    def save(self, file: Path) -> None:
        """Write what was recorded."""
        whole = {"kernel": platform.release(), "version": self._version, "peak": self._kind, "stages": self._stages}
        file.write_text(json.dumps(whole, indent=1) + "\n")
        if self._peak >= 0:
            os.close(self._peak)

    def _reset(self) -> None:
        if self._peak >= 0 and self._kind == "resets":
            try:
                os.pwrite(self._peak, b"0", 0)
            except OSError:
                self._kind = "rises"

    def _copy(self, stage: str) -> None:
        found = {}
        for name in FILES[self._version]:
            for folder in self._folders:
                if (folder / name).exists():
                    found[name] = (folder / name).read_text()
        if self._peak >= 0:
            found[PEAK[self._version]] = os.pread(self._peak, 32, 0).decode()
        self._stages[stage] = found


@dataclass
class Played:
    """A recording that is shown to a gauge as if it happened now, in plain files."""

    recording: dict[str, Any]
    folder: Path

    def show(self, stage: str) -> None:
        """Let the files say what they said then. What a gauge resets begins with a 0 for it to overwrite."""
        for name, text in self.recording["stages"][stage].items():
            (self.folder / name).write_text("0" + text if name in PEAK.values() else text)

    def gauge(self) -> GaugeV1 | GaugeV2:
        """A gauge on these files."""
        if self.recording["version"] == 2:
            return GaugeV2(self.folder, resettable=self.recording["peak"] == "resets")
        above = self.folder.parent
        return GaugeV1({"memory": above, "cpuacct": above, "pids": above}, self.folder.name)


def load(file: Path, folder: Path) -> Played:
    """A recording, as it stood before the first run."""
    folder.mkdir()
    played = Played(json.loads(file.read_bytes()), folder)
    played.show("opened")
    return played


def _hierarchies() -> Hierarchies:
    found = find_hierarchies(Path("/proc/self/mountinfo").read_text())
    assert found is not None
    return found
