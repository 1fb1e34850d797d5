"""The tests below data/."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from problems.kattis import open_package
from tests.problems.packages import SOUND, TESTS, YAML, archive, errors, folder, opened, refused, warnings

BARE = {path: text for path, text in SOUND.items() if path not in TESTS}


def names(root: Path, stems: list[str]) -> list[str]:
    files = {f"data/{stem}{ending}": "1\n" for stem in stems for ending in (".in", ".ans")}
    return [test.name for test in opened(archive(root, {**BARE, **files})).tests]


def test_samples_come_first_and_the_rest_in_natural_order(tmp_path: Path) -> None:
    stems = ["secret/10", "secret/9", "secret/a10", "secret/a9", "sample/2", "sample/10", "secret/2"]
    expected = ["sample/2", "sample/10", "secret/2", "secret/9", "secret/10", "secret/a9", "secret/a10"]
    assert names(tmp_path, stems) == expected


def test_nested_groups_are_laid_out_in_order(tmp_path: Path) -> None:
    stems = ["secret/g10/1", "secret/g2/10", "secret/g2/9", "secret/g2/deeper/1", "secret/1"]
    expected = ["secret/1", "secret/g2/9", "secret/g2/10", "secret/g2/deeper/1", "secret/g10/1"]
    assert names(tmp_path, stems) == expected


def test_padded_numbers_are_different_tests(tmp_path: Path) -> None:
    assert names(tmp_path, ["secret/01", "secret/1", "secret/001"]) == ["secret/1", "secret/01", "secret/001"]


def test_every_order_of_storing_gives_the_same_tests(tmp_path: Path) -> None:
    orders = itertools.permutations(["secret/2", "secret/10", "sample/1"])
    assert {tuple(names(tmp_path, list(order))) for order in orders} == {("sample/1", "secret/2", "secret/10")}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("data/secret/2.in", "data/secret/2.in: error: a test without an answer; add data/secret/2.ans"),
        ("data/secret/2.ans", "data/secret/2.ans: error: an answer without an input"),
        ("data/sample/2.out", "data/sample/2.out: error: an answer without an input"),
        ("data/2.in", "data/2.in: error: a test directly in data/; move it to data/secret/2.in"),
        ("2.in", "2.in: error: a test outside data/; move it to data/secret/2.in"),
        ("tests/2.in", "tests/2.in: error: a test outside data/"),
        ("data/secret/1.files/x", "data/secret/1.files/x: error: files beside standard input"),
    ],
)
def test_a_file_in_the_wrong_place_is_named_with_its_cure(tmp_path: Path, path: str, expected: str) -> None:
    (line,) = errors(refused(folder(tmp_path, {**SOUND, path: "1\n"})))
    assert line.startswith(expected)


def test_an_answer_that_ends_in_out_is_told_its_right_name(tmp_path: Path) -> None:
    package = folder(tmp_path, {**SOUND, "data/secret/2.in": "1\n", "data/secret/2.out": "1\n"})
    assert "rename data/secret/2.out to data/secret/2.ans" in errors(refused(package))[0]


@pytest.mark.parametrize("path", ["data/secert/2.in", "data/secret/2.inn", "data/secret/readme"])
def test_what_looks_like_a_test_and_is_not_read_is_warned_of(tmp_path: Path, path: str) -> None:
    (line,) = warnings(opened(folder(tmp_path, {**SOUND, path: "1\n"})).findings)
    assert line.startswith(f"{path}: warning: not read")


def test_other_files_of_the_format_are_left_alone(tmp_path: Path) -> None:
    extra = ["secret/1.hint", "secret/1.desc", "secret/1.png", "sample/1.in.statement", "sample/1.out", "secret/1.md"]
    others = {"data/invalid_input/1.in": "x", "attachments/1.in": "x", "data/valid_output/1.out": "x"}
    package = opened(folder(tmp_path, {**SOUND, **others, **{f"data/{path}": "x" for path in extra}}))
    assert package.findings == ()
    assert len(package.tests) == 2


def test_a_package_without_tests_or_without_secret_tests_is_refused(tmp_path: Path) -> None:
    assert errors(refused(folder(tmp_path, BARE, "none")))[0].startswith("data: error: no test at all")
    samples = {path: text for path, text in SOUND.items() if "secret" not in path}
    assert errors(refused(folder(tmp_path, samples, "samples")))[0].startswith("data/secret: error: no secret test")


def test_an_empty_answer_is_warned_of_and_an_empty_input_is_not(tmp_path: Path) -> None:
    package = opened(folder(tmp_path, {**SOUND, "data/secret/1.in": "", "data/secret/1.ans": ""}))
    assert [line.split(":")[0] for line in warnings(package.findings)] == ["data/secret/1.ans"]


def test_windows_line_ends_are_read_as_plain_ones_and_said_so(tmp_path: Path) -> None:
    with open_package(archive(tmp_path, {**SOUND, "data/secret/1.in": "a\r\n\r\nb\r\n"})) as package:
        assert package.tests[1].input.open().read() == b"a\n\nb\n"
    (line,) = warnings(package.findings)
    assert line.startswith("data/secret/1.in: warning: Windows line ends")


def test_windows_line_ends_can_be_kept(tmp_path: Path) -> None:
    text = YAML + "pgjudge: {line_ends: keep}\n"
    files = {**SOUND, "problem.yaml": text, "data/secret/1.in": "a\r\n"}
    with open_package(archive(tmp_path, files)) as package:
        assert package.tests[1].input.open().read() == b"a\r\n"
    assert package.findings == ()


@pytest.mark.parametrize("content", ["a\r\r\nb\r\r\n", "a\rb\r", "a\r\nb\n", "a\r\nb\rc\r\n"])
def test_other_carriage_returns_are_kept_and_warned_of(tmp_path: Path, content: str) -> None:
    with open_package(archive(tmp_path, {**SOUND, "data/secret/1.in": content})) as package:
        assert package.tests[1].input.open().read() == content.encode()
    (line,) = warnings(package.findings)
    assert line.startswith("data/secret/1.in: warning: carriage returns")


def test_a_sample_too_large_to_show_is_refused(tmp_path: Path) -> None:
    package = archive(tmp_path, {**SOUND, "data/sample/1.in": "1\n" * 600_000})
    assert "too large for a sample" in errors(refused(package))[0]
