"""How stored values look in JSON. Nothing here can show a hidden input, an answer, a test's name or a checker's words.

Text is always valid Unicode; bytes that are not come with their exact value in base64 beside them.
"""

from __future__ import annotations

import base64

from model.judging import Output, TestResult
from store.submissions import JudgingView, SubmissionView

Json = dict[str, object]


def milliseconds(nanoseconds: int) -> int:
    """Rounded to the nearest whole one, halves up."""
    return (nanoseconds + 500_000) // 1_000_000


def readable(content: bytes) -> str:
    """The text that `content` is in UTF-8, with U+FFFD for what is not."""
    return content.decode("utf-8", "replace")


def brief(view: SubmissionView) -> Json:
    """A submission without its tests, as lists show it."""
    judged = view.judging
    return {
        "id": view.id,
        "problem": view.problem,
        "language": view.runtime,
        "user": view.user,
        "file_name": view.file_name,
        "lane": view.lane.name.lower(),
        "state": view.state.value,
        "created_at": view.created_at,
        "source_bytes": view.source_bytes,
        "position": None if view.position is None else view.position + 1,
        "verdict": judged.verdict.value if judged else None,
        "reason": judged.reason if judged else None,
        "time_ms": milliseconds(judged.cpu_ns) if judged else None,
        "wall_ms": milliseconds(judged.wall_ns) if judged else None,
        "memory_bytes": judged.memory_bytes if judged else None,
    }


def full(view: SubmissionView) -> Json:
    """A submission with what the current judging says of every test."""
    judged = view.judging
    details: Json = _details(judged) if judged else {"judging": None, "version": None, "tests": [], "tests_total": None}
    return brief(view) | {"compile_output": "", "compile_time_ms": None} | details


def judging(row: JudgingView, *, internals: bool) -> Json:
    """One judging of a submission. `internals` adds where it ran."""
    shown: Json = {
        "verdict": row.verdict.value,
        "reason": row.reason,
        "time_ms": milliseconds(row.cpu_ns),
        "wall_ms": milliseconds(row.wall_ns),
        "memory_bytes": row.memory_bytes,
    } | _details(row)
    if internals:
        shown |= {"worker": row.worker, "image_digest": row.image_digest}
    return shown


def _details(row: JudgingView) -> Json:
    return {
        "judging": row.number,
        "version": row.version,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "tests": [_test(result) for result in row.tests],
        "tests_total": row.tests_total,
        "compile_output": row.compile_output,
        "compile_time_ms": milliseconds(row.compile_cpu_ns),
    }


def _test(result: TestResult) -> Json:
    return {
        "number": result.number,
        "verdict": result.verdict.value,
        "reason": result.reason,
        "time_ms": milliseconds(result.cpu_ns),
        "wall_ms": milliseconds(result.wall_ns),
        "memory_bytes": result.memory_bytes,
        "exit_code": result.exit_code,
        "signal": result.signal,
    }


def output(row: Output) -> Json:
    """What the program wrote on one test; for authors only."""
    shown: Json = {"test": row.test, "stdout_cut": row.stdout_cut, "stderr_cut": row.stderr_cut}
    for name, content in (("stdout", row.stdout), ("stderr", row.stderr)):
        shown |= text_or_bytes(name, content)
    return shown


def text_or_bytes(name: str, content: bytes) -> Json:
    """`name`: the text; `name`_base64: the exact bytes where the text does not say them, else null."""
    shown = readable(content)
    exact = shown.encode() == content
    return {name: shown, f"{name}_base64": None if exact else base64.b64encode(content).decode()}
