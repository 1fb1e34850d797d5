"""The numbers and shapes of the agent protocol, as `agent/PROTOCOL.md` gives them: bytes in, values out, no I/O."""

from __future__ import annotations

import os
import struct
from enum import IntEnum, IntFlag
from typing import NamedTuple

from judge.sandbox.box import Command

VERSION = 2
MAGIC = b"pgjudge\0"
PAYLOAD_MOST = 65_536
WINDOW = 262_144
RUNS_MOST = 65_535
"""The number after this run's is 1 again."""

HEADER = struct.Struct("<IBBH")
HELLO = struct.Struct("<8sIIIQ")
DONE = struct.Struct("<Q")
ERRNO = struct.Struct("<i")
CREDIT = struct.Struct("<I")
PUT = struct.Struct("<IQ")
GET = struct.Struct("<Q")
FILE = struct.Struct("<QI")
RUN = struct.Struct("<QQQQQQIIIIHH")
REPORT = struct.Struct("<iIQQQQQQQIIIi")


class Kind(IntEnum):
    """Types of frames; below 64 from the host, from 64 on from the agent."""

    PUT = 1
    DATA = 2
    FILTER = 3
    RUN = 4
    STDIN = 5
    STDIN_END = 6
    KILL = 7
    GET = 8
    HELLO = 64
    DONE = 65
    REFUSED = 66
    STDOUT = 67
    STDERR = 68
    CREDIT = 69
    REPORT = 70
    FILE = 71
    DATA_OUT = 72
    FATAL = 73


class Flag(IntFlag):
    """Why a run ended, in a REPORT."""

    CPU = 1
    WALL = 2
    OUTPUT = 4
    KILLED = 8
    SPAWN = 16
    FORBIDDEN = 32


WIPE, MERGE = 1, 2
"""Flags of a RUN."""

STEPS = ("none", "fork", "descriptors", "limits", "identity", "working directory", "filter", "execve")
"""The step of starting the program that failed, by `spawn_step`."""


class Report(NamedTuple):
    """A REPORT frame, field by field in its order."""

    status: int
    flags: int
    wall_ns: int
    cpu_ns: int
    agent_cpu_ns: int
    max_rss_bytes: int
    stdout_bytes: int
    stderr_bytes: int
    stdin_bytes: int
    spawn_errno: int
    spawn_step: int
    processes: int
    forbidden: int

    def spawn_error(self) -> str:
        """What kept the program from starting, or nothing."""
        if not self.flags & Flag.SPAWN:
            return ""
        return f"{STEPS[self.spawn_step]}: {os.strerror(self.spawn_errno)}"


def frame(kind: Kind, payload: bytes | memoryview = b"", run: int = 0) -> bytes:
    """A whole frame."""
    return b"".join((HEADER.pack(len(payload), kind, 0, run), payload))


def run_payload(command: Command, *, uid: int, cores: int) -> bytes:
    """The payload of RUN. Raises ValueError for a command that does not fit the protocol."""
    limits = command.limits
    strings = (command.cwd, *command.argv, *(f"{name}={value}" for name, value in command.env))
    fixed = RUN.pack(
        limits.cpu_ns,
        limits.wall_ns,
        limits.stdout_bytes,
        limits.stderr_bytes,
        limits.stack_bytes,
        limits.file_bytes,
        limits.open_files,
        cores,
        uid,
        WIPE * command.wipe | MERGE * command.merge_stderr,
        len(command.argv),
        len(command.env),
    )
    payload = fixed + b"".join(map(string, strings))
    if len(payload) > PAYLOAD_MOST:
        raise ValueError(f"a command of {len(payload):,} bytes is larger than a frame")
    return payload


def string(text: str) -> bytes:
    """A string of a payload. Raises ValueError for one with a NUL in it."""
    encoded = os.fsencode(text)
    if b"\0" in encoded:
        raise ValueError(f"a NUL inside {text!r}")
    return encoded + b"\0"


def printable(payload: bytes) -> str:
    """The string at the end of a payload from the agent, on one line and safe to show."""
    text = payload.split(b"\0", 1)[0].decode("utf-8", "replace")
    return "".join(c if c.isprintable() else " " for c in text).strip()
