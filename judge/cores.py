"""Which CPUs the slots of this host get."""

from __future__ import annotations

from collections.abc import Collection


def assign(available: Collection[int], slots: str) -> list[tuple[int, ...]]:
    """One CPU a slot, from the last downwards; `auto` leaves the first one to everything else.

    `available` are the numbers of the CPUs that this process may use (not indexes). More slots than CPUs share
    them in turn, which costs fairness: times then depend on what else runs.
    """
    cpus = sorted(available, reverse=True)
    count = max(1, len(cpus) - 1) if slots == "auto" else int(slots)
    return [(cpus[index % len(cpus)],) for index in range(count)]
