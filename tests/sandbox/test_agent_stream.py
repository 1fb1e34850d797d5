"""The client against an agent that breaks the protocol, falls silent or dies: always a BoxFailure, never a hang."""

from __future__ import annotations

import fcntl
import io
import os
import struct
import threading
from collections.abc import Iterator

import pytest

from judge.sandbox import agent_stream
from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, FileRefused, RunLimits
from judge.sandbox.wire import PAYLOAD_MOST, REPORT, RUN, VERSION, WINDOW, Kind, Report
from tests.sandbox.scripted_agent import GREETING, ScriptedAgent, packed, report

LIMITS = RunLimits(cpu_ns=10**9, wall_ns=10**9, stdout_bytes=100, stderr_bytes=100)
REQUEST = bytes(RUN.size)
DONE = packed(Kind.DONE, struct.pack("<Q", 5))


@pytest.fixture
def agent() -> Iterator[ScriptedAgent]:
    made = ScriptedAgent()
    yield made
    made.hang_up()


@pytest.fixture
def stream(agent: ScriptedAgent) -> Iterator[AgentStream]:
    made = agent.greet()
    yield made
    made.close()


def run(stream: AgentStream, stdin: bytes = b"") -> tuple[Report, bytes]:
    stdout: list[bytes] = []
    return stream.run(REQUEST, LIMITS, io.BytesIO(stdin), stdout.append, stdout.append), b"".join(stdout)


@pytest.mark.parametrize(
    "hello",
    [
        packed(Kind.DONE, bytes(8)),
        packed(Kind.HELLO, GREETING[:-1]),
        packed(Kind.HELLO, b"pgjudgX\0" + GREETING[8:]),
        packed(Kind.HELLO, GREETING[:8] + struct.pack("<I", VERSION + 1) + GREETING[12:]),
        packed(Kind.HELLO, GREETING[:12] + struct.pack("<I", 1 << 20) + GREETING[16:]),
        packed(Kind.FATAL, b"no\0"),
        b"runc: something went wrong\n" * 4,
    ],
)
def test_anything_but_hello_is_a_failure(agent: ScriptedAgent, hello: bytes) -> None:
    with pytest.raises(BoxFailure):
        agent.greet(hello)


def test_silence_instead_of_hello_is_a_failure(agent: ScriptedAgent) -> None:
    with pytest.raises(BoxFailure, match="silent"):
        agent.greet(b"", seconds=0.05)


def test_a_small_input_goes_out_in_one_write_with_its_run(agent: ScriptedAgent, stream: AgentStream) -> None:
    agent.say(report())
    run(stream, b"input")
    heard = agent.heard()
    assert [frame.kind for frame in heard] == [Kind.RUN, Kind.STDIN, Kind.STDIN_END]
    assert heard[1].payload == b"input"


def test_input_waits_for_the_window(agent: ScriptedAgent, stream: AgentStream) -> None:
    agent.say(report())
    run(stream, bytes(2 * WINDOW))
    assert sum(len(frame.payload) for frame in agent.heard() if frame.kind == Kind.STDIN) == WINDOW


def test_a_run_that_ends_before_its_input_was_sent_leaves_the_stream_in_step(
    agent: ScriptedAgent, stream: AgentStream
) -> None:
    fcntl.fcntl(agent.told, fcntl.F_SETPIPE_SZ, 4096)
    agent.say(report())
    client = threading.Thread(target=run, args=(stream, bytes(WINDOW)))
    client.start()
    heard = []
    while client.is_alive():
        heard += agent.heard()
    agent.say(report(2))
    run(stream, b"next")
    heard += agent.heard()
    assert [frame.kind for frame in heard if frame.run == 2] == [Kind.RUN, Kind.STDIN, Kind.STDIN_END]
    assert all(len(frame.payload) == PAYLOAD_MOST for frame in heard if (frame.kind, frame.run) == (Kind.STDIN, 1))


def test_credit_lets_more_input_through(agent: ScriptedAgent, stream: AgentStream) -> None:
    kinds: list[Kind] = []

    def take_in() -> None:
        left = 3 * WINDOW
        while Kind.STDIN_END not in kinds:
            frames = agent.heard()
            kinds.extend(frame.kind for frame in frames)
            size = sum(len(frame.payload) for frame in frames if frame.kind == Kind.STDIN)
            left -= size
            if size:
                agent.say(packed(Kind.CREDIT, struct.pack("<I", size), 1))
        agent.say(report(stdin_bytes=3 * WINDOW - left))

    reader = threading.Thread(target=take_in)
    reader.start()
    assert run(stream, bytes(3 * WINDOW))[0].stdin_bytes == 3 * WINDOW
    reader.join()


BAD_FRAMES = {
    "longer than allowed": struct.pack("<IBBH", PAYLOAD_MOST + 1, Kind.STDOUT, 0, 1),
    "with a byte that is not zero": packed(Kind.STDOUT, b"x", 1, zero=1),
    "of unknown type": packed(200, b"", 1),
    "of a type that has no place in a run": packed(Kind.FILE, bytes(12), 1),
    "of the host's own types": packed(Kind.STDIN, b"", 1),
    "of another run": packed(Kind.STDOUT, b"x", 2),
    "of no run": packed(Kind.REPORT, bytes(REPORT.size)),
    "credit that was not used": packed(Kind.CREDIT, struct.pack("<I", 1 << 19), 1),
    "credit of a wrong size": packed(Kind.CREDIT, b"", 1),
    "output past its cap": packed(Kind.STDOUT, bytes(101), 1),
    "errors past their cap": packed(Kind.STDERR, bytes(60), 1) * 2,
    "a short report": packed(Kind.REPORT, bytes(REPORT.size - 1), 1),
    "a long report": packed(Kind.REPORT, bytes(REPORT.size + 1), 1),
    "a report with unknown flags": report(flags=64),
    "a report with an unknown step": report(spawn_step=8),
    "a fatal error": packed(Kind.FATAL, b"too bad\nreally\0"),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_bad_frame_in_a_run_is_a_failure_and_the_end(agent: ScriptedAgent, stream: AgentStream, name: str) -> None:
    agent.say(BAD_FRAMES[name] + report())
    with pytest.raises(BoxFailure) as failure:
        run(stream)
    assert "\n" not in str(failure.value)
    agent.say(report())
    with pytest.raises(BoxFailure, match="over"):
        run(stream)


@pytest.mark.parametrize("cut", [0, 3, 8, 20])
def test_a_stream_that_ends_in_the_middle_is_a_failure(agent: ScriptedAgent, stream: AgentStream, cut: int) -> None:
    agent.say(report()[:cut])
    agent.hang_up()
    with pytest.raises(BoxFailure, match="ended the conversation"):
        run(stream)


def test_last_words_are_heard_even_when_nothing_can_be_written(agent: ScriptedAgent, stream: AgentStream) -> None:
    agent.say(packed(Kind.FATAL, b"because\0"))
    agent.hang_up()
    with pytest.raises(BoxFailure, match="gave up: because"):
        run(stream, bytes(WINDOW))


def test_silence_past_the_wall_limit_is_a_failure(stream: AgentStream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_stream, "GRACE_SECONDS", 0.02)
    with pytest.raises(BoxFailure, match="silent"):
        stream.run(REQUEST, RunLimits(1, 1, 1), io.BytesIO(), print, print)


def test_what_input_raises_comes_through_and_is_the_end(stream: AgentStream) -> None:
    class Broken(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        stream.run(REQUEST, LIMITS, Broken(), print, print)
    with pytest.raises(BoxFailure):
        run(stream)


def test_frames_may_come_in_any_pieces(agent: ScriptedAgent, stream: AgentStream) -> None:
    said = packed(Kind.STDOUT, b"hello ", 1) + packed(Kind.STDOUT, b"world", 1) + report()

    def crumbs() -> None:
        for byte in said:
            agent.say(bytes([byte]))

    speaker = threading.Thread(target=crumbs)
    speaker.start()
    assert run(stream)[1] == b"hello world"
    speaker.join()


def test_run_numbers_start_again_after_the_last(agent: ScriptedAgent, stream: AgentStream) -> None:
    for number in (*range(1, 65_536), 1):
        agent.say(report(number))
        assert run(stream)[0].wall_ns == 1


def test_a_refusal_leaves_the_stream_good(agent: ScriptedAgent, stream: AgentStream) -> None:
    agent.say(packed(Kind.REFUSED, struct.pack("<i", 17) + b"PUT\0") + DONE)
    with pytest.raises(FileRefused, match="PUT") as refused:
        stream.put("/box/a", b"x")
    assert refused.value.errno == 17
    stream.put("/box/b", b"x")
    assert stream.agent_cpu_ns == 5


@pytest.mark.parametrize(
    "answer",
    [
        packed(Kind.FILE, struct.pack("<QI", 11, 0o644)),
        packed(Kind.FILE, struct.pack("<QI", 4, 0o644)) + packed(Kind.DATA_OUT, b"12345"),
        packed(Kind.FILE, struct.pack("<QI", 4, 0o644)) + packed(Kind.DATA_OUT, b""),
        packed(Kind.FILE, struct.pack("<QI", 4, 0o644)) + DONE,
        packed(Kind.FILE, b""),
        packed(Kind.REFUSED, b"x"),
        DONE,
    ],
)
def test_a_file_that_is_not_as_announced_is_a_failure(agent: ScriptedAgent, stream: AgentStream, answer: bytes) -> None:
    agent.say(answer)
    with pytest.raises(BoxFailure):
        stream.get("/tmp/a", 10)
    with pytest.raises(BoxFailure, match="over"):
        stream.get("/tmp/a", 10)


def test_closing_closes_both_pipes(agent: ScriptedAgent) -> None:
    stream = agent.greet()
    stream.close()
    stream.close()
    assert os.read(agent.told, 1) == b""
    with pytest.raises(BrokenPipeError):
        agent.say(b"x")
