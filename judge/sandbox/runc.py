"""Boxes from an OCI runtime that is given bundles we generate: `runc`, `crun` or gVisor's `runsc`.

The runtime runs with `--detach`: the agent then holds our two pipes itself. In the foreground runc would copy every
byte through a process of its own, at four times the round trip. We end a box without the runtime, too: killing process
1 kills all of it, and removing a folder and control groups costs less than starting a program that does it.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import threading
from pathlib import Path

from judge.sandbox import bundle, cgroups, gvisor, host_checks, host_place, locks, oci_runtimes
from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, BoxSpec, Finding
from judge.sandbox.box_processes import BoxProcesses
from judge.sandbox.cgroups import Gauge, Hierarchies
from judge.sandbox.gauge_v1 import GaugeV1
from judge.sandbox.gauge_v2 import GaugeV2
from judge.sandbox.host_place import HostPlace
from judge.sandbox.oci_runtimes import OciRuntime
from judge.sandbox.residents import Residents
from judge.sandbox.runc_box import RuncBox

START_SECONDS = 30.0
PIPE_BYTES = 1 << 20
PR_SET_CHILD_SUBREAPER = 36


class RuncEngine:
    """Opens boxes below `run_dir`, a folder that should be on a tmpfs. Nothing is done on the host before the first.

    The process that opens boxes becomes the one that its children's orphans go to: it reaps the agents. It must not
    fork, without executing something, while it holds a box: the child would hold the box's lock, too.
    """

    def __init__(self, run_dir: Path, agent: Path, runc: str | OciRuntime, uid_base: int, name: str = "runc") -> None:
        """`agent` must be readable and executable by everybody. `runc` is its binary, or another runtime."""
        self.name = name
        self._run_dir = run_dir
        self._agent = agent
        self._runtime = oci_runtimes.runc(runc) if isinstance(runc, str) else runc
        self._uid_base = uid_base
        self._hierarchies = cgroups.this_host()
        self._platform = ""
        self._users: int | None = None
        self._first = threading.Lock()
        self._residents = Residents()

    def open(self, spec: BoxSpec) -> RuncBox:
        """See `box.Engine`."""
        try:
            place = host_place.take(self._run_dir, self._uid_base, self._ready())
        except OSError as error:
            raise BoxFailure(f"cannot make a place for a box: {error}") from error
        try:
            self._residents.keep(spec.rootfs, spec.resident)
            return self._start(spec, place)
        except (BoxFailure, OSError) as error:
            place.remove()
            raise BoxFailure(f"cannot open a box: {error}") from error

    def check(self) -> list[Finding]:
        """See `box.Engine`."""
        return host_checks.requirements(self._run_dir, self._agent, self._runtime, self._uid_base)

    def sweep(self) -> list[str]:
        """See `engines.HostEngine`."""
        swept = []
        for place in host_place.abandoned(self._run_dir, self._ready()):
            place.remove()
            swept.append(place.cgroup)
        return swept

    def close(self) -> None:
        """See `box.Engine`. The last engine on a `run_dir` removes what all share. Safe to call again."""
        self._residents.close()
        if self._users is None:
            return
        if locks.become_only_holder(self._users):
            self.sweep()
            host_place.remove_shared(self._run_dir, self._ready())
            gvisor.unshare_agent(self._run_dir)
            (self._run_dir / "users").unlink(missing_ok=True)
        os.close(self._users)
        self._users = None

    def _ready(self) -> Hierarchies:
        """Announce ourselves on the host, once. Raises BoxFailure where `check` would have told why it cannot work."""
        if self._hierarchies is None:
            raise BoxFailure("no control groups are mounted")
        with self._first:
            if self._users is None:
                self._run_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
                self._users = locks.lock(self._run_dir / "users", shared=True, wait=True)
                host_place.prepare(self._run_dir)
        return self._hierarchies

    def _start(self, spec: BoxSpec, place: HostPlace) -> RuncBox:
        cpus = spec.cpus or tuple(sorted(os.sched_getaffinity(0)))
        placement = bundle.Placement(
            agent=self._agent,
            machine=platform.machine(),
            first_uid=place.uids.first_uid,
            cgroup=place.cgroup,
            cpus=cpus,
            memory_bytes=spec.memory_bytes + self._runtime.overhead.opening_bytes,
            processes=self._runtime.overhead.opening_processes,
            limit_swap=host_checks.has_swap_limit(self._ready()),
        )
        config = bundle.config(spec, placement)
        if self._runtime.is_gvisor:
            folder = gvisor.share_agent(self._run_dir, self._agent)
            gvisor.adapt(config, placement.machine, spec.processes, folder)
            cgroups.give_cpus(self._ready(), host_place.cgroup_parent(self._run_dir))
        (place.folder / "config.json").write_text(json.dumps(config))
        stream = self._launch(place)
        try:
            processes = BoxProcesses(int((place.folder / "pid").read_text()))
            return RuncBox(
                spec, len(cpus), place, stream, self._gauge(place), processes, overhead=self._runtime.overhead
            )
        except OSError:
            stream.close()
            raise

    def _launch(self, place: HostPlace) -> AgentStream:
        """Run the OCI runtime until the agent has spoken and the runtime has left."""
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        to_agent, from_agent = _pipe(), _pipe()
        with (place.folder / "stderr").open("wb") as stderr:
            runtime = subprocess.Popen(
                self._command(place),
                stdin=to_agent[0],
                stdout=from_agent[1],
                stderr=stderr,
                env={},
                pass_fds=[
                    place.uids.descriptor
                ],  # the range stays taken while the runtime lives, whatever becomes of us
            )
        os.close(to_agent[0])
        os.close(from_agent[1])
        try:
            stream = AgentStream(from_agent[0], to_agent[1], START_SECONDS)
            runtime.wait(START_SECONDS)
        except (BoxFailure, subprocess.TimeoutExpired) as error:
            runtime.kill()
            runtime.wait()
            raise BoxFailure(last_error((place.folder / "stderr").read_text(errors="replace")) or str(error)) from error
        return stream

    def _command(self, place: HostPlace) -> list[str]:
        program = shutil.which(self._runtime.binary) or self._runtime.binary
        options = [f"--platform={self._gvisor_platform(program)}"] if self._runtime.is_gvisor else []
        return self._runtime.command(program, str(place.folder), f"pgjudge-{place.uids.first_uid}", *options)

    def _gvisor_platform(self, program: str) -> str:
        """The one that works here, found out once. With the first if none does, gVisor says why."""
        with self._first:
            if not self._platform:
                self._platform = gvisor.working_platform(program) or gvisor.PLATFORMS[0]
            return self._platform

    def _gauge(self, place: HostPlace) -> Gauge:
        hierarchies = self._ready()
        if hierarchies.version == 2:
            return GaugeV2(hierarchies.groups(place.cgroup)[0])
        return GaugeV1(hierarchies.by_controller, place.cgroup)


def last_error(log: str) -> str:
    """The last message of an OCI runtime's log, on one line."""
    lines = [line for line in log.splitlines() if line.strip()]
    if not lines:
        return ""
    quoted = re.search(r'msg="((?:[^"\\]|\\.)*)"', lines[-1])
    text = quoted[1].replace('\\"', '"') if quoted else lines[-1]
    return text.strip()


def _pipe() -> tuple[int, int]:
    """A pipe that takes a whole input window at once, where the kernel lets us."""
    ends = os.pipe2(os.O_CLOEXEC)
    with contextlib.suppress(PermissionError):
        fcntl.fcntl(ends[0], fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    return ends
