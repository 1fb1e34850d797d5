"""Garbage on both ends of the agent's stream, from fixed seeds: the agent in a box ends, the host's reader gives up.

Neither hangs, neither grows, and what they leave is nothing.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import select
import struct
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge import images, runtimes
from judge.sandbox import agent_stream
from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, BoxSpec, Command, FileRefused, RunLimits
from judge.sandbox.wire import GET, HEADER, PAYLOAD_MOST, PUT, RUN, Kind, frame, run_payload, string
from model.settings import Settings
from scripts.attack.places import Place, opened
from scripts.attack.traces import differences, traces
from tests.hostile.conftest import ENGINES
from tests.sandbox.scripted_agent import GREETING, ScriptedAgent, packed, report

SEEDS = range(25)
MIB = 1 << 20
LIMITS = RunLimits(cpu_ns=10**8, wall_ns=10**8, stdout_bytes=1 << 16)
SHELL = Command(("/bin/sh", "-c", "cat; echo x; kill -9 -1"), LIMITS)


def any_payload(chance: random.Random) -> bytes:
    """Something that a frame may hold, often nearly right."""
    request = bytearray(run_payload(SHELL, uid=1000, cores=1))
    if chance.random() < 0.6:
        request[chance.randrange(len(request))] = chance.randrange(256)
    return chance.choice(
        [
            bytes(request),
            bytes(request[: chance.randrange(len(request))]),
            PUT.pack(0o644, chance.choice([0, 5, 1 << 20, 1 << 63]))
            + string(chance.choice(["/box/x", "/tmp/../x", "/"])),
            GET.pack(chance.choice([0, 1 << 40])) + string(chance.choice(["/box/main", "/proc/1/mem", "/tmp/x\n"])),
            chance.randbytes(chance.choice([0, 1, 4, 8, 76, 1000, PAYLOAD_MOST])),
        ]
    )


def to_agent(chance: random.Random) -> bytes:
    """A conversation that no host would hold; it may break off in the middle of a frame."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(1, 5000))
    parts = []
    for _ in range(chance.randrange(1, 12)):
        payload = any_payload(chance)
        kind = chance.choice([*range(1, 9), chance.randrange(256)])
        length = len(payload) if chance.random() < 0.9 else chance.randrange(1 << 32)
        parts.append(HEADER.pack(length, kind, chance.random() < 0.05, chance.choice([0, 1, 1, 2, 65535])) + payload)
    whole = b"".join(parts)
    return whole[: chance.randrange(1, len(whole) + 1)] if chance.random() < 0.3 else whole


def speak(reading: int, writing: int, data: bytes, quiet_seconds: float = 0.3, most_seconds: float = 20.0) -> int:
    """Say `data`, hearing out the other side, until it hangs up or is quiet. How much it said."""
    heard, until = 0, time.monotonic() + most_seconds
    while time.monotonic() < until:
        can_read, can_write, _ = select.select([reading], [writing] if data else [], [], quiet_seconds)
        if can_write:
            try:
                data = data[os.write(writing, data[:PAYLOAD_MOST]) :]
            except BrokenPipeError:
                data = b""
        if can_read:
            piece = os.read(reading, 1 << 18)
            heard += len(piece)
            if not piece:
                return heard
        if not can_read and not can_write:
            return heard
    raise AssertionError("the agent neither hangs up nor falls silent")


@pytest.fixture(scope="module", params=ENGINES)
def place(request: pytest.FixtureRequest, settings: Settings, agent_binary: Path) -> Iterator[Place]:
    """An engine of these tests' own."""
    with opened(request.param, settings, agent_binary) as one:
        yield one


def test_whatever_an_agent_in_a_box_is_told_it_ends_and_leaves_nothing(place: Place, settings: Settings) -> None:
    rootfs = images.find(runtimes.load_all()["c"], settings.images)
    assert rootfs is not None
    spec = BoxSpec(rootfs, 64 * MIB, 16, 8 * MIB, 64)
    place.engine.open(spec).close()
    before = traces(place)
    for seed in SEEDS:
        with place.engine.open(spec) as box:
            stream = box._stream
            heard = speak(stream._reader.descriptor, stream._writing, to_agent(random.Random(seed)))
            assert heard < 4 * MIB, f"seed {seed}"
        assert differences(before, traces(place), without=("holder of keys",)) == [], f"seed {seed}"


def from_agent(chance: random.Random) -> bytes:
    """What an agent would say that is broken, or in a program's hands."""
    parts = []
    for _ in range(chance.randrange(1, 30)):
        kind = chance.choice([*range(64, 74), chance.randrange(256)])
        payload = chance.randbytes(chance.choice([0, 1, 4, 8, 12, 76, 80, 5000, PAYLOAD_MOST]))
        part = packed(kind, payload, chance.choice([0, 1, 1, 1, 2]), chance.random() < 0.02)
        parts.append(part if chance.random() < 0.95 else part[: chance.randrange(len(part))])
    return b"".join(parts)


def runs(stream: AgentStream) -> object:
    return stream.run(bytes(RUN.size), LIMITS, io.BytesIO(bytes(1 << 20)), len, len)


REQUESTS: dict[str, Callable[[AgentStream], object]] = {
    "run": runs,
    "get": lambda stream: stream.get("/tmp/main", 1 << 16),
    "put": lambda stream: stream.put("/box/main", bytes(1 << 20)),
    "filter": lambda stream: stream.set_filter(bytes(800)),
}


@contextlib.contextmanager
def agent_that_says(words: bytes) -> Iterator[AgentStream]:
    """The host's end of a stream on whose other end someone says this once and then hangs up."""
    agent = ScriptedAgent()
    stream = agent.greet()

    def talk() -> None:
        rest = words
        with contextlib.suppress(BrokenPipeError):
            while rest:
                rest = rest[os.write(agent.says, rest) :]
        os.close(agent.says)
        agent.says = -1

    talker = threading.Thread(target=talk, name="talker")
    talker.start()
    try:
        yield stream
    finally:
        stream.close()
        talker.join()
        agent.hang_up()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_stream, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(agent_stream, "ANSWER_SECONDS", 0.6)


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_whatever_the_host_is_told_its_reader_gives_up_and_does_not_grow(
    request_: Callable[[AgentStream], object], impatient: None
) -> None:
    tracemalloc.start()
    try:
        for seed in range(150):
            started = time.monotonic()
            words = from_agent(random.Random(seed))
            with agent_that_says(words) as stream, contextlib.suppress(BoxFailure, FileRefused):
                request_(stream)
            assert time.monotonic() - started < 5, f"seed {seed}"
        assert tracemalloc.get_traced_memory()[1] < 16 * MIB
    finally:
        tracemalloc.stop()


WORDS_BYTES = 24 << 20
"""Takes some seconds to read, and a host that keeps its deadline gives up after the first."""

ENDLESS = {
    "output of no bytes": packed(Kind.STDOUT, b"", 1),
    "errors of no bytes": packed(Kind.STDERR, b"", 1),
    "credit of no bytes": packed(Kind.CREDIT, struct.pack("<I", 0), 1),
}


@pytest.mark.parametrize("words", ENDLESS.values(), ids=ENDLESS)
def test_an_agent_that_says_nothing_without_end_does_not_hold_the_host(
    words: bytes, impatient: None, tmp_path: Path
) -> None:
    """The stream is a file: there is always more to read at once, as of an agent that is faster than the host."""
    said = tmp_path / "said"
    said.write_bytes(packed(Kind.HELLO, GREETING) + words * (WORDS_BYTES // len(words)))
    told, writing = os.pipe()
    stream = AgentStream(os.open(said, os.O_RDONLY), writing)
    started = time.monotonic()
    with pytest.raises(BoxFailure):
        runs(stream)
    assert time.monotonic() - started < 2
    stream.close()
    os.close(told)


def test_a_frame_that_comes_byte_by_byte_is_still_a_frame() -> None:
    agent = ScriptedAgent()
    stream = agent.greet()

    def spell() -> None:
        for byte in report():
            os.write(agent.says, bytes([byte]))

    speller = threading.Thread(target=spell)
    speller.start()
    runs(stream)
    speller.join()
    stream.close()
    agent.hang_up()


def test_every_beginning_of_a_report_is_no_report() -> None:
    whole = report()
    for length in range(len(whole)):
        with agent_that_says(whole[:length]) as stream, pytest.raises(BoxFailure, match="ended the conversation"):
            runs(stream)


def test_frames_of_the_host_mean_nothing_to_the_host() -> None:
    for kind in range(1, 9):
        with agent_that_says(frame(Kind(kind), b"", 1)) as stream, pytest.raises(BoxFailure):
            runs(stream)
