"""Requirements of the host: each that is missing is named, with a cure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.sandbox import host_checks, oci_runtimes
from judge.sandbox.cgroups import Hierarchies
from judge.sandbox.oci_runtimes import OciRuntime
from judge.sandbox.runc import RuncEngine


def test_the_machine_that_runs_the_tests_has_all_that_is_needed(engine: RuncEngine) -> None:
    assert [finding for finding in engine.check() if not finding.ok] == []


def test_every_finding_has_a_name_of_its_own(engine: RuncEngine) -> None:
    names = [finding.name for finding in engine.check()]
    assert len(names) == len(set(names)) >= 10


def test_user_namespaces_that_are_off_are_a_finding(tmp_path: Path) -> None:
    assert not host_checks.user_namespaces(tmp_path).ok
    (tmp_path / "user").mkdir()
    (tmp_path / "user/max_user_namespaces").write_text("0\n")
    finding = host_checks.user_namespaces(tmp_path)
    assert not finding.ok
    assert "sysctl" in finding.cure
    (tmp_path / "user/max_user_namespaces").write_text("100\n")
    assert host_checks.user_namespaces(tmp_path).ok


def test_a_kernel_without_seccomp_is_a_finding(tmp_path: Path) -> None:
    finding = host_checks.seccomp_filters(tmp_path)
    assert (finding.ok, finding.found) == (False, "not in this kernel")


def test_missing_controllers_are_named(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu io pids\n")
    finding = host_checks.control_groups(Hierarchies(2, (tmp_path,), {}))
    assert (finding.ok, finding.found) == (False, "version 2, without memory")
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu io pids memory\n")
    assert host_checks.control_groups(Hierarchies(2, (tmp_path,), {})).ok
    finding = host_checks.control_groups(Hierarchies(1, (tmp_path,), {"memory": tmp_path, "cpuset": tmp_path}))
    assert finding.found == "version 1, without pids, cpuacct"
    assert not host_checks.control_groups(None).ok


def test_a_container_whose_processes_are_in_its_topmost_group_is_a_finding(tmp_path: Path) -> None:
    """Version 2 then refuses to pass controllers on to the groups of boxes; the host's own root may have both."""
    found = Hierarchies(2, (tmp_path,), {})
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu io memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("\n")
    (tmp_path / "cgroup.procs").write_text("1\n17\n")
    assert host_checks.control_groups(found).ok
    (tmp_path / "cgroup.type").write_text("domain\n")
    finding = host_checks.control_groups(found)
    assert (finding.ok, "topmost group" in finding.found) == (False, True)
    assert f"mkdir {tmp_path}/init" in finding.cure
    (tmp_path / "cgroup.procs").write_text("")
    assert host_checks.control_groups(found).ok


SWAPS = "Filename Type Size Used Priority\n"


def test_swap_that_cannot_be_limited_is_a_finding(tmp_path: Path) -> None:
    found = Hierarchies(1, (tmp_path,), {"memory": tmp_path})
    assert host_checks.swap(found, SWAPS).ok
    assert not host_checks.swap(found, SWAPS + "/dev/sda2 partition 1 0 -2\n").ok
    assert not host_checks.swap(None, SWAPS + "/dev/sda2 partition 1 0 -2\n").ok
    (tmp_path / "memory.memsw.limit_in_bytes").write_text("1")
    assert host_checks.swap(found, SWAPS + "/dev/sda2 partition 1 0 -2\n").ok
    assert host_checks.swap(Hierarchies(2, (tmp_path,), {}), SWAPS + "/dev/sda2 partition 1 0 -2\n").ok


@pytest.mark.parametrize(
    ("kind", "says", "ok"),
    [
        (oci_runtimes.runc, "runc version 1.1.5+ds1", True),
        (oci_runtimes.runc, "runc version 1.0.3", False),
        (oci_runtimes.runc, "what?", False),
        (oci_runtimes.crun, "crun version 1.21", True),
        (oci_runtimes.crun, "crun version 1.7.2", False),
        (oci_runtimes.crun, "crun version 1.8.1", True),
        (oci_runtimes.runsc, "runsc version 0.0~20240729.0", True),
        (oci_runtimes.runsc, "runsc version release-20250106.0", True),
        (oci_runtimes.runsc, "runsc version 0.0~20221219.0", False),
    ],
)
def test_the_oci_runtimes_version_counts(
    tmp_path: Path, kind: Callable[[str], OciRuntime], says: str, ok: bool
) -> None:
    runtime = tmp_path / "runtime"
    runtime.write_text(f"#!/bin/sh\necho '{says}'\n")
    runtime.chmod(0o755)
    finding = host_checks.runtime(kind(str(runtime)))
    assert finding.ok is ok
    assert says in finding.found


def test_a_missing_oci_runtime_is_a_finding() -> None:
    finding = host_checks.runtime(oci_runtimes.runc("no-such-runc"))
    assert not finding.ok
    assert "apt-get install runc" in finding.cure


def test_an_agent_that_boxes_cannot_reach_is_a_finding(tmp_path: Path) -> None:
    agent = tmp_path / "closed" / "agent"
    agent.parent.mkdir(mode=0o700)
    assert "missing" in host_checks.agent_binary(agent).found
    agent.write_text("")
    assert "closed to others" in host_checks.agent_binary(agent).found


@pytest.mark.parametrize(("base", "ok"), [(0x7000_0000, True), (0x7000_0001, False), (0, False), (1 << 40, False)])
def test_the_uid_base_is_on_the_grid(base: int, ok: bool) -> None:
    assert host_checks.uid_range(base).ok is ok


def test_a_run_folder_below_a_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not host_checks.run_folder(tmp_path / "file" / "run").ok
    assert host_checks.run_folder(tmp_path / "new" / "run").ok


def test_another_processor_is_a_finding() -> None:
    assert not host_checks.machine("riscv64").ok
    assert host_checks.machine("aarch64").ok
