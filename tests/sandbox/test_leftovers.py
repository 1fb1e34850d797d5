"""A closed box leaves nothing on the host, a killed worker's nothing after a sweep, nor does one that cannot open."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.sandbox import host_place
from judge.sandbox.box import BoxFailure, BoxSpec, Command
from judge.sandbox.runc import RuncEngine, last_error
from judge.sandbox.runc_box import RuncBox
from model.settings import Settings
from tests.conftest import wait_until
from tests.sandbox.asking import LIMITS, run, shell
from tests.sandbox.host import files_below, groups_below, mounts_below, processes_of

ROOT = Path(__file__).resolve().parents[2]
NewEngine = Callable[..., RuncEngine]
FirstUid = Callable[[RuncBox], int]


@pytest.fixture
def run_dir() -> Iterator[Path]:
    """A run folder of this test's own, which must be empty at its end."""
    path = Path(f"/run/pgjudge-leftovers-{os.getpid()}")
    yield path
    assert groups_below(path) == set()
    assert mounts_below(path) == []
    assert files_below(path) == set()
    path.rmdir()


@pytest.fixture
def new_engine(settings: Settings, agent_binary: Path, run_dir: Path) -> Iterator[NewEngine]:
    made: list[RuncEngine] = []

    def build(runc: str = settings.runc) -> RuncEngine:
        made.append(RuncEngine(run_dir, agent_binary, runc, uid_base=0x6000_0000, name="leftovers"))
        return made[-1]

    yield build
    for engine in made:
        engine.close()


def test_nothing_is_done_on_the_host_before_the_first_box(new_engine: NewEngine, run_dir: Path) -> None:
    new_engine().close()
    assert not run_dir.exists()
    run_dir.mkdir()


def test_a_closed_box_leaves_nothing(new_engine: NewEngine, run_dir: Path, spec: BoxSpec, first_uid: FirstUid) -> None:
    engine = new_engine()
    box = engine.open(spec)
    uids = first_uid(box)
    assert len(processes_of(uids)) == 1
    assert any(group.name == str(uids) for group in groups_below(run_dir))
    shell(box, "head -c 1M /dev/zero >/tmp/a; head -c 1M /dev/zero >/dev/shm/a", wipe=False)
    box.close()
    assert processes_of(uids) == {}
    assert files_below(run_dir) == {"users", "uids", "boxes"}
    assert {group.name for group in groups_below(run_dir)} == {host_place.cgroup_parent(run_dir).strip("/")}
    assert mounts_below(run_dir) == []


def test_a_box_closed_in_the_middle_of_a_run_leaves_nothing(
    new_engine: NewEngine, run_dir: Path, spec: BoxSpec, first_uid: FirstUid
) -> None:
    box = new_engine().open(spec)
    uids = first_uid(box)

    def stop(_data: bytes) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError), box:
        run_forever(box, stop)
    assert processes_of(uids) == {}
    assert files_below(run_dir) == {"users", "uids", "boxes"}


def run_forever(box: RuncBox, sink: Callable[[bytes], None]) -> None:
    script = "trap '' TERM HUP INT; (setsid sleep 1000 &); while echo on; do sleep 0.05; done"
    box.run(Command(("/bin/sh", "-c", script), LIMITS), io.BytesIO(), sink, sink)


def test_the_last_engine_takes_what_all_share_with_it(new_engine: NewEngine, run_dir: Path, spec: BoxSpec) -> None:
    first, second = new_engine(), new_engine()
    first.open(spec).close()
    second.open(spec).close()
    first.close()
    assert files_below(run_dir) == {"users", "uids", "boxes"}
    second.open(spec).close()
    second.close()
    assert files_below(run_dir) == set()


HOLDER = """
import sys
from pathlib import Path
from judge.sandbox.box import BoxSpec
from judge.sandbox.runc import RuncEngine
engine = RuncEngine(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], uid_base=0x6000_0000)
boxes = [engine.open(BoxSpec(Path(sys.argv[4]), 64 << 20, 16, 8 << 20, 64)) for _ in range(2)]
print("open", flush=True)
sys.stdin.read()
"""


def test_a_sweep_removes_what_a_killed_process_left_and_only_that(
    new_engine: NewEngine, run_dir: Path, spec: BoxSpec, agent_binary: Path, settings: Settings
) -> None:
    engine = new_engine()
    argv = [sys.executable, "-c", HOLDER, str(run_dir), str(agent_binary), settings.runc, str(spec.rootfs)]
    with engine.open(spec) as alive:
        held = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert held.stdout is not None
        assert held.stdout.readline() == "open\n"
        assert engine.sweep() == []
        held.send_signal(signal.SIGKILL)
        held.communicate()
        swept = engine.sweep()
        assert len(swept) == 2
        assert engine.sweep() == []
        assert len([name for name in files_below(run_dir) if name.startswith("uids/")]) == 1
        assert run(alive, "/bin/true").report.exit_code == 0
    wait_until(lambda: all(not processes_of(int(name.rpartition("/")[2])) for name in swept), what="their end")


def test_the_next_box_clears_what_it_finds_in_its_place(
    new_engine: NewEngine, run_dir: Path, spec: BoxSpec, agent_binary: Path, settings: Settings
) -> None:
    argv = [sys.executable, "-c", HOLDER, str(run_dir), str(agent_binary), settings.runc, str(spec.rootfs)]
    held = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert held.stdout is not None
    assert held.stdout.readline() == "open\n"
    held.kill()
    held.communicate()
    engine = new_engine()
    with engine.open(spec) as first, engine.open(spec) as second:
        assert run(first, "/bin/true").report.exit_code == run(second, "/bin/true").report.exit_code == 0


def test_a_box_that_cannot_open_says_why_and_leaves_nothing(
    new_engine: NewEngine, run_dir: Path, spec: BoxSpec
) -> None:
    engine = new_engine()
    with pytest.raises(BoxFailure, match=r"cannot open a box: .*rootfs.*no such file") as failure:
        engine.open(replace(spec, rootfs=Path("/nowhere/rootfs")))
    assert "\n" not in str(failure.value)
    assert files_below(run_dir) == {"users", "uids", "boxes"}


def test_a_missing_runtime_says_so(new_engine: NewEngine, run_dir: Path, spec: BoxSpec) -> None:
    with pytest.raises(BoxFailure, match=r"cannot open a box: .*no-such-runc"):
        new_engine("no-such-runc").open(spec)
    assert files_below(run_dir) == {"users", "uids", "boxes"}


def test_a_dead_agent_is_a_failure_of_the_box(new_engine: NewEngine, spec: BoxSpec, first_uid: FirstUid) -> None:
    with new_engine().open(spec) as box:
        (agent,) = processes_of(first_uid(box))
        os.kill(agent, signal.SIGKILL)
        with pytest.raises(BoxFailure, match="ended the conversation"):
            run(box, "/bin/true")


def test_the_last_error_of_a_log_is_one_line() -> None:
    log = 'time="now" level=warning msg="a"\ntime="now" level=error msg="runc: \\"x\\" is bad"\n\n'
    assert last_error(log) == 'runc: "x" is bad'
    assert last_error("plain\n") == "plain"
    assert last_error("") == ""
