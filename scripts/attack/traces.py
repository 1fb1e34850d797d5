"""What boxes could leave on a host, taken before and after an attack and compared.

A trace bears the number of a box (a uid of its range, the name of the run folder) or is ours alone, so one that is new
is a find, whatever else this host is doing meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from judge.sandbox import cgroups, host_place
from scripts.attack.places import Place
from scripts.attack.traps import MARKER

SCRATCH = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/var/crash", "/var/lib/systemd/coredump", ".")
"""Folders of the host in which something of a box could turn up."""

IMAGE = "/rootfs/"
"""Part of the path of every file of an image."""

SETTINGS = ("kernel/hostname", "kernel/domainname", "kernel/core_pattern", "kernel/modprobe", "kernel/tainted")
"""Below /proc/sys: what an attack would love to change. `tainted` tells of a kernel that has had an accident."""

UID_COLUMN = {"tcp": 7, "tcp6": 7, "udp": 7, "udp6": 7, "raw": 7, "raw6": 7, "packet": 7, "netlink": 0}
"""Tables of /proc/net that tell whose a socket is, and the column; netlink's first is an address, never a uid."""

_STATUS = re.compile(r"Name:\t(.*)\n(?:.*\n)*?State:\t(.).*\n(?:.*\n)*?PPid:\t(\d+)\n(?:.*\n)*?Uid:\t(\d+)")

SLOW_TO_GO = ("holder of keys",)
"""Kinds that the kernel frees some seconds after their last user has died."""

Traces = dict[str, frozenset[str]]


class Process(NamedTuple):
    """A process of the host: its number, its parent's, its real uid, state and name."""

    pid: int
    parent: int
    uid: int
    state: str
    name: str


def traces(place: Place) -> Traces:
    """Everything on this host now that bears the number of a box of `place`, by kind."""
    return {
        "process": frozenset(_processes(place)),
        "control group": frozenset(_groups(place)),
        "mount": frozenset(_mounts(place)),
        "entry of the run folder": frozenset(map(str, place.run_dir.rglob("*"))),
        "file": frozenset(_files(place)),
        "socket": frozenset(_sockets(place)),
        "System V object": frozenset(_system_v(place)),
        "holder of keys": frozenset(_key_holders(place)),
        "setting": frozenset(f"{name}={lines(f'/proc/sys/{name}')}" for name in SETTINGS),
        "descriptor of the judge": frozenset(_descriptors()),
    }


def differences(before: Traces, after: Traces, *, without: Collection[str] = ()) -> list[str]:
    """What came and what went, a line each, `without` these kinds."""
    kinds = [kind for kind in before if kind not in without]
    came = [f"{kind} {one} is left" for kind in kinds for one in sorted(after[kind] - before[kind])]
    went = [
        f"{kind} {one} is gone"
        for kind in kinds
        if kind not in SLOW_TO_GO
        for one in sorted(before[kind] - after[kind])
    ]
    return came + went


def processes() -> Iterator[Process]:
    """Every process of the host."""
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (found := _STATUS.match("\n".join(lines(f"/proc/{entry}/status")))):
            name, state, parent, uid = found.groups()
            yield Process(int(entry), int(parent), int(uid), state, name)


def lines(path: str | Path) -> list[str]:
    """The lines of a file of the kernel's; none where there is no such file, or its process has just ended."""
    try:
        with open(path, errors="replace") as file:
            return file.read().split("\n")[:-1]
    except (FileNotFoundError, ProcessLookupError):
        return []


def _processes(place: Place) -> Iterator[str]:
    for process in processes():
        if process.uid in place.uids or (process.state == "Z" and process.parent == os.getpid()):
            yield f"{process.pid} {process.name} of uid {process.uid}{' (dead)' * (process.state == 'Z')}"


def _groups(place: Place) -> Iterator[str]:
    hierarchies = cgroups.this_host()
    if hierarchies is None or not place.run_dir.exists():
        return
    for top in hierarchies.groups(host_place.cgroup_parent(place.run_dir)):
        yield from (folder for folder, _, _ in os.walk(top))


def _mounts(place: Place) -> Iterator[str]:
    marks = (str(place.run_dir), MARKER)
    yield from (line for line in lines("/proc/self/mountinfo") if any(mark in line for mark in marks))


def _files(place: Place) -> Iterator[str]:
    for folder in SCRATCH:
        names = os.listdir(folder) if Path(folder).is_dir() else []
        for path in (os.path.join(folder, name) for name in names):
            with contextlib.suppress(FileNotFoundError):
                if MARKER in path or os.lstat(path).st_uid in place.uids:
                    yield path


def _descriptors() -> Iterator[str]:
    """Ours, but for those of images, which stay open on purpose."""
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            target = os.readlink(f"/proc/self/fd/{name}")
            if IMAGE not in target and not target.startswith("/proc/"):
                yield target


def _sockets(place: Place) -> Iterator[str]:
    for table, column in UID_COLUMN.items():
        for line in lines(f"/proc/net/{table}")[1:]:
            if column and int(line.split()[column]) in place.uids:
                yield f"{table} {line.strip()}"
    yield from (line for line in lines("/proc/net/unix") if MARKER in line)


def _system_v(place: Place) -> Iterator[str]:
    for kind in ("shm", "msg", "sem"):
        head, *rows = lines(f"/proc/sysvipc/{kind}") or [""]
        column = head.split().index("uid") if head else 0
        yield from (f"{kind} {row.strip()}" for row in rows if int(row.split()[column]) in place.uids)


def _key_holders(place: Place) -> Iterator[str]:
    for line in lines("/proc/key-users"):
        uid = int(line.split(":")[0])
        if uid in place.uids:
            yield f"uid {uid}"
