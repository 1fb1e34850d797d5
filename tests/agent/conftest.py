"""The agent and the programs of these tests, compiled once; boxes to talk to."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.agent.client import Box

HERE = Path(__file__).resolve().parent
AGENT_FOLDER = HERE.parent.parent / "agent"

OpenBox = Callable[..., Box]


@pytest.fixture(scope="session")
def agent() -> Path:
    assert os.geteuid() == 0, "these tests make namespaces: run them as root"
    subprocess.run(["make", "-s", "-C", str(AGENT_FOLDER)], check=True)
    return AGENT_FOLDER / "build" / "agent"


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    for source in sorted((HERE / "programs").glob("*.c")):
        command = ["cc", "-O1", "-static", "-pthread", "-Wall", "-Werror", "-o", str(folder / source.stem), str(source)]
        subprocess.run(command, check=True)
    return folder


@pytest.fixture(scope="session")
def new_box(agent: Path, programs: Path) -> OpenBox:
    """A box that has not said hello yet; the caller closes it."""

    def build(most_processes: int | None = None) -> Box:
        return Box(programs / "enter", agent, programs / "probe", most_processes)

    return build


@pytest.fixture
def open_box(new_box: OpenBox) -> Iterator[OpenBox]:
    with ExitStack() as stack:

        def build(most_processes: int | None = None) -> Box:
            box = stack.enter_context(new_box(most_processes))
            box.hello()
            return box

        yield build


@pytest.fixture
def box(open_box: OpenBox) -> Box:
    return open_box()
