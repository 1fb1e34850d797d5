"""A box in a container of an OCI runtime, driven through its agent."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Protocol, Self

from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, BoxSpec, Command, RunReport, Sink
from judge.sandbox.bundle import PROGRAM_UID
from judge.sandbox.cgroups import Gauge
from judge.sandbox.host_place import HostPlace
from judge.sandbox.program_filter import call_name, program
from judge.sandbox.wire import Flag, Report, run_payload


@dataclass(frozen=True, slots=True)
class Overhead:
    """What a box needs of the host on top of its program's limits."""

    opening_bytes: int = 64 << 20
    """Memory until the first run: the OCI runtime's own start happens inside the box's limit."""
    opening_processes: int = 64
    """Processes and threads until the first run: those of the OCI runtime's own start."""
    bytes: int = 4 << 20
    """Memory beyond what is in use before the first run: pipes and the agent's buffers."""
    processes: int = 1
    """Processes and threads in runs: the agent."""
    processes_each: int = 1
    """Processes and threads of the host for one of the program's."""


ORDINARY = Overhead()
"""Of a runtime whose boxes run on the host's kernel."""


class Ending(Protocol):
    """How the processes of a box are ended."""

    def end(self) -> None:
        """Kill all of them and wait until they are dead. Raises BoxFailure if they do not die."""


class RuncBox:
    """See `box.Box`. Made by `RuncEngine.open`."""

    def __init__(
        self,
        spec: BoxSpec,
        cores: int,
        place: HostPlace,
        stream: AgentStream,
        gauge: Gauge,
        processes: Ending,
        *,
        overhead: Overhead = ORDINARY,
        program_uid: int = PROGRAM_UID,
    ) -> None:
        self._spec = spec
        self._cores = cores
        self._place = place
        self._stream = stream
        self._gauge = gauge
        self._processes = processes
        self._overhead = overhead
        self._program_uid = program_uid
        self._put_bytes = 0
        self._started = False
        self._closed = False
        self._tick = gauge.sample if gauge.needs_samples else None
        self._last: tuple[Command | None, bytes] = (None, b"")
        self._agent_cpu_ns = stream.agent_cpu_ns
        self._cpu_ns = gauge.cpu_ns()
        self._oom_kills = gauge.oom_kills()
        self._forks_refused = gauge.forks_refused()
        self._file_cache_bytes = gauge.file_cache_bytes()

    def put(self, path: str, content: bytes, *, executable: bool = False) -> None:
        """See `box.Box`."""
        self._must_be_open()
        self._put_bytes += len(content)
        try:
            self._gauge.allow(self._spec.memory_bytes + self._overhead.opening_bytes + self._put_bytes)
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
                self._stream.set_filter(program(self._spec.system_calls))
                self._gauge.allow_above_use(self._spec.memory_bytes + self._overhead.bytes)
                self._gauge.allow_processes(
                    self._overhead.processes + self._overhead.processes_each * self._spec.processes
                )
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
        self._processes.end()
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
            self._last = (command, run_payload(command, uid=self._program_uid, cores=self._cores))
        return self._last[1]

    def _measured(self, report: Report) -> RunReport:
        cpu_ns, agent_cpu_ns, oom_kills = self._gauge.cpu_ns(), report.agent_cpu_ns, self._gauge.oom_kills()
        own_cpu_ns = (cpu_ns - self._cpu_ns) - (agent_cpu_ns - self._agent_cpu_ns)
        oom_before, self._oom_kills = self._oom_kills, oom_kills
        refused_before, self._forks_refused = self._forks_refused, self._gauge.forks_refused()
        self._cpu_ns, self._agent_cpu_ns = cpu_ns, agent_cpu_ns
        flags, exit_code, number, forbidden = report.flags, None, None, ""
        if flags & Flag.FORBIDDEN:
            number, forbidden = int(signal.SIGSYS), call_name(report.forbidden) if report.forbidden >= 0 else ""
        elif not flags & Flag.SPAWN:
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
            forks_refused=self._forks_refused - refused_before,
            spawn_error=report.spawn_error(),
            forbidden_call=forbidden,
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
