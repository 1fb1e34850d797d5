"""What a box is asked of Docker: a pure function from what is wanted to the body of `POST /containers/create`.

As little of Docker's own as can be: no network, no log, no init, no devices, no volumes, an IPC namespace without
Docker's `/dev/shm`. The daemon mounts `/proc`, `/sys` and `/dev/mqueue` itself: the last two are masked, since files of
message queues outlive a run; `hidepid` cannot be had. gVisor's `/sys` and `/dev` show nothing of the host.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from judge.sandbox import gvisor, seccomp
from judge.sandbox.box import BoxSpec
from judge.sandbox.bundle import AGENT_CAPABILITIES, MASKED, PUT_BYTES, READ_ONLY, RLIMITS, SHM_BYTES

AGENT_PATH = "/.agent"
PLACE_LABEL = "pgjudge.place"
"""Label of a box's container: which run folder and number it belongs to."""

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a container is made with."""

    image: str
    place: str
    runtime: str  # of the daemon's; empty: its default
    is_gvisor: bool
    machine: str  # as platform.machine() says
    cpus: tuple[int, ...]
    memory_bytes: int  # of everything in the box, the agent too
    processes: int  # likewise, threads counted


def body(spec: BoxSpec, wanted: Wanted) -> Body:
    """The whole request."""
    return {
        "Image": wanted.image,
        "Hostname": "box",
        "User": "0:0",
        "WorkingDir": "/",
        "Entrypoint": gvisor.first_command(AGENT_PATH, spec.processes) if wanted.is_gvisor else [AGENT_PATH],
        "Cmd": [],
        "Env": [],
        "Labels": {PLACE_LABEL: wanted.place},
        "Tty": False,
        "OpenStdin": True,
        "StdinOnce": True,
        "AttachStdin": True,
        "AttachStdout": True,
        "AttachStderr": False,
        "NetworkDisabled": True,
        "HostConfig": _host_config(spec, wanted),
    }


def _host_config(spec: BoxSpec, wanted: Wanted) -> Body:
    return {
        "Runtime": wanted.runtime,
        "ReadonlyRootfs": True,
        "NetworkMode": "none",
        "IpcMode": "none",
        "CgroupnsMode": "private",
        "Init": False,
        "Privileged": False,
        "CapDrop": ["ALL"],
        "CapAdd": [name.removeprefix("CAP_") for name in AGENT_CAPABILITIES],
        "SecurityOpt": ["no-new-privileges", f"seccomp={json.dumps(_profile(wanted))}"],
        "Memory": wanted.memory_bytes,
        "MemorySwap": wanted.memory_bytes,
        "PidsLimit": wanted.processes,
        "CpusetCpus": ",".join(map(str, wanted.cpus)),
        "Tmpfs": _tmpfs(spec),
        "Ulimits": [
            {"Name": kind.removeprefix("RLIMIT_").lower(), "Soft": most, "Hard": most} for kind, most in RLIMITS.items()
        ],
        "MaskedPaths": [*([] if wanted.is_gvisor else ["/sys", "/dev/mqueue"]), *(f"/proc/{name}" for name in MASKED)],
        "ReadonlyPaths": [f"/proc/{name}" for name in READ_ONLY],
        "LogConfig": {"Type": "none"},
        "RestartPolicy": {"Name": "no"},
        "AutoRemove": False,
    }


def _profile(wanted: Wanted) -> seccomp.Profile:
    return gvisor.profile(wanted.machine) if wanted.is_gvisor else seccomp.profile(wanted.machine)


def _tmpfs(spec: BoxSpec) -> dict[str, str]:
    shm_bytes, shm_inodes = min(SHM_BYTES, spec.scratch_bytes), min(1024, spec.scratch_inodes)
    return {
        "/tmp": f"exec,nosuid,nodev,mode=1777,size={spec.scratch_bytes},nr_inodes={spec.scratch_inodes}",
        "/dev/shm": f"noexec,nosuid,nodev,mode=1777,size={shm_bytes},nr_inodes={shm_inodes}",
        "/box": f"exec,nosuid,nodev,mode=0755,size={PUT_BYTES},nr_inodes=4096",
    }
