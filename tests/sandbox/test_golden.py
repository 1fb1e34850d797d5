"""The golden transcripts, replayed against the host's client: it asks what they ask, and understands the answers."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, FileRefused, RunLimits
from judge.sandbox.wire import ERRNO, GET, PUT, REPORT, RUN, Kind, Report
from tests.sandbox.scripted_agent import Frame, Line, ScriptedAgent, packed, transcript

GOLDEN = sorted((Path(__file__).resolve().parents[1] / "agent" / "golden").glob("*.txt"))
REQUESTS = {Kind.PUT, Kind.FILTER, Kind.RUN, Kind.GET}


def exchanges(lines: list[Line]) -> Iterator[tuple[Frame, list[Frame], list[Frame]]]:
    """Each request, the frames from the host that belong to it, and the agent's answers."""
    starts = [at for at, line in enumerate(lines) if line.to_agent and line.frame.kind in REQUESTS]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        rest = lines[start + 1 : end]
        more = [line.frame for line in rest if line.to_agent]
        yield lines[start].frame, more, [line.frame for line in rest if not line.to_agent]


def joined(frames: list[Frame], kind: Kind, run: int) -> bytes:
    return b"".join(frame.payload for frame in frames if (frame.kind, frame.run) == (kind, run))


def ask(stream: AgentStream, request: Frame, more: list[Frame], answers: list[Frame]) -> None:
    """Make the client make this request, and check what it made of the answers."""
    if request.kind == Kind.PUT:
        mode, _size = PUT.unpack_from(request.payload)
        path = request.payload[PUT.size : -1].decode()
        stream.put(path, joined(more, Kind.DATA, 0), executable=mode == 0o755)
    elif request.kind == Kind.FILTER:
        stream.set_filter(request.payload)
    elif request.kind == Kind.GET:
        (most,) = GET.unpack_from(request.payload)
        content = stream.get(request.payload[GET.size : -1].decode(), most)
        assert content == joined(answers, Kind.DATA_OUT, 0)
    else:
        ask_run(stream, request, more, answers)


def ask_run(stream: AgentStream, request: Frame, more: list[Frame], answers: list[Frame]) -> None:
    stdout: list[bytes] = []
    stderr: list[bytes] = []
    cpu, wall, most_out, most_err = RUN.unpack_from(request.payload)[:4]
    limits = RunLimits(cpu, wall, most_out, most_err)
    stdin = io.BytesIO(joined(more, Kind.STDIN, request.run))
    report = stream.run(request.payload, limits, stdin, stdout.append, stderr.append)
    assert report == Report(*REPORT.unpack(answers[-1].payload))
    assert b"".join(stdout) == joined(answers, Kind.STDOUT, request.run)
    assert b"".join(stderr) == joined(answers, Kind.STDERR, request.run)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_client_holds_its_side(path: Path) -> None:
    lines = transcript(path)
    assert lines[0].frame.kind == Kind.HELLO
    agent = ScriptedAgent()
    stream = agent.greet(packed(Kind.HELLO, lines[0].frame.payload))
    for request, more, answers in exchanges(lines):
        agent.say(b"".join(packed(frame.kind, frame.payload, frame.run) for frame in answers))
        last = answers[-1]
        if last.kind == Kind.FATAL:
            with pytest.raises(BoxFailure, match="not the next number"):
                ask(stream, Frame(Kind.RUN, 7, bytes(RUN.size)), more, answers)
            continue
        if last.kind == Kind.REFUSED:
            with pytest.raises(FileRefused) as refused:
                ask(stream, request, more, answers)
            assert refused.value.errno == ERRNO.unpack_from(last.payload)[0]
        else:
            ask(stream, request, more, answers)
        told = agent.heard()
        assert told[0] == request
        for kind in (Kind.DATA, Kind.STDIN):
            assert joined(told, kind, request.run) == joined(more, kind, request.run)
        assert (told[-1].kind == Kind.STDIN_END) == (request.kind == Kind.RUN)
    stream.close()
    agent.hang_up()


def test_there_are_transcripts() -> None:
    assert len(GOLDEN) >= 5
