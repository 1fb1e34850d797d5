"""From a problem's limits and a runtime to the figures of boxes and runs."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from judge.limits import compile_plan, cpu_limit_ns, run_plan
from model.problem import ProblemLimits
from model.runtime import Compile, Recipe, Runtime

MIB = 1 << 20
ROOT = Path("/images/x")
STEP = Compile(
    ("/usr/bin/javac", "-J-Xmx{memory_mib}m", "Main.java"),
    "out.jar",
    False,
    30_000,
    60_000,
    512 * MIB,
    128 * MIB,
    40,
    "middle",
)
JAVA = Runtime(
    id="java",
    name="Java",
    version_argv=("/usr/bin/java", "-version"),
    source_file="Main.java",
    extensions=(".java",),
    recipe=Recipe("trixie", (), (), (), ""),
    compile=STEP,
    run=("/usr/bin/java", "-Xmx{memory_mib}m", "-Xss{stack_mib}m", "{other}", "/box/out.jar"),
    time_multiplier=2.0,
    memory_allowance_bytes=64 * MIB,
    processes=48,
    system_calls="narrow",
)
LIMITS = ProblemLimits(time_ms=1_500, memory_bytes=256 * MIB, output_bytes=8 * MIB)


def test_a_run_has_the_problems_limits_times_and_plus_the_runtimes() -> None:
    plan = run_plan(LIMITS, JAVA, ROOT, (3,))
    assert plan.run.cpu_ns == 3_000_000_000
    assert plan.run.wall_ns == 11_000_000_000
    assert plan.box.memory_bytes == 320 * MIB
    assert plan.run.stack_bytes == 256 * MIB
    assert plan.run.stdout_bytes == 8 * MIB
    assert plan.run.file_bytes == plan.box.scratch_bytes
    assert (plan.box.rootfs, plan.box.processes, plan.box.cpus) == (ROOT, 48, (3,))


def test_the_program_and_the_compiler_each_get_their_own_system_calls() -> None:
    assert run_plan(LIMITS, JAVA, ROOT).box.system_calls == "narrow"
    assert compile_plan(JAVA, ROOT).box.system_calls == "middle"


def test_words_in_argv_are_the_problems_own_limits_and_other_braces_are_kept() -> None:
    plan = run_plan(LIMITS, JAVA, ROOT)
    assert plan.argv == ("/usr/bin/java", "-Xmx256m", "-Xss256m", "{other}", "/box/out.jar")


def test_the_word_for_the_stack_stays_within_what_a_jvm_takes() -> None:
    large = dataclasses.replace(LIMITS, memory_bytes=2_048 * MIB)
    assert run_plan(large, JAVA, ROOT).argv[1:3] == ("-Xmx2048m", "-Xss1024m")
    assert run_plan(large, JAVA, ROOT).run.stack_bytes == 2_048 * MIB


def test_the_problems_own_factor_replaces_the_runtimes_multiplier() -> None:
    own = dataclasses.replace(LIMITS, multipliers=(("java", 1.2), ("c", 9.0)))
    assert cpu_limit_ns(own, JAVA) == 1_800_000_000
    assert cpu_limit_ns(own, dataclasses.replace(JAVA, id="python3")) == 3_000_000_000


def test_a_compile_has_the_limits_of_its_runtime() -> None:
    plan = compile_plan(JAVA, ROOT, (1,))
    assert plan.argv == ("/usr/bin/javac", "-J-Xmx512m", "Main.java")
    assert (plan.run.cpu_ns, plan.run.wall_ns) == (30_000_000_000, 60_000_000_000)
    assert plan.run.file_bytes == 128 * MIB
    assert plan.box.scratch_bytes >= 2 * plan.run.file_bytes
    assert (plan.box.memory_bytes, plan.box.processes, plan.box.cpus) == (512 * MIB, 40, (1,))


@given(st.integers(1, 600_000), st.floats(0.1, 20), st.integers(1 * MIB, 4096 * MIB))
def test_the_wall_limit_never_undercuts_the_cpu_limit(time_ms: int, factor: float, memory: int) -> None:
    runtime = dataclasses.replace(JAVA, time_multiplier=factor)
    run = run_plan(ProblemLimits(time_ms, memory), runtime, ROOT).run
    assert run.wall_ns >= run.cpu_ns + 1_000_000_000
    assert run.cpu_ns > 0
