"""What a run's report means, before its output is compared. Pure, and the only place where this is decided.

The order, first match wins:

1. the box, the agent or the host ended the run: `BoxFailure`, never a verdict
2. more output than allowed: OUTPUT_LIMIT
3. the control group ended a process for want of memory: MEMORY_LIMIT
4. more CPU time than allowed: TIME_LIMIT (`cpu time`)
5. the wall clock ran out: TIME_LIMIT (`wall clock`)
6. SIGSYS: RUNTIME_ERROR (`forbidden system call: ptrace`; without a name where the kernel gives none)
7. another signal: RUNTIME_ERROR (`signal SIGSEGV`)
8. an exit code but 0: RUNTIME_ERROR (`exit 3`)
9. none of these: the checker decides

Nothing is guessed from a signal or an exit code: a program that kills itself or returns 137 is a RUNTIME_ERROR. Nor
from the memory figure: it may count library pages that the control group charges to nobody in this box, so a figure
above the limit without the kernel's word is no breach.

A program that cannot be started is the judge's failure, with two exceptions. The kernel found no memory for it:
MEMORY_LIMIT. Or it is the compiled program itself and the kernel calls it no program, which a source can bring about
(by naming a loader that does not exist, say): RUNTIME_ERROR (`cannot be executed`).
"""

from __future__ import annotations

import errno
import os
import signal
from typing import NamedTuple

from judge.sandbox.box import BoxFailure, Command, RunReport
from model.verdict import Verdict

OUTPUT = "output size"
MEMORY = "memory"
CPU = "cpu time"
WALL = "wall clock"
FORBIDDEN = "forbidden system call"
UNEXECUTABLE = "cannot be executed"

COMPILED = "/box/"
"""Where compiled programs are in a box."""

_EXECVE = "execve: "
_NO_PROGRAM = (errno.ENOENT, errno.ENOEXEC, errno.EACCES, errno.EINVAL, errno.ELIBBAD, errno.ENOTDIR, errno.ELOOP)
_SOURCES_FAULT = frozenset(_EXECVE + os.strerror(number) for number in _NO_PROGRAM)


class Outcome(NamedTuple):
    """The verdict on one run, or None when the checker decides; and the figures to show.

    A figure is never below the limit that the verdict says was passed: the control group's clock may lag by a tick.
    """

    verdict: Verdict | None
    reason: str
    cpu_ns: int
    wall_ns: int
    memory_bytes: int


def outcome(report: RunReport, command: Command, memory_bytes: int) -> Outcome:
    """Judge one report; `memory_bytes` is the limit of the box. Raises BoxFailure when nothing can be said."""
    limits = command.limits
    if report.killed:
        raise BoxFailure("the run was ended by the host")
    verdict, reason = _verdict(report, command)
    return Outcome(
        verdict,
        reason,
        max(report.cpu_ns, limits.cpu_ns) if reason == CPU else report.cpu_ns,
        max(report.wall_ns, limits.wall_ns) if reason == WALL else report.wall_ns,
        max(report.memory_bytes, memory_bytes) if reason == MEMORY else report.memory_bytes,
    )


def _not_started(error: str, program: str) -> tuple[Verdict, str]:
    if error == _EXECVE + os.strerror(errno.ENOMEM):
        return Verdict.MEMORY_LIMIT, MEMORY
    if error in _SOURCES_FAULT and program.startswith(COMPILED):
        return Verdict.RUNTIME_ERROR, UNEXECUTABLE
    raise BoxFailure(f"the program could not be started: {error}")


def _verdict(report: RunReport, command: Command) -> tuple[Verdict | None, str]:
    limits = command.limits
    if report.spawn_error:
        return _not_started(report.spawn_error, command.argv[0])
    if report.output_exceeded or report.stdout_bytes > limits.stdout_bytes:
        return Verdict.OUTPUT_LIMIT, OUTPUT
    if report.oom_kills:
        return Verdict.MEMORY_LIMIT, MEMORY
    if report.cpu_exceeded or report.cpu_ns > limits.cpu_ns:
        return Verdict.TIME_LIMIT, CPU
    if report.wall_exceeded:
        return Verdict.TIME_LIMIT, WALL
    if report.signal == signal.SIGSYS:
        return Verdict.RUNTIME_ERROR, f"{FORBIDDEN}: {report.forbidden_call}" if report.forbidden_call else FORBIDDEN
    if report.signal is not None:
        return Verdict.RUNTIME_ERROR, f"signal {signal_name(report.signal)}"
    if report.exit_code is None:
        raise BoxFailure("the report names neither an exit code nor a signal")
    if report.exit_code != 0:
        return Verdict.RUNTIME_ERROR, f"exit {report.exit_code}"
    return None, ""


def signal_name(number: int) -> str:
    """`SIGSEGV` for 11; real-time signals are counted from SIGRTMIN."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIGRTMIN+{number - signal.SIGRTMIN}" if number > signal.SIGRTMIN else f"SIG{number}"
