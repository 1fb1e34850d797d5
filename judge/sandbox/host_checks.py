"""What boxes need of the host, each as a finding with its cure. Nothing is changed; what is
started is `--version`, and for gVisor a trial."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

from judge.sandbox import cgroups, gvisor, seccomp
from judge.sandbox.box import Finding
from judge.sandbox.bundle import UIDS
from judge.sandbox.cgroups import Hierarchies
from judge.sandbox.oci_runtimes import OciRuntime
from judge.sandbox.uid_ranges import LAST_UID

NEEDED_V1 = ("memory", "pids", "cpuset", "cpuacct")
NEEDED_V2 = ("memory", "pids", "cpuset", "cpu")


def requirements(run_dir: Path, agent: Path, wanted: OciRuntime, uid_base: int) -> list[Finding]:
    """Every requirement, in the order in which to cure what is missing."""
    groups = cgroups.this_host()
    return [
        root(),
        machine(platform.machine()),
        user_namespaces(Path("/proc/sys")),
        seccomp_filters(Path("/proc/sys")),
        control_groups(groups),
        *([not_hybrid(groups)] if wanted.name == "crun" else []),
        swap(groups, Path("/proc/swaps").read_text()),
        runtime(wanted),
        *([gvisor_platform(wanted)] if wanted.is_gvisor else []),
        agent_binary(agent),
        uid_range(uid_base),
        run_folder(run_dir),
    ]


def root() -> Finding:
    """Mapping a range of uids and writing control groups need it."""
    uid = os.geteuid()
    return Finding("root", uid == 0, f"running as uid {uid}", "run the worker as root; judged programs never are")


def machine(name: str) -> Finding:
    """The seccomp profile and the agent are for these machines."""
    cure = f"use a machine of one of these kinds: {', '.join(seccomp.ARCHITECTURES)}"
    return Finding("processor", name in seccomp.ARCHITECTURES, name, cure)


def user_namespaces(sysctl: Path) -> Finding:
    """`sysctl` is /proc/sys."""
    most = _number(sysctl / "user/max_user_namespaces")
    cure = "enable user namespaces: sysctl -w user.max_user_namespaces=65536 (or a kernel with CONFIG_USER_NS)"
    return Finding("user namespaces", most > 0, f"at most {most}", cure)


def seccomp_filters(sysctl: Path) -> Finding:
    """`sysctl` is /proc/sys. Ending a whole process needs Linux 4.14."""
    try:
        actions = (sysctl / "kernel/seccomp/actions_avail").read_text().split()
    except FileNotFoundError:
        actions = []
    cure = "use Linux 4.14 or newer with CONFIG_SECCOMP_FILTER"
    return Finding("seccomp", "kill_process" in actions, " ".join(actions) or "not in this kernel", cure)


def control_groups(found: Hierarchies | None) -> Finding:
    """Version 2 with the controllers delegated to the root of our hierarchy, or version 1 with each of them mounted."""
    name = "control groups"
    if found is None:
        return Finding(name, False, "not mounted", "mount cgroup2 on /sys/fs/cgroup")
    if found.version == 2:
        if not os.access(found.folders[0], os.W_OK):
            cure = "mount it writable (in a container: with its own cgroup namespace, and writable)"
            return Finding(name, False, f"version 2, but {found.folders[0]} cannot be written", cure)
        if _is_occupied(found.folders[0]):
            cure = "first of all move them into a group below: mkdir {0}/init; echo PID >{0}/init/cgroup.procs for each"
            text = "version 2, but processes of this container are in its topmost group"
            return Finding(name, False, text, cure.format(found.folders[0]))
        there = (found.folders[0] / "cgroup.controllers").read_text().split()
        needed = NEEDED_V2
        cure = (
            "boot with these controllers enabled, or delegate them to this container (Delegate=yes, --cgroupns=private)"
        )
    else:
        there = list(found.by_controller)
        needed = NEEDED_V1
        cure = "boot with these controllers enabled (Raspberry Pi: cgroup_enable=memory), or switch to version 2"
    lacking = [controller for controller in needed if controller not in there]
    text = f"version {found.version}, " + (f"without {', '.join(lacking)}" if lacking else "with all that is needed")
    return Finding(name, not lacking, text, cure)


def _is_occupied(top: Path) -> bool:
    """Whether processes keep a version 2 group from passing controllers on. Only the host's own root, which has no
    type, can have both; a container's topmost group is one like any other."""
    if not (top / "cgroup.type").exists() or not cgroups.processes([top]):
        return False
    return not {*NEEDED_V2} <= {*(top / "cgroup.subtree_control").read_text().split()}


def has_swap_limit(found: Hierarchies) -> bool:
    """Whether a group's swap can be limited. Version 2 can wherever there is swap, but does not show it at the root."""
    if found.version == 2:
        return True
    return (found.by_controller["memory"] / "memory.memsw.limit_in_bytes").exists()


def swap(found: Hierarchies | None, swaps: str) -> Finding:
    """`swaps` is the text of /proc/swaps. A program that swaps escapes its memory limit and slows everybody down."""
    if len(swaps.splitlines()) <= 1:
        return Finding("swap", True, "none")
    limited = found is not None and "memory" in {*found.by_controller, *(["memory"] if found.version == 2 else [])}
    limited = limited and found is not None and has_swap_limit(found)
    cure = "boot with swapaccount=1, or turn swap off with swapoff -a"
    return Finding(
        "swap", limited, "in use, and limited" if limited else "in use, and the kernel cannot limit it", cure
    )


def runtime(wanted: OciRuntime) -> Finding:
    """The OCI runtime: there, and new enough."""
    name = "OCI runtime"
    least = ".".join(map(str, wanted.at_least))
    setting = f"PGJUDGE_{wanted.name.upper()}"
    how = "scripts/setup sandbox" if wanted.is_gvisor else f"apt-get install {wanted.package}"
    cure = f"install {wanted.name} {least} or newer ({how}), or name another with {setting}"
    path = shutil.which(wanted.binary)
    if path is None:
        return Finding(name, False, f"there is no {wanted.binary}", cure)
    answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=False, timeout=20)
    said = answer.stdout.partition("\n")[0].strip()
    version = wanted.version(said)
    new = version is not None and version >= wanted.at_least
    return Finding(name, new, f"{path}: {said or 'does not tell its version'}", cure)


def not_hybrid(found: Hierarchies | None) -> Finding:
    """Whether crun will have these control groups: it refuses version 1 with version 2 mounted beside it."""
    hybrid = found is not None and found.version == 1 and cgroups.UNIFIED / "unified" in found.folders
    cure = "boot with systemd.unified_cgroup_hierarchy=1, or set PGJUDGE_SANDBOX=runc"
    text = "versions 1 and 2 side by side (hybrid), which crun refuses" if hybrid else "of one version"
    return Finding("control groups for crun", not hybrid, text, cure)


def gvisor_platform(wanted: OciRuntime) -> Finding:
    """Which platform gVisor can use here; it is tried, which takes some 0.2 s."""
    path = shutil.which(wanted.binary)
    found = gvisor.working_platform(path) if path else None
    cure = "use a host that lets gVisor trace processes (seccomp and Yama of a surrounding container must allow ptrace)"
    return Finding("gVisor platform", found is not None, found or "neither systrap nor ptrace works", cure)


def agent_binary(agent: Path) -> Finding:
    """A box's own uids must be able to execute it."""
    cure = "build it with make -C agent, and put it where everybody may execute it"
    if not agent.is_file():
        return Finding("agent", False, f"{agent} is missing", cure)
    closed = [folder for folder in agent.parents if not folder.stat().st_mode & 0o001]
    if closed:
        return Finding("agent", False, f"{closed[-1]} is closed to others", cure)
    return Finding("agent", agent.stat().st_mode & 0o005 == 0o005, str(agent), cure)


def uid_range(uid_base: int) -> Finding:
    """Ranges are told apart by their first uid, so all must start on the same grid."""
    fits = uid_base % UIDS == 0 and 0 < uid_base < LAST_UID
    return Finding("uid range", fits, f"from {uid_base:#x} up", f"set PGJUDGE_UID_BASE to a multiple of {UIDS:#x}")


def run_folder(run_dir: Path) -> Finding:
    """It need not exist yet."""
    there = next(folder for folder in (run_dir, *run_dir.parents) if folder.exists())
    writable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    cure = "set PGJUDGE_RUN_DIR to a folder on a tmpfs, such as /run/pgjudge"
    return Finding("run folder", writable, str(run_dir) if writable else f"{there} cannot be written", cure)


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except FileNotFoundError:
        return 0
