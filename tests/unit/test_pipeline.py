"""The pipeline against scripted boxes: verdicts, where it stops, what it keeps, and how it meets failures."""

from __future__ import annotations

import dataclasses
import errno
import io
import signal
from pathlib import Path
from typing import BinaryIO

import pytest

from judge.pipeline import Cancelled, Job, judge
from judge.sandbox.box import BoxFailure, FileRefused
from judge.sandbox.fake import FakeRun
from model.errors import JudgeFailure
from model.judging import JudgingResult
from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, TestFile
from model.runtime import Runtime
from model.verdict import Verdict
from tests.unit.scripted_boxes import Answer, ScriptedEngine, killed, ran

COMPILES = ran(files={"/tmp/program": b"ELF"}, cpu_ns=9)
GONE = BoxFailure("the agent is gone")
UNEXECUTABLE = (Verdict.RUNTIME_ERROR, "cannot be executed")


class Doubles:
    """Tests whose answer is twice the input; counts what is left open."""

    def __init__(self) -> None:
        self.opened: list[BinaryIO] = []
        self.answers: list[int] = []

    def input(self, test: TestFile) -> BinaryIO:
        self.opened.append(io.BytesIO(b"%d\n" % test.number))
        return self.opened[-1]

    def answer(self, test: TestFile) -> bytes:
        self.answers.append(test.number)
        return b"%d\n" % (2 * test.number)


def doubles(stdin: bytes) -> FakeRun:
    return ran(b"%d\n" % (2 * int(stdin)))


def quiet(phase: str, done: int, total: int) -> None:
    """Progress that nobody wants."""


@pytest.fixture
def job(runtime: Runtime) -> Job:
    tests = tuple(TestFile(n, f"secret/{n}", False, "00", 2, "11", 2) for n in range(1, 6))
    manifest = Manifest(Checker(), ProblemLimits(time_ms=1_000, memory_bytes=64 << 20, output_bytes=1 << 20), tests)
    return Job(b"int main;", runtime, manifest, Path("/images/c"), "sha256:c", (1,))


def judged(job: Job, *answers: Answer) -> tuple[JudgingResult, ScriptedEngine]:
    engine = ScriptedEngine(COMPILES, *answers)
    result = judge(job, engine, Doubles(), quiet)
    assert all(box.closed for box in engine.boxes)
    return result, engine


def test_all_tests_right_is_accepted(job: Job) -> None:
    result, engine = judged(job, *[doubles] * 5)
    assert (result.verdict, result.reason, result.tests_total) == (Verdict.ACCEPTED, "", 5)
    assert [test.number for test in result.tests] == [1, 2, 3, 4, 5]
    assert {test.verdict for test in result.tests} == {Verdict.ACCEPTED}
    assert (result.outputs, result.compile_cpu_ns, result.image_digest) == ((), 9, "sha256:c")
    assert len(engine.boxes) == 2


def test_the_run_box_holds_the_program_and_nothing_else(job: Job) -> None:
    _, engine = judged(job, *[doubles] * 5)
    box = engine.boxes[1]
    assert (box.put_files, box.executables) == ({"/box/program": b"ELF"}, {"/box/program"})
    assert box.spec.memory_bytes == 64 << 20
    assert box.spec.cpus == (1,)
    command = box.commands[0]
    assert (command.argv, command.env, command.wipe) == (("/box/program",), job.runtime.env, True)
    assert command.limits.cpu_ns == 1_000_000_000
    assert command.limits.stdout_bytes == 1 << 20


def test_figures_are_the_largest_over_the_tests(job: Job) -> None:
    def run(stdin: bytes) -> FakeRun:
        number = int(stdin)
        return ran(b"%d\n" % (2 * number), cpu_ns=number, wall_ns=10 - number, memory_bytes=abs(number - 3))

    result, _ = judged(job, *[run] * 5)
    assert (result.cpu_ns, result.wall_ns, result.memory_bytes) == (5, 9, 2)


FAILURES = [
    (ran(b"7\n"), Verdict.WRONG_ANSWER, "token 1 differs", 0, None),
    (ran(), Verdict.WRONG_ANSWER, "too few tokens", 0, None),
    (ran(b"6\n", exit_code=3), Verdict.RUNTIME_ERROR, "exit 3", 3, None),
    (killed(signal.SIGSEGV), Verdict.RUNTIME_ERROR, "signal SIGSEGV", None, "SIGSEGV"),
    (killed(signal.SIGSYS), Verdict.RUNTIME_ERROR, "forbidden system call", None, "SIGSYS"),
    (ran(b"6\n", cpu_ns=1_000_000_001), Verdict.TIME_LIMIT, "cpu time", 0, None),
    (killed(signal.SIGKILL, cpu_exceeded=True), Verdict.TIME_LIMIT, "cpu time", None, "SIGKILL"),
    (killed(signal.SIGKILL, wall_exceeded=True), Verdict.TIME_LIMIT, "wall clock", None, "SIGKILL"),
    (killed(signal.SIGKILL, oom_kills=1), Verdict.MEMORY_LIMIT, "memory", None, "SIGKILL"),
    (killed(signal.SIGKILL, output_exceeded=True), Verdict.OUTPUT_LIMIT, "output size", None, "SIGKILL"),
    (ran(exit_code=None, spawn_error="execve: Exec format error"), *UNEXECUTABLE, None, None),
]


@pytest.mark.parametrize(("answer", "verdict", "reason", "code", "name"), FAILURES)
def test_the_first_failure_ends_the_judging(
    answer: FakeRun, verdict: Verdict, reason: str, code: int | None, name: str | None, job: Job
) -> None:
    result, engine = judged(job, doubles, doubles, answer, doubles)
    assert (result.verdict, result.reason) == (verdict, reason)
    assert (len(result.tests), result.tests_total, len(engine.boxes[1].commands)) == (3, 5, 3)
    last = result.tests[-1]
    assert (last.number, last.verdict, last.reason, last.exit_code, last.signal) == (3, verdict, reason, code, name)
    assert [output.test for output in result.outputs] == [3]


def test_time_shown_with_a_time_limit_is_at_least_the_limit(job: Job) -> None:
    late_clock = killed(signal.SIGKILL, cpu_ns=999_000_000, cpu_exceeded=True)
    result, _ = judged(job, late_clock)
    assert result.cpu_ns == result.tests[0].cpu_ns == 1_000_000_000


def test_an_answer_is_read_only_when_the_checker_is_asked(job: Job) -> None:
    data = Doubles()
    engine = ScriptedEngine(COMPILES, doubles, ran(exit_code=1))
    judge(job, engine, data, quiet)
    assert data.answers == [1]
    assert all(stream.closed for stream in data.opened)


def test_the_problems_checker_is_used(job: Job) -> None:
    exact = dataclasses.replace(job, manifest=dataclasses.replace(job.manifest, checker=Checker(CheckerKind.EXACT)))
    result, _ = judged(exact, ran(b"2"))
    assert (result.verdict, result.reason) == (Verdict.WRONG_ANSWER, "missing final newline")


def test_outputs_of_the_failed_test_are_kept_and_cut(job: Job) -> None:
    result, _ = judged(job, ran(b"x" * 65_536 + b"y", b"err\x00"))
    (output,) = result.outputs
    assert (output.stdout, output.stdout_cut) == (b"x" * 65_536, True)
    assert (output.stderr, output.stderr_cut) == (b"err\x00", False)
    assert result.tests[0].output_bytes == 65_537


def test_dropped_standard_error_is_marked_as_cut(job: Job) -> None:
    (output,) = judged(job, ran(stderr=b"e" * 65_536, exit_code=1, stderr_bytes=1 << 30))[0].outputs
    assert (len(output.stderr), output.stderr_cut) == (65_536, True)


def test_output_in_several_frames_is_one_output(job: Job) -> None:
    result, _ = judged(job, ran(b" " * 65_535 + b"2" + b"\n" * 100_000), ran(b" " * 65_536 + b"4"), *[doubles] * 3)
    assert result.verdict is Verdict.ACCEPTED


def test_progress_is_told_before_the_compile_and_after_each_test(job: Job) -> None:
    told: list[tuple[str, int, int]] = []
    engine = ScriptedEngine(COMPILES, doubles, doubles, ran())
    judge(job, engine, Doubles(), lambda *said: told.append(said))
    assert told == [("compiling", 0, 5), ("testing", 1, 5), ("testing", 2, 5), ("testing", 3, 5)]


def test_a_compile_error_opens_no_run_box(job: Job) -> None:
    engine = ScriptedEngine(ran(b"main.c:1: error\n", exit_code=1))
    result = judge(job, engine, Doubles(), quiet)
    assert (result.verdict, result.reason) == (Verdict.COMPILE_ERROR, "")
    assert (result.compile_output, result.tests, result.tests_total) == ("main.c:1: error\n", (), 5)
    assert (result.cpu_ns, result.outputs) == (0, ())


def test_a_compile_limit_is_the_reason(job: Job) -> None:
    engine = ScriptedEngine(ran(), faults={(0, "get"): FileRefused("large", errno.EFBIG)})
    result = judge(job, engine, Doubles(), quiet)
    assert (result.verdict, result.reason) == (Verdict.COMPILE_ERROR, "the compiled program exceeds 128 MiB")


def test_a_failed_box_is_replaced_and_finished_tests_are_not_repeated(job: Job) -> None:
    data = Doubles()
    engine = ScriptedEngine(COMPILES, doubles, doubles, GONE, *[doubles] * 3)
    result = judge(job, engine, data, quiet)
    assert result.verdict is Verdict.ACCEPTED
    assert [test.number for test in result.tests] == [1, 2, 3, 4, 5]
    assert [len(box.commands) for box in engine.boxes] == [1, 3, 3]
    assert engine.boxes[2].put_files == {"/box/program": b"ELF"}
    assert all(box.closed for box in engine.boxes)
    assert all(stream.closed for stream in data.opened)


@pytest.mark.parametrize(
    ("answers", "faults"),
    [
        ([GONE, COMPILES], {}),
        ([COMPILES], {(0, "open"): GONE}),
        ([COMPILES], {(0, "put"): GONE}),
        ([COMPILES, COMPILES], {(0, "get"): GONE}),
        ([COMPILES], {(1, "open"): GONE}),
        ([COMPILES], {(1, "put"): GONE}),
    ],
)
def test_each_step_gets_a_second_box(answers: list[Answer], faults: dict[tuple[int, str], Exception], job: Job) -> None:
    engine = ScriptedEngine(*answers, *[doubles] * 5, faults=faults)
    assert judge(job, engine, Doubles(), quiet).verdict is Verdict.ACCEPTED
    assert all(box.closed for box in engine.boxes)


def test_a_second_failure_is_a_judge_failure(job: Job) -> None:
    engine = ScriptedEngine(COMPILES, doubles, GONE, doubles, GONE)
    with pytest.raises(BoxFailure):
        judge(job, engine, Doubles(), quiet)
    assert [box.closed for box in engine.boxes] == [True] * 3


def test_a_program_that_the_judge_cannot_start_is_a_judge_failure(job: Job) -> None:
    stuck = ran(exit_code=None, spawn_error="fork: Resource temporarily unavailable")
    engine = ScriptedEngine(COMPILES, stuck, stuck)
    with pytest.raises(BoxFailure, match="could not be started"):
        judge(job, engine, Doubles(), quiet)


def test_a_box_that_passes_on_more_than_its_cap_is_a_judge_failure(job: Job) -> None:
    breach = ran(b"x" * ((1 << 20) + 1))
    engine = ScriptedEngine(COMPILES, breach, breach)
    with pytest.raises(BoxFailure, match="more output"):
        judge(job, engine, Doubles(), quiet)


def test_a_refused_artifact_is_a_judge_failure(job: Job) -> None:
    engine = ScriptedEngine(COMPILES, doubles, faults={(1, "put"): FileRefused("full", errno.ENOSPC)})
    with pytest.raises(FileRefused):
        judge(job, engine, Doubles(), quiet)
    assert engine.boxes[1].closed


@pytest.mark.parametrize("last", [doubles, ran()])
def test_a_box_that_fails_to_close_changes_no_verdict(last: Answer, job: Job) -> None:
    engine = ScriptedEngine(COMPILES, *[doubles] * 4, last, faults={(1, "close"): GONE})
    result = judge(job, engine, Doubles(), quiet)
    assert len(result.tests) == 5
    assert len(engine.boxes) == 2


class DamagedData(Doubles):
    """The third input is damaged."""

    def input(self, test: TestFile) -> BinaryIO:
        if test.number == 3:
            raise JudgeFailure("gone from the cache")
        return super().input(test)


def test_damaged_test_data_is_a_judge_failure_and_closes_the_box(job: Job) -> None:
    engine = ScriptedEngine(COMPILES, *[doubles] * 5)
    with pytest.raises(JudgeFailure, match="cache"):
        judge(job, engine, DamagedData(), quiet)
    assert all(box.closed for box in engine.boxes)


@pytest.mark.parametrize("after", [0, 2])
def test_a_cancelled_judging_stops_between_tests(after: int, job: Job) -> None:
    engine = ScriptedEngine(COMPILES, *[doubles] * 5)
    done: list[int] = []
    with pytest.raises(Cancelled):
        judge(job, engine, Doubles(), lambda phase, count, total: done.append(count), lambda: len(done) > after)
    assert done == list(range(after + 1))
    assert all(box.closed for box in engine.boxes)


def test_a_problem_without_tests_is_never_accepted(job: Job) -> None:
    empty = dataclasses.replace(job, manifest=dataclasses.replace(job.manifest, tests=()))
    with pytest.raises(JudgeFailure, match="no tests"):
        judge(empty, ScriptedEngine(), Doubles(), quiet)


def test_an_interrupt_closes_the_boxes(job: Job) -> None:
    engine = ScriptedEngine(COMPILES, doubles, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        judge(job, engine, Doubles(), quiet)
    assert all(box.closed for box in engine.boxes)


def test_every_box_gets_only_its_own_limits(job: Job) -> None:
    _, engine = judged(job, *[doubles] * 5)
    compiling, running = (box.spec for box in engine.boxes)
    assert (compiling.memory_bytes, running.memory_bytes) == (512 << 20, 64 << 20)
