"""Both gauges on real groups: one that this host makes now, and those that other kernels made, kept in `recorded/`.

To add a kernel, run this file on it with `--basetemp`: the recording is `live0/live.json` in that folder. In the guest:
`make test-cgroup2 GUEST="--results out" TESTS="tests/sandbox/test_recorded_groups.py --basetemp=/work/results/tmp"`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from judge.sandbox.cgroups import Gauge
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import MIB
from tests.sandbox.host import groups_below
from tests.sandbox.recording import FILES, FOLDER, Played, Recorder, load

KEPT = sorted(FOLDER.glob("*.json"))
OpenBox = Callable[..., RuncBox]


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the recording of this host goes; made by the first test that wants it."""
    return tmp_path_factory.mktemp("live") / "live.json"


@pytest.fixture
def recording(request: pytest.FixtureRequest, live: Path, open_box: OpenBox) -> Path:
    """The file of one recording."""
    if request.param is not None:
        return Path(request.param)
    if not live.exists():
        box = open_box("hold", "forks")
        recorder = Recorder(group_of_the_only_box())
        recorder.record(box)
        recorder.save(live)
    return live


@pytest.fixture
def played(recording: Path, tmp_path: Path) -> Played:
    return load(recording, tmp_path / "box")


def group_of_the_only_box() -> str:
    """Its path below every hierarchy."""
    groups = {path for path in groups_below(Path(f"/run/pgjudge-test-{os.getpid()}")) if (path / "pids.max").exists()}
    (group,) = {"/".join(path.parts[-2:]) for path in groups if not any(path.glob("*/"))}
    return group


each_recording = pytest.mark.parametrize(
    "recording", [None, *KEPT], ids=["live", *(file.stem for file in KEPT)], indirect=True
)


def test_each_kind_of_kernel_is_recorded() -> None:
    kinds = {(kept["version"], kept["peak"]) for kept in (json.loads(file.read_bytes()) for file in KEPT)}
    assert kinds >= {(1, "resets"), (2, "rises"), (2, "resets")}


@each_recording
def test_memory_is_how_far_the_peak_rose_in_a_run(played: Played) -> None:
    """Within a MiB: the kernel counts in batches of pages, and something that was in use before may go in the run."""
    gauge = played.gauge()
    assert 39 * MIB <= grown(played, gauge, "held 40") < 46 * MIB
    small = grown(played, gauge, "held 2")
    assert small < 8 * MIB
    assert small >= MIB or gauge.needs_samples
    assert 63 * MIB <= grown(played, gauge, "out of memory") <= 69 * MIB
    gauge.close()


@each_recording
def test_kills_for_want_of_memory_are_counted_and_nothing_else_is(played: Played) -> None:
    gauge = played.gauge()
    counts = readings(played, lambda: gauge.oom_kills())
    assert counts == {"opened": 0, "held 40": 0, "held 2": 0, "out of memory": 1, "too many forks": 1}
    gauge.close()


@each_recording
def test_refused_forks_are_counted_and_nothing_else_is(played: Played) -> None:
    gauge = played.gauge()
    counts = readings(played, lambda: gauge.forks_refused())
    assert counts == {"opened": 0, "held 40": 0, "held 2": 0, "out of memory": 0, "too many forks": 1}
    gauge.close()


@each_recording
def test_cpu_time_rises_with_every_run_and_more_where_more_was_done(played: Played) -> None:
    gauge = played.gauge()
    opened, held_40, held_2, *_ = readings(played, lambda: gauge.cpu_ns()).values()
    assert 0 < opened < held_40 < held_2 < 60_000_000_000
    assert held_40 - opened > held_2 - held_40
    gauge.close()


@each_recording
def test_scratch_and_what_a_program_holds_are_no_file_cache(played: Played) -> None:
    gauge = played.gauge()
    sizes = readings(played, lambda: gauge.file_cache_bytes())
    assert all(0 <= size < 16 * MIB for size in sizes.values())
    gauge.close()


@each_recording
def test_the_limit_is_what_was_in_use_before_and_the_programs_share(played: Played) -> None:
    gauge = played.gauge()
    current = {1: "memory.usage_in_bytes", 2: "memory.current"}[played.recording["version"]]
    limit = {1: "memory.limit_in_bytes", 2: "memory.max"}[played.recording["version"]]
    gauge.allow_above_use(MIB)
    used = int(played.recording["stages"]["opened"][current])
    assert int((played.folder / limit).read_text()) == used + MIB
    gauge.close()


@each_recording
def test_a_recording_has_all_files_of_its_version(played: Played) -> None:
    may_lack = {"memory.memsw.limit_in_bytes", "memory.swap.max", "memory.peak"}
    for stage, files in played.recording["stages"].items():
        assert {*FILES[played.recording["version"]]} - {*files} <= may_lack, stage


def grown(played: Played, gauge: Gauge, stage: str) -> int:
    """What a gauge says of one run."""
    played.show(f"before: {stage}")
    gauge.begin()
    played.show(stage)
    gauge.sample()
    return gauge.grown_bytes()


def readings(played: Played, read: Callable[[], int]) -> Mapping[str, int]:
    """What a gauge says at the beginning and after each run."""
    found = {}
    for stage in played.recording["stages"]:
        if not stage.startswith("before"):
            played.show(stage)
            found[stage] = read()
    return found
