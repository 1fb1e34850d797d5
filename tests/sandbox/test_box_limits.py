"""Every limit of a box and of a run: what passes it is ended or refused and reported so, and the next run is clean."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from judge.sandbox.box import BoxFailure, BoxSpec
from judge.sandbox.runc_box import RuncBox
from tests.sandbox.asking import LIMITS, MIB, SECOND, run, shell
from tests.sandbox.host import processes_of

OpenBox = Callable[..., RuncBox]
BUSY = "while :; do :; done"


def test_output_past_its_cap_ends_the_run(box: RuncBox) -> None:
    ran = run(box, "/usr/bin/yes", limits=replace(LIMITS, stdout_bytes=100_000))
    assert ran.report.output_exceeded
    assert len(ran.stdout) == 100_000
    assert ran.report.stdout_bytes > 100_000


def test_output_of_exactly_its_cap_is_fine(box: RuncBox) -> None:
    ran = run(box, "/usr/bin/head", "-c", "100000", "/dev/zero", limits=replace(LIMITS, stdout_bytes=100_000))
    assert (ran.report.exit_code, ran.report.output_exceeded, len(ran.stdout)) == (0, False, 100_000)


def test_standard_error_past_its_cap_is_dropped_and_counted(box: RuncBox) -> None:
    ran = shell(box, "head -c 300000 /dev/zero >&2; echo done", limits=replace(LIMITS, stderr_bytes=1_000))
    assert (ran.report.exit_code, ran.out) == (0, "done\n")
    assert (len(ran.stderr), ran.report.stderr_bytes) == (1_000, 300_000)


def test_cpu_time_past_its_limit_ends_the_run(box: RuncBox) -> None:
    report = shell(box, BUSY, limits=replace(LIMITS, cpu_ns=SECOND // 5)).report
    assert (report.cpu_exceeded, report.wall_exceeded, report.signal) == (True, False, signal.SIGKILL)
    assert report.cpu_ns > SECOND // 5


def test_cpu_time_of_children_counts(open_box: OpenBox) -> None:
    box = open_box("children")
    report = run(box, "/box/children", "4", "50").report
    assert report.exit_code == 0
    assert 200_000_000 <= report.cpu_ns < 400_000_000
    report = run(box, "/box/children", "4", "60000", limits=replace(LIMITS, cpu_ns=SECOND // 5)).report
    assert report.cpu_exceeded


def test_cpu_time_of_one_run_is_not_counted_in_the_next(box: RuncBox) -> None:
    shell(box, BUSY, limits=replace(LIMITS, cpu_ns=SECOND // 5))
    assert run(box, "/bin/true").report.cpu_ns < SECOND // 10


def test_wall_time_past_its_limit_ends_the_run(box: RuncBox) -> None:
    report = run(box, "/bin/sleep", "1000", limits=replace(LIMITS, wall_ns=SECOND // 5)).report
    assert (report.wall_exceeded, report.cpu_exceeded, report.signal) == (True, False, signal.SIGKILL)
    assert report.wall_ns >= SECOND // 5
    assert report.cpu_ns < SECOND // 10


def test_a_program_that_waits_for_input_that_never_comes_sees_its_end(box: RuncBox) -> None:
    assert run(box, "/bin/cat").report.exit_code == 0


def test_heap_past_the_memory_limit_is_an_oom_kill(open_box: OpenBox) -> None:
    box = open_box("hold")
    report = run(box, "/box/hold", "200").report
    assert report.oom_kills >= 1
    assert report.signal == signal.SIGKILL
    assert report.memory_bytes > 60 * MIB
    after = run(box, "/box/hold", "1").report
    assert (after.exit_code, after.oom_kills) == (0, 0)


def test_memory_just_below_the_limit_is_there(open_box: OpenBox) -> None:
    report = run(open_box("hold"), "/box/hold", "60").report
    assert (report.exit_code, report.oom_kills) == (0, 0)


def test_memory_is_the_peak_of_the_run(open_box: OpenBox) -> None:
    box = open_box("hold")
    for mib in (40, 2, 20):
        report = run(box, "/box/hold", str(mib)).report
        assert mib * MIB <= report.memory_bytes < (mib + 6) * MIB


def test_memory_of_several_processes_adds_up(open_box: OpenBox) -> None:
    box = open_box("hold")
    report = shell(box, "for i in 1 2 3; do /box/hold 12 wait & done; wait").report
    assert report.exit_code == 0
    assert 36 * MIB <= report.memory_bytes < 44 * MIB


def test_files_that_are_put_do_not_eat_the_programs_memory(open_box: OpenBox) -> None:
    box = open_box("hold")
    box.put("/box/large", bytes(100 * MIB))
    report = run(box, "/box/hold", "50").report
    assert (report.exit_code, report.oom_kills) == (0, 0)
    assert report.memory_bytes < 56 * MIB


def test_scratch_counts_as_memory_and_filling_it_is_an_oom_kill(open_box: OpenBox, spec: BoxSpec) -> None:
    box = open_box(spec=replace(spec, memory_bytes=32 * MIB, scratch_bytes=256 * MIB))
    ran = shell(box, "head -c 200M /dev/zero >/tmp/a", limits=replace(LIMITS, file_bytes=1 << 30))
    assert ran.report.oom_kills >= 1
    after = shell(box, "ls /tmp; head -c 8M /dev/zero >/tmp/a && echo room again")
    assert (after.out, after.report.oom_kills) == ("room again\n", 0)


@pytest.mark.parametrize(("folder", "room"), [("/tmp", 8), ("/dev/shm", 8)])
def test_scratch_has_its_size_and_no_more(box: RuncBox, folder: str, room: int) -> None:
    ran = shell(box, f"head -c {room + 1}M /dev/zero >{folder}/a; wc -c <{folder}/a")
    assert "No space left" in ran.stderr.decode()
    assert int(ran.out) == room * MIB


def test_scratch_has_its_inodes_and_no_more(box: RuncBox) -> None:
    ran = shell(box, "i=0; while [ $i -lt 1000 ] && (: >/tmp/$i); do i=$((i+1)); done 2>/dev/null; ls /tmp | wc -l")
    assert 32 < int(ran.out) < 64


def test_a_file_past_its_size_limit_is_a_signal(box: RuncBox) -> None:
    report = shell(box, "exec head -c 2M /dev/zero >/tmp/a", limits=replace(LIMITS, file_bytes=MIB)).report
    assert report.signal == signal.SIGXFSZ


def test_processes_past_their_number_are_refused(open_box: OpenBox, spec: BoxSpec) -> None:
    ran = run(open_box("forks"), "/box/forks")
    assert ran.report.exit_code == 0
    assert int(ran.out) + 1 == spec.processes


def test_a_single_process_is_enough_for_a_box(open_box: OpenBox, spec: BoxSpec) -> None:
    box = open_box(spec=replace(spec, processes=1))
    assert run(box, "/bin/echo", "alone").out == "alone\n"
    assert "annot fork" in shell(box, "true & wait").stderr.decode()


def test_the_next_run_has_all_its_processes_again(open_box: OpenBox) -> None:
    box = open_box("forks")
    assert len({run(box, "/box/forks").out for _ in range(5)}) == 1


def test_open_files_and_stack_have_their_limits(box: RuncBox) -> None:
    limits = replace(LIMITS, open_files=77, stack_bytes=64 * MIB)
    assert shell(box, "ulimit -n; ulimit -s", limits=limits).out == f"77\n{64 * 1024}\n"


def test_no_crash_starts_a_program_of_the_hosts(box: RuncBox) -> None:
    """Its sign to the kernel is a limit of 1 for core files: 0 would not keep a pipe in core_pattern from starting."""
    limits = run(box, "/bin/cat", "/proc/self/limits").out.splitlines()
    assert [line.split()[-3:-1] for line in limits if line.startswith("Max core")] == [["1", "1"]]


def test_timers_and_queued_signals_do_not_use_up_the_hosts(box: RuncBox) -> None:
    limits = run(box, "/bin/cat", "/proc/self/limits").out.splitlines()
    assert [line.split()[-3:-1] for line in limits if line.startswith("Max pending")] == [["1024", "1024"]]


def test_memory_that_runs_out_is_so_even_if_the_kernel_ends_the_agent_for_it(
    open_box: OpenBox, first_uid: Callable[[RuncBox], int]
) -> None:
    """Some tens of processes smaller than the agent would bring that about; here it is told to the kernel, in the old
    way: what root writes to `oom_score_adj` is also the least that the program may set for itself."""
    box = open_box("spill")
    (agent,) = processes_of(first_uid(box))
    Path(f"/proc/{agent}/oom_adj").write_text("15")
    report = run(box, "/box/spill", limits=replace(LIMITS, file_bytes=1 << 30)).report
    assert report.oom_kills >= 1
    assert (report.exit_code, report.signal) == (None, signal.SIGKILL)
    assert report.cpu_ns > 0
    assert report.wall_ns > 0
    assert report.memory_bytes > 60 * MIB
    with pytest.raises(BoxFailure):
        run(box, "/bin/true")


def test_only_the_cpus_asked_for_can_be_used(open_box: OpenBox, spec: BoxSpec) -> None:
    box = open_box(spec=replace(spec, cpus=(0,)))
    assert run(box, "/usr/bin/nproc").out == "1\n"
    assert "Cpus_allowed_list:\t0\n" in run(box, "/bin/cat", "/proc/self/status").out
