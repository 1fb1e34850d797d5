"""The container's seccomp profile on a real kernel: what ends a program, what is refused and how, what is allowed."""

from __future__ import annotations

import errno
import platform
import signal
from collections.abc import Callable

import pytest

from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import run

OpenBox = Callable[..., RuncBox]


@pytest.fixture(autouse=True)
def machine_of_the_numbers() -> None:
    """The numbers below are those of x86_64; another machine needs its own, and fails until it has them."""
    assert platform.machine() == "x86_64"


HOSTILE = {
    "ptrace": "101 0",
    "process_vm_readv": "310",
    "mount": "165",
    "umount2": "166",
    "pivot_root": "155",
    "open_tree": "428",
    "unshare of a user namespace": "272 0x10000000",
    "setns": "308",
    "bpf": "321",
    "perf_event_open": "298",
    "userfaultfd": "323",
    "keyctl": "250",
    "kexec_load": "246",
    "init_module": "175",
    "swapon": "167",
    "open_by_handle_at": "304",
    "quotactl": "179",
    "acct": "163",
    "a call of the x32 interface": "0x40000027",
}

REFUSED = {
    "clone3": ("435 0 88", errno.ENOSYS),
    "io_uring_setup": ("425 1", errno.ENOSYS),
    "io_setup": ("206 1", errno.ENOSYS),
    "setxattr": ("188", errno.ENOSYS),
    "clone of a user namespace": ("56 0x10000011", errno.EPERM),
    "clone of a network namespace": ("56 0x40000011", errno.EPERM),
    "a netlink socket": ("41 16 3 0", errno.EPERM),
    "a packet socket": ("41 17 3 0", errno.EPERM),
    "a vsock socket": ("41 40 1 0", errno.EPERM),
    "an alg socket": ("41 38 5 0", errno.EPERM),
    "an internet socket, which outlives its process": ("41 2 1 0", errno.EPERM),
    "an internet socket of version 6": ("41 10 2 0", errno.EPERM),
    "a pair of sockets of a family that would load a module": ("53 30 1 0", errno.EPERM),
    "sendmsg, which can send descriptors": ("46", errno.EPERM),
    "inotify_init": ("253", errno.ENOSYS),
    "inotify_init1": ("294", errno.ENOSYS),
    "cachestat": ("451", errno.ENOSYS),
    "setrlimit of core files": ("160 4", errno.EPERM),
    "prlimit of core files": ("302 0 4 1", errno.EPERM),
    "prlimit of core files with bits above the number": ("302 0 0x100000004 1", errno.EPERM),
    "personality without address randomization": ("135 0x0040000", errno.EPERM),
    "chroot": ("161", errno.EPERM),
    "sethostname": ("170", errno.EPERM),
    "clock_settime": ("227", errno.EPERM),
    "a call that this profile does not know": ("999", errno.ENOSYS),
}

ALLOWED = {
    "clone as fork does": "56 17",
    "a unix socket": "41 1 1 0",
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


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_call_ends_the_program_with_sigsys(open_box: OpenBox, name: str) -> None:
    assert run(open_box("call"), "/box/call", *HOSTILE[name].split()).report.signal == signal.SIGSYS


@pytest.mark.parametrize("name", REFUSED)
def test_a_call_that_runtimes_probe_for_is_refused(open_box: OpenBox, name: str) -> None:
    call, error = REFUSED[name]
    ran = run(open_box("call"), "/box/call", *call.split())
    assert (ran.report.exit_code, ran.out) == (0, f"{error}\n")


@pytest.mark.parametrize("name", ALLOWED)
def test_an_ordinary_call_is_allowed(open_box: OpenBox, name: str) -> None:
    assert run(open_box("call"), "/box/call", *ALLOWED[name].split()).out == "0\n"
