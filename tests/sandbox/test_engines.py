"""Which kind of boxes a host gets, why, and how each runtime is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.sandbox import engines, gvisor, host_checks, oci_runtimes
from judge.sandbox.box import Finding
from judge.sandbox.cgroups import UNIFIED, Hierarchies
from judge.sandbox.docker_engine import DockerEngine
from judge.sandbox.engines import KINDS, Host
from judge.sandbox.runc import RuncEngine
from model.settings import SANDBOXES, Settings

HOST = Host(Path("/run/x"), Path("/agent"), 0x7000_0000, "runc", "crun", "runsc", "unix:///nowhere.sock")


def test_every_setting_but_auto_is_a_kind() -> None:
    assert {"auto", *KINDS} == set(SANDBOXES)
    for kind in KINDS:
        assert isinstance(engines.build(kind, HOST, "x"), DockerEngine if "docker" in kind else RuncEngine)
    with pytest.raises(KeyError):
        engines.build("dockerx", HOST, "x")


def test_auto_takes_the_first_kind_that_the_host_can_do(settings: Settings, agent_binary: Path) -> None:
    choice = engines.choose("auto", engines.host(settings, agent_binary))
    assert (choice.kind, "first choice" in choice.why) == ("runc", True)
    assert all(finding.ok for finding in choice.findings)


def test_auto_says_what_it_passed_over_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = {"runc": ["OCI runtime"], "crun": ["OCI runtime", "control groups for crun"], "runsc": []}
    monkeypatch.setattr(
        engines, "_check", lambda kind, _host: tuple(Finding(name, False, "") for name in lacking.get(kind, ["Docker"]))
    )
    choice = engines.choose("auto", HOST)
    assert choice.kind == "runsc"
    assert choice.why == "auto: not runc (OCI runtime), not crun (OCI runtime, control groups for crun)"


def test_auto_on_a_host_that_can_do_nothing_tells_what_the_first_kind_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_check", lambda kind, _host: (Finding(f"{kind} thing", False, ""),))
    choice = engines.choose("auto", HOST)
    assert (choice.kind, [finding.name for finding in choice.findings]) == ("runc", ["runc thing"])
    assert "not docker+runsc (docker+runsc thing)" in choice.why


def test_a_kind_that_is_named_is_not_replaced() -> None:
    choice = engines.choose("docker", HOST)
    assert choice.kind == "docker"
    assert [finding.name for finding in choice.findings if not finding.ok][-1] == "Docker"


@pytest.mark.parametrize("runtime", [oci_runtimes.runc(), oci_runtimes.crun()])
def test_runc_and_crun_are_called_alike(runtime: oci_runtimes.OciRuntime) -> None:
    assert runtime.command("/bin/r", "/f", "box") == [
        *("/bin/r", "--root", "/f/state", "run", "--detach", "--bundle", "/f", "--pid-file", "/f/pid", "box")
    ]


def test_gvisor_is_called_without_a_network_and_with_its_options_before_the_command() -> None:
    argv = oci_runtimes.runsc().command("/bin/r", "/f", "box", "--platform=ptrace")
    assert argv[argv.index("run") :] == ["run", "--detach", "--bundle", "/f", "--pid-file", "/f/pid", "box"]
    assert {"--network=none", "--oci-seccomp", "--platform=ptrace"} <= set(argv[: argv.index("run")])


def test_crun_refuses_both_versions_of_control_groups_side_by_side() -> None:
    hybrid = host_checks.not_hybrid(Hierarchies(1, (Path("/sys/fs/cgroup/memory"), UNIFIED / "unified"), {}))
    assert not hybrid.ok
    assert "PGJUDGE_SANDBOX=runc" in hybrid.cure
    assert host_checks.not_hybrid(Hierarchies(1, (Path("/sys/fs/cgroup/memory"),), {})).ok
    assert host_checks.not_hybrid(Hierarchies(2, (UNIFIED,), {})).ok


def test_the_platform_is_the_first_on_which_gvisor_runs_something(tmp_path: Path) -> None:
    program = tmp_path / "runsc"
    program.write_text('#!/bin/sh\ncase "$*" in *systrap*) exit 1 ;; *) exit 0 ;; esac\n')
    program.chmod(0o755)
    assert gvisor.working_platform(str(program)) == "ptrace"
    program.write_text("#!/bin/sh\nexit 1\n")
    assert gvisor.working_platform(str(program)) is None
