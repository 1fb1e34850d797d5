"""The one internal shape of a problem, whatever format it was imported from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class CheckerKind(StrEnum):
    """How an output is compared with the answer."""

    TOKEN = "token"
    EXACT = "exact"
    LINE = "line"
    FLOAT = "float"


@dataclass(frozen=True, slots=True)
class Checker:
    """A built-in checker and its options. Tolerances are used by `float` only; None means none."""

    kind: CheckerKind = CheckerKind.TOKEN
    case_sensitive: bool = True
    absolute_tolerance: float | None = None
    relative_tolerance: float | None = None


@dataclass(frozen=True, slots=True)
class ProblemLimits:
    """Limits of one run on one test, before a runtime's multiplier and allowance."""

    time_ms: int = 2_000
    memory_bytes: int = 256 << 20
    output_bytes: int = 8 << 20
    multipliers: tuple[tuple[str, float], ...] = ()  # runtime id -> factor that replaces the runtime's own


@dataclass(frozen=True, slots=True)
class TestFile:
    """A test: its input and answer by sha256 (hex) and size in bytes. Numbers start at 1, samples come first."""

    __test__ = False

    number: int
    name: str
    sample: bool
    input_digest: str
    input_bytes: int
    answer_digest: str
    answer_bytes: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that judging a problem version needs. The sha256 of its canonical JSON, a blob, is the version's digest."""

    checker: Checker
    limits: ProblemLimits
    tests: tuple[TestFile, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """The text shown to contestants: Markdown or TeX source as found, and its language."""

    language: str
    format: str  # "md" or "tex"
    text: str


@dataclass(frozen=True, slots=True)
class ProblemVersion:
    """An immutable version of a problem. `number` starts at 1 and grows by one."""

    slug: str
    number: int
    title: str
    digest: str
    manifest: Manifest
    statements: tuple[Statement, ...] = field(default=())
