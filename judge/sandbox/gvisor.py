"""What is different about gVisor, whose own kernel in user space stands between the program and the host's.

That kernel runs inside the box's control groups. So figures of CPU time and memory contain its share, the number of
processes on the host says little about the program's, and memory that runs out may end all of the box. The number of
processes is limited inside, by the control group that gVisor itself emulates.

Its form of seccomp profiles knows less than the host's: it refuses with EPERM only. What programs merely probe for is
left to that kernel, which answers for itself and reaches no host. Refused is what no judged program has a reason to
call, and what outlives processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from judge.sandbox import bundle
from judge.sandbox.bundle import Config
from judge.sandbox.runc_box import Overhead
from judge.sandbox.seccomp import ARCHITECTURES, Profile
from judge.sandbox.system_calls import AF_UNIX, FORBIDDEN

OPTIONS = ("--network=none", "--oci-seccomp", "--overlay2=none", "--host-uds=none")

PLATFORMS = ("systrap", "ptrace")
"""The faster first. `kvm` may hang instead of saying that it does not work."""

TRIAL_SECONDS = 15.0

OVERHEAD = Overhead(
    opening_bytes=192 << 20,
    opening_processes=1024,
    bytes=64 << 20,
    processes=1024,
    processes_each=4,
)
"""The threads and the heap of gVisor's kernel, and a host process with a few threads for each of the program's."""

CGROUPS = "/sys/fs/cgroup"
"""Where gVisor shows its own groups; of the host's there is nothing in it."""

AGENT_FOLDER = "/run"
"""A folder that every image has: any other gVisor would make in the image itself, on the host, to mount on it."""

OUTLIVING = """
fremovexattr fsetxattr lremovexattr lsetxattr mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink
msgctl msgget msgrcv msgsnd removexattr semctl semget semop semtimedop setxattr shmat shmctl shmdt shmget
"""

UNKNOWN_THERE = frozenset(("fsconfig", "fsmount", "fsopen", "fspick", "mount_setattr", "move_mount", "open_tree"))
"""gVisor refuses a profile with names that it does not know; of these calls it has none."""


def profile(machine: str) -> Profile:
    """The value of `linux.seccomp` for gVisor. Raises KeyError for a machine that is not supported."""
    hostile = [name for name in FORBIDDEN.split() if name not in UNKNOWN_THERE]
    other_family = {"index": 0, "op": "SCMP_CMP_NE", "value": AF_UNIX, "valueTwo": 0}
    return {
        "defaultAction": "SCMP_ACT_ALLOW",
        "architectures": [ARCHITECTURES[machine]],
        "syscalls": [
            {"names": hostile, "action": "SCMP_ACT_KILL"},
            {"names": OUTLIVING.split(), "action": "SCMP_ACT_ERRNO"},
            {"names": ["socket", "socketpair"], "action": "SCMP_ACT_ERRNO", "args": [other_family]},
        ],
    }


def adapt(config: Config, machine: str, processes: int, agent_folder: Path) -> None:
    """Turn a box's configuration for other OCI runtimes into one for gVisor."""
    config["linux"]["seccomp"] = profile(machine)
    config["process"]["args"] = first_command(f"{AGENT_FOLDER}/agent", processes)
    mounts = [mount for mount in config["mounts"] if not mount["destination"].startswith(bundle.AGENT_FOLDER)]
    config["mounts"] = [
        *mounts,
        _mount(AGENT_FOLDER, "bind", "bind,ro,nosuid,nodev", source=str(agent_folder)),
        _mount(CGROUPS, "cgroup", "ro,nosuid,noexec,nodev", source="cgroup"),
    ]


def _mount(destination: str, kind: str, options: str, *, source: str) -> Config:
    return {"destination": destination, "type": kind, "source": source, "options": options.split(",")}


def share_agent(run_dir: Path, agent: Path) -> Path:
    """A folder with nothing but the agent in it, below `run_dir`."""
    folder = run_dir / "agent"
    folder.mkdir(mode=0o711, exist_ok=True)
    if not (folder / "agent").exists():
        handle, name = tempfile.mkstemp(dir=run_dir)
        with os.fdopen(handle, "wb") as file:
            file.write(agent.read_bytes())
            os.fchmod(handle, 0o555)
        os.replace(name, folder / "agent")
    return folder


def unshare_agent(run_dir: Path) -> None:
    """Remove that folder."""
    shutil.rmtree(run_dir / "agent", ignore_errors=True)


def first_command(agent: str, processes: int) -> list[str]:
    """The command of process 1: limits the processes of the box, itself among them, and becomes the agent."""
    script = 'echo "$0" >/sys/fs/cgroup/pids/pids.max && exec "$1"'
    return ["/bin/sh", "-c", script, str(processes + 1), agent]


def working_platform(program: str) -> str | None:
    """The first platform on which gVisor can run something on this host. `program` is its path."""
    return next((platform for platform in PLATFORMS if _runs(program, platform)), None)


def _runs(program: str, platform: str) -> bool:
    with tempfile.TemporaryDirectory(prefix="pgjudge-runsc-") as folder:
        argv = [program, f"--root={folder}", f"--platform={platform}", "--network=none", "--ignore-cgroups"]
        try:
            done = subprocess.run(
                [*argv, "do", "/bin/true"],
                env={"TMPDIR": folder},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=TRIAL_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0
