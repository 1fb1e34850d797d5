"""problem.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.problem import CheckerKind, ProblemLimits
from tests.problems.packages import SOUND, errors, folder, opened, refused, warnings


def with_yaml(root: Path, text: str, **more: str) -> Path:
    return folder(root, {**SOUND, "problem.yaml": text, **more})


def test_defaults_are_those_of_the_format(tmp_path: Path) -> None:
    package = opened(with_yaml(tmp_path, "name: Sum\n"))
    assert package.limits == ProblemLimits(2000, 2048 << 20, 8 << 20)
    assert package.checker.kind is CheckerKind.TOKEN
    assert not package.checker.case_sensitive
    assert warnings(package.findings) == [
        "problem.yaml: warning: no time limit: 2 s is used; give 'limits: {time_limit: SECONDS}'"
    ]


def test_limits_are_read(tmp_path: Path) -> None:
    package = opened(with_yaml(tmp_path, "name: Sum\nlimits:\n  time_limit: 0.25\n  memory: 64\n  output: 2\n"))
    assert package.limits == ProblemLimits(250, 64 << 20, 2 << 20)


def test_every_bad_limit_is_named_with_its_line(tmp_path: Path) -> None:
    text = "name: Sum\nlimits:\n  time_limit: -1\n  memory: 0\n  output: 1e99\n"
    lines = errors(refused(with_yaml(tmp_path, text)))
    assert [line.split(" ")[0] for line in lines] == ["problem.yaml:3:", "problem.yaml:4:", "problem.yaml:5:"]


def test_unknown_keys_and_limits_are_warned_of_with_the_nearest(tmp_path: Path) -> None:
    text = "name: Sum\nauthr: me\nlimits:\n  time_limit: 1\n  memry: 5\n  code: 9\n"
    found = warnings(opened(with_yaml(tmp_path, text)).findings)
    assert "problem.yaml:2: warning: unknown key 'authr' is not used; did you mean author?" in found
    assert "problem.yaml:5: warning: unknown limit 'memry' is not used; did you mean memory?" in found
    assert any(line.startswith("problem.yaml:6: warning: the limit code is not used") for line in found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("validation: custom", "validation custom is not supported yet"),
        ("validation: custom interactive", "validation custom interactive is not supported yet"),
        ("validation: costum", "validation must be default"),
        ("type: interactive", "type interactive is not supported yet"),
        ("type: [pass-fail, multi-pass]", "type multi-pass is not supported yet"),
        ("type: scoring", "type scoring is not supported yet"),
        ("type: fail", "unknown type 'fail'"),
        ("limits: {validation_passes: 3}", "multi-pass is not supported yet"),
        ("problem_format_version: 2031-01", "problem_format_version is '2031-01'"),
        ("name: Twice", "name is given twice"),
        ("validator_flags: float_tolerance", "float_tolerance needs a number"),
        ("pgjudge: {chekcer: exact}", "did you mean checker?"),
        ("pgjudge: {checker: exct}", "did you mean exact?"),
        ("pgjudge: {checker: float}", "the float checker has no tolerance"),
        ("pgjudge: {case_sensitive: maybe}", "not true or false"),
        ("pgjudge: {multipliers: {python3: fast}}", "not a number of times"),
        ("pgjudge: {multipliers: {'Python 3': 2}}", "is not the id of a runtime"),
        ("pgjudge: {line_ends: keep}\nvalidator_flags: [a, [b]]", "must be a single value"),
    ],
)
def test_what_would_change_the_judging_is_refused_by_name(tmp_path: Path, text: str, words: str) -> None:
    found = errors(refused(with_yaml(tmp_path, f"name: Sum\n{text}\n")))
    assert any(line.startswith("problem.yaml:") and words in line for line in found)


@pytest.mark.parametrize("folder_name", ["output_validator", "output_validators", "static_validator", "include"])
def test_a_folder_that_would_change_the_judging_is_refused(tmp_path: Path, folder_name: str) -> None:
    package = folder(tmp_path, {**SOUND, f"{folder_name}/x/a.py": "pass\n"})
    assert any(line.startswith(f"{folder_name}: error:") for line in errors(refused(package)))


@pytest.mark.parametrize("version", ["legacy", "legacy-icpc", "2023-07", "2023-07-draft", "2025-09"])
def test_known_versions_of_the_format_are_read(tmp_path: Path, version: str) -> None:
    text = (
        f"problem_format_version: {version}\nname: {{de: Summe, en: Sum}}\ntype: pass-fail\nlimits: {{time_limit: 1}}"
    )
    package = opened(with_yaml(tmp_path, text))
    assert package.title == "Sum"
    assert package.findings == ()


def test_our_own_keys_are_read(tmp_path: Path) -> None:
    text = "name: Sum\npgjudge:\n  checker: line\n  case_sensitive: true\n  multipliers: {python3: 3, java: 1.5}\n"
    package = opened(with_yaml(tmp_path, text))
    assert (package.checker.kind, package.checker.case_sensitive) == (CheckerKind.LINE, True)
    assert package.limits.multipliers == (("java", 1.5), ("python3", 3.0))


def test_a_tolerance_and_another_checker_contradict_each_other(tmp_path: Path) -> None:
    text = "name: Sum\nvalidator_flags: float_tolerance 1e-6\npgjudge: {checker: token}\n"
    assert any("means nothing to the token checker" in line for line in errors(refused(with_yaml(tmp_path, text))))


def test_what_is_not_used_is_said_so(tmp_path: Path) -> None:
    text = "name: Sum\nlimits: {time_limit: 1}\nlanguages: [c]\nconstants: {n: 5}\n"
    assert len(warnings(opened(with_yaml(tmp_path, text)).findings)) == 2


@pytest.mark.parametrize(
    ("files", "time_ms"),
    [
        ({".timelimit": "3\n"}, 3000),
        ({"domjudge-problem.ini": "name='x'\ntimelimit='1.5'\n"}, 1500),
        ({".timelimit": "3", "domjudge-problem.ini": "timelimit=9"}, 3000),
    ],
)
def test_older_places_of_the_time_limit_are_read(tmp_path: Path, files: dict[str, str], time_ms: int) -> None:
    package = opened(folder(tmp_path, {**SOUND, "problem.yaml": "name: Sum\n", **files}))
    assert package.limits.time_ms == time_ms
    assert package.findings == ()


@pytest.mark.parametrize("text", ["soon", "0", "-1", "1e9"])
def test_a_bad_time_limit_in_a_file_is_named(tmp_path: Path, text: str) -> None:
    files = {"domjudge-problem.ini": f"name=x\ntimelimit = {text}\n"}
    found = errors(refused(folder(tmp_path, {**SOUND, "problem.yaml": "name: Sum\n", **files})))
    assert any(line.startswith("domjudge-problem.ini:2: error:") for line in found)


def test_no_problem_yaml_an_empty_one_and_bad_bytes_are_refused(tmp_path: Path) -> None:
    bare = {path: text for path, text in SOUND.items() if path != "problem.yaml"}
    assert "problem.yaml: error: not found" in errors(refused(folder(tmp_path, bare, "bare")))[0]
    empty = folder(tmp_path, {**bare, "problem.yaml": ""}, "empty")
    assert "problem.yaml: error: empty" in errors(refused(empty))[0]
    latin = folder(tmp_path, {**bare, "problem.yaml": b"# ok\nname: \xe9\n"}, "latin")
    assert "problem.yaml:2: error: not UTF-8" in errors(refused(latin))[0]
    large = folder(tmp_path, {**bare, "problem.yaml": "#" * 70000}, "large")
    assert "too large" in errors(refused(large))[0]


def test_a_name_is_needed_and_may_come_from_an_old_statement(tmp_path: Path) -> None:
    nameless = {**SOUND, "problem.yaml": "limits: {time_limit: 1}\n"}
    assert any("no name" in line for line in errors(refused(folder(tmp_path, nameless, "a"))))
    tex = folder(tmp_path, {**nameless, "problem_statement/problem.tex": "\\problemname{Old Sum}\n"}, "b")
    (tex / "statement/problem.en.md").unlink()
    assert opened(tex).title == "Old Sum"
