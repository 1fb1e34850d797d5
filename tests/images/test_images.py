"""Building images: real ones, with mmdebstrap."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import images as building
from model.errors import SetupError
from model.runtime import Runtime
from tests.conftest import wait_until
from tests.images.conftest import MARK

SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture(scope="module")
def built(tiny: Runtime, images: Path) -> tuple[Path, list[str]]:
    """The root file system of the small image, and what was told while it was built."""
    told: list[str] = []
    images.mkdir()
    (images / ".building-old").mkdir()
    twin = dataclasses.replace(tiny, id="twin")
    building.build([tiny, twin], images, told.append)
    found = building.find(tiny, images)
    assert found is not None
    assert found == building.find(twin, images)
    return found, told


def test_what_is_not_built_is_not_found(tiny: Runtime, tmp_path: Path) -> None:
    assert building.find(tiny, tmp_path) is None
    assert building.missing([tiny], tmp_path) == [tiny]
    assert building.version(tiny, tmp_path) == ""


def test_files_and_commands_are_in_the_image(built: tuple[Path, list[str]]) -> None:
    root, _ = built
    assert (root / MARK[1:]).read_text(encoding="utf-8") == "marked\n"
    assert (root / "usr/lib/copy of the mark").exists()
    assert (root / "usr/bin/dpkg").exists()


def test_nothing_in_an_image_is_dangerous_or_out_of_reach(built: tuple[Path, list[str]]) -> None:
    root, _ = built
    for path in _everything(root):
        status = path.lstat()
        assert (status.st_uid, status.st_gid) == (0, 0), path
        if stat.S_ISLNK(status.st_mode):
            continue
        wanted = 0o755 if stat.S_ISDIR(status.st_mode) else 0o644
        assert stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode), path
        assert status.st_mode & wanted == wanted, path
        assert not status.st_mode & 0o7022, path
        assert os.listxattr(path) == [], path


def test_nothing_of_the_host_and_nothing_needless_is_in_an_image(built: tuple[Path, list[str]]) -> None:
    root, _ = built
    assert (root / "etc/hostname").read_text(encoding="utf-8") == "box\n"
    assert (root / "etc/resolv.conf").read_bytes() == b""
    gone = ["usr/share/doc", "usr/share/man", "usr/share/locale", "var/lib/apt", "var/cache/apt", "etc/apt", "var/log"]
    assert not [name for name in gone if (root / name).exists()]
    empty = ["box", "tmp", "dev", "proc", "sys", "run"]
    assert not [name for name in empty if list((root / name).iterdir())]
    assert (root / "usr/lib/locale/C.utf8").is_dir()


def test_an_image_is_described(built: tuple[Path, list[str]], tiny: Runtime, images: Path) -> None:
    root, told = built
    described = json.loads((root.parent / "image.json").read_bytes())
    assert described["runtimes"] == ["tiny", "twin"]
    assert described["recipe"]["digest"] == tiny.recipe.digest
    assert described["packages"]["media-types"]
    assert described["packages"]["libc6"].startswith("2.")
    assert 50e6 < described["bytes"] < 150e6
    assert 20e6 < described["downloaded_bytes"] < 80e6
    assert building.version(tiny, images).startswith("Debian 'dpkg' package management program version")
    assert told[0] == "removing what an interrupted build left in .building-old"
    assert any("tiny, twin: downloading" in line for line in told)
    assert any("tiny, twin: running mkdir -m 0700 /usr/closed" in line for line in told)
    assert told[-1].startswith("tiny, twin: done: ")


def test_an_image_that_is_there_is_not_built_again(built: tuple[Path, list[str]], tiny: Runtime, images: Path) -> None:
    root, _ = built
    told: list[str] = []
    before = root.parent.stat().st_mtime_ns
    building.build([tiny], images, told.append)
    assert told == ["all images are here"]
    assert root.parent.stat().st_mtime_ns == before
    assert [path.name for path in images.iterdir() if path.name != ".lock"] == [tiny.recipe.digest]


def test_a_recipe_that_cannot_be_built_names_the_reason_the_log_and_the_cure(broken: Runtime, tmp_path: Path) -> None:
    with pytest.raises(SetupError) as caught:
        building.build([broken], tmp_path, lambda line: None)
    said = str(caught.value)
    assert "the image of broken could not be built: " in said
    assert "pgjudge-no-such-package" in said
    assert caught.value.cure == "correct the packages in the image.toml"
    log = tmp_path / f"{broken.recipe.digest[:12]}.log"
    assert str(log) in said
    assert "pgjudge-no-such-package" in log.read_text(encoding="utf-8")
    assert building.find(broken, tmp_path) is None
    assert not list(tmp_path.glob(".building-*"))


def test_without_the_tool_the_cure_is_to_install_it(
    tiny: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match="mmdebstrap is not installed") as caught:
        building.build([tiny], tmp_path, lambda line: None)
    assert caught.value.cure == "apt-get install mmdebstrap"


def test_a_killed_builder_leaves_a_folder_only_and_the_next_one_builds(tiny: Runtime, tmp_path: Path) -> None:
    work = tmp_path / f"{building.BUILDING}{tiny.recipe.digest}"
    builder = SPAWN.Process(target=building.build, args=([tiny], tmp_path, print))
    builder.start()
    wait_until(lambda: (work / "rootfs/usr/bin").exists(), what="a build under way")
    assert _users_of(work)
    os.kill(builder.pid or 0, signal.SIGKILL)
    builder.join()
    wait_until(lambda: not _users_of(work), what="the end of the builder's processes")
    assert not [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(work) in line]
    assert work.exists()
    assert building.find(tiny, tmp_path) is None
    told: list[str] = []
    building.build([tiny], tmp_path, told.append)
    assert told[0].startswith("removing what an interrupted build left")
    assert building.find(tiny, tmp_path) is not None
    assert not work.exists()


def test_a_second_builder_waits_for_the_first(tiny: Runtime, tmp_path: Path) -> None:
    told = SPAWN.SimpleQueue()
    with building._alone(tmp_path, lambda line: None):
        second = SPAWN.Process(target=building.build, args=([tiny], tmp_path, told.put))
        second.start()
        assert told.get() == "another process is building images: waiting for it"
        place = tmp_path / tiny.recipe.digest
        place.mkdir()
        (place / "image.json").write_text("{}", encoding="utf-8")
    second.join()
    assert second.exitcode == 0
    assert told.empty(), "what the first one has built is not built again"


def test_an_interrupted_build_stops_at_once(tiny: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_futures: object) -> None:
        wait_until(lambda: bool(list(tmp_path.glob(".building-*/rootfs/usr"))), what="a build under way")
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        building.build([tiny], tmp_path, lambda line: None)
    assert not list(tmp_path.glob(".building-*"))
    assert not _users_of(tmp_path)


def test_a_full_disk_is_named_with_its_cure(tiny: Runtime, tmp_path: Path, small_disk: Path) -> None:
    with pytest.raises(SetupError) as caught:
        building.build([tiny], small_disk, lambda line: None)
    assert "disk space" in caught.value.cure


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 30 MiB."""
    place = tmp_path / "small"
    place.mkdir()
    _run("mount", "-t", "tmpfs", "-o", "size=30m,mode=755", "tmpfs", str(place))
    yield place
    _run("umount", str(place))


def _run(*argv: str) -> None:
    assert os.spawnvp(os.P_WAIT, argv[0], argv) == 0


def _everything(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        yield from (Path(folder, name) for name in [*folders, *files])


def _users_of(folder: Path) -> list[str]:
    """Processes that name this folder in their command line or have their root below it."""
    users = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().decode(errors="replace")
            root = os.readlink(process / "root")
        except OSError:
            continue
        if int(process.name) != os.getpid() and (str(folder) in words or root.startswith(str(folder))):
            users.append(words)
    return users
