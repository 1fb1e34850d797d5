"""Makes packages for the tests, and reads what was found in them."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from problems.findings import Finding, PackageRefused, Severity
from problems.kattis import open_package
from problems.package import Package
from problems.source import SourceLimits

YAML = "name: Sum\nlimits: {time_limit: 1}\n"
TESTS: Mapping[str, str | bytes] = {
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/1.in": "2 3\n",
    "data/secret/1.ans": "5\n",
}
SOUND: Mapping[str, str | bytes] = {"problem.yaml": YAML, "statement/problem.en.md": "Add them.\n", **TESTS}
"""A package without any finding."""


def folder(root: Path, files: Mapping[str, str | bytes], name: str = "sum") -> Path:
    """A package as a folder."""
    for path, content in files.items():
        file = root / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return root / name


def archive(
    root: Path,
    files: Mapping[str, str | bytes],
    *more: tuple[str | zipfile.ZipInfo, str | bytes],
    name: str = "sum.zip",
    method: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """A package as a zip; `more` may hold names that a mapping could not."""
    with zipfile.ZipFile(root / name, "w", method) as made:
        for path, content in [*files.items(), *more]:
            made.writestr(path, content)
    return root / name


def special(path: str, kind: int = stat.S_IFLNK) -> zipfile.ZipInfo:
    """A zip entry that is a link or another special file."""
    info = zipfile.ZipInfo(path)
    info.create_system = 3
    info.external_attr = (kind | 0o777) << 16
    return info


def opened(path: Path, limits: SourceLimits | None = None) -> Package:
    """A package that must be accepted, already closed again."""
    with open_package(path, limits=limits) as package:
        return package


def refused(path: Path, limits: SourceLimits | None = None) -> tuple[Finding, ...]:
    """The findings of a package that must be refused."""
    with pytest.raises(PackageRefused) as caught:
        open_package(path, limits=limits)
    return caught.value.findings


def errors(findings: tuple[Finding, ...]) -> list[str]:
    """The errors, as lines."""
    return [str(finding) for finding in findings if finding.severity is Severity.ERROR]


def warnings(findings: tuple[Finding, ...]) -> list[str]:
    """The warnings, as lines."""
    return [str(finding) for finding in findings if finding.severity is Severity.WARNING]
