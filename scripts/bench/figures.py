"""How benchmarks print: one JSON object a line, one figure an object."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path

import orjson


class Figures:
    """Prints the figures of one benchmark."""

    def __init__(self, bench: str) -> None:
        self._bench = bench
        self.figure("machine", _machine(), "text", 1)

    def figure(
        self, metric: str, value: float | str, unit: str, n: int, *, peer: str = "", ratio: float | None = None
    ) -> None:
        """One figure; for a comparison, who it is compared with and the ratio."""
        line: dict[str, object] = {
            "bench": self._bench,
            "metric": metric,
            "value": _rounded(value),
            "unit": unit,
            "n": n,
        }
        if peer:
            line |= {"peer": peer, "ratio": _rounded(ratio or 0.0)}
        print(orjson.dumps(line).decode(), flush=True)


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which `part` (0 to 1) of the values lie."""
    if part == 0.5:
        return statistics.median(values)
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def _rounded(value: float | str) -> float | str:
    return value if isinstance(value, str) else float(f"{value:.4g}")


def _machine() -> str:
    cpu = "unknown CPU"
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            cpu = line.partition(":")[2].strip()
    return f"{cpu}, {os.cpu_count()} CPUs, Linux {platform.release()}, Python {platform.python_version()}"
