"""How findings are collected and shown."""

from __future__ import annotations

import pytest

from problems.findings import MOST_LISTED, Findings, PackageRefused, Severity, printable


def test_a_finding_names_its_place_and_its_cure() -> None:
    findings = Findings()
    findings.error("problem.yaml", "memory is '0'", cure="give a number", line=3)
    assert str(findings.all()[0]) == "problem.yaml:3: error: memory is '0'; give a number"


def test_warnings_alone_refuse_nothing() -> None:
    findings = Findings()
    findings.warning("a", "odd")
    findings.refuse_if_any_error()
    assert not findings.refused


def test_a_refusal_is_one_line_with_the_first_error_and_carries_everything() -> None:
    findings = Findings()
    findings.warning("w", "odd")
    findings.error("a", "first", cure="cure it", line=2)
    findings.error("b", "second")
    with pytest.raises(PackageRefused) as caught:
        findings.refuse_if_any_error()
    assert str(caught.value) == "package refused: a:2: first (and 1 more): cure it"
    assert [finding.severity for finding in caught.value.findings] == [Severity.ERROR, Severity.ERROR, Severity.WARNING]
    assert caught.value.field == "package"


def test_thousands_of_findings_are_counted_and_not_kept() -> None:
    findings = Findings()
    for number in range(MOST_LISTED + 50):
        findings.error(str(number), "bad")
    assert len(findings.all()) == MOST_LISTED + 1
    assert findings.all()[-1].why.startswith("50 more")


def test_names_from_an_archive_cannot_break_the_line() -> None:
    assert printable("a\nb\x1b[31m\ud800") == "a\\nb\\x1b[31m\\ud800"
    assert len(printable("x" * 5000)) == 120
