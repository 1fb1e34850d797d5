"""What measuring time needs of this host: a clock that is quick and steady to read, and cores for the slots."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path

from judge import cores
from judge.sandbox.box import Finding

SLOW_SOURCES = ("acpi_pm", "hpet", "jiffies", "refined-jiffies", "pit")
"""Clock sources that are read from a device, or that move by ticks: a look then costs microseconds, or misses them."""

COARSEST_SECONDS = 1e-6


def clock(source: Path) -> Finding:
    """`source` is the kernel's folder of its clock source."""
    resolution = time.get_clock_info("monotonic").resolution
    try:
        name = (source / "current_clocksource").read_text().strip()
    except FileNotFoundError:
        name = "of an unknown source"
    good = name not in SLOW_SOURCES and resolution <= COARSEST_SECONDS
    cure = "use a machine with a steady TSC, or the virtual clock of its hypervisor (kvm-clock, hyperv)"
    return Finding("clock", good, f"{name}, steps of {resolution * 1e9:.0f} ns", cure)


def core_layout(available: Collection[int], slots: str, devices: Path) -> Finding:
    """Whether each slot has a core of its own. `devices` is the kernel's folder of CPUs.

    Two slots on hyperthreads of one core slow each other down; that is said, and left to the operator.
    """
    taken = [cpu for (cpu,) in cores.assign(available, slots)]
    text = f"{len(taken)} slots on CPUs {', '.join(map(str, sorted(set(taken))))} of {len(available)}"
    if len(taken) > len(set(taken)):
        cure = f"set PGJUDGE_SLOTS to at most {len(available)}, or give this process more CPUs"
        return Finding("core layout", False, f"{text}: slots would share CPUs", cure)
    shared = sorted(pair for pair in {_siblings(cpu, devices) for cpu in taken} if len({*pair} & {*taken}) > 1)
    if shared:
        text += "; slots on hyperthreads of one core: " + ", ".join("+".join(map(str, pair)) for pair in shared)
    return Finding("core layout", True, text)


def _siblings(cpu: int, devices: Path) -> tuple[int, ...]:
    """All CPUs of this one's core."""
    try:
        listed = (devices / f"cpu{cpu}/topology/thread_siblings_list").read_text().strip()
    except FileNotFoundError:
        return (cpu,)
    found: list[int] = []
    for part in listed.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return tuple(found)
