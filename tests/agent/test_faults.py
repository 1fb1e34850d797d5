"""Frames that do not follow the protocol: the agent says FATAL and ends. It never hangs and never answers nonsense."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.agent.client import (
    DATA,
    DONE,
    FATAL,
    FILTER,
    GET,
    KILL,
    PROBE,
    PUT,
    REPORT,
    RUN,
    STDIN,
    STDIN_END,
    WINDOW,
    Box,
    ClosedError,
    Frame,
    pack,
    request,
    string,
)

RIGHT = request([PROBE, "true"])
PUT_5 = struct.pack("<IQ", 0o644, 5)


def changed(at: int, new: bytes) -> bytes:
    return RIGHT[:at] + new + RIGHT[at + len(new) :]


def rest_of(box: Box) -> list[Frame]:
    frames = []
    try:
        while True:
            frames.append(box.receive())
    except ClosedError:
        return frames


FAULTS = {
    "frame too long": struct.pack("<IBBH", 65537, STDIN, 0, 1),
    "second zero": struct.pack("<IBBH", 0, FILTER, 1, 0),
    "unknown type": pack(99),
    "type 0": pack(0),
    "agent's own type": pack(DONE),
    "data without put": pack(DATA, b"x"),
    "run number outside of a run": pack(FILTER, run=1),
    "first run is not 1": pack(RUN, RIGHT, 2),
    "run 0": pack(RUN, RIGHT, 0),
    "input of a run that never started": pack(STDIN, b"x", 1),
    "end of a run that never started": pack(STDIN_END, run=1),
    "kill of run 0": pack(KILL),
    "filter of half an instruction": pack(FILTER, b"1234"),
    "filter too long": pack(FILTER, bytes(4097 * 8)),
    "put: mode": pack(PUT, struct.pack("<IQ", 0o4755, 5) + string("/box/x")),
    "put: no path": pack(PUT, PUT_5),
    "put: path without end": pack(PUT, PUT_5 + b"/box/x"),
    "put: more after the path": pack(PUT, PUT_5 + b"/box/x\0\0"),
    "put: too much data": pack(PUT, PUT_5 + string("/box/x")) + pack(DATA, b"123456"),
    "put: another request before its data": pack(PUT, PUT_5 + string("/box/x")) + pack(FILTER),
    "get: short": pack(GET, b"1234"),
    "run: empty": pack(RUN, b"", 1),
    "run: cut": pack(RUN, RIGHT[:-1], 1),
    "run: one more byte": pack(RUN, RIGHT + b"\0", 1),
    "run: cores 0": pack(RUN, changed(52, bytes(4)), 1),
    "run: uid 0": pack(RUN, changed(56, bytes(4)), 1),
    "run: uid -1": pack(RUN, changed(56, b"\xff" * 4), 1),
    "run: unknown flag": pack(RUN, changed(60, b"\x04"), 1),
    "run: argc 0": pack(RUN, changed(64, bytes(2)), 1),
    "run: argc 1025": pack(RUN, request(["x"] * 1025), 1),
    "run: envc 257": pack(RUN, request(["x"], env=["a=b"] * 257), 1),
    "run: argc more than there are": pack(RUN, changed(64, b"\x03"), 1),
    "run: environment without =": pack(RUN, request(["x"], env=["PATH"]), 1),
    "run: environment without name": pack(RUN, request(["x"], env=["=x"]), 1),
    "run: empty directory": pack(RUN, request(["x"], directory=""), 1),
    "run: empty program": pack(RUN, request([""]), 1),
}
BELOW = ("/box", "/box/", "/tmp/../etc/x", "/box//x", "/tmp/./x", "/tmp/x/", "/tmp/..")
for bad in ("", "box/x", "/etc/passwd", "/boxy/x", *BELOW):
    FAULTS[f"get: path {bad!r}"] = pack(GET, struct.pack("<Q", 9) + string(bad))
FAULTS["get: path of 256 bytes"] = pack(GET, struct.pack("<Q", 9) + string("/box/" + "a/" * 125 + "a"))

NAP = request([PROBE, "nap", "60000"])
FAULTS_IN_A_RUN = {
    "past the window": pack(STDIN, bytes(65536), 1) * (WINDOW // 65536 + 2),
    "input after its end": pack(STDIN_END, run=1) + pack(STDIN, b"x", 1),
    "two ends": pack(STDIN_END, run=1) * 2,
    "end with a payload": pack(STDIN_END, b"x", 1),
    "a second run": pack(RUN, NAP, 2),
    "get during a run": pack(GET, struct.pack("<Q", 9) + string("/tmp/x")),
    "filter during a run": pack(FILTER),
    "input of the next run": pack(STDIN, b"x", 2),
}


@pytest.mark.parametrize("data", FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_fatal(open_box: Callable[[], Box], data: bytes) -> None:
    box = open_box()
    box.send_bytes(data)
    frames = rest_of(box)
    assert [frame.type for frame in frames] == [FATAL]
    assert frames[0].payload.endswith(b"\0")
    assert len(frames[0].payload) > 5
    assert box.ends() == 1


@pytest.mark.parametrize("data", FAULTS_IN_A_RUN.values(), ids=FAULTS_IN_A_RUN.keys())
def test_a_fault_during_a_run_is_fatal(open_box: Callable[[], Box], data: bytes) -> None:
    box = open_box()
    box.send_bytes(pack(RUN, NAP, 1) + data)
    assert rest_of(box)[-1].type == FATAL
    assert box.ends() == 1


def test_a_second_run_out_of_order_is_fatal(box: Box) -> None:
    assert box.probe("true").status == 0
    box.send(RUN, RIGHT, 1)
    assert [frame.type for frame in rest_of(box)] == [FATAL]


def test_a_frame_cut_by_the_end_of_the_stream_is_an_end(open_box: Callable[[], Box]) -> None:
    box = open_box()
    box.send_bytes(pack(RUN, RIGHT, 1)[:20])
    assert box.process.stdin is not None
    box.process.stdin.close()
    assert box.ends() == 0


LIKELY = st.sampled_from([PUT, DATA, FILTER, RUN, STDIN, STDIN_END, KILL, GET])
PAYLOADS = st.one_of(
    st.binary(max_size=100),
    st.sampled_from([RIGHT, PUT_5 + string("/box/x"), b"12345", struct.pack("<Q", 9) + string("/box/x"), b""]),
    st.builds(lambda at, new: changed(at % len(RIGHT), new), st.integers(0, 200), st.binary(min_size=1, max_size=4)),
)
FRAMES = st.builds(pack, st.one_of(LIKELY, st.integers(0, 255)), PAYLOADS, st.integers(0, 3))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.lists(FRAMES, max_size=6).map(b"".join), st.binary(max_size=60)))
def test_whatever_comes_the_agent_answers_by_the_rules_or_ends(new_box: Callable[[], Box], data: bytes) -> None:
    with new_box() as box:
        box.hello()
        with contextlib.suppress(ClosedError):
            box.send_bytes(data)
        assert box.process.stdin is not None
        box.process.stdin.close()
        for frame in rest_of(box):  # receive checks headers
            assert frame.type != FATAL or frame.payload[-1:] == b"\0"
            assert frame.type != REPORT or len(frame.payload) == 76
        assert box.ends() in (0, 1)
