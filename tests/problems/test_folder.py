"""Packages in a folder on disk."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from model.errors import NotFound
from problems.findings import Findings
from problems.folder import FolderSource
from problems.kattis import open_package
from problems.source import DamagedFile, SourceLimits
from tests.problems.packages import SOUND, errors, folder, opened, refused


def test_a_sound_folder_has_no_findings(tmp_path: Path) -> None:
    assert opened(folder(tmp_path, SOUND)).findings == ()


def test_nothing_at_the_path_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no package at"):
        open_package(tmp_path / "absent")


@pytest.mark.parametrize("target", ["/etc/passwd", "../../../outside", "nowhere"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "outside").write_text("x")
    package = folder(tmp_path, SOUND)
    (package / "data/secret/2.in").symlink_to(target)
    assert any("a link that does not lead" in line for line in errors(refused(package)))


def test_a_link_to_a_folder_is_refused_even_inside(tmp_path: Path) -> None:
    package = folder(tmp_path, SOUND)
    (package / "data/more").symlink_to("secret")
    assert any("data/more: error: a link" in line for line in errors(refused(package)))


def test_a_link_to_a_file_of_the_folder_is_that_file(tmp_path: Path) -> None:
    package = folder(tmp_path, SOUND)
    (package / "data/secret/2.in").symlink_to("1.in")
    (package / "data/secret/2.ans").symlink_to("1.ans")
    with open_package(package) as read, read.tests[2].input.open() as stream:
        assert stream.read() == b"2 3\n"


def test_a_pipe_is_refused_and_never_opened(tmp_path: Path) -> None:
    package = folder(tmp_path, SOUND)
    os.mkfifo(package / "data/secret/2.in")
    assert any("not a regular file" in line for line in errors(refused(package)))


def test_a_file_swapped_for_a_link_after_the_check_is_not_followed(tmp_path: Path) -> None:
    package = folder(tmp_path, SOUND)
    source = FolderSource(package, SourceLimits(), Findings())
    (package / "problem.yaml").unlink()
    (package / "problem.yaml").symlink_to("/etc/passwd")
    with pytest.raises(DamagedFile, match=r"problem\.yaml"):
        source.open("problem.yaml")


def test_limits_hold_and_deep_folders_are_refused(tmp_path: Path) -> None:
    package = folder(tmp_path, {**SOUND, "a/b/c/d/e/f": "x"})
    assert "at most 5 files" in errors(refused(package, replace(SourceLimits(), entries=5)))[0]
    assert any("folders deep" in line for line in errors(refused(package, replace(SourceLimits(), depth=4))))


def test_hidden_folders_are_not_looked_into(tmp_path: Path) -> None:
    package = folder(tmp_path, {**SOUND, ".git/objects/a": "x"})
    (package / ".git/link").symlink_to("/etc/passwd")
    assert opened(package).findings == ()


def test_a_name_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    package = folder(tmp_path, SOUND)
    (package / os.fsdecode(b"data/secret/\xff.in")).write_text("x")
    assert any("undecodable" in line for line in errors(refused(package)))
