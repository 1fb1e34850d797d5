"""What a problem's limits become for one runtime: the figures of the boxes and of the runs in them.

- CPU time: the problem's limit times the runtime's multiplier, or times the problem's own factor for that runtime.
- Wall clock: three times the CPU limit and two seconds more. Enough for a program that waits for a disk or shares its
  core with others; it ends one that sleeps or waits for input that never comes.
- Memory: the problem's limit and the runtime's allowance on top, for what the language itself needs. The words
  `{memory_mib}` and `{stack_mib}` in a runtime's argv stand for the part that is the program's own.
- Stack: as large as the problem's memory limit. No limit of its own.
- Files: scratch is 64 MiB for a run (its pages count as memory too), and one file may fill it.
- System calls: what the runtime declares, one class for the program and one for the compiler.
- A compile has the limits of its runtime. Its scratch holds the artifact twice, since linkers copy, and 64 MiB more.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from judge.sandbox.box import BoxSpec, RunLimits
from model.problem import ProblemLimits
from model.runtime import Runtime

WALL_FACTOR = 3
WALL_EXTRA_NS = 2_000_000_000
SCRATCH_BYTES = 64 << 20
SCRATCH_INODES = 4_096
COMPILE_SCRATCH_INODES = 16_384
COMPILE_STDOUT_BYTES = 64 << 20  # a compiler that writes more than this is ended
MIB = 1 << 20
MOST_STACK_WORD_MIB = 1_024  # a JVM refuses to start with more


@dataclass(frozen=True, slots=True)
class Plan:
    """A box to open and the run (or runs) to make in it."""

    box: BoxSpec
    run: RunLimits
    argv: tuple[str, ...]


def run_plan(limits: ProblemLimits, runtime: Runtime, rootfs: Path, cpus: tuple[int, ...] = ()) -> Plan:
    """The box and the limits for the tests of one submission."""
    cpu_ns = cpu_limit_ns(limits, runtime)
    memory = limits.memory_bytes + runtime.memory_allowance_bytes
    scratch = (SCRATCH_BYTES, SCRATCH_INODES)
    box = BoxSpec(rootfs, memory, runtime.processes, *scratch, cpus, runtime.resident, runtime.system_calls)
    run = RunLimits(
        cpu_ns=cpu_ns,
        wall_ns=WALL_FACTOR * cpu_ns + WALL_EXTRA_NS,
        stdout_bytes=limits.output_bytes,
        stack_bytes=limits.memory_bytes,
        file_bytes=SCRATCH_BYTES,
    )
    return Plan(box, run, argv_with(runtime.run, run, limits.memory_bytes))


def compile_plan(runtime: Runtime, rootfs: Path, cpus: tuple[int, ...] = ()) -> Plan:
    """The box and the limits for one compile."""
    step = runtime.compile
    scratch = (2 * step.artifact_bytes + SCRATCH_BYTES, COMPILE_SCRATCH_INODES)
    box = BoxSpec(rootfs, step.memory_bytes, step.processes, *scratch, cpus, runtime.resident, step.system_calls)
    run = RunLimits(
        cpu_ns=step.cpu_ms * 1_000_000,
        wall_ns=step.wall_ms * 1_000_000,
        stdout_bytes=COMPILE_STDOUT_BYTES,
        stack_bytes=step.memory_bytes,
        file_bytes=step.artifact_bytes,
    )
    return Plan(box, run, argv_with(step.argv, run, step.memory_bytes))


def cpu_limit_ns(limits: ProblemLimits, runtime: Runtime) -> int:
    """CPU time that one test may take."""
    factor = dict(limits.multipliers).get(runtime.id, runtime.time_multiplier)
    return round(limits.time_ms * factor * 1_000_000)


def argv_with(argv: tuple[str, ...], run: RunLimits, memory_bytes: int) -> tuple[str, ...]:
    """`argv` with `{memory_mib}` replaced by `memory_bytes`, and `{stack_mib}` by the stack limit of the run."""
    memory, stack = str(memory_bytes // MIB), str(min(run.stack_bytes // MIB, MOST_STACK_WORD_MIB))
    return tuple(word.replace("{memory_mib}", memory).replace("{stack_mib}", stack) for word in argv)
