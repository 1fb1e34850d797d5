"""Figures of the whole host that an attack must not move. Others move them too: more than the bound is a find only if
it stays, and comes again when the attack is made again.
"""

from __future__ import annotations

from judge.sandbox import cgroups
from scripts.attack.traces import lines

BOUNDS = {
    "memory in use": 256 << 20,  # moves with everything that runs on the host
    "kernel memory": 48 << 20,  # what no process holds any more, and no cache of files would give back
    "memory groups": 16,  # those that wait for their last page to go count as well
}
"""Level -> how far it may rise."""

_KERNEL_MEMORY = ("SUnreclaim", "Shmem", "KernelStack", "PageTables", "Percpu", "Mlocked")

Levels = dict[str, int]


def levels() -> Levels:
    """The levels of the host now."""
    pairs = (line.split(":") for line in lines("/proc/meminfo"))
    memory = {name: int(value.split()[0]) << 10 for name, value in pairs}
    return {
        "memory in use": memory["MemTotal"] - memory["MemAvailable"],
        "kernel memory": sum(memory.get(name, 0) for name in _KERNEL_MEMORY),
        "memory groups": _memory_groups(),
    }


def risen(before: Levels, after: Levels, times: int = 1) -> list[str]:
    """The levels that rose by more than so many times their bound."""
    more = {name: after[name] - before[name] for name in before}
    return [f"{name}: {more[name]:,} more than before" for name, bound in BOUNDS.items() if more[name] > bound * times]


def _memory_groups() -> int:
    """Groups with a memory controller, the dying too, which have no folder any more."""
    hierarchies = cgroups.this_host()
    if hierarchies is not None and hierarchies.version == 2:
        stat = dict(line.split() for line in lines(hierarchies.folders[0] / "cgroup.stat"))
        return int(stat["nr_descendants"]) + int(stat["nr_dying_descendants"])
    return next((int(line.split()[2]) for line in lines("/proc/cgroups") if line.startswith("memory")), 0)
