"""What a worker is asked to judge, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from model.submission import Lane
from model.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Claim:
    """A queue row that this worker holds until `lease` ends. Every later write presents `token`."""

    submission: int
    number: int  # of the judging; 1 for the first
    token: str
    attempt: int
    lane: Lane
    user: str
    problem: str
    version: int
    manifest_digest: str
    runtime: str
    file_name: str
    source: bytes


@dataclass(frozen=True, slots=True)
class TestResult:
    """How one test went. `reason` is machine-readable: `exit 3`, `signal SIGSEGV`, `wall clock`, ..."""

    __test__ = False

    number: int
    verdict: Verdict
    reason: str = ""
    cpu_ns: int = 0
    wall_ns: int = 0
    memory_bytes: int = 0
    exit_code: int | None = None
    signal: str | None = None
    output_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Output:
    """What the program wrote on one test, cut at 64 KiB; for authors only."""

    test: int
    stdout: bytes
    stderr: bytes
    stdout_cut: bool
    stderr_cut: bool


@dataclass(frozen=True, slots=True)
class JudgingResult:
    """The end of a judging.

    `cpu_ns` and `memory_bytes` are the largest over the tests. `compile_output` is valid UTF-8, capped, marked if cut.
    """

    verdict: Verdict
    reason: str = ""
    cpu_ns: int = 0
    wall_ns: int = 0
    memory_bytes: int = 0
    tests: tuple[TestResult, ...] = ()
    tests_total: int = 0
    compile_output: str = ""
    compile_cpu_ns: int = 0
    outputs: tuple[Output, ...] = field(default=())
    worker: str = ""
    image_digest: str = ""
