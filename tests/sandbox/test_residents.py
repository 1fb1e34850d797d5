"""Files of an image that are kept in memory cost a box nothing, and what is kept is exactly what was named."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox import residents
from judge.sandbox.box import BoxSpec
from judge.sandbox.residents import Residents
from judge.sandbox.runc import RuncEngine
from tests.conftest import UID_BASE
from tests.sandbox.asking import MIB, run
from tests.sandbox.host import evict, file_cache_of_boxes

LARGE = "/usr/libexec/gcc/*/*/lto1"  # named by no runtime: nobody has it in memory for long


@pytest.fixture
def own_engine(engine: RuncEngine, agent_binary: Path, tmp_path: Path) -> Iterator[RuncEngine]:
    """An engine that has kept nothing yet."""
    made = RuncEngine(run_dir=Path(f"/run/{tmp_path.name}"), agent=agent_binary, runc="runc", uid_base=UID_BASE)
    yield made
    made.close()


@pytest.fixture
def kept() -> Iterator[Residents]:
    made = Residents()
    yield made
    made.close()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Files, an empty one, a link out of the tree, and a folder whose name matches."""
    root = tmp_path / "root"
    (root / "lib" / "deep.so").mkdir(parents=True)
    (root / "lib" / "a.so").write_bytes(b"a" * 10_000)
    (root / "lib" / "deep.so" / "b.so").write_bytes(b"b")
    (root / "lib" / "empty.so").touch()
    (root / "lib" / "out.so").symlink_to("/etc/passwd")
    return root


def test_only_regular_files_below_the_root_match(tree: Path) -> None:
    assert residents.matches(tree, "/lib/*.so") == [tree / "lib/a.so", tree / "lib/empty.so"]
    assert residents.matches(tree, "/lib/**/*.so") == [
        tree / "lib/a.so",
        tree / "lib/deep.so/b.so",
        tree / "lib/empty.so",
    ]
    assert residents.matches(tree, "/nothing/*") == []


def test_empty_files_and_links_are_no_trouble(tree: Path, kept: Residents) -> None:
    kept.keep(tree, ("/lib/**/*", "/nothing"))
    kept.keep(tree, ())
    kept.close()
    kept.keep(tree, ("/lib/**/*", "/nothing"))


def test_files_are_kept_without_a_descriptor_each(tree: Path, kept: Residents) -> None:
    """A service often may have no more than 1,024, and an image has more files than that."""
    before = len(os.listdir("/proc/self/fd"))
    kept.keep(tree, ("/lib/*.so",))
    assert len(os.listdir("/proc/self/fd")) == before
    mapped = Path("/proc/self/maps").read_text()
    assert str(tree / "lib/a.so") in mapped
    kept.close()
    assert str(tree / "lib/a.so") not in Path("/proc/self/maps").read_text()


@pytest.mark.parametrize(("patterns", "least", "most"), [((LARGE,), 0, MIB), ((), 16 * MIB, 64 * MIB)])
def test_a_box_is_charged_for_a_file_of_the_image_only_if_nobody_keeps_it(
    own_engine: RuncEngine,
    spec: BoxSpec,
    rootfs: Path,
    tmp_path: Path,
    patterns: tuple[str, ...],
    least: int,
    most: int,
) -> None:
    """Without `resident` the kernel charges the first who reads: that shows that the test measures something."""
    files = residents.matches(rootfs, LARGE)
    assert sum(file.stat().st_size for file in files) > 16 * MIB
    evict(files)
    with own_engine.open(dataclasses.replace(spec, resident=patterns)) as box:
        run(box, "/usr/bin/cksum", "/usr/bin/cksum")  # what it needs itself is charged to the first who reads, too
        before = file_cache_of_boxes(Path(f"/run/{tmp_path.name}"))
        ran = run(box, "/usr/bin/cksum", *("/" + str(file.relative_to(rootfs)) for file in files))
        assert ran.report.exit_code == 0
        assert least <= file_cache_of_boxes(Path(f"/run/{tmp_path.name}")) - before <= most
