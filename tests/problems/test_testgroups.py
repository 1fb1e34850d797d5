"""Validator options of test groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.problem import Checker, CheckerKind
from tests.problems.packages import SOUND, errors, folder, opened, refused, warnings

FLOAT = Checker(CheckerKind.FLOAT, False, 1e-6, 1e-6)


@pytest.mark.parametrize(
    "files",
    [
        {"data/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\n"},
        {
            "data/secret/test_group.yaml": "output_validator_args: [float_tolerance, 1e-6]\n",
            "data/sample/test_group.yaml": "output_validator_args: [float_tolerance, 1e-6]\n",
        },
        {
            "data/secret/1.yaml": "output_validator_args: [float_tolerance, 1e-6]\n",
            "data/sample/test_group.yaml": "output_validator_args: [float_tolerance, 1e-6]\n",
        },
    ],
)
def test_options_of_groups_make_the_checker(tmp_path: Path, files: dict[str, str]) -> None:
    package = opened(folder(tmp_path, {**SOUND, **files}))
    assert package.checker == FLOAT
    assert package.findings == ()


def test_options_of_the_secret_tests_hold_for_samples_too_with_a_warning(tmp_path: Path) -> None:
    files = {"data/secret/test_group.yaml": "output_validator_args: [float_tolerance, 1e-6]\n"}
    package = opened(folder(tmp_path, {**SOUND, **files}))
    assert package.checker == FLOAT
    assert "the samples have other validator options" in warnings(package.findings)[0]


def test_options_that_differ_between_secret_tests_are_refused(tmp_path: Path) -> None:
    files = {
        "data/secret/a/1.in": "1\n",
        "data/secret/a/1.ans": "1\n",
        "data/secret/a/test_group.yaml": "output_validator_args: [case_sensitive]\n",
    }
    lines = errors(refused(folder(tmp_path, {**SOUND, **files})))
    assert [line.split(": ")[0] for line in lines] == ["data/secret", "data/secret/a/test_group.yaml"]


def test_arguments_for_the_program_are_refused(tmp_path: Path) -> None:
    lines = errors(refused(folder(tmp_path, {**SOUND, "data/secret/1.yaml": "args: [-x]\n"})))
    assert "arguments for the program are not supported yet" in lines[0]


def test_a_bad_option_is_placed_in_the_file_that_gives_it(tmp_path: Path) -> None:
    files = {"data/testdata.yaml": "output_validator_flags: float_tolerence 1\n"}
    assert errors(refused(folder(tmp_path, {**SOUND, **files})))[0].startswith("data/testdata.yaml: error: unknown")


def test_scores_and_hints_are_left_alone(tmp_path: Path) -> None:
    files = {"data/secret/testdata.yaml": "on_reject: break\n", "data/secret/1.yaml": "hint: think\n"}
    assert opened(folder(tmp_path, {**SOUND, **files})).findings == ()
