"""A container's control group: its files where this process can read them, and what the daemon says of it elsewhere."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException

from judge.sandbox import cgroups
from judge.sandbox.cgroups import Gauge
from judge.sandbox.gauge_v1 import GaugeV1
from judge.sandbox.gauge_v2 import GaugeV2

EVENT_SECONDS = 0.2
"""How long an event may take to be known."""

AGENT_BYTES = 8 << 20
"""Memory of the agent, at most, before the first run."""

OOM_SECONDS = 1.0
"""How long the daemon may take to hear that a container which has ended ran out of memory."""


def of_container(client: docker.APIClient, container: str, *, reads_host: bool, can_update: bool) -> ContainerGauge:
    """The best gauge there is for a running container. Raises what the SDK raises."""
    found = client.inspect_container(container)
    memory_bytes = int(found["HostConfig"]["Memory"]) if can_update else 0
    inner = _files(container, int(found["State"]["Pid"])) if reads_host else None
    return ContainerGauge(client, container, inner or DaemonGauge(client, container, memory_bytes))


def _files(container: str, pid: int) -> Gauge | None:
    """A gauge on the files of this host, if they are those of this container and ours to write."""
    hierarchies = cgroups.this_host()
    if hierarchies is None:
        return None
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
        # Without the id in its path this is another process with that number, of another host or PID namespace.
        paths = {path for _, _, path in (line.split(":", 2) for line in lines) if container in path}
        if len(paths) != 1:
            return None
        (path,) = paths
        if hierarchies.version == 2:
            return GaugeV2(hierarchies.groups(path)[0])
        return GaugeV1(hierarchies.by_controller, path)
    except (OSError, KeyError):
        return None


class ContainerGauge:
    """Passes on to another gauge while the container runs. Once it has ended, its group is gone with its figures: then
    the daemon's word counts for memory that ran out, and the last reading for everything else."""

    def __init__(self, client: docker.APIClient, container: str, inner: Gauge) -> None:
        self.needs_samples = inner.needs_samples
        self.inner = inner
        self._client = client
        self._container = container
        self._cpu_ns = 0
        self._oom_kills = 0

    def cpu_ns(self) -> int:
        try:
            self._cpu_ns = self.inner.cpu_ns()
        except OSError:
            if not self._has_ended():
                raise
        return self._cpu_ns

    def oom_kills(self) -> int:
        try:
            self._oom_kills = self.inner.oom_kills()
        except OSError:
            if not self._has_ended():
                raise
            self._oom_kills += self._ended_for_memory()
        return self._oom_kills

    def forks_refused(self) -> int:
        return self.inner.forks_refused()

    def begin(self) -> None:
        self.inner.begin()

    def sample(self) -> None:
        self.inner.sample()

    def grown_bytes(self) -> int:
        try:
            return self.inner.grown_bytes()
        except OSError:
            if not self._has_ended():
                raise
            return 0

    def file_cache_bytes(self) -> int:
        return self.inner.file_cache_bytes()

    def allow_above_use(self, more_bytes: int) -> None:
        self.inner.allow_above_use(more_bytes)

    def allow(self, memory_bytes: int) -> None:
        self.inner.allow(memory_bytes)

    def allow_processes(self, count: int) -> None:
        self.inner.allow_processes(count)

    def close(self) -> None:
        self.inner.close()

    def _has_ended(self) -> bool:
        return not self._state()["Running"]

    def _ended_for_memory(self) -> int:
        """1 if it did. The event reaches the daemon on its own way, maybe after the end."""
        deadline = time.monotonic() + OOM_SECONDS
        while not self._state()["OOMKilled"]:
            if time.monotonic() > deadline:
                return 0
            time.sleep(0.02)
        return 1

    def _state(self) -> dict[str, Any]:
        try:
            state: dict[str, Any] = self._client.inspect_container(self._container)["State"]
        except DockerException as error:
            raise OSError(str(error)) from error
        return state

    def expect_oom(self, expected: bool) -> None:
        """Whether the run that is to be measured may have had processes killed for want of memory."""
        if isinstance(self.inner, DaemonGauge):
            self.inner.expects_oom = expected


class DaemonGauge:
    """What the daemon alone can do: limits, and events. `docker stats` takes a second or more for each look.

    So CPU time is what the agent knows, and memory that of the largest process, not of all together.
    """

    needs_samples = False

    def __init__(self, client: docker.APIClient, container: str, memory_bytes: int) -> None:
        """`memory_bytes` is the limit that the container was made with; 0 if its runtime cannot change limits, as
        gVisor's cannot: they then stay as they were for the start."""
        self.expects_oom = True
        self._client = client
        self._container = container
        self._first_limit = memory_bytes
        self._put_bytes = 0
        self._since = int(time.time())
        self._oom_kills = 0

    def cpu_ns(self) -> int:
        return 0

    def oom_kills(self) -> int:
        """How many times memory ran out; an event may come a little after what it tells of."""
        if self.expects_oom:
            try:
                until = f"{time.time() + EVENT_SECONDS:.3f}"  # the SDK would cut a datetime to whole seconds
                asked = {"container": self._container, "event": "oom"}
                events = self._client.events(self._since, until, asked, decode=True)  # type: ignore[call-overload]
                self._oom_kills = max(self._oom_kills, sum(1 for _ in events))
            except DockerException as error:
                raise OSError(str(error)) from error
        return self._oom_kills

    def forks_refused(self) -> int:
        return 0

    def begin(self) -> None:
        return

    def sample(self) -> None:
        return

    def grown_bytes(self) -> int:
        return 0

    def file_cache_bytes(self) -> int:
        return 0

    def allow_above_use(self, more_bytes: int) -> None:
        """What is in use is not known: the files that were put, and the agent."""
        self._update(self._put_bytes + AGENT_BYTES + more_bytes)

    def allow(self, memory_bytes: int) -> None:
        self._put_bytes = memory_bytes - self._first_limit
        self._update(memory_bytes)

    def allow_processes(self, count: int) -> None:
        self._post(PidsLimit=count)

    def close(self) -> None:
        return

    def _update(self, memory_bytes: int) -> None:
        self._post(Memory=memory_bytes, MemorySwap=memory_bytes)

    def _post(self, **limits: int) -> None:
        if not self._first_limit:
            return
        api = self._client
        url = f"{api.base_url}/v{api.api_version}/containers/{self._container}/update"
        answer = api.post(url, json=limits, timeout=api.timeout)
        if not answer.ok:
            raise OSError(answer.json().get("message", answer.reason))
