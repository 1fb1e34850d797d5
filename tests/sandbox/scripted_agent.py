"""The agent's end of a stream, held by a test: it says what was written beforehand; what it was told is read later."""

from __future__ import annotations

import ast
import fcntl
import os
import struct
from pathlib import Path
from typing import NamedTuple

from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.wire import HEADER, HELLO, MAGIC, PAYLOAD_MOST, VERSION, WINDOW, Kind, Report

FORMATS = {"u16": "<H", "u32": "<I", "i32": "<i", "u64": "<Q"}
GREETING = HELLO.pack(MAGIC, VERSION, PAYLOAD_MOST, WINDOW, 7)
ENDED = Report(0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0)


class Frame(NamedTuple):
    kind: Kind
    run: int
    payload: bytes


def packed(kind: int, payload: bytes = b"", run: int = 0, zero: int = 0) -> bytes:
    return HEADER.pack(len(payload), kind, zero, run) + payload


def report(run: int = 1, **changes: int) -> bytes:
    return packed(Kind.REPORT, struct.pack("<iIQQQQQQQIIIi", *ENDED._replace(**changes)), run)


class ScriptedAgent:
    """Two pipes, and the host's client over them once `greet` was called."""

    def __init__(self) -> None:
        self.told, self.to_agent = os.pipe()
        self.from_agent, self.says = os.pipe()
        fcntl.fcntl(self.told, fcntl.F_SETPIPE_SZ, 1 << 20)
        os.set_blocking(self.told, False)
        self._data = b""

    def greet(self, hello: bytes = packed(Kind.HELLO, GREETING), seconds: float = 5.0) -> AgentStream:
        """Say hello, or something else; the client that has heard it."""
        self.say(hello)
        return AgentStream(self.from_agent, self.to_agent, seconds)

    def say(self, frames: bytes) -> None:
        os.write(self.says, frames)

    def hang_up(self) -> None:
        """Close both ends, as a dead agent would."""
        for name in ("told", "says"):
            if getattr(self, name) >= 0:
                os.close(getattr(self, name))
                setattr(self, name, -1)

    def heard(self) -> list[Frame]:
        """The frames that the client has written since the last call."""
        frames = []
        while (piece := self._read()) != b"":
            self._data += piece
        while len(self._data) >= HEADER.size:
            length, kind, _zero, run = HEADER.unpack_from(self._data)
            end = HEADER.size + length
            if end > len(self._data):
                break
            frames.append(Frame(Kind(kind), run, self._data[HEADER.size : end]))
            self._data = self._data[end:]
        return frames

    def _read(self) -> bytes:
        try:
            return os.read(self.told, 1 << 16)
        except BlockingIOError:
            return b""


class Line(NamedTuple):
    """One frame of a golden transcript; what may be any value is 0."""

    to_agent: bool
    frame: Frame


def transcript(path: Path) -> list[Line]:
    """The frames of a transcript, as `tests/agent/golden/README.md` describes the format."""
    lines = []
    for text in path.read_text().splitlines():
        if text and not text.startswith("#"):
            arrow, name, run, *fields = text.split()
            payload = b"".join(_field(*field.split(":", 1)) for field in fields)
            lines.append(Line(arrow == ">", Frame(Kind[name], int(run.removeprefix("run=")), payload)))
    return lines


def _field(kind: str, value: str) -> bytes:
    if kind in FORMATS:
        return struct.pack(FORMATS[kind], 0 if value == "*" else int(value))
    literal: bytes = ast.literal_eval("b" + value)
    return literal + (b"\0" if kind == "str" else b"")
