"""Reads the conformance cases: those of `runtimes/conformance.toml`, and the folders' own in `own.toml`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from judge import runtimes
from judge.toml_table import Table, read_toml
from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, TestFile
from model.runtime import Runtime
from model.verdict import Verdict

KEYS = (
    *("about", "input", "input_count", "answer", "verdict", "reason", "time_ms", "memory_mib", "cpu_most_ms"),
    *("only", "source"),
)


@dataclass(frozen=True)
class Case:
    """One program of one runtime, and what must come of it. It is also the pipeline's source of test data."""

    runtime: Runtime
    name: str
    source: Path
    stdin: bytes
    expected: bytes
    verdict: Verdict
    reason: str | None
    cpu_most_ms: int | None
    limits: ProblemLimits

    @property
    def id(self) -> str:
        return f"{self.runtime.id}-{self.name}"

    @property
    def manifest(self) -> Manifest:
        test = TestFile(1, "secret/1", False, "", len(self.stdin), "", len(self.expected))
        return Manifest(Checker(CheckerKind.EXACT), self.limits, (test,))

    def input(self, _test: TestFile) -> BinaryIO:
        return io.BytesIO(self.stdin)

    def answer(self, _test: TestFile) -> bytes:
        return self.expected


def read(folder: Path = runtimes.FOLDER) -> list[Case]:
    """Every case of every runtime. Fails with all that is wrong: an unknown key, a missing source."""
    findings: list[str] = []
    shared = read_toml(folder / "conformance.toml", findings)
    cases = []
    for runtime in runtimes.load_all(folder).values():
        place = runtime.folder / "conformance"
        own = read_toml(place / "own.toml", findings) if (place / "own.toml").exists() else {}
        cases += list(_cases(runtime, shared, findings)) + list(_cases(runtime, own, findings))
    assert not findings, "\n".join(findings)
    return cases


def _cases(runtime: Runtime, tables: dict[str, object], findings: list[str]) -> Iterator[Case]:
    for name, values in tables.items():
        where = f"{runtime.folder.name} case {name}"
        table = Table(values, where, KEYS, findings)
        given = values if isinstance(values, dict) else {}
        table.text("about")
        if "only" in given and runtime.id not in table.texts("only"):
            continue
        source = runtime.folder / "conformance" / given.get("source", name + runtime.extensions[0])
        if not source.is_file():
            findings.append(f"{where}: {source.name} is missing in {source.parent}")
        yield Case(
            runtime=runtime,
            name=name,
            source=source,
            stdin=_input(given),
            expected=given.get("answer", "").encode(),
            verdict=Verdict(given.get("verdict", "ACCEPTED")),
            reason=given.get("reason"),
            cpu_most_ms=given.get("cpu_most_ms"),
            limits=ProblemLimits(table.whole("time_ms", 2_000), table.whole("memory_mib", 256) << 20),
        )


def _input(given: dict[str, object]) -> bytes:
    if isinstance(count := given.get("input_count"), int):
        return "\n".join(map(str, [count, *range(1, count + 1), ""])).encode()
    return str(given.get("input", "")).encode()
