"""A service for the tests of a module, and problems that take a known time."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import verify
from tests.process.running import Running


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A folder that boxes and the database's user can pass through."""
    folder = Path(tempfile.mkdtemp(prefix="pgjudge-process-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def running(
    scratch: Path, images_folder: Path, agent_binary: Path, request: pytest.FixtureRequest
) -> Iterator[Running]:
    """A service with short leases, and the problem `echo` loaded."""
    name = request.module.__name__.rpartition(".")[2]
    run_dir = Path(f"/run/pgjudge-{name}-{os.getpid()}")
    service = Running(
        scratch / name, images_folder, run_dir, LEASE_SECONDS=3, RENEW_SECONDS=1, REAP_SECONDS=0.5, POLL_SECONDS=0.5
    )
    service.start()
    with service.client() as client:
        verify.add(client, echo(scratch / f"{name}-echo"), "echo")
    yield service
    if service.process is not None and service.process.poll() is None:
        service.stop()
    run_dir.rmdir()


def echo(folder: Path, *, answer: str = "42") -> Path:
    """A problem of one secret test whose input is 42, with a time limit of 10 s."""
    (folder / "data" / "secret").mkdir(parents=True)
    (folder / "data" / "secret" / "1.in").write_text("42\n")
    (folder / "data" / "secret" / "1.ans").write_text(f"{answer}\n")
    (folder / "problem.yaml").write_text("name: Echo\nlimits:\n  memory: 256\n  time_limit: 10\n")
    return folder
