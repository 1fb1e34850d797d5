"""Statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.problem import Statement
from tests.problems.packages import TESTS, YAML, errors, folder, opened, refused, warnings

BARE = {"problem.yaml": YAML, **TESTS}


def test_statements_are_read_by_language_english_first(tmp_path: Path) -> None:
    files = {
        "statement/problem.de.md": "Addiere.\r\n",
        "statement/problem.en.tex": "\ufeffAdd.\n",
        "statement/a.png": "x",
    }
    package = opened(folder(tmp_path, {**BARE, **files}))
    assert package.statements == (Statement("en", "tex", "Add.\n"), Statement("de", "md", "Addiere.\n"))
    assert package.findings == ()


def test_the_old_folder_and_a_name_without_language_mean_english(tmp_path: Path) -> None:
    package = opened(folder(tmp_path, {**BARE, "problem_statement/problem.tex": "Add.\n"}))
    assert package.statements == (Statement("en", "tex", "Add.\n"),)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "no statement to show"),
        ({"statement/problem.en.pdf": "x"}, "statements in PDF are not shown"),
        ({"statement/problem.english.md": "x"}, "name it like problem.en.md"),
        (
            {"statement/problem.en.md": "x", "problem_statement/problem.tex": "y"},
            "another statement has the language en",
        ),
        ({"statements/problem.en.md": "x"}, "did you mean statement?"),
    ],
)
def test_what_is_not_shown_is_warned_of(tmp_path: Path, files: dict[str, str], words: str) -> None:
    found = warnings(opened(folder(tmp_path, {**BARE, **files})).findings)
    assert any(words in line for line in found)


def test_a_statement_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    package = folder(tmp_path, {**BARE, "statement/problem.en.md": b"a\nb \xff\n"})
    assert errors(refused(package))[0].startswith("statement/problem.en.md:2: error: not UTF-8")
