"""Per-test results as the `tests` column of a judging holds them: one object a test, without what is at its default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import orjson

from model.judging import TestResult
from model.verdict import Verdict
from store.texts import storable

_DEFAULTS = {f.name: f.default for f in fields(TestResult)}


def to_json(tests: Iterable[TestResult]) -> str:
    """The JSON array to store."""
    return orjson.dumps([_row(test) for test in tests]).decode()


def from_rows(rows: Iterable[Mapping[str, Any]]) -> tuple[TestResult, ...]:
    """The results that a stored array says."""
    return tuple(TestResult(**{**row, "verdict": Verdict(row["verdict"])}) for row in rows)


def _row(test: TestResult) -> dict[str, object]:
    row = {name: getattr(test, name) for name in _DEFAULTS}
    row["reason"] = storable(test.reason)
    return {name: value for name, value in row.items() if value != _DEFAULTS[name]}
