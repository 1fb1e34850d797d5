"""The shape that every package format is read into. Test data stays where it is until it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import BinaryIO, Self

from model.problem import Checker, ProblemLimits, Statement
from model.verdict import Verdict
from problems.findings import Finding
from problems.source import Source


@dataclass(frozen=True, slots=True)
class PackageFile:
    """One file of test data. `open` gives its content from the start, each time anew."""

    path: str
    open: Callable[[], BinaryIO]


@dataclass(frozen=True, slots=True)
class PackageTest:
    """A test in judging order: numbers start at 1, samples come first. `name` is its path below `data`, no ending."""

    number: int
    name: str
    sample: bool
    input: PackageFile
    answer: PackageFile


@dataclass(frozen=True, slots=True)
class JurySubmission:
    """An example solution and the verdicts it may get as a whole; the first is what its folder is named after."""

    path: str
    file_name: str
    runtime: str
    permitted: tuple[Verdict, ...]
    source: bytes


@dataclass(frozen=True, slots=True)
class Package:
    """A package without errors. `findings` are its warnings. Close it when its tests have been read."""

    slug: str
    title: str
    checker: Checker
    limits: ProblemLimits
    tests: tuple[PackageTest, ...]
    statements: tuple[Statement, ...]
    submissions: tuple[JurySubmission, ...]
    findings: tuple[Finding, ...]
    source: Source = field(repr=False, compare=False)

    def close(self) -> None:
        """Let go of the folder or zip that it was read from."""
        self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
