"""Control groups of both versions, read from recorded files: the machine that runs these tests has only one of them."""

from __future__ import annotations

import ctypes
import mmap
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.sandbox import cgroups
from judge.sandbox.box import Box
from judge.sandbox.gauge_v1 import GaugeV1
from judge.sandbox.gauge_v2 import GaugeV2
from tests.conftest import wait_until
from tests.sandbox.asking import run
from tests.sandbox.host import evict

HYBRID = """\
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw
"""
UNIFIED = """\
25 30 0:23 / /sys rw,nosuid shared:7 - sysfs sysfs rw
35 25 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate
"""


def test_version_1_is_found_with_every_hierarchy() -> None:
    found = cgroups.find_hierarchies(HYBRID)
    assert found is not None
    assert found.version == 1
    assert found.by_controller["cpuacct"] == Path("/sys/fs/cgroup/cpu,cpuacct")
    assert [str(path) for path in found.groups("/a/1")] == [
        f"/sys/fs/cgroup/{name}/a/1" for name in ("cpu,cpuacct", "cpuset", "memory", "pids", "systemd", "unified")
    ]


def test_version_2_is_found() -> None:
    found = cgroups.find_hierarchies(UNIFIED)
    assert found is not None
    assert (found.version, found.folders) == (2, (Path("/sys/fs/cgroup"),))


def test_a_host_without_control_groups_has_none() -> None:
    assert cgroups.find_hierarchies(UNIFIED.splitlines()[0]) is None


@pytest.fixture
def v1(tmp_path: Path) -> Path:
    files = {
        "pids.max": "max\n",
        "pids.events": "max 5\n",
        "cpuacct.usage": "1234567890\n",
        "memory.max_usage_in_bytes": "5242880\n",
        "memory.usage_in_bytes": "1048576\n",
        "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n",
        "memory.stat": "cache 8192\nrss 4096\nshmem 2048\ntotal_cache 8192\n",
        "memory.limit_in_bytes": "9223372036854771712\n",
    }
    (tmp_path / "box").mkdir()
    for name, text in files.items():
        (tmp_path / "box" / name).write_text(text)
    return tmp_path / "box"


def gauge_v1(group: Path) -> GaugeV1:
    return GaugeV1({"memory": group.parent, "cpuacct": group.parent, "pids": group.parent}, "/box")


def test_version_1_is_read(v1: Path) -> None:
    gauge = gauge_v1(v1)
    assert (gauge.cpu_ns(), gauge.oom_kills(), gauge.file_cache_bytes()) == (1_234_567_890, 3, 6_144)
    assert gauge.forks_refused() == 5
    gauge.begin()
    base = int((v1 / "memory.max_usage_in_bytes").read_text())
    (v1 / "memory.max_usage_in_bytes").write_text(f"{base + 4096}\n")
    assert gauge.grown_bytes() == 4096
    gauge.close()


def test_version_1_limits_memory_and_swap_together_where_swap_is_accounted_for(v1: Path) -> None:
    gauge = gauge_v1(v1)
    gauge.allow_processes(17)
    assert (v1 / "pids.max").read_text() == "17"
    gauge.allow_above_use(100)
    assert (v1 / "memory.limit_in_bytes").read_text() == "1048676"
    assert not (v1 / "memory.memsw.limit_in_bytes").exists()
    (v1 / "memory.memsw.limit_in_bytes").write_text("0")
    for limit in ("2000000", "1000000"):
        gauge.allow(int(limit))
        assert (v1 / "memory.limit_in_bytes").read_text() == limit
        assert (v1 / "memory.memsw.limit_in_bytes").read_text() == limit
    gauge.close()


@pytest.fixture
def v2(tmp_path: Path) -> Path:
    files = {
        "cpu.stat": "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\n",
        "memory.current": "1048576\n",
        "memory.peak": "5242880\n",
        "memory.events": "low 0\nhigh 0\nmax 7\noom 4\noom_kill 3\noom_group_kill 0\n",
        "memory.stat": "anon 4096\nfile 8192\nkernel 1\nshmem 2048\nfile_mapped 0\n",
        "memory.max": "max\n",
        "pids.max": "max\n",
        "pids.events": "max 5\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_version_2_is_read(v2: Path) -> None:
    gauge = GaugeV2(v2)
    assert (gauge.cpu_ns(), gauge.oom_kills(), gauge.file_cache_bytes()) == (1_234_567_000, 3, 6_144)
    assert gauge.forks_refused() == 5
    assert not gauge.needs_samples
    gauge.begin()
    base = int((v2 / "memory.peak").read_text())
    (v2 / "memory.peak").write_text(f"{base + 4096}\n")
    assert gauge.grown_bytes() == 4096
    gauge.allow_above_use(100)
    assert (v2 / "memory.max").read_text() == "1048676"
    gauge.allow_processes(17)
    assert (v2 / "pids.max").read_text() == "17"
    gauge.close()


def test_a_peak_that_only_rises_counts_where_it_rose(v2: Path) -> None:
    gauge = GaugeV2(v2, resettable=False)
    assert gauge.needs_samples
    gauge.begin()
    (v2 / "memory.peak").write_text("6291456\n")
    assert gauge.grown_bytes() == 6291456 - 1048576
    gauge.close()


def test_a_peak_that_did_not_rise_gives_way_to_the_highest_sample(v2: Path) -> None:
    gauge = GaugeV2(v2, resettable=False)
    gauge.begin()
    for current in (1048576, 3145728, 2097152):
        (v2 / "memory.current").write_text(f"{current}\n")
        gauge.sample()
    assert gauge.grown_bytes() == 2097152
    gauge.begin()
    assert gauge.grown_bytes() == 0
    gauge.close()


def test_a_kernel_without_a_peak_is_sampled(v2: Path) -> None:
    (v2 / "memory.peak").unlink()
    gauge = GaugeV2(v2)
    assert gauge.needs_samples
    gauge.begin()
    (v2 / "memory.current").write_text("2097152\n")
    gauge.sample()
    assert gauge.grown_bytes() == 1048576
    gauge.close()


def test_version_2_ends_a_group_whole(tmp_path: Path) -> None:
    """The kernel takes the processes away; a plain file can only show what it was told."""
    (tmp_path / "cgroup.kill").touch()
    process = subprocess.Popen(["sleep", "600"])
    (tmp_path / "cgroup.procs").write_text(f"{process.pid}\n")
    (other := tmp_path / "other").mkdir()
    killer = threading.Thread(target=cgroups.kill, args=([tmp_path, other],))
    killer.start()
    wait_until(lambda: (tmp_path / "cgroup.kill").read_text() == "1")
    assert process.poll() is None, "it was told to the kernel, not to the process"
    process.kill()
    process.wait()
    (tmp_path / "cgroup.procs").write_text("")
    killer.join()


@pytest.fixture
def own_groups() -> Iterator[list[Path]]:
    """A group of this host that no box is in, below every hierarchy that can tell its processes."""
    hierarchies = cgroups.this_host()
    assert hierarchies is not None
    made = [group for group in hierarchies.groups(f"/pgjudge-test-{os.getpid()}") if group.parent.name != "cpuset"]
    for group in made:
        group.mkdir()
    yield made
    cgroups.remove(made)


def test_all_that_forks_in_a_group_is_killed(own_groups: list[Path]) -> None:
    """By each hierarchy alone: of those of one host only version 2 may be able to kill a group whole."""
    assert own_groups
    for group in own_groups:
        forks = "read go; for i in $(seq 500); do (sleep 600 & sleep 600 &); sleep 0.01; done"
        shell = subprocess.Popen(["sh", "-c", forks], stdin=subprocess.PIPE, text=True)
        (group / "cgroup.procs").write_text(str(shell.pid))
        assert shell.stdin is not None
        shell.stdin.write("go\n")
        shell.stdin.close()
        wait_until(lambda group=group: len(cgroups.processes([group])) > 20)
        cgroups.kill([group])
        assert cgroups.processes([group]) == set()
        shell.wait()


def test_groups_that_are_not_there_are_gone_already(tmp_path: Path) -> None:
    groups = [tmp_path / "a", tmp_path / "b"]
    assert cgroups.processes(groups) == set()
    cgroups.kill(groups)
    cgroups.remove(groups)
    groups[0].mkdir()
    (groups[0] / "inner").mkdir()
    cgroups.remove_if_unused(groups)
    assert groups[0].exists()


def test_a_removed_group_leaves_no_pages_of_files_behind(own_groups: list[Path]) -> None:
    """They would keep it alive in the kernel, at a cost of its own for every box that there ever was."""
    hierarchies = cgroups.this_host()
    assert hierarchies is not None
    if hierarchies.version == 2:
        (cgroups.UNIFIED / "cgroup.subtree_control").write_text("+memory")
    with tempfile.NamedTemporaryFile(dir="/var/tmp") as file:
        file.write(bytes(20 << 20))
        file.flush()
        os.fsync(file.fileno())
        evict([Path(file.name)])
        assert cached_bytes(file.name) == 0
        reader = "; ".join(f"echo $$ >{group}/cgroup.procs" for group in own_groups)
        subprocess.run(["sh", "-c", f"{reader}; exec cat {file.name}"], stdout=subprocess.DEVNULL, check=True)
        assert cached_bytes(file.name) == 20 << 20
        cgroups.remove(own_groups)
        assert cached_bytes(file.name) < 1 << 20


def cached_bytes(file: str) -> int:
    """How much of a file is in the page cache."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(file, "r+b") as opened, mmap.mmap(opened.fileno(), 0) as pages:
        there = (ctypes.c_ubyte * (len(pages) // mmap.PAGESIZE))()
        start = ctypes.byref(ctypes.c_char.from_buffer(pages))
        assert libc.mincore(start, ctypes.c_size_t(len(pages)), there) == 0
        del start
    return sum(page & 1 for page in there) * mmap.PAGESIZE


def test_a_report_tells_how_many_forks_were_refused_in_its_run(open_box: Callable[..., Box]) -> None:
    box = open_box("forks")
    assert run(box, "/bin/true").report.forks_refused == 0
    assert run(box, "/box/forks").report.forks_refused == 1
    assert run(box, "/bin/true").report.forks_refused == 0
