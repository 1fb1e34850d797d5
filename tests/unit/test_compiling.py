"""The compile step: what it asks of its box, and what it makes of every end a compiler can come to."""

from __future__ import annotations

import dataclasses
import errno
import signal
from pathlib import Path

import pytest

from judge.compiling import Compiled, compile_source
from judge.sandbox.box import BoxFailure, FileRefused
from judge.sandbox.fake import FakeBox, FakeRun
from model.errors import JudgeFailure
from model.runtime import Runtime
from tests.unit.scripted_boxes import Answer, ScriptedEngine, killed, ran

MADE = {"/tmp/program": b"ELF"}
ROOT = Path("/images/c")


def compile_with(answer: Answer, runtime: Runtime, refused: Exception | None = None) -> tuple[Compiled, FakeBox]:
    engine = ScriptedEngine(answer, faults={(0, "get"): refused} if refused else {})
    compiled = compile_source(b"int main;", runtime, engine, ROOT, (1,))
    assert engine.boxes[0].closed
    return compiled, engine.boxes[0]


def test_success_gives_the_artifact_and_keeps_the_warnings(runtime: Runtime) -> None:
    compiled, _ = compile_with(ran(b"warning: x\n", files=MADE, cpu_ns=7), runtime)
    assert (compiled.artifact, compiled.text, compiled.note, compiled.cpu_ns) == (b"ELF", "warning: x\n", "", 7)


def test_the_box_gets_the_source_and_the_compilers_command(runtime: Runtime) -> None:
    _, box = compile_with(ran(files=MADE), runtime)
    assert box.put_files == {"/tmp/main.c": b"int main;"}
    (command,) = box.commands
    assert command.argv == runtime.compile.argv
    assert command.env == runtime.env
    assert command.merge_stderr
    assert not command.wipe
    assert command.limits.file_bytes == runtime.compile.artifact_bytes
    assert (box.spec.rootfs, box.spec.cpus) == (ROOT, (1,))


def test_an_error_is_the_compilers_own_words(runtime: Runtime) -> None:
    compiled, _ = compile_with(ran(b"main.c:1: error\n", exit_code=1), runtime)
    assert (compiled.artifact, compiled.text, compiled.note) == (None, "main.c:1: error\n", "")


SIZE = "the compiled program exceeds 128 MiB"
ENDS = [
    (ran(exit_code=1), "the compiler ended with exit code 1 and said nothing"),
    (ran(b" \n", exit_code=4), "the compiler ended with exit code 4 and said nothing"),
    (killed(signal.SIGKILL, cpu_exceeded=True), "compilation exceeded 30 s of CPU time"),
    (ran(exit_code=1, cpu_ns=30_000_000_001), "compilation exceeded 30 s of CPU time"),
    (
        killed(signal.SIGKILL, wall_exceeded=True),
        "compilation exceeded 60 s of wall clock time",
    ),
    (
        ran(b"g++: fatal error: Killed\n", exit_code=1, oom_kills=1),
        "compilation exceeded 512 MiB of memory",
    ),
    (killed(signal.SIGXFSZ), SIZE),
    (
        ran(b"gcc: internal compiler error: File size limit exceeded signal terminated program as\n", exit_code=4),
        SIZE,
    ),
    (ran(b"/tmp/x.s: Fatal error: can't write: No space left on device\n", exit_code=1), SIZE),
    (ran(b"/usr/bin/ld: final link failed: file too large\n", exit_code=1), SIZE),
    (killed(signal.SIGSEGV), "the compiler was ended by SIGSEGV"),
    (killed(signal.SIGSYS), "the compiler was ended by SIGSYS"),
    (
        killed(signal.SIGSYS, forbidden_call="ptrace"),
        "the compiler was ended for a forbidden system call: ptrace",
    ),
    (
        killed(signal.SIGKILL, output_exceeded=True),
        "the compiler wrote more messages than allowed",
    ),
]


@pytest.mark.parametrize(("answer", "note"), ENDS)
def test_a_limit_is_named_before_the_compilers_words(answer: FakeRun, note: str, runtime: Runtime) -> None:
    compiled, _ = compile_with(answer, runtime)
    said = answer.stdout.decode()
    assert (compiled.artifact, compiled.note, compiled.text) == (None, note, f"{note}\n{said}")


@pytest.mark.parametrize(
    ("number", "note"),
    [
        (errno.EFBIG, SIZE),
        (errno.ENXIO, "the compiler ended without an error, but made no program"),
        (errno.ENOENT, "the compiler ended without an error, but made no program"),
        (errno.ELOOP, "the compiler ended without an error, but made no program"),
        (errno.EINVAL, "the compiler ended without an error, but made no program"),
    ],
)
def test_success_without_a_usable_artifact_is_an_error_of_the_source(number: int, note: str, runtime: Runtime) -> None:
    compiled, _ = compile_with(ran(b"ok\n"), runtime, FileRefused("no", number))
    assert (compiled.artifact, compiled.text) == (None, f"{note}\nok\n")


def test_another_refusal_is_a_failure_of_the_judge(runtime: Runtime) -> None:
    with pytest.raises(FileRefused):
        compile_with(ran(), runtime, FileRefused("no", errno.EIO))


@pytest.mark.parametrize(
    "answer", [ran(exit_code=None, spawn_error="execve: No such file or directory"), ran(exit_code=None, killed=True)]
)
def test_a_compiler_that_cannot_be_run_is_a_failure_of_the_judge(answer: FakeRun, runtime: Runtime) -> None:
    with pytest.raises(BoxFailure, match="compiler of c could not be run"):
        compile_with(answer, runtime)


@pytest.mark.parametrize("error", [BoxFailure("gone"), JudgeFailure("x"), KeyboardInterrupt()])
def test_the_box_is_closed_whatever_happens(error: BaseException, runtime: Runtime) -> None:
    engine = ScriptedEngine(error)
    with pytest.raises(type(error)):
        compile_source(b"", runtime, engine, ROOT)
    assert engine.boxes[0].closed


def test_an_artifact_above_the_cap_is_named_by_size(runtime: Runtime) -> None:
    small = dataclasses.replace(runtime, compile=dataclasses.replace(runtime.compile, artifact_bytes=1 << 20))
    compiled, _ = compile_with(ran(files={"/tmp/program": b"x" * ((1 << 20) + 1)}), small)
    assert (compiled.artifact, compiled.text) == (None, "the compiled program exceeds 1 MiB\n")


def test_a_flood_of_messages_is_cut_but_no_error(runtime: Runtime) -> None:
    compiled, _ = compile_with(ran(b"wwww\n" * 500_000, files=MADE), runtime)
    assert compiled.artifact == b"ELF"
    assert len(compiled.text.encode()) <= 64 << 10
    assert compiled.text.startswith("wwww\n")
    assert compiled.text.endswith("\n[cut: only the first 64 KiB of the compiler's messages are kept]")
