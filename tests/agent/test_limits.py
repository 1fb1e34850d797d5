"""Clocks, and that nothing of a run outlives it."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable

import pytest

from tests.agent.client import CPU, PROBE, STDOUT, WALL, Box, pack, request, wait_until

MS = 10**6
SLACK_NS = 20 * MS  # the contract
BUSY_NS = 60 * MS  # what a machine shared with other tests may add to a wall clock


def assert_alone(box: Box) -> None:
    assert box.probe("true").processes == 0
    assert box.probe("crowd", 0, cpu_ns=10 * MS).processes == 0


@pytest.mark.parametrize("mode", ["spin", "spin-children", "spin-threads", "spin-orphan"])
def test_cpu_time_is_limited_whoever_uses_it(box: Box, mode: str) -> None:
    report = box.probe(mode, 3, cpu_ns=100 * MS, cores=2)
    assert report.flags == CPU
    assert report.status == 9
    assert 100 * MS < report.cpu_ns < 100 * MS + 2 * SLACK_NS
    assert_alone(box)


@pytest.mark.parametrize("mode", ["spin-reaped", "spin-nested"])
def test_cpu_time_of_children_that_were_waited_for_counts(box: Box, mode: str) -> None:
    report = box.probe(mode, cpu_ns=150 * MS)
    assert report.flags == CPU
    # /proc tells it in ticks of 10 ms, user and system apart
    assert 130 * MS < report.cpu_ns < 150 * MS + 2 * SLACK_NS


def test_cpu_time_below_the_limit_is_left_alone(box: Box) -> None:
    assert box.probe("nap", 100, cpu_ns=20 * MS).flags == 0


def test_cpu_limit_among_thousands_of_processes(box: Box) -> None:
    """What they had used at their last moment, told by themselves: to end 2,000 of them is the kernel's work."""
    cores = len(os.sched_getaffinity(0))
    box.start(request([PROBE, "crowd", "2000"], cpu_ns=1500 * MS, wall_ns=20_000 * MS, cores=cores))
    first = box.receive()
    assert (first.type, first.payload) == (STDOUT, b"up\n")
    report = box.report()
    assert (report.flags, report.processes) == (CPU, 2000)
    told = box.get("/tmp/cpu_ms", 8)
    assert isinstance(told, bytes)
    assert 1400 * MS < struct.unpack("=d", told)[0] * MS < 1500 * MS + 2 * SLACK_NS
    assert report.cpu_ns > 1500 * MS


def test_wall_limit_of_a_sleeper(box: Box) -> None:
    report = box.probe("nap", 60_000, wall_ns=50 * MS, cpu_ns=1000 * MS)
    assert (report.flags, report.status) == (WALL, 9)
    assert 50 * MS <= report.wall_ns < 50 * MS + SLACK_NS + BUSY_NS


def test_wall_limit_of_a_stopped_group(box: Box) -> None:
    report = box.probe("stop-group", wall_ns=50 * MS)
    assert (report.flags, report.status) == (WALL, 9)
    assert_alone(box)


def test_orphans_that_hold_the_output_open_do_not_hold_up_the_report(box: Box) -> None:
    report = box.probe("escape", 6)
    assert (report.status, report.flags, report.processes) == (7 << 8, 0, 6)
    assert_alone(box)


def test_a_crowd_is_counted_and_killed(box: Box) -> None:
    report = box.probe("crowd-sleep", 300, wall_ns=300 * MS)
    assert (report.flags, report.processes) == (WALL, 300)
    assert_alone(box)


def test_fork_bomb(open_box: Callable[[int], Box]) -> None:
    box = open_box(150)
    for mode in ("bomb", "chain"):
        report = box.probe(mode, 20, wall_ns=300 * MS, cpu_ns=10_000 * MS, cores=2)
        assert report.flags == WALL
        assert report.wall_ns < 300 * MS + SLACK_NS + BUSY_NS
        assert box.probe("true").status == 0
    assert_alone(box)


def test_end_of_the_stream_ends_everything(open_box: Callable[[], Box]) -> None:
    box = open_box()
    box.start(request([PROBE, "crowd-sleep", "50"], wall_ns=0), pack(6, run=1))
    assert box.process.stdin is not None
    box.process.stdin.close()
    assert box.ends() == 0


def test_a_host_that_stops_listening_ends_everything(open_box: Callable[[], Box]) -> None:
    box = open_box()
    box.start(request([PROBE, "nap", "60000"], wall_ns=0))
    assert box.process.stdout is not None
    box.process.stdout.close()
    assert wait_until(lambda: box.process.poll() is not None)
    assert box.process.returncode == 0
