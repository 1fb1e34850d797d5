"""What a program in a box can see, reach and change: nothing that matters."""

from __future__ import annotations

import errno
import io
from collections.abc import Callable

import pytest

from judge.sandbox.box import Command
from judge.sandbox.bundle import PROGRAM_UID, UIDS
from judge.sandbox.runc_box import RuncBox
from tests.conftest import wait_until
from tests.sandbox.asking import LIMITS, run, shell
from tests.sandbox.host import processes_of

OpenBox = Callable[..., RuncBox]
FirstUid = Callable[[RuncBox], int]


def status(box: RuncBox) -> dict[str, str]:
    lines = run(box, "/bin/cat", "/proc/self/status").out.splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def test_the_program_is_an_ordinary_user_without_groups(box: RuncBox) -> None:
    found = status(box)
    assert found["Uid"] == found["Gid"] == "\t".join([str(PROGRAM_UID)] * 4)
    assert found["Groups"] == ""


def test_the_program_has_no_capabilities_and_can_gain_none(box: RuncBox) -> None:
    found = status(box)
    assert {found[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {"0" * 16}
    assert found["NoNewPrivs"] == "1"
    assert found["Seccomp"] == "2"


def test_every_box_has_host_uids_of_its_own(open_box: OpenBox, first_uid: FirstUid) -> None:
    ranges = [first_uid(open_box()) for _ in range(3)]
    assert len(set(ranges)) == 3
    assert all(first % UIDS == 0 and first > 0 for first in ranges)


@pytest.mark.parametrize("place", ["/", "/etc", "/usr/bin", "/box", "/dev", "/proc/sys/kernel/hostname", "/root"])
def test_nothing_but_scratch_can_be_written(box: RuncBox, place: str) -> None:
    ran = shell(box, f"touch {place}/new; echo x >{place}; chmod 777 {place}; mkdir {place}/d")
    assert ran.report.exit_code != 0
    assert len(ran.stderr.decode().splitlines()) == 4


def test_scratch_is_the_only_place_with_writable_files(box: RuncBox) -> None:
    found = shell(box, "find / -xdev -writable ! -type l; find /box /dev -type d -writable").out.split()
    assert set(found) == {"/tmp", "/dev/shm"}


def test_there_is_no_network(box: RuncBox) -> None:
    lines = run(box, "/bin/cat", "/proc/self/net/dev").out.splitlines()[2:]
    assert [line.split(":")[0].strip() for line in lines] == ["lo"]
    assert run(box, "/bin/cat", "/proc/self/net/route").out.count("\n") == 1


def test_the_agent_cannot_be_seen_or_reached(box: RuncBox) -> None:
    assert shell(box, "ls -d /proc/1 /proc/1/fd /proc/1/mem").out == ""
    ran = shell(box, "kill -9 1; kill -STOP 1; kill -9 -1")
    assert ran.report.exit_code is None or ran.report.exit_code >= 0
    assert run(box, "/bin/true").report.exit_code == 0


def test_nothing_of_the_agent_is_inherited(box: RuncBox) -> None:
    assert sorted(shell(box, "exec ls /proc/self/fd").out.split()) == ["0", "1", "2", "3"]


def test_the_host_is_not_named(box: RuncBox) -> None:
    assert run(box, "/bin/hostname").out == "box\n"
    assert shell(box, "ls /sys").out == ""
    assert shell(box, "cat /proc/kcore /proc/keys /proc/timer_list 2>/dev/null | wc -c").out == "0\n"


def test_other_processes_of_the_host_are_not_there(box: RuncBox) -> None:
    assert len(shell(box, "ls -d /proc/[0-9]*").out.split()) <= 3


def test_of_proc_there_are_only_processes_of_the_program(box: RuncBox) -> None:
    names = set(shell(box, "echo /proc/*").out.split())
    assert {name for name in names if not name.removeprefix("/proc/").isdigit()} == {"/proc/self", "/proc/thread-self"}
    assert len(names) <= 4
    for name in ("cmdline", "meminfo", "stat", "locks", "kmsg", "sys/kernel/core_pattern", "sysrq-trigger", "1/status"):
        assert run(box, "/bin/cat", f"/proc/{name}").report.exit_code == 1


def test_devices_are_the_harmless_ones(box: RuncBox) -> None:
    """`tty` is the null device, put over what the OCI runtime always makes; its other names lead nowhere."""
    numbers = dict(
        line.split() for line in shell(box, "cd /dev; stat -L -c '%n %t:%T' $(find . -xtype c)").out.splitlines()
    )
    assert numbers.pop("./tty") == numbers["./null"] == "1:3"
    assert set(numbers) == {"./null", "./zero", "./full", "./random", "./urandom"}
    assert shell(box, "find /dev -xtype b; find /dev -mindepth 2; find /dev/shm -mindepth 1").out == ""
    for name in ("tty", "ptmx", "pts/ptmx", "console", "core", "kmsg", "mem", "fuse", "net/tun", "vsock", "kvm"):
        ran = shell(box, f"cat /dev/{name}; echo x >/dev/{name}")
        assert (ran.out, ran.stderr == b"") == ("", name == "tty")
    assert "not permitted" in shell(box, "mknod /tmp/vda b 253 0").stderr.decode()


def test_the_agents_file_can_neither_be_read_nor_run(box: RuncBox) -> None:
    for command in (
        "ls /dev/.agent",
        "cat /dev/.agent/agent",
        "/dev/.agent/agent",
        "cd /dev/.agent",
        "cat /proc/1/exe",
    ):
        ran = shell(box, command)
        assert (ran.report.exit_code != 0, ran.out) == (True, "")


def test_the_agents_stream_cannot_be_found(box: RuncBox) -> None:
    """All pipes in sight are the three that the program was given."""
    found = shell(box, "ls -l /proc/*/fd >/tmp/all 2>/dev/null; grep -o 'pipe:.*' /tmp/all | sort -u").out.split()
    assert len(found) == 3
    assert shell(box, "ls /proc/1/fd /proc/1/fdinfo /proc/1/task /proc/1/root").out == ""


@pytest.mark.parametrize("env", [(), (("ONLY", "this"), ("EMPTY", ""), ("ODD", "a=b c"))])
def test_the_environment_is_what_is_declared_and_nothing_else(box: RuncBox, env: tuple[tuple[str, str], ...]) -> None:
    assert run(box, "/usr/bin/env", "-0", env=env).out.split("\0")[:-1] == [f"{name}={value}" for name, value in env]


@pytest.mark.parametrize("signal_name", ["KILL", "STOP", "TERM", "INT", "HUP", "USR1", "CHLD", "PIPE", "SYS", "CONT"])
def test_signals_do_not_reach_the_agent(box: RuncBox, signal_name: str) -> None:
    ran = shell(
        box, f"trap '' {'' if signal_name in ('KILL', 'STOP') else signal_name}; kill -{signal_name} 1 && echo sent"
    )
    assert ran.out == ""
    assert run(box, "/bin/true").report.exit_code == 0


@pytest.mark.parametrize("place", ["/tmp/kept", "/tmp/d/deep/kept", "/dev/shm/kept"])
def test_what_a_run_leaves_is_wiped_before_the_next(box: RuncBox, place: str) -> None:
    shell(box, f"mkdir -p $(dirname {place}); echo secret >{place}; chmod 0 /tmp/d")
    assert shell(box, "find /tmp /dev/shm -mindepth 1").out == ""


def test_the_scratch_folders_themselves_cannot_be_changed(box: RuncBox) -> None:
    before = shell(box, "stat -c '%n %a %u %g' /tmp /dev/shm").out
    assert before == "/tmp 1777 0 0\n/dev/shm 1777 0 0\n"
    ran = shell(box, "for i in /tmp /dev/shm; do chmod 0 $i; touch -d 2001-01-01 $i; rmdir $i; mv $i /tmp/d; done")
    assert len(ran.stderr.decode().splitlines()) == 8
    after = shell(box, "stat -c '%n %a %u %g' /tmp /dev/shm; echo x >/tmp/a; echo x >/dev/shm/a")
    assert (after.out, after.stderr, after.report.spawn_error) == (before, b"", "")


def test_the_times_of_the_scratch_folders_do_not_tell_of_the_run_before(box: RuncBox) -> None:
    told = shell(box, "touch /tmp/a /dev/shm/a; rm /tmp/a /dev/shm/a; stat -c %y /tmp /dev/shm; sleep 0.05").out
    after = shell(box, "stat -c %y /tmp /dev/shm").out
    assert not set(told.splitlines()) & set(after.splitlines())


def test_without_a_wipe_files_stay(box: RuncBox) -> None:
    shell(box, "echo kept >/tmp/a", wipe=False)
    assert shell(box, "cat /tmp/a").out == "kept\n"


def test_system_v_and_posix_ipc_objects_cannot_outlive_a_run_because_there_are_none(open_box: OpenBox) -> None:
    box = open_box("call")
    for number in ("29", "64", "68", "240"):  # shmget, semget, msgget, mq_open
        assert run(box, "/box/call", number, "1", "1", "01600").out == f"{errno.ENOSYS}\n"


def test_daemons_of_a_run_are_dead_on_the_host_when_its_report_comes(open_box: OpenBox, first_uid: FirstUid) -> None:
    box = open_box("orphan")
    uids = first_uid(box)
    for _ in range(5):
        report = run(box, "/box/orphan").report
        assert report.exit_code == 0
        assert set(processes_of(uids).values()) == {uids}  # the agent, which is root of the box


def test_the_program_runs_under_the_boxs_own_uid_of_the_host(open_box: OpenBox, first_uid: FirstUid) -> None:
    box = open_box()
    uids = first_uid(box)
    seen: set[int] = set()

    def look(_data: bytes) -> None:
        wait_until(lambda: PROGRAM_UID + uids in processes_of(uids).values(), what="the program")
        seen.update(processes_of(uids).values())

    box.run(Command(("/bin/sh", "-c", "echo here; sleep 1"), LIMITS), io.BytesIO(), look, look)
    assert seen == {uids, uids + PROGRAM_UID}
