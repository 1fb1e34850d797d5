"""Judging one submission: compile, then all tests in one run box, one after another, up to the first that fails.

The output is compared as soon as a test has ended. A box that fails is replaced once in a judging, and the work goes on
from the test that it failed in; the results before it stand, since each came from a complete run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from judge.checkers import check
from judge.compiling import Compiled, compile_source
from judge.limits import run_plan
from judge.outcome import COMPILED, outcome, signal_name
from judge.sandbox.box import Box, BoxFailure, Command, Engine, RunReport
from model.errors import JudgeFailure, PgjudgeError
from model.judging import JudgingResult, Output, TestResult
from model.logs import log
from model.problem import Manifest, TestFile
from model.runtime import Runtime
from model.verdict import Verdict

COMPILING = "compiling"
TESTING = "testing"
KEPT_BYTES = 64 << 10  # of each output stream, for authors

Progress = Callable[[str, int, int], None]
"""Told the phase, the number of tests done and of all tests: before the compile and after each test."""

_log = logging.getLogger(__name__)


class Cancelled(PgjudgeError):
    """Nobody wants this judging any more, for example because its lease is lost."""

    code = "cancelled"


class CaseData(Protocol):
    """Where the pipeline gets the tests' contents from."""

    def input(self, test: TestFile) -> BinaryIO:
        """The input, open for reading; the caller closes it."""

    def answer(self, test: TestFile) -> bytes:
        """The whole answer."""


@dataclass(frozen=True, slots=True)
class Job:
    """One submission to judge, with all that was looked up for it. `cpus` are host CPU numbers; empty: any."""

    source: bytes
    runtime: Runtime
    manifest: Manifest
    rootfs: Path
    image_digest: str
    cpus: tuple[int, ...] = ()


def judge(
    job: Job, engine: Engine, tests: CaseData, progress: Progress, cancelled: Callable[[], bool] = lambda: False
) -> JudgingResult:
    """Judge `job`. `cancelled` is asked before each test.

    Raises JudgeFailure when the judge failed (a box twice, or the tests' contents), and Cancelled.
    """
    if not job.manifest.tests:
        raise JudgeFailure("the problem has no tests", cure="import a version with tests under data/secret")
    return _Judging(job, engine, tests, progress, cancelled).result()


class _Judging:
    """The state of one judging."""

    def __init__(
        self, job: Job, engine: Engine, tests: CaseData, progress: Progress, cancelled: Callable[[], bool]
    ) -> None:
        self._job = job
        self._engine = engine
        self._data = tests
        self._progress = progress
        self._cancelled = cancelled
        self._tests = job.manifest.tests
        self._plan = run_plan(job.manifest.limits, job.runtime, job.rootfs, job.cpus)
        self._command = Command(self._plan.argv, self._plan.run, env=job.runtime.env)
        self._results: list[TestResult] = []
        self._outputs: tuple[Output, ...] = ()
        self._spare_boxes = 1

    def result(self) -> JudgingResult:
        self._progress(COMPILING, 0, len(self._tests))
        compiled = self._compile()
        if compiled.artifact is None:
            return self._summary(compiled, Verdict.COMPILE_ERROR, compiled.note)
        while not self._ended():
            try:
                self._run_tests(compiled.artifact)
            except BoxFailure as failure:
                if not self._ended():
                    self._replace_box(failure, f"test {len(self._results) + 1}")
        last = self._results[-1]
        return self._summary(compiled, last.verdict, last.reason)

    def _compile(self) -> Compiled:
        job = self._job
        try:
            return compile_source(job.source, job.runtime, self._engine, job.rootfs, job.cpus)
        except BoxFailure as failure:
            self._replace_box(failure, "compile")
            return compile_source(job.source, job.runtime, self._engine, job.rootfs, job.cpus)

    def _replace_box(self, failure: BoxFailure, at: str) -> None:
        """Spend the spare box, or give up."""
        if not self._spare_boxes:
            raise failure
        self._spare_boxes -= 1
        log(_log, "box_replaced", level=logging.WARNING, at=at, why=failure.message)

    def _ended(self) -> bool:
        """Whether every test has its result, or one has failed."""
        results = self._results
        return len(results) == len(self._tests) or bool(results and results[-1].verdict is not Verdict.ACCEPTED)

    def _run_tests(self, artifact: bytes) -> None:
        """Run the tests that have no result yet, in one fresh box."""
        step = self._job.runtime.compile
        with self._engine.open(self._plan.box) as box:
            box.put(COMPILED + step.artifact, artifact, executable=step.artifact_executable)
            while not self._ended():
                if self._cancelled():
                    raise Cancelled("the judging was cancelled")
                self._results.append(self._test(box, self._tests[len(self._results)]))
                self._progress(TESTING, len(self._results), len(self._tests))

    def _test(self, box: Box, test: TestFile) -> TestResult:
        limits = self._plan.run
        stdout, stderr = _Stream(limits.stdout_bytes), _Stream(limits.stderr_bytes)
        with self._data.input(test) as stdin:
            report = box.run(self._command, stdin, stdout, stderr)
        decided = outcome(report, self._command, self._plan.box.memory_bytes)
        verdict, reason = decided.verdict, decided.reason
        if verdict is None:
            checked = check(self._job.manifest.checker, self._data.answer(test), bytes(stdout.data))
            verdict = Verdict.ACCEPTED if checked.accepted else Verdict.WRONG_ANSWER
            reason = checked.reason
        if verdict is not Verdict.ACCEPTED:
            self._outputs = (_kept(test, report, stdout, stderr),)
        return TestResult(
            number=test.number,
            verdict=verdict,
            reason=reason,
            cpu_ns=decided.cpu_ns,
            wall_ns=decided.wall_ns,
            memory_bytes=decided.memory_bytes,
            exit_code=report.exit_code,
            signal=None if report.signal is None else signal_name(report.signal),
            output_bytes=report.stdout_bytes,
        )

    def _summary(self, compiled: Compiled, verdict: Verdict, reason: str) -> JudgingResult:
        results = self._results
        return JudgingResult(
            verdict=verdict,
            reason=reason,
            cpu_ns=max((result.cpu_ns for result in results), default=0),
            wall_ns=max((result.wall_ns for result in results), default=0),
            memory_bytes=max((result.memory_bytes for result in results), default=0),
            tests=tuple(results),
            tests_total=len(self._tests),
            compile_output=compiled.text,
            compile_cpu_ns=compiled.cpu_ns,
            outputs=self._outputs,
            image_digest=self._job.image_digest,
        )


class _Stream:
    """A sink that keeps everything. More than `most` bytes is a breach of the box's own cap."""

    def __init__(self, most: int) -> None:
        self.data = bytearray()
        self._most = most

    def __call__(self, chunk: bytes) -> None:
        self.data += chunk
        if len(self.data) > self._most:
            raise BoxFailure("the box passed on more output than it was told to")


def _kept(test: TestFile, report: RunReport, stdout: _Stream, stderr: _Stream) -> Output:
    out, err = bytes(stdout.data[:KEPT_BYTES]), bytes(stderr.data[:KEPT_BYTES])
    return Output(test.number, out, err, report.stdout_bytes > len(out), report.stderr_bytes > len(err))
