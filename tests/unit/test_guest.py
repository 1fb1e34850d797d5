"""The guest of `make test-cgroup2`: its recipe, its disks, and how it is watched. That it boots, it shows itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.guest import console, disk, machine, recipe, suites, work_disk
from scripts.guest.machine import GuestFailed, Limits
from tests.conformance.cases import read

LIMITS = Limits(whole_s=30, silent_s=30)


def run(script: str, limits: Limits = LIMITS) -> tuple[str, bytes]:
    """The last lines, and all that was shown, of a machine that is a shell."""
    shown: list[bytes] = []
    last = machine.run(["sh", "-c", script], limits, shown.append)
    return last, b"".join(shown)


def test_packages_that_the_guest_does_not_need_are_left_out_with_their_hashes(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.write_text(
        "mypy==1 \\\n    --hash=a\npytest==2 \\\n    --hash=b \\\n    --hash=c\ntypes-x==3 \\\n    --hash=d\n"
    )
    assert recipe.requirements(lock) == "pytest==2 \\\n    --hash=b \\\n    --hash=c\n"


def test_the_digest_tells_kernels_apart_and_stays_the_same() -> None:
    digests = [recipe.Recipe(suite).digest for suite in recipe.KERNEL_SUITES * 2]
    assert len({*digests}) == len(recipe.KERNEL_SUITES)


def test_a_disk_gives_back_what_it_was_made_of(tmp_path: Path) -> None:
    (tmp_path / "tree/folder").mkdir(parents=True)
    (tmp_path / "tree/folder/file").write_bytes(b"content\n" * 1000)
    disk.make(tmp_path / "image", tmp_path / "tree", label="name", spare_bytes=1 << 20)
    assert disk.read(tmp_path / "image", "/folder/file") == b"content\n" * 1000
    assert disk.read(tmp_path / "image", "/folder/none") is None


def test_a_partition_starts_where_its_boot_record_says(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    disk.make(tmp_path / "image", tmp_path / "tree", label="name", spare_bytes=1 << 20, partitioned=True)
    content = (tmp_path / "image").read_bytes()
    assert content[510:512] == b"\x55\xaa"
    entry = content[446:462]
    start, sectors = (int.from_bytes(entry[at : at + 4], "little") for at in (8, 12))
    assert (entry[4], (start + sectors) * 512) == (0x83, len(content))
    superblock = content[start * 512 + 1024 :]
    assert superblock[0x38:0x3A] == b"\x53\xef"
    assert int.from_bytes(content[440:444], "little") == int(disk.PARTUUID.partition("-")[0], 16)


def test_a_machine_that_comes_to_its_end_is_shown_whole() -> None:
    last, shown = run("printf 'one\\r\\ntwo\\n'")
    assert (last, shown) == ("one\ntwo", b"one\ntwo\n")


@pytest.mark.parametrize(
    ("script", "limits", "why"),
    [
        ("echo begun; exec sleep 600", Limits(whole_s=30, silent_s=0.3), "said nothing for 0 s"),
        ("while echo begun; do sleep 0.1; done", Limits(whole_s=0.5, silent_s=30), "did not end in 0 s"),
        ("echo begun; exit 3", LIMITS, "exited with 3"),
    ],
)
def test_a_machine_that_fails_says_how_and_shows_its_last_lines(script: str, limits: Limits, why: str) -> None:
    with pytest.raises(GuestFailed, match=why) as caught:
        run(script, limits)
    assert "begun\n" in str(caught.value)


def test_lines_of_several_guests_are_kept_apart() -> None:
    written: list[str] = []
    consoles = console.Consoles(written.append)
    for name, piece in (("a", b"on"), ("b", b"x\ny"), ("a", b"e\ntwo")):
        consoles.show(name, piece)
    for name in ("a", "b", "c"):
        consoles.finish(name)
    assert written == ["b| x\n", "a| one\n", "a| two\n", "b| y\n"]


def test_the_judgings_of_a_guest_are_cases_that_there_are() -> None:
    known = {case.id for case in read()}
    judged = [
        test.partition("[")[2].rstrip("]") for test in suites.everything(["c", "java"]) if suites.CONFORMS in test
    ]
    assert len(judged) == 2 * len(suites.JUDGINGS)
    assert {*judged} <= known


def test_the_quick_suite_is_of_files_that_there_are_and_part_of_everything() -> None:
    files = [test for test in suites.quick(["c"]) if "::" not in test]
    assert all((recipe.ROOT / file).is_file() for file in files)
    assert {str(Path(file).parent) for file in files} <= {*suites.everything(["c"])}


def test_a_folder_comes_back_from_a_disk_and_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    (tmp_path / "tree/results/deep").mkdir(parents=True)
    (tmp_path / "tree/results/deep/file").write_text("new")
    disk.make(tmp_path / "image", tmp_path / "tree", label="work", spare_bytes=1 << 20)
    (tmp_path / "out/results/deep").mkdir(parents=True)
    (tmp_path / "out/results/deep/file").write_text("old")
    work_disk.save_results(tmp_path / "image", tmp_path / "out")
    assert (tmp_path / "out/results/deep/file").read_text() == "new"
    assert work_disk.exit_code(tmp_path / "image") is None
