"""Reads `expected.csv`, the faults that people met with other judges, and judges its rows through the pipeline.

A row is a source with its limits, input and answer, the verdicts that are permitted, the ones that must never come,
and how many times to repeat: many of these faults are races.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, TestFile
from model.verdict import Verdict

HERE = Path(__file__).parent
FIRST, LAST = 1, 17

VERDICTS = {
    "AC": Verdict.ACCEPTED,
    "WA": Verdict.WRONG_ANSWER,
    "TLE": Verdict.TIME_LIMIT,
    "MLE": Verdict.MEMORY_LIMIT,
    "OLE": Verdict.OUTPUT_LIMIT,
    "RE": Verdict.RUNTIME_ERROR,
    "CE": Verdict.COMPILE_ERROR,
    "JE": Verdict.INTERNAL_ERROR,
}


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    case: str
    file: str
    language: str
    limits: ProblemLimits
    checker: Checker
    stdin: bytes
    answer: bytes
    permitted: frozenset[Verdict]
    never: frozenset[Verdict]
    repeat: int

    @property
    def source(self) -> bytes:
        """The submission, byte for byte."""
        return (HERE / self.case / self.file).read_bytes()

    @property
    def name(self) -> str:
        """For test ids."""
        return f"{self.case}-{self.file}-{self.checker.kind}"

    @property
    def manifest(self) -> Manifest:
        """A problem of one secret test."""
        test = TestFile(1, "secret/1", False, "", len(self.stdin), "", len(self.answer))
        return Manifest(self.checker, self.limits, (test,))


class RowTests:
    """A row's test data, in memory."""

    def __init__(self, row: Row) -> None:
        self._row = row

    def input(self, _test: TestFile) -> BinaryIO:
        """The input."""
        return io.BytesIO(self._row.stdin)

    def answer(self, _test: TestFile) -> bytes:
        """The answer."""
        return self._row.answer


def rows(languages: set[str]) -> list[Row]:
    """The rows of the cases of this issue whose language is known here."""
    with (HERE / "expected.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    return [
        _row(line)
        for line in lines
        if FIRST <= int(line["id"].removeprefix("pub-")) <= LAST and line["lang"] in languages
    ]


def _row(line: dict[str, str]) -> Row:
    output_mib = 8 if line["id"] == "pub-05" else 64  # as the case's description says
    return Row(
        case=line["id"],
        file=line["file"],
        language=line["lang"],
        limits=ProblemLimits(int(line["tl_s"]) * 1000, int(line["ml_mib"]) << 20, output_mib << 20),
        checker=Checker(CheckerKind(line["checker"])),
        stdin=_content(line["id"], line["stdin"]),
        answer=_content(line["id"], line["answer"]),
        permitted=_verdicts(line["permitted"]),
        never=_verdicts(line["never"]),
        repeat=int(line["repeat"]),
    )


def _content(case: str, word: str) -> bytes:
    """A file of the case, what its generator writes, or the word itself."""
    if word == "empty":
        return b""
    if word.startswith("gen.py:"):
        return {"1.in": b"7 " * (4 << 20), "1.ans": b"42\n"}[word.removeprefix("gen.py:")]
    path = HERE / case / word
    return path.read_bytes() if path.exists() else word.encode("ascii")


def _verdicts(words: str) -> frozenset[Verdict]:
    return frozenset(VERDICTS[word] for word in words.split())
