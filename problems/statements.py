"""The statements: `statement/` or `problem_statement/`, one file per language."""

from __future__ import annotations

import re

from model.problem import Statement
from problems.findings import Findings
from problems.source import Source
from problems.textfiles import MOST_TEXT_BYTES, read_text

_FOLDERS = ("statement/", "problem_statement/")
_NAME = re.compile(r"problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.(md|tex|pdf)")
_TITLES = (
    re.compile(r"^%%\s*plainproblemname:\s*(\S.*)$", re.MULTILINE),
    re.compile(r"\\problemname\{([^{}\\$]+)\}"),
    re.compile(r"\A\s*#\s+(\S.*)$", re.MULTILINE),
)


def read_statements(source: Source, findings: Findings) -> tuple[Statement, ...]:
    """The Markdown and TeX statements by language, English first. Having none is only a warning."""
    found: dict[str, Statement] = {}
    for path in sorted(source.files):
        folder = next((folder for folder in _FOLDERS if path.startswith(folder)), None)
        if folder is None or "/" in path.removeprefix(folder):
            continue
        name = path.removeprefix(folder)
        if not (match := _NAME.fullmatch(name)):
            if name.startswith("problem."):
                findings.warning(path, "not read as a statement", cure="name it like problem.en.md or problem.en.tex")
            continue
        language, kind = match[1] or "en", match[2]
        if kind == "pdf":
            findings.warning(path, "statements in PDF are not shown", cure="add the statement as problem.en.md")
        elif language in found:
            findings.warning(path, f"not read: another statement has the language {language}", cure="keep one of them")
        elif (text := read_text(source, path, findings, most=MOST_TEXT_BYTES)) is not None:
            found[language] = Statement(language, kind, text)
    if not found:
        findings.warning("statement", "no statement to show", cure="write statement/problem.en.md")
    return tuple(sorted(found.values(), key=lambda statement: (statement.language != "en", statement.language)))


def title_from(statements: tuple[Statement, ...]) -> str | None:
    """The title that a statement gives to itself, for packages of the old format without a name."""
    for statement in statements:
        for pattern in _TITLES:
            if match := pattern.search(statement.text):
                return match[1].strip()[:200]
    return None
