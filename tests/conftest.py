"""Fixtures that several kinds of tests share: what set-up has built, and an engine for real boxes."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge import agent
from judge.sandbox.runc import RuncEngine
from model.settings import Settings, from_environment

ROOT = Path(__file__).resolve().parents[1]
UID_BASE = 0x5000_0000 + os.getpid() % 32 * (64 << 16)
"""Not that of a service on this machine, and 64 boxes of room to those of another session of tests."""


def wait_until(condition: Callable[[], bool], *, seconds: float = 30.0, what: str = "the condition") -> None:
    """Wait until `condition` holds. Fails the test when it does not in time. The only place in tests that sleeps."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come in {seconds} s")
        time.sleep(0.02)


@pytest.fixture(scope="session")
def settings() -> Settings:
    """The settings of this machine, as `make test` set it up."""
    return from_environment(os.environ)


@pytest.fixture(scope="session")
def images_folder(settings: Settings) -> Path:
    """Where `scripts/setup` has built the images."""
    return settings.images


@pytest.fixture(scope="session")
def agent_binary() -> Iterator[Path]:
    """The agent, freshly made, in a folder that a box can reach."""
    subprocess.run(["make", "-s", "-C", ROOT / "agent"], check=True)
    with tempfile.TemporaryDirectory(prefix="pgjudge-test-") as folder:
        Path(folder).chmod(0o711)
        yield agent.install(Path(folder))


@pytest.fixture(scope="session")
def docker_host() -> Iterator[str]:
    """A Docker daemon of the tests' own, with gVisor as a runtime."""
    with tempfile.TemporaryDirectory(prefix="pgjudge-docker-", dir="/var/tmp") as folder:
        subprocess.run([ROOT / "scripts/docker-daemon", "start", f"{folder}/d"], check=True)
        try:
            yield f"unix://{folder}/d/docker.sock"
        finally:
            subprocess.run([ROOT / "scripts/docker-daemon", "stop", f"{folder}/d"], check=True)


@pytest.fixture(scope="session")
def engine(settings: Settings, agent_binary: Path) -> Iterator[RuncEngine]:
    """Real boxes, with a run folder apart from that of a service on this machine."""
    run_dir = Path(f"/run/pgjudge-test-{os.getpid()}")
    made = RuncEngine(run_dir=run_dir, agent=agent_binary, runc=settings.runc, uid_base=UID_BASE, name="tests")
    yield made
    made.close()
    if run_dir.exists():
        run_dir.rmdir()
