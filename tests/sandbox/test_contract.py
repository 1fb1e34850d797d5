"""What every kind of box holds. TEST_SANDBOXES names the kinds; without it, all that cgroup version 1 can have."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from judge.sandbox import engines
from judge.sandbox.box import Box, BoxFailure, BoxSpec, Command, FileRefused
from judge.sandbox.engines import Host, HostEngine
from model.settings import Settings
from tests.conftest import UID_BASE
from tests.sandbox.asking import LIMITS, MIB, SECOND, Zeros, run, shell
from tests.sandbox.host import processes_of

KINDS = os.environ.get("TEST_SANDBOXES", "runc runsc docker docker+runsc").split()
FIRST_UID = UID_BASE + (48 << 16)
"""Apart from the other tests' boxes."""
LARGE = replace(LIMITS, cpu_ns=60 * SECOND, wall_ns=120 * SECOND, stdout_bytes=1 << 30)

OpenBox = Callable[..., Box]


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """One kind of boxes after the other."""
    return str(request.param)


@pytest.fixture(scope="module")
def on_host(kind: str, settings: Settings, agent_binary: Path, request: pytest.FixtureRequest) -> Iterator[HostEngine]:
    """An engine of this kind, which leaves nothing when it is closed."""
    docker_host = request.getfixturevalue("docker_host") if "docker" in kind else ""
    run_dir = Path(f"/run/pgjudge-contract-{os.getpid()}-{kind}")
    host = Host(run_dir, agent_binary, FIRST_UID, settings.runc, settings.crun, settings.runsc, docker_host)
    made = engines.build(kind, host, "contract")
    assert [finding for finding in made.check() if not finding.ok] == []
    yield made
    made.close()
    run_dir.rmdir()


@pytest.fixture
def opened(on_host: HostEngine, spec: BoxSpec, programs: Mapping[str, bytes]) -> Iterator[OpenBox]:
    """Opens boxes that hold these programs below /box, and closes them."""
    with ExitStack() as stack:

        def build(*names: str, spec: BoxSpec = spec) -> Box:
            box = stack.enter_context(on_host.open(spec))
            for name in names:
                box.put(f"/box/{name}", programs[name], executable=True)
            return box

        yield build


@pytest.fixture
def one(opened: OpenBox) -> Box:
    """A fresh box."""
    return opened()


def test_files_come_out_as_they_went_in_and_none_goes_in_after_a_run(one: Box) -> None:
    content = bytes(range(256)) * 8_000 + b"odd"
    one.put("/box/deep/a", content)
    assert shell(one, "cat /box/deep/a >/tmp/b", wipe=False).report.exit_code == 0
    assert one.get("/box/deep/a", len(content)) == one.get("/tmp/b", len(content)) == content
    with pytest.raises(FileRefused):
        one.put("/box/late", b"")


def test_links_are_not_followed_out_of_the_box(one: Box) -> None:
    shell(one, "ln -s /etc/passwd /tmp/link; ln -s /etc /tmp/folder", wipe=False)
    for path in ("/tmp/link", "/tmp/folder/passwd"):
        with pytest.raises(FileRefused):
            one.get(path, 10_000)


@pytest.mark.parametrize("size", [0, 65_537, 262_145])
def test_input_of_any_size_arrives_whole(one: Box, size: int) -> None:
    assert run(one, "/usr/bin/wc", "-c", stdin=bytes(size)).out.strip() == str(size)


def test_much_input_and_output_pass_at_once(one: Box) -> None:
    received = 0

    def count(data: bytes) -> None:
        nonlocal received
        received += len(data)

    report = one.run(Command(("/bin/cat",), LARGE), Zeros(64 * MIB), count, count)  # type: ignore[arg-type]
    assert received == report.stdout_bytes == 64 * MIB
    assert run(one, "/bin/echo", "in step").out == "in step\n"


def test_the_two_outputs_are_apart(one: Box) -> None:
    ran = shell(one, "echo out; echo err >&2; exit 3")
    assert (ran.stdout, ran.stderr, ran.report.exit_code) == (b"out\n", b"err\n", 3)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_a_signal_is_reported(one: Box, number: int) -> None:
    report = shell(one, f"kill -{number} $$").report
    assert (report.exit_code, report.signal, report.oom_kills) == (None, number, 0)


def test_a_program_that_cannot_be_started_is_said_so(one: Box) -> None:
    assert run(one, "/nowhere").report.spawn_error == "execve: No such file or directory"


def test_the_environment_is_exactly_what_was_asked_for(one: Box) -> None:
    assert run(one, "/usr/bin/env").out == ""
    assert run(one, "/usr/bin/env", env=(("A", "1"), ("B", "x=y"))).out == "A=1\nB=x=y\n"


def test_cpu_time_past_its_limit_ends_the_run_and_is_known(one: Box) -> None:
    report = shell(one, "while :; do :; done", limits=replace(LIMITS, cpu_ns=SECOND // 4)).report
    assert (report.cpu_exceeded, report.signal) == (True, signal.SIGKILL)
    assert SECOND // 4 <= report.cpu_ns < SECOND
    assert run(one, "/bin/true").report.cpu_ns < SECOND // 4


def test_cpu_time_of_children_counts(opened: OpenBox) -> None:
    box = opened("children")
    report = run(box, "/box/children", "4", "60000", limits=replace(LIMITS, cpu_ns=SECOND // 5)).report
    assert report.cpu_exceeded


def test_wall_time_past_its_limit_ends_the_run(one: Box) -> None:
    report = run(one, "/bin/sleep", "1000", limits=replace(LIMITS, wall_ns=SECOND // 5)).report
    assert (report.wall_exceeded, report.cpu_exceeded, report.signal) == (True, False, signal.SIGKILL)


def test_output_past_its_limit_ends_the_run(one: Box) -> None:
    ran = run(one, "/usr/bin/yes", limits=replace(LIMITS, stdout_bytes=10_000))
    assert (ran.report.output_exceeded, len(ran.stdout)) == (True, 10_000)


def test_memory_is_the_peak_of_each_run(opened: OpenBox) -> None:
    box = opened("hold")
    for mib in (40, 4, 20):
        report = run(box, "/box/hold", str(mib)).report
        assert (report.exit_code, report.oom_kills) == (0, 0)
        assert mib * MIB <= report.memory_bytes < (mib + 10) * MIB


def test_memory_far_past_the_limit_is_an_oom_kill(opened: OpenBox) -> None:
    report = run(opened("hold"), "/box/hold", "400", limits=replace(LIMITS, wall_ns=60 * SECOND)).report
    assert report.oom_kills >= 1
    assert report.exit_code != 0


def test_scratch_has_its_size_and_no_more(one: Box) -> None:
    ran = shell(one, "head -c 9M /dev/zero >/tmp/a; wc -c </tmp/a")
    assert "No space left" in ran.stderr.decode()
    assert int(ran.out) == 8 * MIB


def test_processes_past_their_number_are_refused(opened: OpenBox, spec: BoxSpec, kind: str) -> None:
    """gVisor counts late, so that some more get through."""
    most = spec.processes * (4 if "runsc" in kind else 1)
    box = opened("forks")
    for _ in range(2):
        ran = run(box, "/box/forks")
        assert ran.report.exit_code == 0
        assert spec.processes - 1 <= int(ran.out) <= most


def test_files_past_their_size_are_a_signal_and_descriptors_have_their_number(one: Box) -> None:
    report = shell(one, "exec head -c 2M /dev/zero >/tmp/a", limits=replace(LIMITS, file_bytes=MIB)).report
    assert report.signal == signal.SIGXFSZ
    assert shell(one, "ulimit -n; ulimit -c", limits=replace(LIMITS, open_files=77)).out == "77\n0\n"


def test_daemons_die_with_their_run(opened: OpenBox) -> None:
    box = opened("orphan")
    for _ in range(3):
        assert run(box, "/box/orphan").report.exit_code == 0
        assert len(shell(box, "exec ls -d /proc/[0-9]*").out.split()) <= 2  # ls, and process 1 where it is shown


def test_a_run_is_wiped_before_the_next(one: Box) -> None:
    shell(one, "mkdir -p /tmp/d/e; echo secret >/tmp/d/e/f; echo secret >/dev/shm/s; chmod 0 /tmp/d")
    assert shell(one, "find /tmp /dev/shm -mindepth 1").out == ""


def test_nothing_but_scratch_can_be_written(one: Box) -> None:
    found = shell(one, "find / -xdev -writable ! -type l; find /box /dev /sys -type d -writable").out.split()
    assert set(found) == {"/tmp", "/dev/shm"}
    ran = shell(one, "for i in / /etc /box /dev /usr/bin; do touch $i/new; done")
    assert len(ran.stderr.decode().splitlines()) == 5


def test_there_is_no_network(opened: OpenBox) -> None:
    box = opened("call")
    ran = shell(box, "cat /proc/net/dev")
    assert {line.split(":")[0].strip() for line in ran.out.splitlines()[2:]} <= {"lo"}
    for family in ("2", "10", "16"):  # inet, inet6, netlink
        assert run(box, "/box/call", "41", family, "1", "0").out not in ("0\n", "")
    for family in ("17", "40"):  # packet, vsock
        ran = run(box, "/box/call", "41", family, "1", "0")
        assert ran.report.signal == signal.SIGSYS or ran.out not in ("0\n", "")


def test_a_forbidden_call_ends_the_program(opened: OpenBox, kind: str) -> None:
    box = opened("call")
    for number, name in (("101", "ptrace"), ("165", "mount"), ("272", "unshare"), ("321", "bpf")):
        report = run(box, "/box/call", number).report
        assert report.signal == signal.SIGSYS
        assert report.forbidden_call in ({""} if "runsc" in kind else {name})


def test_the_image_is_as_it_was(opened: OpenBox, spec: BoxSpec) -> None:
    def places() -> list[tuple[str, int]]:
        return [(path.name, path.stat().st_mtime_ns) for path in (*spec.rootfs.iterdir(), *spec.rootfs.glob("dev/*"))]

    before = places()
    run(opened(), "/bin/true")
    assert places() == before


def test_the_agent_cannot_be_read_stopped_or_spoken_for(one: Box) -> None:
    tries = "for i in /proc/1/fd/*; do [ -p $i ] && echo x >$i; head -c 1 <$i; done; head -c 1 /proc/1/mem"
    shell(one, f"({tries}) 2>/dev/null; kill -STOP 1; kill -9 1; kill -9 -1")
    assert shell(one, "readlink /proc/1/exe; cat /proc/1/mem").out == ""
    assert run(one, "/bin/echo", "still there").out == "still there\n"


def test_the_program_is_nobody(one: Box) -> None:
    lines = run(one, "/bin/cat", "/proc/self/status").out.splitlines()
    status = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    assert set(status["Uid"]) == set(status["Gid"]) != {"0"}
    assert status["Groups"] == []
    assert {status[name][0] for name in ("CapInh", "CapPrm", "CapEff")} == {"0" * 16}
    assert status["Seccomp"] == ["2"]


def test_a_closed_box_leaves_nothing_and_says_so(opened: OpenBox, on_host: HostEngine) -> None:
    before = mounts()
    box = opened()
    shell(box, "head -c 1M /dev/zero >/tmp/a; (setsid sleep 1000 &)", wipe=False)
    box.close()
    box.close()
    assert processes_of(FIRST_UID) == {}
    assert mounts() - before == set()
    assert on_host.sweep() == []
    with pytest.raises(BoxFailure):
        run(box, "/bin/true")


def mounts() -> set[str]:
    """What is mounted on the host below folders of boxes, of ours and of the daemon."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return {line.split()[4] for line in lines if "pgjudge-contract" in line or "pgjudge-docker" in line}
