"""Judges the jury's own submissions of problem packages through the HTTP API, and shows a table."""

from __future__ import annotations

import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from judge import runtimes
from model.errors import InputError
from problems.kattis import open_package
from problems.package import Package
from scripts.client import Client

_HEADER = ("submission", "language", "verdict", "expected", "time", "memory")
_WIDTHS = (9, 15, 29, 8, 10)
_WAIT_S = 2


@dataclass(slots=True)
class Row:
    """One jury submission and what became of it."""

    problem: str
    path: str
    language: str
    expected: tuple[str, ...]
    id: int = 0
    verdict: str = ""
    reason: str = ""
    time_ms: int = 0
    memory_bytes: int = 0

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is one that the jury permits."""
        return self.verdict in self.expected


def add(client: Client, path: Path, slug: str | None = None) -> dict[str, Any]:
    """Upload a package (a folder or a zip), under the name of the folder or zip if `slug` is None.

    It is checked here first. Raises PackageRefused with every finding, and InputError.
    """
    with opened(path, slug) as package:
        return upload(client, package, path)


def opened(path: Path, slug: str | None = None) -> Package:
    """The package at `path`, with the runtimes of this installation. Raises PackageRefused and NotFound."""
    endings: dict[str, str] = {}
    for runtime in runtimes.load_all().values():
        for ending in runtime.extensions:
            endings.setdefault(ending, runtime.id)
    return open_package(path, slug=slug, extensions=endings)


def upload(client: Client, package: Package, path: Path) -> dict[str, Any]:
    """Upload an opened package; of a folder, the files that were checked and nothing else."""
    if path.is_file():
        return client.put_problem(package.slug, path)
    with tempfile.TemporaryDirectory(prefix="pgjudge-") as folder:
        archive = Path(folder) / f"{package.slug}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
            for name in sorted(package.source.files):
                with package.source.open(name) as content, target.open(name, "w", force_zip64=True) as copy:
                    shutil.copyfileobj(content, copy)
        return client.put_problem(package.slug, archive)


def submit_all(client: Client, package: Package, path: Path) -> list[Row]:
    """Upload a package and submit its jury submissions. Raises InputError where it has none."""
    if not package.submissions:
        raise InputError(f"{package.slug} has no submissions", cure="put some below submissions/accepted")
    upload(client, package, path)
    rows = []
    for jury in package.submissions:
        expected = tuple(str(verdict) for verdict in jury.permitted)
        row = Row(package.slug, jury.path, jury.runtime, expected)
        row.id = client.submit(
            problem=package.slug, language=jury.runtime, source=jury.source, user="jury", file_name=jury.file_name
        )["id"]
        rows.append(row)
    return rows


def follow(
    client: Client, rows: Iterable[Row], show: Callable[[Row], None], stopped: Callable[[], bool] = lambda: False
) -> None:
    """Wait for every verdict, in the order of submission, and show each row when it is there; or until `stopped`."""
    for row in rows:
        answer: dict[str, Any] = {"state": "QUEUED"}
        while answer["state"] != "DONE":
            if stopped():
                return
            answer = client.submission(row.id, wait_s=_WAIT_S)
        row.verdict = answer["verdict"]
        row.reason = answer.get("reason") or ""
        row.time_ms = answer.get("time_ms") or 0
        row.memory_bytes = answer.get("memory_bytes") or 0
        show(row)


class Table:
    """A table that grows as verdicts come; on a terminal, with a line below it that says how far things are."""

    def __init__(self, rows: list[Row]) -> None:
        self._total = len(rows)
        self._done = 0
        self._live = sys.stdout.isatty()
        self._name_width = max(len(_name(row)) for row in rows)
        print(self._line(_HEADER))
        self._status()

    def show(self, row: Row) -> None:
        """Add a row."""
        self._done += 1
        if self._live:
            print("\r\x1b[K", end="")
        verdict = row.verdict if row.as_expected else f"{row.verdict} !"
        cells = (
            _name(row),
            row.language,
            verdict,
            " or ".join(row.expected),
            f"{row.time_ms} ms",
            f"{row.memory_bytes / (1 << 20):.1f} MiB",
        )
        print(self._line(cells), flush=True)
        self._status()

    def close(self) -> None:
        """No more rows will come: take the last line away."""
        if self._live and self._done < self._total:
            print("\r\x1b[K", end="", flush=True)

    def _line(self, cells: Iterable[str]) -> str:
        widths = (self._name_width, *_WIDTHS)
        return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

    def _status(self) -> None:
        if self._live and self._done < self._total:
            print(f"judging {self._done + 1} of {self._total} ...", end="", flush=True)


def _name(row: Row) -> str:
    """The submission without the folder that all have in common."""
    return f"{row.problem}/{row.path.removeprefix('submissions/')}"


def summary(rows: list[Row]) -> str:
    """`45 submissions, 45 as expected`."""
    return f"{len(rows)} submissions, {sum(row.as_expected for row in rows)} as expected"


def as_json(rows: list[Row]) -> list[dict[str, Any]]:
    """The rows as plain values."""
    return [asdict(row) | {"as_expected": row.as_expected} for row in rows]
