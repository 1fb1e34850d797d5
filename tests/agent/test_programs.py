"""What a program gets, and what it cannot reach."""

from __future__ import annotations

import errno
import struct

import pytest

from tests.agent.client import FILTER, MERGE, PROBE, SPAWN, UID, Box, request

ALLOW = struct.pack("<HBBI", 0x06, 0, 0, 0x7FFF0000)
KILL_PROCESS = struct.pack("<HBBI", 0x06, 0, 0, 0x80000000)


def lines(text: bytes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text.decode().splitlines():
        name, _, value = line.partition(":")
        found.setdefault(name, []).append(" ".join(value.split()))
    return found


def test_runs_a_program_and_tells_its_outputs_and_exit_code(box: Box) -> None:
    report = box.probe("say", 3)
    assert (report.out, report.err) == (b"out\n", b"err\n")
    assert (report.status, report.flags, report.stdout_bytes, report.stderr_bytes) == (3 << 8, 0, 4, 4)
    assert 0 < report.wall_ns < 10**9
    assert 0 < report.cpu_ns < 10**9


def test_a_signal_is_reported_as_waitpid_gives_it(box: Box) -> None:
    assert box.probe("crash", 11).status & 0x7F == 11


def test_merge_puts_standard_error_into_standard_output(box: Box) -> None:
    report = box.probe("say", flags=MERGE)
    assert (report.out, report.err, report.stderr_bytes) == (b"out\nerr\n", b"", 0)


def test_max_rss_is_that_of_the_run(box: Box) -> None:
    assert 64 << 20 < box.probe("eat-memory", 64).max_rss_bytes < 80 << 20
    assert box.probe("true").max_rss_bytes < 8 << 20


def test_agent_cpu_time_only_rises_and_is_not_the_programs(box: Box) -> None:
    first = box.probe("spin", cpu_ns=50 * 10**6)
    second = box.probe("true")
    assert first.agent_cpu_ns < second.agent_cpu_ns < 40 * 10**6
    assert first.cpu_ns > 50 * 10**6


def test_identity_limits_and_descriptors_are_what_was_asked_for(box: Box) -> None:
    report = box.probe(
        "identity", stack_bytes=1 << 20, file_bytes=4096, files=17, uid=4321, directory="/box", env=["A=1", "B=x=y"]
    )
    told = lines(report.out)
    assert told["Uid"] == told["Gid"] == ["4321 4321 4321 4321"]
    assert told["Groups"] == [""]
    for held in ("CapInh", "CapPrm", "CapEff", "CapAmb", "SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt"):
        assert told[held] == ["0" * 16], held
    assert told["NoNewPrivs"] == ["1"]
    assert (told["stack"], told["fsize"], told["nofile"]) == (["1048576 1048576"], ["4096 4096"], ["17 17"])
    # 3 is the one the program opened itself to read its status
    assert told["fd"] == ["0 blocking", "1 blocking", "2 blocking", "3 blocking"]
    assert (told["cwd"], told["sid"], told["ppid"], told["umask"]) == (["/box"], ["1"], ["1"], ["22"])
    assert (told["oom"], told["env"]) == (["1000"], ["A=1", "B=x=y"])


def test_the_program_may_open_its_own_standard_streams(box: Box) -> None:
    report = box.probe("reopen", stdin=b"in")
    assert (report.status, report.out, report.err) == (0, b"in", b"err")


def test_nothing_of_the_agent_can_be_reached(box: Box) -> None:
    report = box.probe("attack")
    assert report.status == 0
    assert len(report.out.splitlines()) == 16
    assert b"WORKED" not in report.out
    assert box.probe("true").status == 0


@pytest.mark.parametrize(
    ("step", "error", "change"),
    [
        (3, errno.EPERM, {"files": 2**31}),
        (4, errno.EINVAL, {"uid": 70000}),
        (5, errno.ENOENT, {"directory": "/nowhere"}),
        (5, errno.ENOTDIR, {"directory": PROBE}),
    ],
)
def test_a_failed_step_of_the_start_is_named(box: Box, step: int, error: int, change: dict[str, object]) -> None:
    report = box.probe("true", **change)
    assert (report.flags, report.spawn_step, report.spawn_errno) == (SPAWN, step, error)
    assert (report.wall_ns, report.stdout_bytes) == (0, 0)
    assert box.probe("true").flags == 0


def test_no_process_left_to_fork_is_step_1(open_box: object) -> None:
    box: Box = open_box(1)  # type: ignore[operator]
    report = box.probe("true")
    assert (report.flags, report.spawn_step, report.spawn_errno) == (SPAWN, 1, errno.EAGAIN)


def test_a_program_that_cannot_be_executed_is_step_7(box: Box) -> None:
    box.put("/box/text", b"not a program", 0o755)
    box.put("/box/plain", b"\x7fELF", 0o644)
    for path, error in (("/box/text", errno.ENOEXEC), ("/box/plain", errno.EACCES), ("/box/none", errno.ENOENT)):
        report = box.run(path)
        assert (report.flags, report.spawn_step, report.spawn_errno) == (SPAWN, 7, error)


def test_a_filter_is_loaded_and_can_be_taken_back(box: Box) -> None:
    box.send(FILTER, KILL_PROCESS)
    assert box.answer() is None
    assert box.probe("true").status & 0x7F == 31  # SIGSYS: its very execve
    box.send(FILTER, ALLOW)
    assert box.answer() is None
    assert lines(box.probe("identity").out)["Seccomp"] == ["2"]
    box.send(FILTER)
    assert box.answer() is None
    assert lines(box.probe("identity").out)["Seccomp"] == ["0"]


def test_a_filter_that_the_kernel_refuses_is_step_6(box: Box) -> None:
    box.send(FILTER, b"\xff" * 8)
    assert box.answer() is None
    report = box.probe("true")
    assert (report.flags, report.spawn_step, report.spawn_errno) == (SPAWN, 6, errno.EINVAL)


def test_many_arguments_arrive(box: Box) -> None:
    payload = request([PROBE, "true", *["x" * 50] * 1022], env=[f"N{i}=" for i in range(256)])
    box.start(payload)
    assert box.report().status == 0


def test_a_run_uid_other_than_the_last_is_honoured(box: Box) -> None:
    assert lines(box.probe("identity", uid=UID + 1).out)["Uid"][0].split()[0] == str(UID + 1)
