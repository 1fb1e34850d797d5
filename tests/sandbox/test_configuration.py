"""What a box is asked of the OCI runtime: the configuration and the seccomp profile, as values."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from judge.sandbox import seccomp
from judge.sandbox.box import BoxSpec
from judge.sandbox.bundle import AGENT_CAPABILITIES, UIDS, Config, Placement, config

SPEC = BoxSpec(Path("/images/c"), memory_bytes=1 << 26, processes=16, scratch_bytes=1 << 23, scratch_inodes=64)


def made(machine: str = "x86_64", *, limit_swap: bool = True) -> Config:
    return config(SPEC, Placement(Path("/agent"), machine, 0x6000_0000, "/a/1", (2, 3), 1 << 27, 64, limit_swap))


def test_it_is_plain_json() -> None:
    assert json.loads(json.dumps(made())) == made()


def test_every_namespace_is_new() -> None:
    spaces = made()["linux"]["namespaces"]
    assert {space["type"] for space in spaces} == {"user", "pid", "mount", "network", "ipc", "uts", "cgroup"}
    assert all("path" not in space for space in spaces)


def test_ids_are_mapped_to_the_boxs_own_range() -> None:
    for kind in ("uidMappings", "gidMappings"):
        assert made()["linux"][kind] == [{"containerID": 0, "hostID": 0x6000_0000, "size": UIDS}]


def test_the_agent_gets_its_capabilities_and_no_others() -> None:
    process = made()["process"]
    for kind in ("bounding", "effective", "permitted"):
        assert process["capabilities"][kind] == list(AGENT_CAPABILITIES)
    assert process["capabilities"]["inheritable"] == process["capabilities"]["ambient"] == []
    assert process["noNewPrivileges"]
    assert not process["terminal"]
    assert process["env"] == []
    assert "oomScoreAdj" not in process


def test_the_root_is_read_only_and_every_mount_is_nosuid() -> None:
    made_config = made()
    assert made_config["root"] == {"path": "/images/c", "readonly": True}
    assert all("nosuid" in mount["options"] for mount in made_config["mounts"])
    assert {m["destination"] for m in made_config["mounts"] if m["type"] == "bind"} == {"/dev/.agent/agent"}
    assert "/sys" not in {mount["destination"] for mount in made_config["mounts"]}


@pytest.mark.parametrize("destination", ["/tmp", "/dev/shm", "/box"])
def test_scratch_is_capped_in_size_and_inodes(destination: str) -> None:
    (options,) = [m["options"] for m in made()["mounts"] if m["destination"] == destination]
    assert "nodev" in options
    assert {option.partition("=")[0] for option in options} >= {"size", "nr_inodes"}


def test_resources_are_limited() -> None:
    resources = made()["linux"]["resources"]
    assert resources["memory"] == {"limit": 1 << 27, "swap": 1 << 27}
    assert resources["pids"]["limit"] == 64
    assert resources["cpu"]["cpus"] == "2,3"
    assert "swap" not in made(limit_swap=False)["linux"]["resources"]["memory"]


@pytest.mark.parametrize("machine", seccomp.ARCHITECTURES)
def test_the_profile_allows_by_name_and_only_for_its_own_architecture(machine: str) -> None:
    profile = made(machine)["linux"]["seccomp"]
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    assert profile["architectures"] == [seccomp.ARCHITECTURES[machine]]


def test_what_the_container_forbids_is_milder_than_a_notification_and_stricter_than_making_the_call() -> None:
    """Else the filter of a program could not name the call; the answer of the kernel is ENOSYS all the same."""
    forbidden = [entry for entry in made()["linux"]["seccomp"]["syscalls"] if "ptrace" in entry["names"]]
    assert [(entry["action"], entry["errnoRet"]) for entry in forbidden] == [("SCMP_ACT_TRACE", errno.ENOSYS)]


def test_a_machine_without_a_profile_is_an_error() -> None:
    with pytest.raises(KeyError):
        made("riscv64")
