"""What boxes in containers of a Docker daemon need of it and of the host, each as a finding with its cure."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

import docker
from docker.errors import DockerException

from judge.sandbox import docker_stream, host_checks
from judge.sandbox.box import Finding

API_AT_LEAST = (1, 41)
CONTROLS = {"MemoryLimit": "memory", "PidsLimit": "pids", "CPUSet": "cpuset"}

Info = dict[str, Any]


def requirements(run_dir: Path, agent: Path, host: str, uid_base: int, *, with_gvisor: bool) -> list[Finding]:
    """Every requirement, in the order in which to cure what is missing."""
    findings = [host_checks.machine(platform.machine()), host_checks.agent_binary(agent)]
    findings += [host_checks.uid_range(uid_base), host_checks.run_folder(run_dir)]
    try:
        docker_stream.reach(host).close()
        client = docker.APIClient(base_url=host, version="auto", timeout=10)
        try:
            version, info = client.version(api_version=False), client.info()
        finally:
            client.close()
    except (DockerException, OSError) as error:
        why = " ".join(str(error).split())[:200]
        cure = "start Docker, let this user use its socket, or name the socket with PGJUDGE_DOCKER_HOST"
        return [*findings, Finding("Docker", False, f"{host} does not answer: {why}", cure)]
    return [*findings, *daemon(version, info), *([gvisor_runtime(info)] if with_gvisor else [])]


def daemon(version: Info, info: Info) -> list[Finding]:
    """What the daemon says of itself: its answers to `/version` and `/info`."""
    api = tuple(map(int, version["ApiVersion"].split(".")))
    found = [
        Finding(
            "Docker",
            api >= API_AT_LEAST,
            f"Docker {version['Version']}, API {version['ApiVersion']}",
            "use Docker 20.10 or newer",
        )
    ]
    lacking = [name for key, name in CONTROLS.items() if not info.get(key)]
    text = f"version {info.get('CgroupVersion', '1')}, driver {info['CgroupDriver']}"
    cure = "boot with these controllers enabled; a rootless daemon needs them delegated to its user"
    text += f", without {', '.join(lacking)}" if lacking else ", with all that is needed"
    found.append(Finding("Docker's control groups", not lacking, text, cure))
    options = info.get("SecurityOptions") or []
    cure = "use a kernel and a Docker with seccomp"
    found.append(Finding("Docker's seccomp", any("seccomp" in o for o in options), ", ".join(options) or "none", cure))
    swap = Path("/proc/swaps").read_text()
    limited = bool(info.get("SwapLimit")) or len(swap.splitlines()) <= 1
    found.append(
        Finding(
            "swap", limited, "none, or limited" if limited else "in use, and not limited", "turn it off: swapoff -a"
        )
    )
    return found


def gvisor_runtime(info: Info) -> Finding:
    """Whether the daemon knows gVisor under its usual name."""
    there = "runsc" in info["Runtimes"]
    cure = 'add it to the daemon\'s configuration: {"runtimes": {"runsc": {"path": "/usr/local/bin/runsc", '
    cure += '"runtimeArgs": ["--network=none", "--oci-seccomp"]}}}'
    return Finding("gVisor in Docker", there, f"runtimes: {', '.join(sorted(info['Runtimes']))}", cure)
