"""Import of a folder or zip in the Kattis problem package format (legacy, 2023-07, 2025-09).

Pass-fail problems with the default validator. The format's text: https://www.kattis.com/problem-package-format/.
Where it differs: tests go in natural order (2 before 10), and a package without a time limit gets 2 seconds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from model.errors import NotFound
from model.problem import Checker, CheckerKind, ProblemLimits
from problems import document
from problems.archive import ZipSource
from problems.document import nearest
from problems.findings import Findings, printable
from problems.flags import checker_from_flags
from problems.folder import FolderSource
from problems.jury import EXTENSIONS, read_submissions
from problems.metadata import MOST_TIME_S, Metadata, read_metadata
from problems.package import Package, PackageTest
from problems.paths import is_slug, suggest_slug
from problems.source import Source, SourceLimits
from problems.statements import read_statements, title_from
from problems.testdata import read_tests
from problems.testgroups import read_group_flags
from problems.textfiles import read_text

DEFAULT_TIME_MS = 2_000
_YAML = "problem.yaml"
_INI = "domjudge-problem.ini"
_INI_TIME = re.compile(r"^\s*timelimit\s*=\s*['\"]?\s*([^'\"\s;#]*)", re.MULTILINE)
_SECONDS = re.compile(r"(\d+(\.\d*)?|\.\d+)", re.ASCII)
_NOT_YET = {
    "output_validator": "a custom output validator",
    "output_validators": "a custom output validator",
    "static_validator": "a static validator",
    "graders": "a custom grader",
    "include": "code that is added to submissions",
}
_FOLDERS = ("data", "statement", "problem_statement", "submissions")
_OTHER_FOLDERS = frozenset(
    {"attachments", "solution", "generators", "input_validators", "input_format_validators"}
    | {"input_visualizer", "output_visualizer"}
)


def open_package(
    path: Path,
    *,
    slug: str | None = None,
    limits: SourceLimits | None = None,
    extensions: Mapping[str, str] = EXTENSIONS,
) -> Package:
    """Read and check a whole package. `slug` None: the name of the folder or zip.

    Raises NotFound when there is nothing at the path, and PackageRefused with every finding when anything is wrong.
    The package holds the zip open: use it in a `with` block.
    """
    limits = limits or SourceLimits()
    if not path.exists():
        raise NotFound(f"no package at {path}", field="package", cure="give the path of a folder or a zip")
    findings = Findings()
    source: Source = FolderSource(path, limits, findings) if path.is_dir() else ZipSource(path, limits, findings)
    with ExitStack() as opened:
        opened.callback(source.close)
        findings.refuse_if_any_error()  # what cannot be opened safely is not looked into
        package = _read(source, slug, extensions, findings)
        opened.pop_all()
    return package


def _read(source: Source, slug: str | None, extensions: Mapping[str, str], findings: Findings) -> Package:
    metadata = _metadata(source, findings)
    _check_folders(source, findings)
    tests = read_tests(source, findings, keep_line_ends=metadata.keep_line_ends)
    checker = _checker(source, metadata, tests, findings)
    statements = read_statements(source, findings)
    submissions = read_submissions(source, findings, extensions)
    title = metadata.title or title_from(statements)
    if title is None and _YAML in source.files and not findings.refused:
        findings.error(_YAML, "no name", cure="give 'name: TITLE'")
    problem_limits = _limits(source, metadata, findings)
    slug = _slug(source.name if slug is None else slug, findings)
    findings.refuse_if_any_error()
    return Package(
        slug=slug,
        title=title or slug,
        checker=checker,
        limits=problem_limits,
        tests=tests,
        statements=statements,
        submissions=submissions,
        findings=findings.all(),
        source=source,
    )


def _metadata(source: Source, findings: Findings) -> Metadata:
    if _YAML not in source.files:
        findings.error(_YAML, "not found", cure="put problem.yaml with 'name: TITLE' at the top of the package")
        return Metadata()
    text = read_text(source, _YAML, findings)
    top = document.parse(text, _YAML, findings) if text is not None else None
    return read_metadata(top, findings) if top is not None else Metadata()


def _check_folders(source: Source, findings: Findings) -> None:
    tops = {path.partition("/")[0] for path in source.files if "/" in path}
    for folder in sorted(tops & _NOT_YET.keys()):
        findings.error(
            folder, f"{_NOT_YET[folder]} is not supported yet", cure="use the default validator, without this folder"
        )
    for folder in sorted(tops - _NOT_YET.keys() - _OTHER_FOLDERS - set(_FOLDERS)):
        if cure := nearest(folder.lower(), _FOLDERS):
            findings.warning(folder, "not read", cure=cure)


def _slug(text: str, findings: Findings) -> str:
    if not is_slug(text):
        near = suggest_slug(text)
        findings.error(
            "",
            f"the problem cannot be named {printable(text)!r}",
            cure="a name has 1 to 63 of a-z, 0-9 and -, and starts with a letter or digit"
            + (f": give the name {near}" if near else ""),
        )
    return text


def _checker(source: Source, metadata: Metadata, tests: tuple[PackageTest, ...], findings: Findings) -> Checker:
    group_flags, file = read_group_flags(source, tests, findings)

    def report(why: str, cure: str) -> None:
        if metadata.flags or not file:
            findings.error(_YAML, why, cure=cure, line=metadata.flags_line)
        else:
            findings.error(file, why, cure=cure)

    checker = checker_from_flags((*metadata.flags, *group_flags), report)
    kind = metadata.checker or checker.kind
    case_sensitive = checker.case_sensitive if metadata.case_sensitive is None else metadata.case_sensitive
    tolerant = checker.kind is CheckerKind.FLOAT
    if kind is CheckerKind.FLOAT and not tolerant:
        findings.error(
            _YAML,
            "the float checker has no tolerance",
            cure="give one, for example 'validator_flags: float_tolerance 1e-6'",
            line=metadata.ours_line,
        )
    if tolerant and kind is not CheckerKind.FLOAT:
        findings.error(
            _YAML,
            f"a tolerance means nothing to the {kind} checker",
            cure="leave the tolerance or 'checker' out",
            line=metadata.ours_line,
        )
    return Checker(kind, case_sensitive, checker.absolute_tolerance, checker.relative_tolerance)


def _limits(source: Source, metadata: Metadata, findings: Findings) -> ProblemLimits:
    time_ms = metadata.time_ms
    if time_ms is None:
        time_ms = _time_from_file(source, findings)
    if time_ms is None:
        time_ms = DEFAULT_TIME_MS
        if _YAML in source.files:
            findings.warning(
                _YAML, f"no time limit: {time_ms / 1000:g} s is used", cure="give 'limits: {time_limit: SECONDS}'"
            )
    return ProblemLimits(
        time_ms=time_ms,
        memory_bytes=metadata.memory_mib << 20,
        output_bytes=metadata.output_mib << 20,
        multipliers=metadata.multipliers,
    )


def _time_from_file(source: Source, findings: Findings) -> int | None:
    """The time limit in milliseconds from `.timelimit` or `domjudge-problem.ini`, where older packages keep it."""
    for path in (".timelimit", _INI):
        text = read_text(source, path, findings) if path in source.files else None
        if text is None:
            continue
        match = _INI_TIME.search(text) if path == _INI else re.match(r"\s*(.*?)\s*\Z", text, re.DOTALL)
        if match is None:
            continue
        if _SECONDS.fullmatch(match[1]) and 0.001 <= float(match[1]) <= MOST_TIME_S:
            return round(float(match[1]) * 1000)
        findings.error(
            path,
            f"the time limit {printable(match[1][:40])!r} is not a number of seconds up to {MOST_TIME_S:g}",
            cure="write it like 2 or 0.5",
            line=text.count("\n", 0, match.start(1)) + 1,
        )
    return None
