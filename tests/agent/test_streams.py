"""Standard input and its window, output and its caps, and the agent's memory under both."""

from __future__ import annotations

import struct
from pathlib import Path

from tests.agent.client import (
    CREDIT,
    KILL,
    KILLED,
    OUTPUT,
    PROBE,
    STDIN,
    STDIN_END,
    STDOUT,
    WALL,
    WINDOW,
    Box,
    pack,
    request,
    wait_until,
)

BIG = bytes(range(256)) * 4096 * 8  # 8 MiB


def agent_rss(box: Box) -> int:
    """Peak memory of the agent, found as the grandchild of `enter`."""
    pid = box.process.pid
    for _ in range(2):
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) * 1024


def test_input_goes_in_and_comes_out_unchanged(box: Box) -> None:
    report = box.probe("cat", stdin=BIG, stdout_most=len(BIG))
    assert report.out == BIG
    assert (report.status, report.stdin_bytes, report.stdout_bytes) == (0, len(BIG), len(BIG))


def test_a_program_that_never_reads_blocks_nobody(box: Box) -> None:
    report = box.probe("nap", 50, stdin=BIG)
    assert report.status == 0
    assert 0 < report.stdin_bytes <= WINDOW


def test_a_program_that_reads_one_byte(box: Box) -> None:
    report = box.probe("one-byte", stdin=BIG)
    assert report.status == 0


def test_input_that_nobody_can_read_is_thrown_away_and_credited(box: Box) -> None:
    report = box.probe("close-stdin", 300, stdin=BIG[: 4 << 20])
    assert report.status == 0
    assert report.stdin_bytes < 4 << 20
    assert report.frames > (4 << 20) // WINDOW


def test_input_of_a_reported_run_is_ignored(box: Box) -> None:
    assert box.probe("true").status == 0
    old = pack(STDIN, b"late", 1) + pack(STDIN_END, run=1) + pack(KILL, run=1)
    box.send_bytes(old)
    assert box.probe("cat", stdin=b"new").out == b"new"
    number = box.start(request([PROBE, "cat"]), old)
    box.send_bytes(old + pack(STDIN, b"x", number) + pack(STDIN_END, run=number))
    assert box.report().out == b"x"


def test_a_dialogue_gets_each_answer_without_more_input(box: Box) -> None:
    number = box.start(request([PROBE, "echo-lines"]))
    for turn in range(200):
        line = b"%d\n" % turn
        box.send(STDIN, line, number)
        frame = box.receive()
        assert (frame.type, frame.payload) == (STDOUT, line)
    box.send(STDIN_END, run=number)
    assert box.report().status == 0


def test_300_mb_each_way_in_constant_memory(box: Box) -> None:
    assert box.probe("true").status == 0
    chunk, total, window = bytes(65536), 300_000_000 // 65536 * 65536, WINDOW
    number = box.start(request([PROBE, "cat"], stdout_most=1 << 40))
    sent = received = 0
    while received < total:
        while sent < total and window >= len(chunk):
            box.send(STDIN, chunk, number)
            sent, window = sent + len(chunk), window - len(chunk)
        frame = box.receive()
        if frame.type == CREDIT:
            window += struct.unpack("<I", frame.payload)[0]
        else:
            received += len(frame.payload)
    box.send(STDIN_END, run=number)
    report = box.report()
    assert (report.stdin_bytes, report.stdout_bytes) == (total, total)
    assert agent_rss(box) < 4 << 20


def test_output_at_the_cap_is_fine_and_one_more_byte_is_not(box: Box) -> None:
    at_cap = box.probe("out", 100_000, stdout_most=100_000)
    assert (at_cap.status, at_cap.flags, len(at_cap.out)) == (0, 0, 100_000)
    past = box.probe("out", 100_001, stdout_most=100_000)
    assert (past.flags, len(past.out), past.stdout_bytes) == (OUTPUT, 100_000, 100_001)


def test_endless_output_ends_the_run_and_no_more_than_the_cap_is_passed_on(box: Box) -> None:
    report = box.probe("out", 1 << 40, stdout_most=12345)
    assert (report.flags, report.out) == (OUTPUT, b"x" * 12345)
    assert report.stdout_bytes > 12345


def test_standard_error_past_its_cap_is_counted_and_ends_nothing(box: Box) -> None:
    report = box.probe("err", 5_000_000, stderr_most=1000)
    assert (report.status, report.flags, report.err, report.stderr_bytes) == (0, 0, b"x" * 1000, 5_000_000)


def test_byte_by_byte_output_does_not_cost_a_frame_a_byte(box: Box) -> None:
    report = box.probe("drip", 50_000)
    assert report.out == b"d" * 50_000
    assert report.frames < 5_000


def test_a_host_that_does_not_read_holds_up_the_program_and_not_the_clock(box: Box) -> None:
    box.start(request([PROBE, "out", str(1 << 40)], stdout_most=1 << 40, wall_ns=200 * 10**6))
    wait_until(lambda: False, 0.4)
    report = box.report()
    assert report.flags == WALL
    assert report.wall_ns < 260 * 10**6


def test_kill_ends_the_run_at_once(box: Box) -> None:
    number = box.start(request([PROBE, "nap", "60000"]))
    box.send(KILL, run=number)
    report = box.report()
    assert (report.flags, report.status) == (KILLED, 9)
    assert report.wall_ns < 10**9


def test_kill_in_the_same_write_as_run(box: Box) -> None:
    box.start(request([PROBE, "spin"]), pack(KILL, run=1))
    assert box.report().flags == KILLED
