"""What programs are answered by a real kernel: which calls end them and how it is told, which fail, which work."""

from __future__ import annotations

import dataclasses
import errno
import platform
import signal
from collections.abc import Callable, Iterator, Mapping

import pyseccomp
import pytest

from judge.sandbox import system_calls
from judge.sandbox.box import BoxSpec
from judge.sandbox.program_filter import call_name
from judge.sandbox.runc import RuncEngine
from judge.sandbox.runc_box import RuncBox
from judge.sandbox.system_calls import MIDDLE, WIDE, WIDEST, WIDTHS
from tests.sandbox.asking import run

OpenBox = Callable[..., RuncBox]


@pytest.fixture(autouse=True)
def machine_of_the_numbers() -> None:
    """The numbers below are those of x86_64; another machine needs its own, and fails until it has them."""
    assert platform.machine() == "x86_64"


@pytest.fixture(scope="module")
def boxes(engine: RuncEngine, spec: BoxSpec, programs: Mapping[str, bytes]) -> Iterator[dict[str, RuncBox]]:
    """One box for each width. A program that was ended for a call leaves it usable."""
    opened = {}
    for width in WIDTHS:
        opened[width] = engine.open(dataclasses.replace(spec, system_calls=width))
        opened[width].put("/box/call", programs["call"], executable=True)
    yield opened
    for box in opened.values():
        box.close()


def numbers(names: str) -> dict[str, int]:
    """Those of the calls that this machine has."""
    known = {name: pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) for name in names.split()}
    return {name: number for name, number in known.items() if number >= 0}


FORBIDDEN = {name: (str(number), name) for name, number in numbers(system_calls.FORBIDDEN).items()} | {
    "clone of a user namespace": ("56 0x10000011", "clone"),
    "clone of a network namespace": ("56 0x40000011", "clone"),
    "clone of a mount namespace among other flags": ("56 0x00030011", "clone"),
    "a packet socket": ("41 17 3 0", "socket"),
    "a vsock socket": ("41 40 1 0", "socket"),
    "a pair of packet sockets": ("53 17 3 0", "socketpair"),
}

REFUSED = {
    "clone3": ("435 0 88", errno.ENOSYS),
    "io_uring_setup": ("425 1", errno.ENOSYS),
    "io_uring_enter": ("426 1", errno.ENOSYS),
    "io_uring_register": ("427 1", errno.ENOSYS),
    "io_setup": ("206 1", errno.ENOSYS),
    "setxattr": ("188", errno.ENOSYS),
    "a netlink socket": ("41 16 3 0", errno.EPERM),
    "an alg socket": ("41 38 5 0", errno.EPERM),
    "an internet socket, which outlives its process": ("41 2 1 0", errno.EPERM),
    "an internet socket of version 6": ("41 10 2 0", errno.EPERM),
    "a packet socket with bits above the number": ("41 0x100000011 3 0", errno.ENOSYS),
    "a socket of a family that would load a module": ("41 30 1 0", errno.ENOSYS),
    "a pair of such sockets": ("53 30 1 0", errno.ENOSYS),
    "sendmsg, which can send descriptors": ("46", errno.EPERM),
    "sendmmsg, likewise": ("307", errno.EPERM),
    "inotify_init": ("253", errno.ENOSYS),
    "inotify_init1": ("294", errno.ENOSYS),
    "cachestat": ("451", errno.ENOSYS),
    "setrlimit of core files": ("160 4", errno.ENOSYS),
    "prlimit of core files": ("302 0 4 1", errno.ENOSYS),
    "prlimit of core files with bits above the number": ("302 0 0x100000004 1", errno.ENOSYS),
    "personality without address randomization": ("135 0x0040000", errno.ENOSYS),
    "personality of another system": ("135 0x3", errno.ENOSYS),
    "shmget": ("29 0 4096 0x3ff", errno.ENOSYS),
    "semget": ("64 0 1 0x3ff", errno.ENOSYS),
    "msgget": ("68 0 0x3ff", errno.ENOSYS),
    "mq_open": ("240", errno.ENOSYS),
    "a filter of its own": ("317 1 0 0", errno.ENOSYS),
    "a filter of its own through prctl": ("157 22 2 0", errno.EPERM),
    "prctl that sets its memory map": ("157 35 1 0", errno.ENOSYS),
    "ioctl that puts input into a terminal": ("16 0 0x5412 0", errno.ENOSYS),
    "chroot": ("161", errno.EPERM),
    "sethostname": ("170", errno.EPERM),
    "clock_settime": ("227", errno.EPERM),
    "syslog, the kernel's log": ("103 3 0 0", errno.EPERM),
    "fanotify_init": ("300", errno.EPERM),
    "name_to_handle_at": ("303", errno.EPERM),
    "a call that no list names": ("999", errno.ENOSYS),
}

ALLOWED = {
    "clone as fork does": "56 17",
    "a pair of unix sockets' first half": "41 1 1 0",
    "the query of the limit of core files": "302 0 4",
    "the query of personality": "135 0xffffffff",
    "sync, which does nothing": "162",
    "fsync, which does nothing, not even look at its descriptor": "74 -1",
    "fdatasync, likewise": "75 -1",
    "sync_file_range, likewise": "277 -1",
    "fadvise64, likewise": "221 -1",
    "msync that waits, likewise": "26 1 1 4",
    "getpid": "39",
}

SHORT_OF = {
    "narrow": ("sched_setaffinity", "memfd_create", "mknod", "fchown", "listen", "setuid", "landlock_create_ruleset"),
    "middle": ("setuid", "setgroups", "capset", "landlock_create_ruleset", "ioprio_set"),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_forbidden_call_ends_the_program_and_is_named(boxes: Mapping[str, RuncBox], name: str) -> None:
    call, named = FORBIDDEN[name]
    report = run(boxes[WIDEST], "/box/call", *call.split()).report
    assert (report.signal, report.exit_code, report.forbidden_call) == (signal.SIGSYS, None, named)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["ptrace", "mount", "clone of a user namespace", "a vsock socket"])
def test_what_is_forbidden_is_so_in_every_width(boxes: Mapping[str, RuncBox], width: str, name: str) -> None:
    call, named = FORBIDDEN[name]
    assert run(boxes[width], "/box/call", *call.split()).report.forbidden_call == named


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_call_fails_and_the_program_goes_on(boxes: Mapping[str, RuncBox], width: str, name: str) -> None:
    call, error = REFUSED[name]
    ran = run(boxes[width], "/box/call", *call.split())
    assert (ran.report.exit_code, ran.out) == (0, f"{error}\n")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ALLOWED)
def test_an_ordinary_call_is_allowed(boxes: Mapping[str, RuncBox], width: str, name: str) -> None:
    assert run(boxes[width], "/box/call", *ALLOWED[name].split()).out == "0\n"


@pytest.mark.parametrize(("width", "name"), [(width, name) for width, names in SHORT_OF.items() for name in names])
def test_a_width_is_short_of_what_only_wider_ones_have(boxes: Mapping[str, RuncBox], width: str, name: str) -> None:
    """With arguments that the kernel itself would refuse in another way."""
    call = [str(*numbers(name).values()), "-1", "-1", "-1"]
    assert run(boxes[width], "/box/call", *call).out == f"{errno.ENOSYS}\n"
    assert run(boxes[WIDEST], "/box/call", *call).out != f"{errno.ENOSYS}\n"


@pytest.mark.parametrize("mode", ["plain", "thread", "child", "orphan", "handler", "blocked"])
def test_whoever_of_a_run_makes_a_forbidden_call_ends_it(open_box: OpenBox, mode: str) -> None:
    box = open_box("forbid")
    for _ in range(5):
        ran = run(box, "/box/forbid", mode)
        assert (ran.report.signal, ran.report.forbidden_call) == (signal.SIGSYS, "ptrace")
        assert ran.out in ("", "here\n" if mode == "orphan" else "")
    assert run(box, "/bin/true").report.exit_code == 0


@pytest.mark.parametrize("call", ["0x40000027", "0x40000065 0"])
def test_the_x32_entry_ends_the_program_without_a_name(boxes: Mapping[str, RuncBox], call: str) -> None:
    report = run(boxes[WIDEST], "/box/call", *call.split()).report
    assert (report.signal, report.forbidden_call) == (signal.SIGSYS, "")


@pytest.mark.parametrize("mode", ["int80", "int80-thread"])
def test_the_i386_entry_ends_the_program_without_a_name(open_box: OpenBox, mode: str) -> None:
    ran = run(open_box("forbid"), "/box/forbid", mode)
    assert (ran.report.signal, ran.report.forbidden_call, ran.out) == (signal.SIGSYS, "", "")


def test_a_program_cannot_pass_for_one_that_made_a_forbidden_call(open_box: OpenBox) -> None:
    box = open_box("forbid")
    ran = run(box, "/box/forbid", "raise")
    assert (ran.report.signal, ran.report.forbidden_call) == (signal.SIGSYS, "")
    lines = run(box, "/box/forbid", "own-filters").out.splitlines()
    assert lines == [f"{errno.ENOSYS}", f"{errno.EPERM}", f"{errno.ENOSYS}", "here"]


def test_the_call_of_one_run_is_not_that_of_the_next(boxes: Mapping[str, RuncBox]) -> None:
    assert run(boxes[WIDEST], "/box/call", "101", "0").report.forbidden_call == "ptrace"
    assert run(boxes[WIDEST], "/box/call", "39").report.forbidden_call == ""
    assert run(boxes[WIDEST], "/box/call", "165").report.forbidden_call == "mount"


def test_no_call_has_two_answers() -> None:
    groups = (
        *(system_calls.FILES, system_calls.MEMORY, system_calls.PROCESSES, system_calls.WAITING, system_calls.PAIRS),
        *(MIDDLE, WIDE, system_calls.ONLY_AGENT, system_calls.PROBED, system_calls.PRIVILEGED),
        *(system_calls.FORBIDDEN, system_calls.WITHOUT_EFFECT),
        "clone socket socketpair personality setrlimit prlimit64 msync",
    )
    names = [name for group in groups for name in group.split()]
    assert sorted(names) == sorted(set(names))


def test_a_number_without_a_name_is_told_as_it_is() -> None:
    assert (call_name(101), call_name(9_999)) == ("ptrace", "9999")
