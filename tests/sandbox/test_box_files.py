"""Files go in before the first run and come out at any time: regular ones, from scratch or /box, not too large."""

from __future__ import annotations

import errno

import pytest

from judge.sandbox.box import BoxFailure, FileRefused
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import MIB, run, shell


@pytest.mark.parametrize("path", ["/box/a", "/tmp/a", "/box/deep/in/a"])
@pytest.mark.parametrize("size", [0, 1, 65_536, 3 * MIB + 1])
def test_a_file_comes_out_as_it_went_in(box: RuncBox, path: str, size: int) -> None:
    content = bytes(range(256)) * (size // 256) + bytes(size % 256)
    box.put(path, content)
    assert box.get(path, size) == content


def test_an_executable_can_be_run_and_others_cannot(box: RuncBox) -> None:
    box.put("/box/yes", b"#!/bin/sh\necho ran\n", executable=True)
    box.put("/box/no", b"#!/bin/sh\necho ran\n")
    assert run(box, "/box/yes").out == "ran\n"
    assert run(box, "/box/no").report.spawn_error == "execve: Permission denied"


def test_a_program_can_read_what_was_put_and_not_change_it(box: RuncBox) -> None:
    box.put("/box/data", b"data")
    ran = shell(box, "cat /box/data; echo x >/box/data; rm -f /box/data; mv /box/data /tmp")
    assert ran.out == "data"
    assert box.get("/box/data", 10) == b"data"


def test_what_a_program_wrote_can_be_got(box: RuncBox) -> None:
    shell(box, "head -c 1000000 /dev/zero >/tmp/out; chmod 0 /tmp/out", wipe=False)
    assert box.get("/tmp/out", 1_000_000) == bytes(1_000_000)


def refusal(box: RuncBox, path: str, most: int = 100) -> int:
    with pytest.raises(FileRefused) as refused:
        box.get(path, most)
    return refused.value.errno


def test_links_and_special_files_are_refused(box: RuncBox) -> None:
    script = (
        "ln -s /etc/passwd /tmp/link; ln -s /etc /tmp/folder; mkfifo /tmp/fifo; mkdir /tmp/d; ln -s d/../link /tmp/l2"
    )
    shell(box, script, wipe=False)
    assert refusal(box, "/tmp/link", 10_000) == errno.ELOOP
    assert refusal(box, "/tmp/folder/passwd", 10_000) in (errno.ELOOP, errno.ENOTDIR)
    assert refusal(box, "/tmp/l2", 10_000) == errno.ELOOP
    assert refusal(box, "/tmp/fifo") == errno.EINVAL
    assert refusal(box, "/tmp/d") == errno.EINVAL
    assert refusal(box, "/tmp/nothing") == errno.ENOENT
    assert run(box, "/bin/true").report.exit_code == 0


def test_a_file_larger_than_allowed_is_refused(box: RuncBox) -> None:
    box.put("/box/a", bytes(101))
    assert refusal(box, "/box/a", 100) == errno.EFBIG
    assert len(box.get("/box/a", 101)) == 101


def test_nothing_is_put_twice_or_after_a_run(box: RuncBox) -> None:
    box.put("/box/a", b"first")
    with pytest.raises(FileRefused) as again:
        box.put("/box/a", b"second")
    assert again.value.errno == errno.EEXIST
    run(box, "/bin/true")
    with pytest.raises(FileRefused) as late:
        box.put("/box/b", b"late")
    assert late.value.errno == errno.EBUSY
    assert box.get("/box/a", 10) == b"first"


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/box/../etc/passwd", "box/a", "/box/", "/box//a", "/box/" + "x" * 300]
)
def test_a_path_outside_of_the_rules_breaks_the_box(box: RuncBox, path: str) -> None:
    with pytest.raises(BoxFailure):
        box.get(path, 10)
