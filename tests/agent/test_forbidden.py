"""A filter's notifications: they end the run and tell the number of the system call."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest

from tests.agent.client import FILTER, FORBIDDEN, PROBE, STDIN_END, Box, pack, request

ALLOW, NOTIFY, KILL_PROCESS = 0x7FFF0000, 0x7FC00000, 0x80000000
WRITE, GETPPID, NANOSLEEP, EXECVE = 1, 110, 35, 59


def instruction(code: int, value: int, if_not: int = 0) -> bytes:
    return struct.pack("<HBBI", code, 0, if_not, value)


def answering(number: int, answer: int) -> bytes:
    """A filter that gives this answer to one system call."""
    load, equal, answer_with = 0x20, 0x15, 0x06
    return (
        instruction(load, 0)
        + instruction(equal, number, if_not=1)
        + instruction(answer_with, answer)
        + instruction(answer_with, ALLOW)
    )


def set_filter(box: Box, program: bytes = b"") -> None:
    box.send(FILTER, program)
    assert box.answer() is None


def agents_files(box: Box) -> dict[str, str]:
    """What the agent has open, as the host sees it: the agent is the only grandchild."""
    children = Path(f"/proc/{box.process.pid}/task/{box.process.pid}/children")
    place = Path(f"/proc/{children.read_text().split()[0]}")
    below = (place / "task" / place.name / "children").read_text().split()
    folder = Path(f"/proc/{below[0]}/fd") if below else place / "fd"
    return {path.name: os.readlink(path) for path in folder.iterdir()}


def test_a_notified_call_ends_the_run_and_is_told(box: Box) -> None:
    set_filter(box, answering(WRITE, NOTIFY))
    report = box.probe("say", 3)
    assert (report.flags, report.forbidden, report.out) == (FORBIDDEN, WRITE, b"")
    set_filter(box)
    report = box.probe("say", 3)
    assert (report.flags, report.forbidden, report.out, report.status) == (0, 0, b"out\n", 3 << 8)


def test_the_execve_itself_can_be_the_notified_call(box: Box) -> None:
    set_filter(box, answering(EXECVE, KILL_PROCESS))
    assert box.probe("true").status & 0x7F == 31
    assert box.probe("true").flags == 0


def test_a_run_without_a_notified_call_is_as_ever(box: Box) -> None:
    set_filter(box, answering(GETPPID, NOTIFY))
    for _ in range(3):
        report = box.probe("say", 3)
        assert (report.status, report.flags, report.forbidden, report.out) == (3 << 8, 0, 0, b"out\n")
    assert box.run(PROBE, "cat", stdin=b"x" * 300_000).out == b"x" * 300_000


def test_listeners_and_the_programs_pipes_do_not_stay_with_the_agent(box: Box) -> None:
    set_filter(box, answering(NANOSLEEP, NOTIFY))
    box.probe("true")
    before = agents_files(box)
    for mode in ("true", "say", "nap", "true"):
        box.probe(mode, 5)
    assert agents_files(box) == before
    assert {Path(before[name]).name for name in ("0", "1", "2")} == {"null"}
    assert not [name for name in before.values() if "seccomp" in name]


def test_a_program_that_the_kernel_cannot_execute_leaves_the_agents_descriptors_alone(box: Box) -> None:
    before = agents_files(box)
    set_filter(box, answering(WRITE, NOTIFY))
    for _ in range(3):
        assert box.run("/box/none").spawn_step == 7
    assert agents_files(box) == before


@pytest.fixture
def old_kernel(tmp_path: Path, programs: Path, agent: Path) -> Box:
    """A box on a kernel without notifications: it neither knows the action nor the flag."""
    enter = tmp_path / "enter"
    enter.write_text(
        f"""#!{sys.executable}
import errno, os, sys, pyseccomp as s
filter = s.SyscallFilter(s.ALLOW)
filter.add_rule(s.ERRNO(errno.EOPNOTSUPP), "seccomp", s.Arg(0, s.EQ, 2))
filter.add_rule(s.ERRNO(errno.EINVAL), "seccomp", s.Arg(0, s.EQ, 1), s.Arg(1, s.NE, 0))
filter.load()
os.execv({str(programs / "enter")!r}, sys.argv)
"""
    )
    enter.chmod(0o755)
    return Box(enter, agent, programs / "probe")


def test_where_the_kernel_has_no_notifications_the_call_kills_without_a_word(old_kernel: Box) -> None:
    with old_kernel as box:
        box.hello()
        set_filter(box, answering(WRITE, NOTIFY))
        report = box.probe("say", 3)
        assert (report.status & 0x7F, report.flags, report.forbidden, report.out) == (31, 0, 0, b"")
        set_filter(box, answering(GETPPID, NOTIFY))
        box.start(request([PROBE, "say", "3"]), pack(STDIN_END, run=box.last_run % 65535 + 1))
        assert box.report().status == 3 << 8
