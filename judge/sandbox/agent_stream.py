"""The host's side of the agent protocol, over two pipes.

Anything that does not follow the protocol, the end of the stream, and silence past the deadline raise BoxFailure, after
which the stream is only good for closing. The host never blocks on either pipe alone: while there is something to
write it also reads, so a program that neither reads its input nor stops writing cannot lock the two sides up.

One run costs one write (RUN, the input and its end together, if the input is small), one poll and one read.
"""

from __future__ import annotations

import errno
import os
import select
import time
from collections.abc import Callable
from typing import BinaryIO

from judge.sandbox.box import BoxFailure, FileRefused, RunLimits, Sink
from judge.sandbox.frame_reader import Frame, FrameReader
from judge.sandbox.stdin_feed import StdinFeed
from judge.sandbox.wire import (
    CREDIT,
    DONE,
    ERRNO,
    FILE,
    GET,
    HELLO,
    MAGIC,
    PAYLOAD_MOST,
    PUT,
    REPORT,
    RUNS_MOST,
    STEPS,
    VERSION,
    WINDOW,
    Flag,
    Kind,
    Report,
    frame,
    printable,
    string,
)

ANSWER_SECONDS = 60.0
"""Most that the agent may take over a request that runs no program."""

GRACE_SECONDS = 10.0
"""How long after a run's wall limit its report may come: killing and wiping take time on a busy host."""

TICK_MS = 50
"""How often `tick` is called while a program runs and says nothing."""

WRITE_AT_ONCE = 64
"""Frames handed to one writev: as much as a pipe can hold, and far below IOV_MAX."""

_ALL_FLAGS = sum(Flag)


class AgentStream:
    """The conversation with one agent. Owns the two descriptors. `agent_cpu_ns` is what the agent last said of it."""

    def __init__(
        self,
        reading: int,
        writing: int,
        hello_seconds: float = ANSWER_SECONDS,
        reader: type[FrameReader] = FrameReader,
    ) -> None:
        """Reads HELLO, waiting at most `hello_seconds` for it. Closes the descriptors when that fails."""
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)
        self._writing = writing
        self._reader = reader(reading)
        self._outgoing: list[bytes | memoryview] = []
        self._whole = True  # whether the first frame of `_outgoing` is still whole
        self._feed: StdinFeed | None = None
        self._run = 0
        self._over = True  # but for the time between one request's answer and the next request
        self._to_read = select.poll()
        self._to_read.register(reading, select.POLLIN)
        self._to_read_or_write = select.poll()
        self._to_read_or_write.register(reading, select.POLLIN)
        self._to_read_or_write.register(writing, select.POLLOUT)
        try:
            self.agent_cpu_ns = self._hello(time.monotonic() + hello_seconds)
        except BoxFailure:
            self.close()
            raise
        self._over = False

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """Have the agent write a file. Raises FileRefused."""
        deadline = self._begin()
        mode = 0o755 if executable else 0o644
        self._outgoing.append(frame(Kind.PUT, PUT.pack(mode, len(content)) + string(path)))
        whole = memoryview(content)
        for start in range(0, len(content), PAYLOAD_MOST):
            self._outgoing.append(frame(Kind.DATA, whole[start : start + PAYLOAD_MOST]))
        self._flush()
        self._expect_done(deadline)

    def set_filter(self, program: bytes) -> None:
        """Give the seccomp program (BPF instructions) that every later run starts under. Raises FileRefused."""
        deadline = self._begin()
        self._outgoing.append(frame(Kind.FILTER, program))
        self._flush()
        self._expect_done(deadline)

    def get(self, path: str, most_bytes: int) -> bytes:
        """Read a file. Raises FileRefused."""
        deadline = self._begin()
        self._outgoing.append(frame(Kind.GET, GET.pack(most_bytes) + string(path)))
        self._flush()
        answer = self._answer(self._receive(deadline), Kind.FILE, FILE.size)
        size, _mode = FILE.unpack(answer)
        if size > most_bytes:
            raise _fault(f"sent a file of {size:,} bytes where {most_bytes:,} were allowed")
        parts: list[bytes] = []
        missing = size
        while missing:
            kind, _run, payload = self._receive(deadline)
            missing -= len(payload)
            if kind != Kind.DATA_OUT or missing < 0 or not payload:
                raise _fault("sent a file that does not have its announced size")
            parts.append(bytes(payload))
        self._over = False
        return b"".join(parts)

    def run(
        self,
        request: bytes,
        limits: RunLimits,
        stdin: BinaryIO,
        stdout: Sink,
        stderr: Sink,
        tick: Callable[[], None] | None = None,
    ) -> Report:
        """Run a program to its end. `request` is RUN's payload, and `limits` are those in it.

        What `stdin.read` or a sink raises comes through, and leaves the stream only good for closing.
        """
        self._begin()
        deadline = time.monotonic() + limits.wall_ns / 1e9 + GRACE_SECONDS if limits.wall_ns else float("inf")
        most_stdout, most_stderr = limits.stdout_bytes, limits.stderr_bytes
        self._run = number = self._run % RUNS_MOST + 1
        self._outgoing.append(frame(Kind.RUN, request, number))
        self._feed = feed = StdinFeed(stdin, number)
        feed.refill(self._outgoing)
        self._flush()
        while True:
            kind, run, payload = self._receive(deadline, tick)
            if run != number:
                raise _fault(f"spoke of run {run} during run {number}")
            if kind == Kind.STDOUT and len(payload) <= most_stdout:
                most_stdout -= len(payload)
                stdout(bytes(payload))
            elif kind == Kind.STDERR and len(payload) <= most_stderr:
                most_stderr -= len(payload)
                stderr(bytes(payload))
            elif kind == Kind.CREDIT:
                self._credit(feed, payload)
            elif kind == Kind.REPORT:
                report = self._report(payload)
                break
            else:
                raise _fault(f"sent a frame of type {kind} and {len(payload)} bytes during a run")
        self._feed = None
        self._forget_unsent_input(deadline)
        self._over = False
        self.agent_cpu_ns = report.agent_cpu_ns
        return report

    def close(self) -> None:
        """Close both pipes; the agent then kills everything in its box and exits. Safe to call again."""
        self._over = True
        if self._writing >= 0:
            os.close(self._writing)
            os.close(self._reader.descriptor)
            self._writing = -1

    def _hello(self, deadline: float) -> int:
        kind, _run, payload = self._receive(deadline)
        if kind != Kind.HELLO or len(payload) != HELLO.size:
            raise _fault("did not say hello")
        magic, version, most, window, agent_cpu_ns = HELLO.unpack(payload)
        if (magic, version, most, window) != (MAGIC, VERSION, PAYLOAD_MOST, WINDOW):
            raise _fault(f"speaks version {version} of the protocol, not {VERSION}: build both from one source")
        return int(agent_cpu_ns)

    def _begin(self) -> float:
        """Start a request; returns its deadline."""
        if self._over:
            raise BoxFailure("the conversation with the agent is over")
        self._over = True
        return time.monotonic() + ANSWER_SECONDS

    def _answer(self, received: Frame, wanted: Kind, size: int) -> memoryview:
        kind, _run, payload = received
        if kind == Kind.REFUSED and len(payload) > ERRNO.size:
            number: int = ERRNO.unpack_from(payload)[0]
            self._over = False
            raise FileRefused(printable(bytes(payload[ERRNO.size :])), number)
        if kind != wanted or len(payload) != size:
            raise _fault(f"answered with a frame of type {kind} and {len(payload)} bytes")
        return payload

    def _expect_done(self, deadline: float) -> None:
        (self.agent_cpu_ns,) = DONE.unpack(self._answer(self._receive(deadline), Kind.DONE, DONE.size))
        self._over = False

    def _report(self, payload: memoryview) -> Report:
        if len(payload) != REPORT.size:
            raise _fault(f"sent a report of {len(payload)} bytes")
        report = Report(*REPORT.unpack(payload))
        if report.flags & ~_ALL_FLAGS or report.spawn_step >= len(STEPS):
            raise _fault("sent a report with unknown flags or steps")
        return report

    def _credit(self, feed: StdinFeed, payload: memoryview) -> None:
        if len(payload) != CREDIT.size or not feed.credit(CREDIT.unpack(payload)[0]):
            raise _fault("gave back more of the input window than was used")
        if not self._outgoing:
            feed.refill(self._outgoing)
            self._flush()

    def _forget_unsent_input(self, deadline: float) -> None:
        """Drop the input frames that the run did not wait for; one that is partly written must still be finished."""
        del self._outgoing[0 if self._whole else 1 :]
        while self._outgoing:
            if self._reader.take() is not None:
                raise _fault("went on speaking after a report")
            self._wait(deadline, None)

    def _receive(self, deadline: float, tick: Callable[[], None] | None = None) -> Frame:
        """The next frame. Meanwhile everything that is to be written is written."""
        while (received := self._reader.take()) is None:
            self._wait(deadline, tick)
        kind, _run, payload = received
        if kind == Kind.FATAL:
            raise _fault(f"gave up: {printable(bytes(payload))}")
        if kind != Kind.REPORT and time.monotonic() > deadline:
            raise _fault("does not come to an end")
        return received

    def _wait(self, deadline: float, tick: Callable[[], None] | None) -> None:
        """Wait until one of the pipes is ready, and do what can be done there."""
        left_ms = max(0.0, (deadline - time.monotonic()) * 1000)
        wait_ms = min(left_ms, TICK_MS) if tick else min(left_ms, 3_600_000)
        ready = (self._to_read_or_write if self._outgoing else self._to_read).poll(wait_ms)
        if not ready:
            if wait_ms == left_ms:
                raise _fault("has gone silent")
            if tick:
                tick()
        for descriptor, _events in ready:
            if descriptor == self._writing:
                self._flush()
            elif not self._reader.fill():
                raise _fault("ended the conversation")

    def _flush(self) -> None:
        """Write as much as the pipe takes."""
        try:
            while self._outgoing:
                self._wrote(os.writev(self._writing, self._outgoing[:WRITE_AT_ONCE]))
                if not self._outgoing and self._feed is not None:
                    self._feed.refill(self._outgoing)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise _fault(f"cannot be written to: {error.strerror}") from error
            self._outgoing.clear()  # why it went is to be read at the other end
            self._feed = None

    def _wrote(self, count: int) -> None:
        done = 0
        for part in self._outgoing:
            if count < len(part):
                break
            count -= len(part)
            done += 1
        del self._outgoing[:done]
        if done:
            self._whole = True
        if count:
            self._outgoing[0] = memoryview(self._outgoing[0])[count:]
            self._whole = False


def _fault(what: str) -> BoxFailure:
    return BoxFailure(f"the agent {what}")
