"""Boxes in containers of a Docker daemon, for hosts where its socket is what one has.

The box is driven like any other: through its agent, over the attach connection. Nothing is written into a container,
and nothing read out of it, in another way. There is no user namespace of its own per box unless the daemon remaps
users; the program still runs under a uid of its own box's, of a range that no other box of this host uses.
"""

from __future__ import annotations

import contextlib
import os
import platform
import threading
from pathlib import Path

import docker
from docker.errors import DockerException, ImageNotFound

from judge.sandbox import docker_checks, docker_config, docker_gauge, docker_stream, gvisor, host_place, locks
from judge.sandbox.agent_stream import AgentStream
from judge.sandbox.box import BoxFailure, BoxSpec, Finding
from judge.sandbox.bundle import PROGRAM_UID
from judge.sandbox.cgroups import Hierarchies
from judge.sandbox.docker_box import Container, DockerBox, said
from judge.sandbox.docker_config import Wanted
from judge.sandbox.docker_images import DockerImages
from judge.sandbox.host_place import HostPlace
from judge.sandbox.residents import Residents
from judge.sandbox.runc_box import Overhead

START_SECONDS = 60.0
SLACK_SECONDS = 120

NO_GROUPS = Hierarchies(0, (), {})
"""The daemon makes and removes the control groups."""


class DockerEngine:
    """Opens boxes as containers. `run_dir` holds what tells live boxes from abandoned ones."""

    def __init__(
        self,
        run_dir: Path,
        agent: Path,
        host: str,
        uid_base: int,
        name: str = "docker",
        *,
        with_gvisor: bool = False,
        reads_host: bool = True,
    ) -> None:
        """`host` is the daemon's socket as `unix:///path`. `reads_host` is whether to look on this host for the control
        groups of boxes; where they are not, the agent's own figures are the only ones."""
        self.name = name
        self._run_dir = run_dir
        self._agent = agent
        self._host = host
        self._uid_base = uid_base
        self._gvisor = with_gvisor
        self._reads_host = reads_host
        self._overhead = gvisor.OVERHEAD if with_gvisor else Overhead(bytes=8 << 20)
        self._connected: tuple[docker.APIClient, DockerImages] | None = None
        self._residents = Residents()
        self._program_uid_is_fixed = False
        self._users: int | None = None
        self._first = threading.Lock()

    def open(self, spec: BoxSpec) -> DockerBox:
        """See `box.Engine`."""
        try:
            client, images = self._ready()
            place = host_place.take(self._run_dir, self._uid_base, NO_GROUPS)
        except (OSError, DockerException) as error:
            raise BoxFailure(f"cannot make a place for a box: {said(error)}") from error
        container = None
        try:
            container = self._create(client, images, spec, place)
            return self._start(client, spec, place, container)
        except (BoxFailure, OSError, DockerException) as error:
            with contextlib.suppress(BoxFailure):
                if container is not None:
                    container.end()
            place.remove()
            raise BoxFailure(f"cannot open a box: {said(error)}") from error

    def check(self) -> list[Finding]:
        """See `box.Engine`."""
        return docker_checks.requirements(
            self._run_dir, self._agent, self._host, self._uid_base, with_gvisor=self._gvisor
        )

    def sweep(self) -> list[str]:
        """See `engines.HostEngine`."""
        client, _ = self._ready()
        swept = []
        for place in host_place.abandoned(self._run_dir, NO_GROUPS):
            for container in self._containers(client, place):
                container.end()
                swept.append(container.id)
            place.remove()
        return swept

    def close(self) -> None:
        """See `box.Engine`. Safe to call again."""
        self._residents.close()
        if self._users is not None:
            if locks.become_only_holder(self._users):
                self.sweep()
                host_place.remove_shared(self._run_dir, NO_GROUPS)
                (self._run_dir / "users").unlink(missing_ok=True)
            os.close(self._users)
            self._users = None
        if self._connected is not None:
            self._connected[0].close()
            self._connected = None

    def _ready(self) -> tuple[docker.APIClient, DockerImages]:
        """Announce ourselves on the host and to the daemon, once."""
        with self._first:
            if self._connected is None:
                docker_stream.reach(self._host).close()
                client = docker.APIClient(base_url=self._host, version="auto", timeout=SLACK_SECONDS)
                options = client.info().get("SecurityOptions") or []
                self._program_uid_is_fixed = self._gvisor or any("name=userns" in option for option in options)
                self._connected = client, DockerImages(client, self._agent)
            if self._users is None:
                self._run_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
                self._users = locks.lock(self._run_dir / "users", shared=True, wait=True)
                host_place.prepare(self._run_dir)
        return self._connected

    def _create(self, client: docker.APIClient, images: DockerImages, spec: BoxSpec, place: HostPlace) -> Container:
        for leftover in self._containers(client, place):
            leftover.end()
        try:
            return self._create_from(client, spec, place, self._image(images, spec))
        except ImageNotFound:
            images.forget()
            return self._create_from(client, spec, place, self._image(images, spec))

    def _create_from(self, client: docker.APIClient, spec: BoxSpec, place: HostPlace, image: str) -> Container:
        made = client.create_container_from_config(docker_config.body(spec, self._wanted(spec, place, image)))
        return Container(client, made["Id"])

    def _image(self, images: DockerImages, spec: BoxSpec) -> str:
        """The image, with what programs read of it kept in memory on our account."""
        tag = images.tag(spec.rootfs)
        for layer in images.layers(tag):
            self._residents.keep(layer, spec.resident)
        return tag

    def _wanted(self, spec: BoxSpec, place: HostPlace, image: str) -> Wanted:
        return Wanted(
            image=image,
            place=self._label(place),
            runtime="runsc" if self._gvisor else "",
            is_gvisor=self._gvisor,
            machine=platform.machine(),
            cpus=spec.cpus or tuple(sorted(os.sched_getaffinity(0))),
            memory_bytes=spec.memory_bytes + self._overhead.opening_bytes,
            processes=self._overhead.opening_processes,
        )

    def _start(self, client: docker.APIClient, spec: BoxSpec, place: HostPlace, container: Container) -> DockerBox:
        reading, writing = docker_stream.attach(self._host, client.api_version, container.id)
        try:
            client.start(container.id)
        except DockerException:
            os.close(reading)
            os.close(writing)
            raise
        stream = AgentStream(reading, writing, START_SECONDS, docker_stream.DockerFrameReader)
        try:
            gauge = docker_gauge.of_container(
                client, container.id, reads_host=self._reads_host, can_update=not self._gvisor
            )
            cores = len(spec.cpus or os.sched_getaffinity(0))
            uid = PROGRAM_UID if self._program_uid_is_fixed else place.uids.first_uid + PROGRAM_UID
            return DockerBox(spec, cores, place, stream, gauge, container, overhead=self._overhead, program_uid=uid)
        except (OSError, DockerException):
            stream.close()
            raise

    def _containers(self, client: docker.APIClient, place: HostPlace) -> list[Container]:
        label = f"{docker_config.PLACE_LABEL}={self._label(place)}"
        found = client.containers(all=True, quiet=True, filters={"label": label})
        return [Container(client, one["Id"]) for one in found]

    def _label(self, place: HostPlace) -> str:
        return place.cgroup.strip("/")
