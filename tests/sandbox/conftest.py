"""Real boxes on the image of C, and programs that are compiled in one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge import images, runtimes
from judge.sandbox.box import BoxSpec
from judge.sandbox.runc import RuncEngine
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import MIB, compile_c, run

OpenBox = Callable[..., RuncBox]
PROGRAMS = Path(__file__).resolve().parent / "programs"


@pytest.fixture(scope="session")
def rootfs(images_folder: Path) -> Path:
    """The root file system that these tests run on; `make test` has built it."""
    found = images.find(runtimes.load_all()["c"], images_folder)
    assert found is not None, "the image of c is missing: run make test, or pgjudge runtime build"
    return found


@pytest.fixture(scope="session")
def spec(rootfs: Path) -> BoxSpec:
    """An ordinary box."""
    return BoxSpec(rootfs, memory_bytes=64 * MIB, processes=16, scratch_bytes=8 * MIB, scratch_inodes=64)


@pytest.fixture(scope="session")
def programs(engine: RuncEngine, rootfs: Path) -> Mapping[str, bytes]:
    """Every program of `programs/`, compiled in a box as a submission would be."""
    large = BoxSpec(rootfs, memory_bytes=512 * MIB, processes=64, scratch_bytes=64 * MIB, scratch_inodes=1_000)
    sources = {path.stem: path.read_bytes() for path in sorted(PROGRAMS.glob("*.c"))}
    with engine.open(large) as box:
        return compile_c(box, sources)


@pytest.fixture
def open_box(engine: RuncEngine, spec: BoxSpec, programs: Mapping[str, bytes]) -> Iterator[OpenBox]:
    """Opens boxes that hold these programs below /box, and closes them."""
    with ExitStack() as stack:

        def build(*names: str, spec: BoxSpec = spec) -> RuncBox:
            box = stack.enter_context(engine.open(spec))
            for name in names:
                box.put(f"/box/{name}", programs[name], executable=True)
            return box

        yield build


@pytest.fixture
def box(open_box: OpenBox) -> RuncBox:
    """An ordinary box, fresh."""
    return open_box()


@pytest.fixture(scope="session")
def first_uid() -> Callable[[RuncBox], int]:
    """The host's uid of root in a box, as the box sees it."""
    return lambda box: int(run(box, "/bin/cat", "/proc/self/uid_map").out.split()[1])
