"""What this host needs to judge, a line each, and what it lacks."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from judge import agent, host_clock, images, runtimes
from judge.sandbox import engines
from judge.sandbox.box import Finding
from judge.sandbox.engines import Choice
from model.errors import SetupError
from model.settings import Settings

_LEAST_FREE_BYTES = 1 << 30


def choose(settings: Settings) -> Choice:
    """The kind of boxes for this host. Puts the agent in its place on the way."""
    with contextlib.suppress(SetupError, OSError):
        agent.install(settings.home)
    return engines.choose(settings.sandbox, engines.host(settings, settings.home / "agent"))


def check(settings: Settings, choice: Choice | None = None) -> list[Finding]:
    """Every requirement of a worker on this host, met or not; first, which kind of boxes it gets."""
    choice = choice or choose(settings)
    return [
        Finding("sandbox", True, f"{choice.kind} ({choice.why})"),
        *choice.findings,
        host_clock.clock(Path("/sys/devices/system/clocksource/clocksource0")),
        host_clock.core_layout(os.sched_getaffinity(0), settings.slots, Path("/sys/devices/system/cpu")),
        _images(settings),
        _disk(settings.home),
    ]


def require(settings: Settings) -> Choice:
    """The kind of boxes for this host. Raises SetupError with the first thing that it lacks."""
    choice = choose(settings)
    for finding in check(settings, choice):
        if not finding.ok:
            raise SetupError(f"{finding.name}: {finding.found}", cure=finding.cure)
    return choice


def line(finding: Finding) -> str:
    """One finding as one line."""
    cure = "" if finding.ok else f"; cure: {finding.cure}"
    return f"{'ok     ' if finding.ok else 'MISSING'} {finding.name}: {finding.found}{cure}"


def _images(settings: Settings) -> Finding:
    built = {name: images.find(runtime, settings.images) is not None for name, runtime in runtimes.load_all().items()}
    missing = ", ".join(sorted(name for name, there in built.items() if not there))
    found = f"{sum(built.values())} of {len(built)} runtimes in {settings.images}"
    # A worker offers what it has: only a host with no image at all cannot judge.
    return Finding(
        "images",
        any(built.values()),
        found + (f", without {missing}" if missing else ""),
        cure="run pgjudge runtime build",
    )


def _disk(home: Path) -> Finding:
    place = home
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    found = f"{free >> 20} MiB free at {place}"
    writable = os.access(place, os.W_OK)
    if not writable:
        return Finding("disk", False, f"{place} is not writable", cure="set PGJUDGE_HOME to a folder that is")
    return Finding("disk", free >= _LEAST_FREE_BYTES, found, cure="free some space, or set PGJUDGE_HOME elsewhere")
