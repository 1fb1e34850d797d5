"""What is Docker's own: its stream and images, what it is asked for, whose containers are removed, fewer figures."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import docker
import pytest

from judge.sandbox import docker_checks, docker_config, gvisor
from judge.sandbox.box import BoxFailure, BoxSpec
from judge.sandbox.docker_config import Wanted
from judge.sandbox.docker_engine import DockerEngine
from judge.sandbox.docker_gauge import ContainerGauge, DaemonGauge
from judge.sandbox.docker_stream import DockerFrameReader, attach
from judge.sandbox.wire import Kind, frame
from tests.conftest import ROOT, UID_BASE
from tests.sandbox.asking import MIB, run

FIRST_UID = UID_BASE + (56 << 16)


@pytest.fixture
def run_dir() -> Iterator[Path]:
    """A run folder of this test's own, which must be empty at its end."""
    path = Path(f"/run/pgjudge-docker-{os.getpid()}")
    yield path
    path.rmdir()


@pytest.fixture
def blind(docker_host: str, agent_binary: Path, run_dir: Path) -> Iterator[DockerEngine]:
    """An engine that cannot see the host's control groups."""
    made = DockerEngine(run_dir, agent_binary, docker_host, FIRST_UID, reads_host=False)
    yield made
    made.close()


@pytest.fixture
def client(docker_host: str) -> Iterator[docker.APIClient]:
    """Asks the daemon."""
    made = docker.APIClient(base_url=docker_host, version="auto")
    yield made
    made.close()


def test_without_the_hosts_control_groups_the_daemon_tells_of_memory_that_ran_out(
    blind: DockerEngine, spec: BoxSpec, programs: Mapping[str, bytes]
) -> None:
    with blind.open(spec) as box:
        assert isinstance(box._gauge, ContainerGauge)
        assert isinstance(box._gauge.inner, DaemonGauge)
        box.put("/box/hold", programs["hold"], executable=True)
        assert run(box, "/box/hold", "50").report.oom_kills == 0
        assert run(box, "/box/hold", "200").report.oom_kills >= 1
        after = run(box, "/box/hold", "20").report
        assert (after.exit_code, after.oom_kills) == (0, 0)
        assert 20 * MIB < after.memory_bytes < 26 * MIB


def test_without_them_the_number_of_processes_is_limited_as_well(
    blind: DockerEngine, spec: BoxSpec, programs: Mapping[str, bytes]
) -> None:
    with blind.open(spec) as box:
        box.put("/box/forks", programs["forks"], executable=True)
        assert int(run(box, "/box/forks").out) + 1 == spec.processes


def test_a_file_that_is_put_does_not_eat_the_programs_memory(
    blind: DockerEngine, spec: BoxSpec, programs: Mapping[str, bytes]
) -> None:
    with blind.open(spec) as box:
        box.put("/box/hold", programs["hold"], executable=True)
        box.put("/box/large", bytes(100 * MIB))
        assert run(box, "/box/hold", "50").report.exit_code == 0


def test_an_image_is_imported_once_and_imported_again_when_it_is_gone(
    blind: DockerEngine, spec: BoxSpec, client: docker.APIClient
) -> None:
    blind.open(spec).close()
    tags = {tag for image in client.images() for tag in image["RepoTags"] or []}
    blind.open(spec).close()
    assert {tag for image in client.images() for tag in image["RepoTags"] or []} == tags
    for tag in tags:
        client.remove_image(tag, force=True)
    with blind.open(spec) as box:
        assert run(box, "/bin/true").report.exit_code == 0


HOLDER = """
import sys
from pathlib import Path
from judge.sandbox.box import BoxSpec
from judge.sandbox.docker_engine import DockerEngine
engine = DockerEngine(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
boxes = [engine.open(BoxSpec(Path(sys.argv[5]), 64 << 20, 16, 8 << 20, 64)) for _ in range(2)]
print("open", flush=True)
sys.stdin.read()
"""


def test_a_sweep_removes_the_containers_of_a_killed_process_and_only_those(
    blind: DockerEngine,
    spec: BoxSpec,
    agent_binary: Path,
    docker_host: str,
    run_dir: Path,
    client: docker.APIClient,
) -> None:
    argv = [
        sys.executable,
        "-c",
        HOLDER,
        str(run_dir),
        str(agent_binary),
        docker_host,
        str(FIRST_UID),
        str(spec.rootfs),
    ]
    with blind.open(spec) as alive:
        held = subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert held.stdout is not None
        assert held.stdout.readline() == "open\n"
        assert blind.sweep() == []
        held.kill()
        held.communicate()
        assert len(blind.sweep()) == 2
        assert len(client.containers(all=True)) == 1
        assert run(alive, "/bin/true").report.exit_code == 0
    assert client.containers(all=True) == []


def test_a_container_is_closed_up_on_every_side(blind: DockerEngine, spec: BoxSpec, client: docker.APIClient) -> None:
    with blind.open(spec):
        (found,) = client.containers()
        made = client.inspect_container(found["Id"])
    host = made["HostConfig"]
    assert (host["ReadonlyRootfs"], host["NetworkMode"], host["Privileged"]) == (True, "none", False)
    assert (host["CapDrop"], len(host["CapAdd"])) == (["ALL"], 5)
    assert host["Memory"] == host["MemorySwap"] > spec.memory_bytes
    assert host["Binds"] is None
    assert made["Mounts"] == []
    assert made["NetworkSettings"]["Networks"].keys() <= {"none"}


def test_a_daemon_that_is_not_there_is_a_finding_and_a_failure_of_the_box(
    tmp_path: Path, agent_binary: Path, spec: BoxSpec
) -> None:
    run_dir = tmp_path / "run"
    engine = DockerEngine(run_dir, agent_binary, f"unix://{tmp_path}/none.sock", FIRST_UID)
    (missing,) = [finding for finding in engine.check() if not finding.ok]
    assert "does not answer" in missing.found
    assert "\n" not in missing.found
    assert "PGJUDGE_DOCKER_HOST" in missing.cure
    with pytest.raises(BoxFailure, match="cannot make a place"):
        engine.open(spec)
    engine.close()
    assert not run_dir.exists()


VERSION = {"ApiVersion": "1.41", "Version": "20.10.24"}
INFO = {
    **{"MemoryLimit": True, "PidsLimit": True, "CPUSet": True, "SwapLimit": True},
    **{"CgroupDriver": "systemd", "CgroupVersion": "2", "SecurityOptions": ["name=seccomp,profile=default"]},
    "Runtimes": {"runc": {}},
}


def test_what_a_daemon_lacks_is_named() -> None:
    assert all(finding.ok for finding in docker_checks.daemon(VERSION, INFO))
    old = docker_checks.daemon({"ApiVersion": "1.40", "Version": "19.03"}, INFO)
    assert [finding.name for finding in old if not finding.ok] == ["Docker"]
    rootless = docker_checks.daemon(VERSION, {**INFO, "PidsLimit": False, "SecurityOptions": None})
    assert [finding.name for finding in rootless if not finding.ok] == ["Docker's control groups", "Docker's seccomp"]
    assert not docker_checks.gvisor_runtime(INFO).ok
    assert docker_checks.gvisor_runtime({"Runtimes": {"runc": {}, "runsc": {}}}).ok


def test_gvisor_is_asked_for_by_its_runtime_and_in_its_own_form_of_profile(spec: BoxSpec) -> None:
    wanted = Wanted("pgjudge:x", "place", "runsc", True, "x86_64", (0,), 1 << 28, 64)
    body = docker_config.body(spec, wanted)
    assert body["HostConfig"]["Runtime"] == "runsc"
    assert body["Entrypoint"] == gvisor.first_command(docker_config.AGENT_PATH, spec.processes)
    assert "SCMP_ACT_KILL_PROCESS" not in "".join(body["HostConfig"]["SecurityOpt"])


@pytest.mark.parametrize("step", [1, 3, 8, 64, 1 << 17])
def test_the_agents_frames_are_found_however_the_daemon_cuts_them(step: int) -> None:
    frames = [frame(Kind.STDOUT, bytes([number]) * size, 1) for number, size in enumerate((0, 1, 5, 300, 2_000), 1)]
    raw = b"".join(frames)
    pieces = [raw[start : start + 7] for start in range(0, len(raw), 7)]
    noise = struct.pack(">BxxxI", 2, 3) + b"err"
    sent = b"".join(struct.pack(">BxxxI", 1, len(piece)) + piece + noise for piece in pieces)
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    reader = DockerFrameReader(reading)
    found = []
    for start in range(0, len(sent), step):
        os.write(writing, sent[start : start + step])
        while reader.fill():
            while (taken := reader.take()) is not None:
                found.append(frame(Kind(taken[0]), bytes(taken[2]), taken[1]))
            if len(sent[start : start + step]) <= step:
                break
    os.close(writing)
    assert not reader.fill()
    os.close(reading)
    assert found == frames


def test_an_attachment_that_is_refused_says_so(docker_host: str) -> None:
    with pytest.raises(OSError, match="404"):
        attach(docker_host, "1.41", "no-such-container")
