"""The example solutions below `submissions/`, and the verdicts that each may get."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from model.verdict import Verdict
from problems import document
from problems.document import Value, nearest
from problems.findings import Findings
from problems.order import natural_path_key
from problems.package import JurySubmission
from problems.source import Source
from problems.textfiles import read_bytes, read_text

EXTENSIONS: Mapping[str, str] = {
    ".c": "c",
    ".cpp": "cpp17",
    ".cc": "cpp17",
    ".cxx": "cpp17",
    ".py": "python3",
    ".java": "java",
}
"""The runtime of a source file, by its ending."""

_LANGUAGES: Mapping[str, str] = {"cpp": "cpp17"}  # codes of the format that are not also our ids
_ROOT = "submissions/"
_SETTINGS = _ROOT + "submissions.yaml"
_MOST_SOURCE_BYTES = 1 << 20

_FAILS = tuple(v for v in Verdict if v not in (Verdict.ACCEPTED, Verdict.INTERNAL_ERROR))
_CRASH = (Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT)  # the format has no verdict of its own for memory
FOLDERS: Mapping[str, tuple[Verdict, ...]] = {
    "accepted": (Verdict.ACCEPTED,),
    "wrong_answer": (Verdict.WRONG_ANSWER,),
    "time_limit_exceeded": (Verdict.TIME_LIMIT,),
    "run_time_error": _CRASH,
    "rejected": _FAILS,
    "brute_force": (Verdict.TIME_LIMIT, *_CRASH),
    "no_output": (Verdict.WRONG_ANSWER,),
    "compile_error": (Verdict.COMPILE_ERROR,),
    "compiler_error": (Verdict.COMPILE_ERROR,),
    "memory_limit_exceeded": (Verdict.MEMORY_LIMIT,),
    "memory_limit": (Verdict.MEMORY_LIMIT,),
    "output_limit_exceeded": (Verdict.OUTPUT_LIMIT,),
    "output_limit": (Verdict.OUTPUT_LIMIT,),
}
"""The verdicts that a folder stands for: those of the format, of DOMjudge, and one for each verdict of ours."""

_SHORT: Mapping[str, tuple[Verdict, ...]] = {
    "AC": (Verdict.ACCEPTED,),
    "WA": (Verdict.WRONG_ANSWER,),
    "TLE": (Verdict.TIME_LIMIT,),
    "RTE": _CRASH,
    "MLE": (Verdict.MEMORY_LIMIT,),
    "OLE": (Verdict.OUTPUT_LIMIT,),
    "CE": (Verdict.COMPILE_ERROR,),
}


@dataclass(frozen=True, slots=True)
class _Rule:
    """What submissions.yaml says of the submissions that a pattern matches."""

    pattern: str
    match: re.Pattern[str]
    language: str | None
    permitted: frozenset[Verdict] | None
    required: frozenset[Verdict] | None
    line: int


def read_submissions(
    source: Source, findings: Findings, extensions: Mapping[str, str] = EXTENSIONS
) -> tuple[JurySubmission, ...]:
    """Every example solution of one file; what cannot be judged is left out with a warning."""
    rules = _rules(source, findings)
    found = []
    folders = FOLDERS.keys() | {
        rule.pattern for rule in rules if rule.permitted is not None or rule.required is not None
    }
    for path, folder in _programs(source, folders, findings):
        below = path.removeprefix(_ROOT)
        matching = [rule for rule in rules if _matches(rule, below)]
        runtime = _runtime(below, matching, extensions)
        permitted = _permitted(folder, below, matching, findings)
        if not runtime:
            findings.warning(path, "not judged: no runtime for this ending", cure=f"known are {' '.join(extensions)}")
        elif permitted and (content := read_bytes(source, path, findings, most=_MOST_SOURCE_BYTES)) is not None:
            found.append(JurySubmission(path, path.rpartition("/")[2], runtime, permitted, content))
    return tuple(found)


def _programs(source: Source, folders: Set[str], findings: Findings) -> Iterator[tuple[str, str]]:
    """The path and folder of each solution: a file, or a folder that holds a single file."""
    programs: dict[str, list[str]] = {}
    for path in source.files:
        if path.startswith(_ROOT) and path.count("/") >= 2:
            programs.setdefault("/".join(path.split("/")[:3]), []).append(path)
    unknown: set[str] = set()
    for program in sorted(programs, key=natural_path_key):
        folder = program.split("/")[1]
        if folder not in folders:
            if folder not in unknown:
                cure = nearest(folder, FOLDERS) or f"known are {', '.join(FOLDERS)}"
                findings.warning(_ROOT + folder, "not judged: no verdict belongs to this folder", cure=cure)
            unknown.add(folder)
        elif len(programs[program]) > 1:
            findings.warning(program, "not judged: a solution of several files", cure="put it into one file")
        else:
            yield programs[program][0], folder


def _runtime(below: str, rules: list[_Rule], extensions: Mapping[str, str]) -> str:
    for rule in rules:
        if rule.language is not None:
            return _LANGUAGES.get(rule.language, rule.language)
    return extensions.get("." + below.rpartition(".")[2].lower(), "")


def _permitted(folder: str, below: str, rules: list[_Rule], findings: Findings) -> tuple[Verdict, ...]:
    """The verdicts of the whole judging that meet every rule; a rule named as the folder replaces the folder's own."""
    own = [rule for rule in rules if rule.pattern == folder]
    first = FOLDERS.get(folder, ())
    allowed = set(Verdict) - {Verdict.INTERNAL_ERROR}
    if not any(rule.permitted is not None for rule in own):
        allowed &= {*first, Verdict.ACCEPTED} if first else allowed
    if first and not any(rule.required is not None for rule in own):
        allowed -= {Verdict.ACCEPTED} - set(first)
    for rule in rules:
        if rule.permitted is not None:
            allowed &= rule.permitted
        if rule.required is not None:
            # One test must have a verdict of these. Judging stops at the first failure, and that may be another one
            # that is permitted; what cannot be is that there is no failure.
            allowed -= {Verdict.ACCEPTED} - rule.required
    if not allowed:
        line = max(rule.line for rule in rules)
        findings.error(_SETTINGS, f"no verdict is left for {below}", cure="loosen permitted or required", line=line)
    return tuple(sorted(allowed, key=lambda v: (first.index(v) if v in first else len(first), list(Verdict).index(v))))


def _rules(source: Source, findings: Findings) -> list[_Rule]:
    if _SETTINGS not in source.files:
        return []
    text = read_text(source, _SETTINGS, findings)
    top = document.parse(text, _SETTINGS, findings) if text is not None else None
    if top is None:
        return []
    return [rule for pattern, value in top.entries().items() if (rule := _rule(pattern, value)) is not None]


def _rule(pattern: str, value: Value) -> _Rule | None:
    if len(pattern) > 200 or pattern.count("*") > 4:
        value.error("a pattern has at most 200 characters and four asterisks", "write it simpler")
        return None
    entries = value.entries()
    language = entries["language"].text() if "language" in entries else None
    permitted, required = (_verdicts(entries[k]) if k in entries else None for k in ("permitted", "required"))
    return _Rule(pattern, _glob(pattern), language, permitted, required, value.line)


def _verdicts(value: Value) -> frozenset[Verdict]:
    found: set[Verdict] = set()
    for word in value.words():
        if word in _SHORT:
            found.update(_SHORT[word])
        else:
            value.error(f"unknown verdict {word[:40]!r}", f"known are {', '.join(_SHORT)}")
    return frozenset(found)


def _glob(pattern: str) -> re.Pattern[str]:
    """Asterisks and question marks within one name, and {one,another}."""
    parts = []
    inside = False
    for character in pattern:
        if character == "{" and not inside:
            inside = True
            parts.append("(?:")
        elif character == "}" and inside:
            inside = False
            parts.append(")")
        elif character == "," and inside:
            parts.append("|")
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(character) or re.escape(character))
    return re.compile("".join(parts) + (")" if inside else ""))


def _matches(rule: _Rule, below: str) -> bool:
    """Whether the pattern matches the submission or a folder above it."""
    parts = below.split("/")
    return any(rule.match.fullmatch("/".join(parts[:n])) for n in range(1, len(parts) + 1))
