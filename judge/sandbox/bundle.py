"""The OCI configuration of a box: a pure function from what is wanted to `config.json`.

The root file system needs the folders `/box`, `/proc`, `/dev` and `/tmp`: nobody in the box may create them.
Container-root is an unprivileged uid of the host, so `/dev` is a small tmpfs on which the OCI runtime binds the host's
harmless devices.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.sandbox import seccomp
from judge.sandbox.box import BoxSpec

UIDS = 65_536
"""How many user ids (and group ids) a box has."""

PROGRAM_UID = 1000
"""User and group id of the program inside the box."""

AGENT_FOLDER = "/dev/.agent"
"""Closed to programs: they can neither read nor run the agent."""

AGENT_PATH = f"{AGENT_FOLDER}/agent"
AGENT_CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_CHOWN", "CAP_DAC_OVERRIDE")

PUT_BYTES = 1 << 30
"""Cap of `/box`. Only the agent writes there, and memory of the box is charged for it."""

SHM_BYTES = 64 << 20

RLIMITS = {"RLIMIT_CORE": 1, "RLIMIT_SIGPENDING": 1024}
"""With 0 for RLIMIT_CORE the kernel would still start a program of the host's that `core_pattern` names, as root of the
host, for every crash in a box; 1 is its sign for neither file nor program. Timers and queued signals of boxes count as
those of the host's root as well, whose own limit they must not use up."""

MASKED = (
    "acpi",
    "asound",
    "interrupts",
    "kallsyms",
    "kcore",
    "keys",
    "latency_stats",
    "sched_debug",
    "scsi",
    "timer_list",
)
READ_ONLY = ("bus", "fs", "irq", "sys", "sysrq-trigger")

Config = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where on this host a box is put."""

    agent: Path
    machine: str  # as platform.machine() says
    first_uid: int  # of the host: uid and gid 0 of the box
    cgroup: str  # path below every hierarchy's root
    cpus: tuple[int, ...]
    memory_bytes: int  # of everything in the box, the agent too
    processes: int  # likewise, threads counted
    limit_swap: bool  # whether the kernel accounts for swap; where it does not there is none


def config(spec: BoxSpec, place: Placement) -> Config:
    """The whole `config.json`."""
    return {
        "ociVersion": "1.0.2",
        "hostname": "box",
        "root": {"path": str(spec.rootfs), "readonly": True},
        "process": _process(),
        "mounts": _mounts(spec, place),
        "linux": {
            "namespaces": [{"type": kind} for kind in ("user", "pid", "mount", "network", "ipc", "uts", "cgroup")],
            "uidMappings": [{"containerID": 0, "hostID": place.first_uid, "size": UIDS}],
            "gidMappings": [{"containerID": 0, "hostID": place.first_uid, "size": UIDS}],
            "cgroupsPath": place.cgroup,
            "resources": _resources(place),
            "seccomp": seccomp.profile(place.machine),
            "maskedPaths": [*(f"/proc/{name}" for name in MASKED), "/dev/tty"],
            "readonlyPaths": [f"/proc/{name}" for name in READ_ONLY],
        },
    }


def _process() -> Config:
    held = list(AGENT_CAPABILITIES)
    return {
        "terminal": False,
        "user": {"uid": 0, "gid": 0},
        "args": [AGENT_PATH],
        "env": [],
        "cwd": "/",
        "capabilities": {"bounding": held, "effective": held, "permitted": held, "inheritable": [], "ambient": []},
        "noNewPrivileges": True,
        "rlimits": [{"type": kind, "soft": most, "hard": most} for kind, most in RLIMITS.items()],
    }


def _mounts(spec: BoxSpec, place: Placement) -> list[Config]:
    scratch = f"mode=1777,size={spec.scratch_bytes},nr_inodes={spec.scratch_inodes}"
    shared = f"mode=1777,size={min(SHM_BYTES, spec.scratch_bytes)},nr_inodes={min(1024, spec.scratch_inodes)}"
    return [
        # Nothing but processes (Linux 5.8): the rest of /proc tells of the host. gid=0: the agent, whose group this is,
        # still sees the program's processes.
        _mount("/proc", "proc", "nosuid,noexec,nodev,subset=pid,hidepid=2,gid=0"),
        _mount("/dev", "tmpfs", "nosuid,noexec,mode=0755,size=64k,nr_inodes=64"),
        _mount("/dev/shm", "tmpfs", f"nosuid,nodev,noexec,{shared}"),
        _mount("/box", "tmpfs", f"nosuid,nodev,mode=0755,size={PUT_BYTES},nr_inodes=4096"),
        _mount("/tmp", "tmpfs", f"nosuid,nodev,{scratch}"),
        _mount(AGENT_FOLDER, "tmpfs", "nosuid,nodev,mode=0700,size=4k,nr_inodes=4"),
        _mount(AGENT_PATH, "bind", "bind,ro,nosuid,nodev", source=str(place.agent)),
    ]


def _mount(destination: str, kind: str, options: str, *, source: str = "") -> Config:
    return {"destination": destination, "type": kind, "source": source or kind, "options": options.split(",")}


def _resources(place: Placement) -> Config:
    memory: Config = {"limit": place.memory_bytes}
    if place.limit_swap:
        memory["swap"] = place.memory_bytes
    return {
        "memory": memory,
        "pids": {"limit": place.processes},
        "cpu": {"cpus": ",".join(map(str, place.cpus))},
        "devices": [{"allow": False, "access": "rwm"}],
    }
