"""A small protocol client for the tests: written from PROTOCOL.md alone, apart from the product's own client."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

PUT, DATA, FILTER, RUN, STDIN, STDIN_END, KILL, GET = range(1, 9)
HELLO, DONE, REFUSED, STDOUT, STDERR, CREDIT, REPORT, FILE, DATA_OUT, FATAL = range(64, 74)
CPU, WALL, OUTPUT, KILLED, SPAWN, FORBIDDEN = 1, 2, 4, 8, 16, 32
WIPE, MERGE = 1, 2
WINDOW, LARGEST = 262144, 65536
PROBE = "/bin/probe"
UID = 1234
PATIENCE_S = 20.0


class Frame(NamedTuple):
    type: int
    run: int
    payload: bytes


class ClosedError(Exception):
    """The agent ended the conversation."""


@dataclass
class Report:
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
    out: bytes = field(default=b"", repr=False)
    err: bytes = field(default=b"", repr=False)
    frames: int = 0


class Refused(NamedTuple):
    error: int
    text: str


def pack(kind: int, payload: bytes = b"", run: int = 0) -> bytes:
    return struct.pack("<IBBH", len(payload), kind, 0, run) + payload


def string(text: str | bytes) -> bytes:
    return (text.encode() if isinstance(text, str) else text) + b"\0"


def request(
    argv: Iterable[str],
    *,
    cpu_ns: int = 0,
    wall_ns: int = 10 * 10**9,
    stdout_most: int = 1 << 20,
    stderr_most: int = 1 << 16,
    stack_bytes: int = 8 << 20,
    file_bytes: int = 1 << 30,
    files: int = 64,
    cores: int = 1,
    uid: int = UID,
    flags: int = 0,
    directory: str = "/tmp",
    env: Iterable[str] = (),
) -> bytes:
    argv, env = list(argv), list(env)
    numbers = (cpu_ns, wall_ns, stdout_most, stderr_most, stack_bytes, file_bytes, files, cores, uid, flags)
    head = struct.pack("<6Q4IHH", *numbers, len(argv), len(env))
    return head + string(directory) + b"".join(map(string, [*argv, *env]))


def wait_until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """The one place where a test sleeps."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


class Box:
    """A real agent as process 1 of real namespaces, and this side of its stream."""

    def __init__(self, enter: Path, agent: Path, probe: Path, most_processes: int | None = None) -> None:
        argv = [str(enter), str(agent), str(probe)] + ([str(most_processes)] if most_processes else [])
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.into, self.out_of = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.into, False)
        self.buffer = bytearray()
        self.last_run = 0

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            raise

    def send_bytes(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            if not select.select([], [self.into], [], PATIENCE_S)[1]:
                raise TimeoutError("the agent does not read")
            try:
                view = view[os.write(self.into, view) :]
            except BrokenPipeError:
                raise ClosedError from None

    def send(self, kind: int, payload: bytes = b"", run: int = 0) -> None:
        self.send_bytes(pack(kind, payload, run))

    def _fill(self, seconds: float) -> None:
        if not select.select([self.out_of], [], [], seconds)[0]:
            raise TimeoutError("the agent does not answer")
        data = os.read(self.out_of, 1 << 18)
        if not data:
            raise ClosedError
        self.buffer += data

    def _whole(self) -> Frame | None:
        if len(self.buffer) < 8:
            return None
        length, kind, zero, run = struct.unpack_from("<IBBH", self.buffer)
        assert zero == 0
        assert length <= LARGEST
        assert HELLO <= kind <= FATAL
        if len(self.buffer) < 8 + length:
            return None
        payload = bytes(self.buffer[8 : 8 + length])
        del self.buffer[: 8 + length]
        return Frame(kind, run, payload)

    def receive(self, seconds: float = PATIENCE_S) -> Frame:
        while (frame := self._whole()) is None:
            self._fill(seconds)
        return frame

    def hello(self) -> Frame:
        frame = self.receive()
        assert frame.type == HELLO
        assert frame.payload[:20] == struct.pack("<8sIII", b"pgjudge\0", 2, LARGEST, WINDOW)
        return frame

    def answer(self) -> Refused | None:
        frame = self.receive()
        if frame.type == REFUSED:
            (error,) = struct.unpack_from("<i", frame.payload)
            return Refused(error, frame.payload[4:-1].decode())
        assert frame.type == DONE
        return None

    def put(self, path: str, data: bytes, mode: int = 0o644) -> Refused | None:
        frames = [pack(PUT, struct.pack("<IQ", mode, len(data)) + string(path))]
        frames += [pack(DATA, data[at : at + LARGEST]) for at in range(0, len(data), LARGEST)]
        self.send_bytes(b"".join(frames))
        return self.answer()

    def get(self, path: str, most: int = 1 << 30) -> bytes | Refused:
        self.send(GET, struct.pack("<Q", most) + string(path))
        frame = self.receive()
        if frame.type == REFUSED:
            return Refused(*struct.unpack_from("<i", frame.payload), frame.payload[4:-1].decode())
        assert frame.type == FILE
        size, _mode = struct.unpack("<QI", frame.payload)
        data = bytearray()
        while len(data) < size:
            part = self.receive()
            assert part.type == DATA_OUT
            data += part.payload
        assert len(data) == size
        return bytes(data)

    def start(self, payload: bytes, more: bytes = b"") -> int:
        self.last_run = self.last_run % 65535 + 1
        self.send_bytes(pack(RUN, payload, self.last_run) + more)
        return self.last_run

    def report(self, stdin: bytes = b"", seconds: float = PATIENCE_S) -> Report:
        """Feeds what is left of the input within its window, and gathers what comes until the report."""
        out, err, frames, credit, sent = bytearray(), bytearray(), 0, WINDOW, 0
        number = self.last_run
        while True:
            while credit and sent < len(stdin):
                part = stdin[sent : sent + min(credit, LARGEST)]
                self.send(STDIN, part, number)
                sent, credit = sent + len(part), credit - len(part)
                if sent == len(stdin):
                    self.send(STDIN_END, run=number)
            frame = self.receive(seconds)
            frames += 1
            assert frame.run == number, frame
            if frame.type == STDOUT:
                out += frame.payload
            elif frame.type == STDERR:
                err += frame.payload
            elif frame.type == CREDIT:
                credit += struct.unpack("<I", frame.payload)[0]
                assert credit <= WINDOW
            else:
                assert frame.type == REPORT, frame
                return Report(*struct.unpack("<iI7Q3Ii", frame.payload), bytes(out), bytes(err), frames)

    def run(self, *argv: str, stdin: bytes = b"", **limits: object) -> Report:
        payload = request(argv, **limits)  # type: ignore[arg-type]
        number = self.last_run % 65535 + 1
        self.start(payload, b"" if stdin else pack(STDIN_END, run=number))
        return self.report(stdin)

    def probe(self, mode: str, n: int = 0, *, stdin: bytes = b"", **limits: object) -> Report:
        return self.run(PROBE, mode, str(n), stdin=stdin, **limits)

    def ends(self) -> int:
        """The exit code of an agent that must end by itself."""
        return self.process.wait(PATIENCE_S)
