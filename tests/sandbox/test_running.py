"""What a run does with its input, output, arguments and end."""

from __future__ import annotations

import io
import signal
import tracemalloc
from typing import cast

import pytest

from judge.sandbox.box import BoxFailure, Command, RunLimits
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import LIMITS, MIB, SECOND, Zeros, run, shell

LARGE = RunLimits(cpu_ns=60 * SECOND, wall_ns=120 * SECOND, stdout_bytes=1 << 30)


@pytest.mark.parametrize("code", [0, 1, 127, 255])
def test_an_exit_code_is_reported(box: RuncBox, code: int) -> None:
    report = shell(box, f"exit {code}").report
    assert (report.exit_code, report.signal, report.spawn_error) == (code, None, "")


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM])
def test_a_signal_is_reported(box: RuncBox, number: int) -> None:
    report = shell(box, f"kill -{number} $$").report
    assert (report.exit_code, report.signal, report.oom_kills, report.killed) == (None, number, 0, False)


def test_input_comes_out_again(box: RuncBox) -> None:
    text = b"".join(b"%d\n" % number for number in range(50_000))
    ran = run(box, "/bin/cat", stdin=text)
    assert ran.stdout == text
    assert ran.report.stdout_bytes == len(text)


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 65_537, 262_143, 262_144, 262_145, 1_000_000])
def test_input_of_any_size_arrives_whole(box: RuncBox, size: int) -> None:
    assert run(box, "/usr/bin/wc", "-c", stdin=bytes(size)).out.strip() == str(size)


def test_hundreds_of_megabytes_pass_in_constant_memory(box: RuncBox) -> None:
    size = 200 * MIB
    received = 0

    def count(data: bytes) -> None:
        nonlocal received
        received += len(data)

    tracemalloc.start()
    try:
        report = box.run(Command(("/bin/cat",), LARGE), cast(io.BytesIO, Zeros(size)), count, count)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert received == report.stdout_bytes == size
    assert report.memory_bytes < 16 * MIB
    assert most < 8 * MIB


def test_a_program_that_never_reads_its_input_ends_normally(box: RuncBox) -> None:
    for _ in range(3):
        assert run(box, "/bin/true", stdin=cast(io.BytesIO, Zeros(5 * MIB))).report.exit_code == 0
    assert run(box, "/bin/cat", stdin=b"and the next is in step").out == "and the next is in step"


def test_a_program_that_closes_its_input_and_goes_on_is_not_held_up(box: RuncBox) -> None:
    ran = run(box, "/bin/sh", "-c", "exec <&-; echo still here", stdin=cast(io.BytesIO, Zeros(5 * MIB)))
    assert (ran.report.exit_code, ran.out) == (0, "still here\n")


def test_standard_error_is_apart_unless_merged(box: RuncBox) -> None:
    script = "echo out; echo err >&2"
    ran = shell(box, script)
    assert (ran.stdout, ran.stderr, ran.report.stderr_bytes) == (b"out\n", b"err\n", 4)
    merged = run(box, "/bin/sh", "-c", script, merge_stderr=True)
    assert (merged.stdout, merged.stderr) == (b"out\nerr\n", b"")


def test_the_environment_is_exactly_what_was_asked_for(box: RuncBox) -> None:
    assert run(box, "/usr/bin/env").out == ""
    assert run(box, "/usr/bin/env", env=(("A", "1"), ("B", "x=y"))).out == "A=1\nB=x=y\n"


def test_arguments_are_passed_as_they_are(box: RuncBox) -> None:
    odd = ("a b", "", "$HOME;`id`", "\N{SNOWMAN}")
    assert run(box, "/usr/bin/printf", "[%s]", *odd).out == "".join(f"[{word}]" for word in odd)


def test_the_working_directory_is_the_one_asked_for(box: RuncBox) -> None:
    assert run(box, "/bin/pwd", cwd="/usr").out == "/usr\n"


@pytest.mark.parametrize(
    ("argv0", "cwd", "error"),
    [
        ("/nowhere", "/tmp", "execve: No such file or directory"),
        ("/etc/passwd", "/tmp", "execve: Permission denied"),
        ("/bin/true", "/nowhere", "working directory: No such file or directory"),
    ],
)
def test_a_program_that_cannot_be_started_is_said_so(box: RuncBox, argv0: str, cwd: str, error: str) -> None:
    report = run(box, argv0, cwd=cwd).report
    assert (report.exit_code, report.signal, report.spawn_error) == (None, None, error)


@pytest.mark.parametrize("argv", [("/bin/echo", "a\0b"), ("/bin/echo", "x" * 70_000)])
def test_a_command_that_no_frame_can_carry_is_an_error_and_the_box_stays_good(
    box: RuncBox, argv: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match=r"NUL|larger"):
        run(box, *argv)
    assert run(box, "/bin/true").report.exit_code == 0


def test_a_sink_that_raises_ends_the_run_and_the_box(box: RuncBox) -> None:
    def refuse(_data: bytes) -> None:
        raise LookupError("wrong answer")

    command = Command(("/usr/bin/yes",), LIMITS)
    with pytest.raises(LookupError, match="wrong answer"):
        box.run(command, io.BytesIO(), refuse, refuse)
    with pytest.raises(BoxFailure):
        run(box, "/bin/true")


def test_a_closed_box_says_so(box: RuncBox) -> None:
    box.close()
    box.close()
    for use in (lambda: run(box, "/bin/true"), lambda: box.put("/box/a", b""), lambda: box.get("/box/a", 1)):
        with pytest.raises(BoxFailure):
            use()
