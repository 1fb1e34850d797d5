"""A box in a container of an OCI runtime, driven through its agent."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from types import TracebackType
from typing import BinaryIO, Self

from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, BoxSpec, Command, RunReport, Sink
from judge.sandbox.bundle import PROGRAM_UID
from judge.sandbox.cgroups import Gauge
from judge.sandbox.host_place import HostPlace
from judge.sandbox.wire import Flag, Report, run_payload

OPENING_BYTES = 64 << 20
"""Memory on top of the program's until the first run: the OCI runtime's own start happens inside the box's limit."""

OPENING_PROCESSES = 64
"""Processes and threads until the first run: those of the OCI runtime's own start."""

AGENT_BYTES = 4 << 20
"""Memory on top of the program's and of what is in use before the first run: pipes and the agent's buffers."""

DEATH_MS = 10_000


class RuncBox:
    """See `box.Box`. Made by `RuncEngine.open`."""

    def __init__(
        self, spec: BoxSpec, cores: int, place: HostPlace, stream: AgentStream, gauge: Gauge, pid: int
    ) -> None:
        self._spec = spec
        self._cores = cores
        self._place = place
        self._stream = stream
        self._gauge = gauge
        self._pid = pid
        self._agent = os.pidfd_open(pid)
        self._put_bytes = 0
        self._started = False
        self._closed = False
        self._tick = gauge.sample if gauge.needs_samples else None
        self._last: tuple[Command | None, bytes] = (None, b"")
        self._agent_cpu_ns = stream.agent_cpu_ns
        self._cpu_ns = gauge.cpu_ns()
        self._oom_kills = gauge.oom_kills()
        self._file_cache_bytes = gauge.file_cache_bytes()

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """See `box.Box`."""
        self._must_be_open()
        self._put_bytes += len(content)
        try:
            self._gauge.allow(self._spec.memory_bytes + OPENING_BYTES + self._put_bytes)
        except OSError as error:
            raise _group_gone(error) from error
        self._stream.put(path, content, executable=executable)

    def run(self, command: Command, stdin: BinaryIO, stdout: Sink, stderr: Sink) -> RunReport:
        """See `box.Box`."""
        self._must_be_open()
        request = self._request(command)
        started_ns = time.monotonic_ns()
        try:
            if not self._started:
                self._gauge.allow_above_use(self._spec.memory_bytes + AGENT_BYTES)
                self._gauge.allow_processes(self._spec.processes + 1)
                self._started = True
            self._gauge.begin()
        except OSError as error:
            raise _group_gone(error) from error
        try:
            report = self._stream.run(request, command.limits, stdin, stdout, stderr, self._tick)
        except BoxFailure as failure:
            return self._ended_by(failure, time.monotonic_ns() - started_ns)
        try:
            return self._measured(report)
        except OSError as error:
            raise _group_gone(error) from error

    def get(self, path: str, most_bytes: int) -> bytes:
        """See `box.Box`."""
        self._must_be_open()
        return self._stream.get(path, most_bytes)

    def close(self) -> None:
        """See `box.Box`. Raises BoxFailure if something cannot be removed; a later `sweep` tries again."""
        if self._closed:
            return
        self._closed = True
        self._stream.close()
        self._gauge.close()
        _end(self._agent, self._pid)
        self._place.remove()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _must_be_open(self) -> None:
        if self._closed:
            raise BoxFailure("the box is closed")

    def _request(self, command: Command) -> bytes:
        """RUN's payload. The same command usually comes again and again, once a test."""
        if self._last[0] is not command:
            self._last = (command, run_payload(command, uid=PROGRAM_UID, cores=self._cores))
        return self._last[1]

    def _measured(self, report: Report) -> RunReport:
        cpu_ns, agent_cpu_ns, oom_kills = self._gauge.cpu_ns(), report.agent_cpu_ns, self._gauge.oom_kills()
        own_cpu_ns = (cpu_ns - self._cpu_ns) - (agent_cpu_ns - self._agent_cpu_ns)
        oom_before, self._oom_kills = self._oom_kills, oom_kills
        self._cpu_ns, self._agent_cpu_ns = cpu_ns, agent_cpu_ns
        flags, exit_code, number = report.flags, None, None
        if not flags & Flag.SPAWN:
            code = os.waitstatus_to_exitcode(report.status)
            exit_code, number = (code, None) if code >= 0 else (None, -code)
        return RunReport(
            exit_code=exit_code,
            signal=number,
            cpu_ns=max(report.cpu_ns, own_cpu_ns),
            wall_ns=report.wall_ns,
            memory_bytes=self._memory_bytes(report.max_rss_bytes),
            stdout_bytes=report.stdout_bytes,
            stderr_bytes=report.stderr_bytes,
            cpu_exceeded=bool(flags & Flag.CPU),
            wall_exceeded=bool(flags & Flag.WALL),
            output_exceeded=bool(flags & Flag.OUTPUT),
            killed=bool(flags & Flag.KILLED),
            oom_kills=oom_kills - oom_before,
            spawn_error=report.spawn_error(),
        )

    def _memory_bytes(self, max_rss_bytes: int) -> int:
        """The peak of a run: of the group without files cached in it, but never below the largest process."""
        grown = self._gauge.grown_bytes()
        if grown <= max_rss_bytes:
            return max_rss_bytes
        cached = self._gauge.file_cache_bytes()
        newly_cached = max(0, cached - self._file_cache_bytes)
        self._file_cache_bytes = cached
        return max(max_rss_bytes, grown - newly_cached)

    def _ended_by(self, failure: BoxFailure, wall_ns: int) -> RunReport:
        """The report of a run that was the box's last: raises `failure` unless the box had run out of memory.

        All memory in it but the agent's small and fixed share is the program's. A program that keeps its memory where
        it is nobody's (files, pipes) and itself small can make the kernel's choice fall on the agent.
        """
        try:
            cpu_ns, oom_kills = self._gauge.cpu_ns() - self._cpu_ns, self._gauge.oom_kills() - self._oom_kills
            memory_bytes = self._memory_bytes(0)
        except OSError as error:
            raise _group_gone(error) from error
        if not oom_kills:
            raise failure
        self._oom_kills += oom_kills
        return RunReport(
            exit_code=None,
            signal=signal.SIGKILL,
            cpu_ns=cpu_ns,
            wall_ns=wall_ns,
            memory_bytes=memory_bytes,
            stdout_bytes=0,
            stderr_bytes=0,
            oom_kills=oom_kills,
        )


def _group_gone(error: OSError) -> BoxFailure:
    return BoxFailure(f"the box's control group is gone: {error.strerror}")


def _end(agent: int, pid: int) -> None:
    """Kill the agent, and with it all of its pid namespace; wait until all are dead; reap it if it is our child."""
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(agent, signal.SIGKILL)
    dead = select.poll()
    dead.register(agent, select.POLLIN)
    ready = dead.poll(DEATH_MS)
    os.close(agent)
    if not ready:
        raise BoxFailure(f"the agent (process {pid}) does not die")
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        return
