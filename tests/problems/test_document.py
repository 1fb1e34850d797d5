"""YAML with positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from problems import document
from problems.document import Value
from problems.findings import Finding, Findings


def read(text: str) -> tuple[Value | None, Findings]:
    findings = Findings()
    return document.parse(text, "f.yaml", findings), findings


def only(findings: Findings) -> Finding:
    (finding,) = findings.all()
    return finding


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name: Sum: the sequel\n", 1),
        ("a: 1\n\tb: 2\n", 2),
        ("a: [1, 2\nb: 3\n", 2),
        ("a: 1\nb: \x01\n", 2),
        ("a: &x 1\nb: *x\n", 1),
        ("a: 1\n---\nb: 2\n", 2),
        ("a: !!python/object:os.system x\n...\n- 1\n", 3),
        ("x: " + "[" * 5000, 1),
        ("- " * 30 + "a", 1),
    ],
)
def test_what_is_not_plain_yaml_is_one_finding_with_its_line(text: str, line: int) -> None:
    value, findings = read(text)
    assert value is None
    assert only(findings).line == line


@given(st.text(alphabet="ab:-[]{}&*!|>'\"\n\t #%,?", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    value, findings = read(text)
    assert value is not None or findings.refused


def test_an_empty_file_has_no_keys() -> None:
    value, findings = read("# nothing\n")
    assert value is not None
    assert value.empty
    assert value.entries() == {}
    assert not findings.all()


def test_values_know_their_lines() -> None:
    value, _ = read("a: 1\nb:\n  c: x\n")
    assert value is not None
    assert value.entries()["b"].entries()["c"].line == 3


def test_a_key_given_twice_is_found() -> None:
    value, findings = read("a: 1\nb: 2\na: 3\n")
    assert value is not None
    assert value.entries()["a"].text() == "1"
    assert only(findings).line == 3


@pytest.mark.parametrize("text", ["-1", "0", "1e99", "1.5", ".inf", ".nan", "lots", "[1]", "", "0x10", "1_000", "٣"])
def test_what_is_not_a_whole_number_in_range_is_found(text: str) -> None:
    value, findings = read(f"n: {text}\n")
    assert value is not None
    assert value.entries()["n"].whole(1, 1000, "MiB") is None
    assert only(findings).line == 1


@pytest.mark.parametrize(("text", "number"), [("1", 1.0), ("2.5", 2.5), ("'3'", 3.0), ("1e1", 10.0), (".5", 0.5)])
def test_numbers_are_read_however_they_are_written(text: str, number: float) -> None:
    value, _ = read(f"n: {text}\n")
    assert value is not None
    assert value.entries()["n"].number(0, 100, "seconds") == number


def test_a_wrong_word_is_answered_with_the_nearest() -> None:
    value, findings = read("checker: tokn\n")
    assert value is not None
    value.entries()["checker"].word(["token", "exact"])
    assert only(findings).cure == "did you mean token?"
