"""Engines to attack, each in a place of its own beside that of a service that runs on this host."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from judge.sandbox import engines
from judge.sandbox.box import Engine
from judge.sandbox.bundle import UIDS
from judge.sandbox.uid_ranges import LAST_UID, RANGES
from model.errors import SetupError
from model.settings import Settings

BOXES = 64
"""Ranges of uids that one suite has to itself: many more boxes than it opens at once."""

FIGURE_BYTES = 1 << 20
GVISOR_FIGURE_BYTES = 4 << 20
"""gVisor's own kernel is measured with the program."""


@dataclass(frozen=True, slots=True)
class Place:
    """An engine, and where on the host its boxes would leave something: a run folder, host uids."""

    engine: Engine
    run_dir: Path
    uids: range
    figure_bytes: int  # how far the memory figures of equal runs may lie apart


@contextmanager
def opened(kind: str, settings: Settings, agent: Path) -> Iterator[Place]:
    """An engine of this kind, apart from a service's own and other suites'.

    At the end all that it kept on the host is removed. Raises SetupError for the first thing that the host lacks.
    """
    run_dir, number = _new_run_dir(settings.run_dir)
    first = _another_base(settings.uid_base) + number % (RANGES // BOXES) * BOXES * UIDS
    host = replace(engines.host(settings, agent), run_dir=run_dir, uid_base=first)
    engine = engines.build(kind, host, kind)
    try:
        for finding in engine.check():
            if not finding.ok:
                raise SetupError(f"{finding.name}: {finding.found}", cure=finding.cure)
        figure_bytes = GVISOR_FIGURE_BYTES if kind.endswith("runsc") else FIGURE_BYTES
        yield Place(engine, run_dir, range(first, first + BOXES * UIDS), figure_bytes)
    finally:
        engine.close()
        run_dir.rmdir()


def _new_run_dir(service: Path) -> tuple[Path, int]:
    """A folder beside that of a service, which nobody else has, and its number."""
    for number in itertools.count(os.getpid()):
        run_dir = service.with_name(f"{service.name}-attack-{number}")
        try:
            run_dir.mkdir(mode=0o711, parents=True)
        except FileExistsError:
            continue
        return run_dir, number
    raise AssertionError("numbers have no end")


def _another_base(base: int) -> int:
    """The first uid of ranges that do not meet those from `base` up."""
    span = RANGES * UIDS
    return base + span if base + 2 * span <= LAST_UID else base - span
