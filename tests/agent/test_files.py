"""PUT, GET and wiping."""

from __future__ import annotations

import errno
import subprocess
from pathlib import Path

import pytest

from tests.agent.client import WIPE, Box, Refused


def test_put_then_get(box: Box) -> None:
    data = bytes(range(256)) * 1000
    assert box.put("/box/a/b/c.txt", data) is None
    assert box.put("/tmp/empty", b"") is None
    assert box.get("/box/a/b/c.txt") == data
    assert box.get("/tmp/empty") == b""


def test_what_was_put_is_the_agents_and_has_its_mode(box: Box) -> None:
    box.put("/box/bin/x", b"#!", 0o755)
    box.put("/box/y", b"")
    pid = box.process.pid
    for _ in range(2):
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
    listed = [
        ((status := (Path(f"/proc/{pid}/root") / path).stat()).st_mode & 0o7777, status.st_uid)
        for path in ("box/bin", "box/bin/x", "box/y")
    ]
    assert listed == [(0o755, 300000), (0o755, 300000), (0o644, 300000)]


@pytest.mark.parametrize(
    ("path", "error"),
    [("/box/a", errno.EEXIST), ("/box/a/b", errno.ENOTDIR), ("/box/" + "n" * 250, None), ("/box/a/b/c", errno.ENOTDIR)],
)
def test_put_refused_keeps_the_conversation(box: Box, path: str, error: int | None) -> None:
    assert box.put("/box/a", b"first") is None
    answer = box.put(path, b"x" * 200_000)
    assert (answer.error if answer else None) == error
    assert box.get("/box/a") == b"first"


def test_put_on_a_full_disk_is_refused_and_leaves_nothing(box: Box) -> None:
    answer = box.put("/tmp/big", bytes(301 << 20))
    assert answer is not None
    assert answer.error == errno.ENOSPC
    assert isinstance(box.get("/tmp/big"), Refused)
    assert box.put("/tmp/small", b"fits") is None


def test_put_after_a_run_is_refused(box: Box) -> None:
    assert box.probe("true").status == 0
    answer = box.put("/box/late", b"x" * 100_000)
    assert answer is not None
    assert answer.error == errno.EBUSY
    assert isinstance(box.get("/box/late"), Refused)


def test_get_refuses_all_but_regular_files_below_real_folders(box: Box) -> None:
    assert box.probe("offers").status == 0
    assert box.get("/tmp/real/file") == b"content"
    errors = {
        "/tmp/fifo": errno.EINVAL,
        "/tmp/link": errno.ELOOP,
        "/tmp/dir": errno.EINVAL,
        "/tmp/folderlink/file": errno.ENOTDIR,
        "/tmp/none": errno.ENOENT,
    }
    for path, error in errors.items():
        answer = box.get(path)
        assert isinstance(answer, Refused), path
        assert answer.error == error, path


def test_get_refuses_what_is_larger_than_asked_for(box: Box) -> None:
    assert box.probe("offers").status == 0
    answer = box.get("/tmp/big", 1_000_000)
    assert isinstance(answer, Refused)
    assert answer.error == errno.EFBIG
    assert box.get("/tmp/big", 1_000_001) == bytes(1_000_001)


def test_wipe_leaves_nothing_whatever_was_left(box: Box) -> None:
    report = box.probe("mess", 20_000, flags=WIPE)
    assert (report.status, report.err) == (0, b"")
    assert box.probe("look").out == b""
    assert box.probe("mess", 10).status == 0  # every name can be made anew


def test_wipe_takes_the_times_of_the_folders_too(box: Box) -> None:
    """By names made and unmade a program could leave word there, though the folders are the agent's."""
    before = box.probe("times", 1, flags=WIPE).out.split()
    after = box.probe("times").out.split()
    assert len(before) == len(after) == 4
    assert not {*before} & {*after}


def test_wipe_of_very_many_files(box: Box) -> None:
    assert box.probe("files", 50_000, flags=WIPE).status == 0
    assert box.probe("look").out == b""


def test_without_wipe_files_stay(box: Box) -> None:
    assert box.probe("files", 2).status == 0
    assert box.probe("look").out.split() != []


def test_refuses_to_run_as_anything_but_process_1(agent: Path) -> None:
    answer = subprocess.run([str(agent)], stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False)
    assert answer.returncode == 2
    assert b"not process 1" in answer.stderr
    assert answer.stdout == b""
