"""Root file systems as images of a Docker daemon: imported once each, under tags that name their content.

An image is the root file system as one layer and the agent as a second one. The worker's own folder of images stays the
truth; what the daemon has is a copy that may be removed at any time.
"""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import docker
from docker.errors import ImageNotFound

from judge.sandbox.box import BoxFailure
from judge.sandbox.docker_config import AGENT_PATH

REPOSITORY = "pgjudge"
CHUNK = 1 << 20


class DockerImages:
    """The images that one daemon has of ours."""

    def __init__(self, client: docker.APIClient, agent: Path) -> None:
        self._client = client
        self._agent = agent
        self._known: dict[Path, str] = {}
        self._one = threading.Lock()

    def tag(self, rootfs: Path) -> str:
        """The image of this root file system, imported if the daemon lacks it. Takes seconds then.

        Raises BoxFailure, OSError and what the SDK raises.
        """
        with self._one:
            if rootfs not in self._known:
                self._known[rootfs] = self._ensure(rootfs)
            return self._known[rootfs]

    def layers(self, tag: str) -> list[Path]:
        """Folders of the image's layers, where this process can see the daemon's own folders; else none."""
        data = (self._client.inspect_image(tag).get("GraphDriver") or {}).get("Data") or {}
        names = [name for key in ("UpperDir", "LowerDir") for name in data.get(key, "").split(":") if name]
        return [Path(name) for name in names if Path(name).is_dir() and os.access(name, os.R_OK | os.X_OK)]

    def forget(self) -> None:
        """Look again at the next box: the daemon says that it does not have what it had."""
        with self._one:
            self._known.clear()

    def _ensure(self, rootfs: Path) -> str:
        binary = self._agent.read_bytes()
        base = f"{REPOSITORY}:{_digest(rootfs)}"
        tag = f"{base}-{hashlib.sha256(binary).hexdigest()[:12]}"
        if not self._has(tag):
            if not self._has(base):
                self._import(rootfs, base)
            self._add_agent(base, tag, binary)
        return tag

    def _has(self, tag: str) -> bool:
        try:
            self._client.inspect_image(tag)
        except ImageNotFound:
            return False
        return True

    def _import(self, rootfs: Path, tag: str) -> None:
        reading, writing = os.pipe()
        failures: list[OSError] = []
        packer = threading.Thread(target=_pack, args=(rootfs, writing, failures), name="pack", daemon=True)
        packer.start()
        repository, _, name = tag.partition(":")
        with os.fdopen(reading, "rb") as stream:
            self._client.import_image_from_data(
                _chunks(stream), repository=repository, tag=name, changes=[f"LABEL {REPOSITORY}={rootfs.parent.name}"]
            )
        packer.join()
        if failures:
            self._client.remove_image(tag, force=True)
            raise failures[0]

    def _add_agent(self, base: str, tag: str, binary: bytes) -> None:
        context = io.BytesIO()
        with tarfile.open(fileobj=context, mode="w") as tar:
            _add(tar, "agent", binary, 0o500)  # programs can neither read nor run it
            _add(tar, "Dockerfile", f"FROM {base}\nCOPY agent {AGENT_PATH}\n".encode(), 0o444)
        context.seek(0)
        said = self._client.build(fileobj=context, custom_context=True, tag=tag, rm=True, forcerm=True, decode=True)
        for line in said:
            if "error" in line:
                raise BoxFailure(f"Docker cannot add the agent to an image: {line['error'].strip()}")


def _digest(rootfs: Path) -> str:
    """The name of an image: that of its recipe, and which build of it this is."""
    status = os.stat(rootfs)
    seen = f"{rootfs}\0{status.st_ino}\0{status.st_mtime_ns}"
    return f"{rootfs.parent.name[:12]}-{hashlib.sha256(seen.encode()).hexdigest()[:12]}"


def _pack(rootfs: Path, writing: int, failures: list[OSError]) -> None:
    try:
        with os.fdopen(writing, "wb", CHUNK) as stream, tarfile.open(fileobj=stream, mode="w|", bufsize=CHUNK) as tar:
            tar.add(rootfs, arcname=".")
    except OSError as error:
        failures.append(error)


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK):
        yield chunk


def _add(tar: tarfile.TarFile, name: str, content: bytes, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), mode
    tar.addfile(entry, io.BytesIO(content))
