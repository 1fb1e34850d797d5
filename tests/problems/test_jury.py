"""Example solutions and what they may get."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.verdict import Verdict
from problems.package import JurySubmission
from tests.problems.packages import SOUND, errors, folder, opened, refused, warnings


def read(root: Path, files: dict[str, str]) -> dict[str, JurySubmission]:
    package = opened(folder(root, {**SOUND, **{f"submissions/{path}": text for path, text in files.items()}}))
    return {submission.path.removeprefix("submissions/"): submission for submission in package.submissions}


@pytest.mark.parametrize(
    ("name", "runtime"),
    [("a.c", "c"), ("a.cpp", "cpp17"), ("a.cc", "cpp17"), ("a.CXX", "cpp17"), ("a.py", "python3"), ("A.java", "java")],
)
def test_the_ending_gives_the_runtime(tmp_path: Path, name: str, runtime: str) -> None:
    found = read(tmp_path, {f"accepted/{name}": "x"})[f"accepted/{name}"]
    assert (found.runtime, found.file_name, found.source) == (runtime, name, b"x")


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("accepted", Verdict.ACCEPTED),
        ("wrong_answer", Verdict.WRONG_ANSWER),
        ("time_limit_exceeded", Verdict.TIME_LIMIT),
        ("run_time_error", Verdict.RUNTIME_ERROR),
        ("compile_error", Verdict.COMPILE_ERROR),
        ("compiler_error", Verdict.COMPILE_ERROR),
        ("memory_limit_exceeded", Verdict.MEMORY_LIMIT),
        ("output_limit_exceeded", Verdict.OUTPUT_LIMIT),
        ("output_limit", Verdict.OUTPUT_LIMIT),
        ("brute_force", Verdict.TIME_LIMIT),
    ],
)
def test_the_folder_gives_the_verdict(tmp_path: Path, name: str, verdict: Verdict) -> None:
    permitted = read(tmp_path, {f"{name}/a.py": "x"})[f"{name}/a.py"].permitted
    assert permitted[0] is verdict
    assert (Verdict.ACCEPTED in permitted) == (name == "accepted")


def test_running_out_of_memory_counts_as_a_run_time_error_as_in_the_format(tmp_path: Path) -> None:
    permitted = read(tmp_path, {"run_time_error/a.py": "x"})["run_time_error/a.py"].permitted
    assert permitted == (Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT)


def test_rejected_may_be_anything_but_accepted(tmp_path: Path) -> None:
    permitted = read(tmp_path, {"rejected/a.py": "x"})["rejected/a.py"].permitted
    assert set(permitted) == set(Verdict) - {Verdict.ACCEPTED, Verdict.INTERNAL_ERROR}


def test_a_language_can_be_set_by_pattern(tmp_path: Path) -> None:
    settings = (
        "accepted/new.cpp: {language: cpp20}\n'*/{old,older}*.cpp': {language: cpp}\nwrong_answer: {language: cpp20}"
    )
    files = ["accepted/new.cpp", "accepted/old.cpp", "accepted/older1.cpp", "wrong_answer/a.cpp", "accepted/b.cpp"]
    found = read(tmp_path, {"submissions.yaml": settings, **dict.fromkeys(files, "x")})
    assert [found[path].runtime for path in files] == ["cpp20", "cpp17", "cpp17", "cpp20", "cpp17"]


@pytest.mark.parametrize(
    ("settings", "permitted"),
    [
        ("rejected/a.py: {permitted: [AC, WA, TLE], required: [TLE]}", {Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT}),
        ("'*/a.py': {permitted: [RTE]}", {Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT}),
        ("rejected: {permitted: [AC, OLE]}", {Verdict.OUTPUT_LIMIT}),
        ("rejected: {permitted: [AC, OLE], required: [AC, OLE]}", {Verdict.ACCEPTED, Verdict.OUTPUT_LIMIT}),
    ],
)
def test_settings_narrow_or_replace_what_a_folder_permits(
    tmp_path: Path, settings: str, permitted: set[Verdict]
) -> None:
    found = read(tmp_path, {"submissions.yaml": settings, "rejected/a.py": "x"})
    assert set(found["rejected/a.py"].permitted) == permitted


def test_a_folder_of_ones_own_needs_settings(tmp_path: Path) -> None:
    settings = "mixed: {permitted: [AC, WA]}\n"
    found = read(tmp_path, {"submissions.yaml": settings, "mixed/a.py": "x"})
    assert set(found["mixed/a.py"].permitted) == {Verdict.ACCEPTED, Verdict.WRONG_ANSWER}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("accepted/a.py: {permitted: [WA]}", "no verdict is left for accepted/a.py"),
        ("accepted/a.py: {permitted: [OK]}", "unknown verdict 'OK'"),
        ("'*****': {}", "four asterisks"),
        ("accepted: [", "not YAML"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, settings: str, words: str) -> None:
    files = {**SOUND, "submissions/submissions.yaml": settings, "submissions/accepted/a.py": "x"}
    assert words in errors(refused(folder(tmp_path, files)))[0]


def test_a_solution_in_a_folder_of_one_file_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, {"accepted/fast/Main.java": "x"})["accepted/fast/Main.java"].file_name == "Main.java"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["accepted/two/a.py", "accepted/two/b.py"], "a solution of several files"),
        (["acepted/a.py"], "did you mean accepted?"),
        (["accepted/a.rs"], "no runtime for this ending"),
        (["accepted/Makefile"], "no runtime for this ending"),
    ],
)
def test_what_cannot_be_judged_is_warned_of(tmp_path: Path, files: list[str], words: str) -> None:
    package = opened(folder(tmp_path, {**SOUND, **{f"submissions/{path}": "x" for path in files}}))
    assert package.submissions == ()
    assert words in warnings(package.findings)[0]
