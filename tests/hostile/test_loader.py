"""An attack whose header is not right is refused with what is wrong, not judged as something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import runtimes
from model.errors import SetupError
from model.verdict import Verdict
from scripts.attack import attacks
from scripts.attack.attacks import Ending

RUNTIMES = runtimes.load_all()
GOOD = '//: tries = "something"\n//: expect = ["ACCEPTED", "RUNTIME_ERROR(signal SIGKILL)"]\n'


def load(folder: Path, **files: str) -> list[attacks.Attack]:
    for name, text in files.items():
        path = folder / name.replace("_", ".")
        path = folder / "group" / path.name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return attacks.load(RUNTIMES, folder)


def test_a_header_becomes_an_attack(tmp_path: Path) -> None:
    (one,) = load(tmp_path, a_c=GOOD + "//: memory_mib = 32\n//: sides = 2\nint main(void) {}\n")
    assert (one.name, one.group, one.runtime.id, one.sides, one.tests) == ("group/a", "group", "c", 2, 2)
    assert one.limits.memory_bytes == 32 << 20
    assert one.expect == (Ending(Verdict.ACCEPTED, ""), Ending(Verdict.RUNTIME_ERROR, "signal SIGKILL"))


def test_a_script_stands_for_a_compiler_taken_over(tmp_path: Path) -> None:
    (one,) = load(tmp_path, a_sh='#: tries = "x"\n#: expect = ["COMPILE_ERROR"]\n#: compile_ms = 70\nls\n')
    assert one.runtime.compile.argv == ("/bin/sh", "main.sh")
    assert one.runtime.compile.cpu_ms == 70


def test_a_prelude_comes_first(tmp_path: Path) -> None:
    (tmp_path / "first.h").write_text("int first;")
    (one,) = load(tmp_path, a_c=GOOD + '//: uses = "first.h"\n')
    assert one.source.startswith(b"int first;\n//: tries")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("//: memroy_mib = 3", "memroy_mib: unknown key: did you mean memory_mib?"),
        ("//: tests = 0", "tests: must be a whole number from 1 up"),
        ("//: tests = ", "its header is not TOML"),
        ('//: uses = "none.h"', "there is no none.h"),
    ],
)
def test_a_wrong_header_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(SetupError) as refused:
        load(tmp_path, a_c=GOOD + line + "\n")
    assert complaint in refused.value.message
    assert "group/a" in refused.value.message


@pytest.mark.parametrize("expect", ["FINE", "ACCEPTED()", "accepted", "RUNTIME_ERROR signal"])
def test_an_ending_that_is_no_verdict_is_refused(tmp_path: Path, expect: str) -> None:
    with pytest.raises(SetupError, match="must look like"):
        load(tmp_path, a_c=f'//: tries = "x"\n//: expect = ["{expect}"]\n')


def test_a_header_without_what_it_must_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"tries: is missing.*expect: is missing"):
        load(tmp_path, a_c="int main(void) {}\n")


def test_a_file_of_no_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"no runtime takes \.txt"):
        load(tmp_path, a_txt="x")


def test_no_attacks_at_all_are_no_success(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="there are no attacks"):
        attacks.load(RUNTIMES, tmp_path)


@pytest.mark.parametrize(
    ("reason", "permitted"),
    [("forbidden system call", True), ("forbidden system call: ptrace", True), ("exit 1", False)],
)
def test_a_reason_is_permitted_by_how_it_begins(reason: str, permitted: bool) -> None:
    assert Ending(Verdict.RUNTIME_ERROR, "forbidden system call").permits(Verdict.RUNTIME_ERROR, reason) is permitted
