"""The fake box behaves as a real one where the tests that use it could tell the difference."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from judge.sandbox.box import BoxFailure, BoxSpec, Command, FileRefused
from judge.sandbox.fake import FakeEngine, FakeRun
from tests.sandbox.asking import LIMITS, run

SPEC = BoxSpec(Path("/"), 1, 1, 1, 1)


def echo(_command: Command, stdin: bytes) -> FakeRun:
    return FakeRun(stdout=stdin, stderr=b"err", files={"/tmp/out": b"made"})


def test_it_plays_its_script_and_remembers() -> None:
    engine = FakeEngine(echo)
    with engine.open(SPEC) as box:
        box.put("/box/a", b"x", executable=True)
        ran = run(box, "/box/a", stdin=b"in")
        assert (ran.stdout, ran.stderr, ran.report.exit_code) == (b"in", b"err", 0)
        assert box.get("/tmp/out", 10) == b"made"
    assert engine.boxes == [box]
    assert (box.closed, box.executables, box.inputs) == (True, {"/box/a"}, [b"in"])
    assert box.commands == [Command(("/box/a",), LIMITS)]


def test_it_refuses_what_a_real_box_refuses() -> None:
    box = FakeEngine(echo).open(SPEC)
    run(box, "/bin/true")
    for use, number in (
        (lambda: box.put("/box/late", b""), errno.EBUSY),
        (lambda: box.get("/tmp/none", 10), errno.ENOENT),
        (lambda: box.get("/tmp/out", 1), errno.EFBIG),
    ):
        with pytest.raises(FileRefused) as refused:
            use()
        assert refused.value.errno == number
    box.close()
    with pytest.raises(BoxFailure):
        run(box, "/bin/true")


def test_a_failure_in_the_script_is_raised() -> None:
    box = FakeEngine(lambda _command, _stdin: FakeRun(failure=BoxFailure("gone"))).open(SPEC)
    with pytest.raises(BoxFailure, match="gone"):
        run(box, "/bin/true")
