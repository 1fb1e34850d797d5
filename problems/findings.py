"""What is wrong with a package: all of it at once, each with its place and its cure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from model.errors import InputError

MOST_LISTED = 200
"""Findings kept of one severity; a hostile package could have one for each of thousands of names."""


class Severity(StrEnum):
    """An error refuses the package; a warning only says what was assumed."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `file` is a path inside the package, or empty; `line` starts at 1, 0 means the whole file."""

    severity: Severity
    file: str
    line: int
    why: str
    cure: str = ""

    def __str__(self) -> str:
        place = ":".join(part for part in (printable(self.file), str(self.line) if self.line else "") if part)
        text = ": ".join(part for part in (place, str(self.severity), self.why) if part)
        return f"{text}; {self.cure}" if self.cure else text


class PackageRefused(InputError):
    """The package has errors. `findings` holds every finding, errors first."""

    code = "package_refused"

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        errors = [finding for finding in findings if finding.severity is Severity.ERROR]
        first = errors[0]
        place = f"{printable(first.file)}:{first.line}" if first.line else printable(first.file)
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        message = f"package refused: {place + ': ' if place else ''}{first.why}{more}"
        super().__init__(message, field="package", cure=first.cure or "put it right and add the package again")
        self.findings = findings


class Findings:
    """Collects findings while a package is read."""

    def __init__(self) -> None:
        self._kept: dict[Severity, list[Finding]] = {severity: [] for severity in Severity}
        self._dropped: dict[Severity, int] = dict.fromkeys(Severity, 0)

    def error(self, file: str, why: str, *, cure: str = "", line: int = 0) -> None:
        """Record what refuses the package."""
        self._add(Finding(Severity.ERROR, file, line, why, cure))

    def warning(self, file: str, why: str, *, cure: str = "", line: int = 0) -> None:
        """Record what was assumed or left out."""
        self._add(Finding(Severity.WARNING, file, line, why, cure))

    def _add(self, finding: Finding) -> None:
        kept = self._kept[finding.severity]
        if len(kept) < MOST_LISTED:
            kept.append(finding)
        else:
            self._dropped[finding.severity] += 1

    @property
    def refused(self) -> bool:
        """Whether there is an error."""
        return bool(self._kept[Severity.ERROR])

    def all(self) -> tuple[Finding, ...]:
        """Every finding, errors first, each severity in the order found."""
        listed: list[Finding] = []
        for severity, kept in self._kept.items():
            listed += kept
            if self._dropped[severity]:
                listed.append(Finding(severity, "", 0, f"{self._dropped[severity]} more of this kind are not listed"))
        return tuple(listed)

    def refuse_if_any_error(self) -> None:
        """Raise PackageRefused when there is an error."""
        if self.refused:
            raise PackageRefused(self.all())


def printable(text: str) -> str:
    """The text with control characters and lone surrogates escaped, and cut: it comes from an untrusted archive."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
    return safe if len(safe) <= 120 else safe[:117] + "..."
