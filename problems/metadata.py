"""problem.yaml: what is used of it, and a finding for whatever would silently change how the problem is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass

from model.problem import CheckerKind
from problems.document import Value, nearest
from problems.findings import Findings

_VERSIONS = frozenset({"legacy", "legacy-icpc", "2023-07", "2023-07-draft", "2025-09", "2025-09-draft", "draft"})
_KEPT_ASIDE = frozenset(
    {"uuid", "version", "credits", "author", "source", "source_url", "license", "rights_owner", "embargo_until"}
    | {"keywords", "libraries", "allow_file_writing"}
)
_READ = frozenset(
    {"problem_format_version", "type", "name", "limits", "languages", "constants", "validation", "validator_flags"}
    | {"grading", "pgjudge"}
)
_LIMITS_FOR_TOOLS = frozenset(
    {"time_multiplier", "time_safety_margin", "time_multipliers", "time_resolution"}
    | {"validation_time", "validation_memory", "validation_output"}
)
_LIMITS_NOT_APPLIED = frozenset({"code", "compilation_time", "compilation_memory"})
_LIMITS_READ = frozenset({"time_limit", "memory", "output"})
_OURS = frozenset({"checker", "case_sensitive", "multipliers", "line_ends"})
_RUNTIME_ID = re.compile(r"[a-z0-9][a-z0-9._+-]{0,31}")
_LATER = "this kind of problem is supported later; for now only pass-fail problems with the default validator are"

MOST_TIME_S = 600.0
MOST_MEMORY_MIB = 64 << 10
MOST_OUTPUT_MIB = 1 << 10


@dataclass(slots=True)
class Metadata:
    """What problem.yaml says. None where it says nothing."""

    title: str | None = None
    time_ms: int | None = None
    memory_mib: int = 2048
    output_mib: int = 8
    multipliers: tuple[tuple[str, float], ...] = ()
    flags: tuple[str, ...] = ()
    flags_line: int = 0
    checker: CheckerKind | None = None
    case_sensitive: bool | None = None
    ours_line: int = 0
    keep_line_ends: bool = False


def read_metadata(top: Value, findings: Findings) -> Metadata:
    """Read the keys of problem.yaml; everything wrong with them is recorded."""
    found = Metadata()
    entries = top.entries()
    if top.empty:
        findings.error(top.file, "empty", cure="give at least 'name: TITLE'")
    for key, value in entries.items():
        if key not in _READ | _KEPT_ASIDE:
            value.warning(f"unknown key {key[:40]!r} is not used", nearest(key, _READ | _KEPT_ASIDE))
    if version := entries.get("problem_format_version"):
        version.word(_VERSIONS)
    if name := entries.get("name"):
        found.title = _title(name)
    _refuse_other_kinds(entries)
    if limits := entries.get("limits"):
        _read_limits(limits, found)
    if flags := entries.get("validator_flags"):
        found.flags, found.flags_line = tuple(flags.words()), flags.line
    if ours := entries.get("pgjudge"):
        _read_ours(ours, found)
    return found


def _title(name: Value) -> str | None:
    """The English name where there are several, otherwise the first."""
    if not name.is_mapping:
        text = name.text()
    else:
        names = {language: value.text() for language, value in name.entries().items()}
        text = names.get("en") or next(iter(names.values()), None)
    if text is not None and not (0 < len(text.strip()) <= 200 and text.strip().isprintable()):
        name.error("name must be one printable line of 1 to 200 characters", "shorten it")
        return None
    return text.strip() if text else None


def _refuse_other_kinds(entries: dict[str, Value]) -> None:
    if kind := entries.get("type"):
        for word in kind.words():
            if word in ("scoring", "multi-pass", "interactive", "submit-answer"):
                kind.error(f"type {word} is not supported yet", _LATER)
            elif word != "pass-fail":
                kind.error(f"unknown type {word[:40]!r}", "known is pass-fail")
    if validation := entries.get("validation"):
        words = validation.words()
        if "custom" in words:
            extra = "".join(f" {word}" for word in words if word in ("interactive", "score"))
            validation.error(f"validation custom{extra} is not supported yet", _LATER)
        elif words != ["default"]:
            validation.error("validation must be default", "write 'validation: default' or leave the key out")
    if (languages := entries.get("languages")) and languages.words() != ["all"]:
        languages.warning("languages is not used: a solution in any language is judged")
    if (constants := entries.get("constants")) and constants.entries():
        constants.warning("constants are not put into the statement", "write the values out in the statement")


def _read_limits(limits: Value, found: Metadata) -> None:
    known = _LIMITS_READ | _LIMITS_FOR_TOOLS | _LIMITS_NOT_APPLIED
    for key, value in limits.entries().items():
        if key == "validation_passes":
            value.error("validation_passes: multi-pass is not supported yet", _LATER)
        elif key == "time_limit":
            seconds = value.number(0.001, MOST_TIME_S, "seconds")
            found.time_ms = round(seconds * 1000) if seconds is not None else 0
        elif key == "memory":
            found.memory_mib = value.whole(1, MOST_MEMORY_MIB, "MiB") or found.memory_mib
        elif key == "output":
            found.output_mib = value.whole(1, MOST_OUTPUT_MIB, "MiB") or found.output_mib
        elif key in _LIMITS_NOT_APPLIED:
            value.warning(f"the limit {key} is not used: the server and the runtime have limits of their own")
        elif key not in known:
            value.warning(f"unknown limit {key[:40]!r} is not used", nearest(key, known))


def _read_ours(ours: Value, found: Metadata) -> None:
    found.ours_line = ours.line
    for key, value in ours.entries().items():
        if key == "checker":
            word = value.word(kind.value for kind in CheckerKind)
            found.checker = CheckerKind(word) if word in set(CheckerKind) else None
        elif key == "case_sensitive":
            found.case_sensitive = value.truth()
        elif key == "line_ends":
            found.keep_line_ends = value.word(("plain", "keep")) == "keep"
        elif key == "multipliers":
            found.multipliers = _multipliers(value)
        else:
            value.error(f"unknown key {key[:40]!r} below pgjudge", nearest(key, _OURS) or f"known are {sorted(_OURS)}")


def _multipliers(value: Value) -> tuple[tuple[str, float], ...]:
    found = []
    for runtime, factor in value.entries().items():
        if not _RUNTIME_ID.fullmatch(runtime):
            factor.error(f"{runtime[:40]!r} is not the id of a runtime", "write an id such as python3")
        number = factor.number(0.1, 100, "times")
        if number is not None:
            found.append((runtime, number))
    return tuple(sorted(found))
