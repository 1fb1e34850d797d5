"""The outcome table: one row a rule, then properties over all reports."""

from __future__ import annotations

import dataclasses
import itertools
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.outcome import outcome, signal_name
from judge.sandbox.box import BoxFailure, Command, RunLimits, RunReport
from model.verdict import Verdict

MIB = 1 << 20
LIMIT = 256 * MIB
LIMITS = RunLimits(cpu_ns=2_000_000_000, wall_ns=5_000_000_000, stdout_bytes=8 * MIB)
COMPILED = Command(("/box/program",), LIMITS)
INTERPRETED = Command(("/usr/bin/python3", "/box/main.py"), LIMITS)
FINE = RunReport(0, None, 10_000_000, 12_000_000, 2 * MIB, 100, 0)


def died_of(number: int, **more: object) -> RunReport:
    return dataclasses.replace(FINE, exit_code=None, signal=number, **more)  # type: ignore[arg-type]


ROWS = [
    (FINE, None, ""),
    (dataclasses.replace(FINE, exit_code=3), Verdict.RUNTIME_ERROR, "exit 3"),
    (dataclasses.replace(FINE, exit_code=137), Verdict.RUNTIME_ERROR, "exit 137"),
    (died_of(signal.SIGKILL), Verdict.RUNTIME_ERROR, "signal SIGKILL"),
    (died_of(signal.SIGXCPU), Verdict.RUNTIME_ERROR, "signal SIGXCPU"),
    (died_of(signal.SIGABRT), Verdict.RUNTIME_ERROR, "signal SIGABRT"),
    (died_of(signal.SIGSEGV), Verdict.RUNTIME_ERROR, "signal SIGSEGV"),
    (died_of(signal.SIGXFSZ), Verdict.RUNTIME_ERROR, "signal SIGXFSZ"),
    (died_of(signal.SIGSYS), Verdict.RUNTIME_ERROR, "forbidden system call"),
    (died_of(signal.SIGSYS, forbidden_call="ptrace"), Verdict.RUNTIME_ERROR, "forbidden system call: ptrace"),
    (died_of(signal.SIGSYS, forbidden_call="ptrace", oom_kills=1), Verdict.MEMORY_LIMIT, "memory"),
    (died_of(signal.SIGKILL, wall_exceeded=True), Verdict.TIME_LIMIT, "wall clock"),
    (died_of(signal.SIGKILL, cpu_exceeded=True), Verdict.TIME_LIMIT, "cpu time"),
    (dataclasses.replace(FINE, cpu_ns=2_000_000_001), Verdict.TIME_LIMIT, "cpu time"),
    (dataclasses.replace(FINE, cpu_ns=2_000_000_000), None, ""),
    (died_of(signal.SIGKILL, oom_kills=1), Verdict.MEMORY_LIMIT, "memory"),
    (dataclasses.replace(FINE, oom_kills=1), Verdict.MEMORY_LIMIT, "memory"),
    (dataclasses.replace(FINE, memory_bytes=LIMIT + 1), None, ""),
    (dataclasses.replace(FINE, memory_bytes=LIMIT), None, ""),
    (died_of(signal.SIGSEGV, memory_bytes=LIMIT + MIB), Verdict.RUNTIME_ERROR, "signal SIGSEGV"),
    (died_of(signal.SIGKILL, output_exceeded=True), Verdict.OUTPUT_LIMIT, "output size"),
    (dataclasses.replace(FINE, stdout_bytes=8 * MIB + 1), Verdict.OUTPUT_LIMIT, "output size"),
    (dataclasses.replace(FINE, stdout_bytes=8 * MIB, stderr_bytes=99 * MIB), None, ""),
]


@pytest.mark.parametrize(("report", "verdict", "reason"), ROWS)
def test_row(report: RunReport, verdict: Verdict | None, reason: str) -> None:
    assert outcome(report, COMPILED, LIMIT)[:2] == (verdict, reason)


@pytest.mark.parametrize(
    ("command", "error", "verdict", "reason"),
    [
        (COMPILED, "execve: No such file or directory", Verdict.RUNTIME_ERROR, "cannot be executed"),
        (COMPILED, "execve: Exec format error", Verdict.RUNTIME_ERROR, "cannot be executed"),
        (COMPILED, "execve: Cannot allocate memory", Verdict.MEMORY_LIMIT, "memory"),
        (INTERPRETED, "execve: Cannot allocate memory", Verdict.MEMORY_LIMIT, "memory"),
    ],
)
def test_a_program_that_no_kernel_can_execute(command: Command, error: str, verdict: Verdict, reason: str) -> None:
    assert outcome(_not_started(error), command, LIMIT)[:2] == (verdict, reason)


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (INTERPRETED, "execve: No such file or directory"),
        (COMPILED, "execve: Input/output error"),
        (COMPILED, "fork: Cannot allocate memory"),
        (COMPILED, "filter: Invalid argument"),
        (COMPILED, "limits: Operation not permitted"),
    ],
)
def test_a_program_that_the_judge_could_not_start_is_no_verdict(command: Command, error: str) -> None:
    with pytest.raises(BoxFailure, match=error.split(":")[0]):
        outcome(_not_started(error), command, LIMIT)


def _not_started(error: str) -> RunReport:
    return RunReport(None, None, 0, 0, 0, 0, 0, spawn_error=error)


@pytest.mark.parametrize("report", [dataclasses.replace(FINE, killed=True), dataclasses.replace(FINE, exit_code=None)])
def test_a_run_that_did_not_end_by_itself_or_a_limit_is_no_verdict(report: RunReport) -> None:
    with pytest.raises(BoxFailure):
        outcome(report, COMPILED, LIMIT)


FIGURES = st.integers(0, 1 << 40)
ENDS = st.one_of(st.tuples(st.integers(0, 255), st.none()), st.tuples(st.none(), st.integers(1, 64)))
REPORTS = st.builds(
    lambda end, *rest: RunReport(*end, *rest),
    ENDS,
    FIGURES,
    FIGURES,
    FIGURES,
    FIGURES,
    FIGURES,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.just(False),
    st.integers(0, 2),
)


@given(REPORTS)
def test_every_report_has_one_outcome(report: RunReport) -> None:
    first = outcome(report, COMPILED, LIMIT)
    assert first == outcome(report, COMPILED, LIMIT)
    assert (first.verdict is None) is (first.reason == "")
    assert first.verdict not in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.INTERNAL_ERROR, Verdict.COMPILE_ERROR)


@given(REPORTS)
def test_figures_are_never_below_the_limit_that_was_passed(report: RunReport) -> None:
    decided = outcome(report, COMPILED, LIMIT)
    assert decided.reason != "cpu time" or decided.cpu_ns >= LIMITS.cpu_ns
    assert decided.reason != "wall clock" or decided.wall_ns >= LIMITS.wall_ns
    assert decided.reason != "memory" or decided.memory_bytes >= LIMIT
    assert decided.cpu_ns >= report.cpu_ns
    assert decided.memory_bytes >= report.memory_bytes


RANKED: list[tuple[dict[str, int | None], str]] = [
    ({"output_exceeded": True}, "output size"),
    ({"oom_kills": 1}, "memory"),
    ({"cpu_exceeded": True}, "cpu time"),
    ({"wall_exceeded": True}, "wall clock"),
    ({"exit_code": None, "signal": int(signal.SIGSYS)}, "forbidden system call"),
]


def test_of_several_things_the_first_in_the_order_counts() -> None:
    for chosen in itertools.product([False, True], repeat=len(RANKED)):
        happened = [row for row, on in zip(RANKED, chosen, strict=True) if on]
        changes = {name: value for fields, _ in happened for name, value in fields.items()}
        report = dataclasses.replace(FINE, **changes)  # type: ignore[arg-type]
        expected = happened[0][1] if happened else ""
        assert outcome(report, COMPILED, LIMIT).reason == expected


def test_every_signal_has_a_name() -> None:
    names = {number: signal_name(number) for number in range(1, 65)}
    assert len(set(names.values())) == 64
    assert (names[11], names[34], names[36], names[64]) == ("SIGSEGV", "SIGRTMIN", "SIGRTMIN+2", "SIGRTMAX")
    assert all(name.startswith("SIG") for name in names.values())
