"""The golden transcripts, replayed against the real agent."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.agent import client
from tests.agent.client import STDERR, STDOUT, Box, Frame, pack

GOLDEN = sorted((Path(__file__).resolve().parent / "golden").glob("*.txt"))
FORMATS = {"u16": "<H", "u32": "<I", "i32": "<i", "u64": "<Q"}


class Line:
    """One frame of a transcript; masked parts of its payload match anything."""

    def __init__(self, text: str) -> None:
        self.text = text
        arrow, name, run, *fields = text.split()
        self.to_agent = arrow == ">"
        self.type: int = getattr(client, name)
        self.run = int(run.removeprefix("run="))
        self.payload, self.known = b"", b""
        for field in fields:
            self._add(*field.split(":", 1))

    def _add(self, kind: str, value: str) -> None:
        if kind in FORMATS:
            part = struct.pack(FORMATS[kind], 0 if value == "*" else int(value))
        else:
            part = ast.literal_eval("b" + value) + (b"\0" if kind == "str" else b"")
        self.payload += part
        self.known += bytes(len(part)) if value == "*" else b"\xff" * len(part)

    def matches(self, frame: Frame) -> bool:
        masked = bytes(a & b for a, b in zip(frame.payload, self.known, strict=False))
        same_length = len(frame.payload) == len(self.payload)
        return same_length and (frame.type, frame.run, masked) == (self.type, self.run, self.payload)


def receive_joined(box: Box, like: Line) -> Frame:
    """Output may come in pieces: they are gathered up to the length expected."""
    frame = box.receive()
    while frame.type in (STDOUT, STDERR) and frame.type == like.type and len(frame.payload) < len(like.payload):
        more = box.receive()
        assert (more.type, more.run) == (frame.type, frame.run)
        frame = Frame(frame.type, frame.run, frame.payload + more.payload)
    return frame


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_agent_holds_its_side(new_box: Callable[[], Box], path: Path) -> None:
    lines = [Line(text) for text in path.read_text().splitlines() if text and not text.startswith("#")]
    with new_box() as box:
        for line in lines:
            if line.to_agent:
                box.send_bytes(pack(line.type, line.payload, line.run))
            else:
                frame = receive_joined(box, line)
                assert line.matches(frame), f"{line.text}\n{frame}"
