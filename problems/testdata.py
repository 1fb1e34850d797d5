"""The tests below `data/`: pairs of `.in` and `.ans`, samples first, folder by folder in natural order."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from problems.document import nearest
from problems.findings import Findings
from problems.lineends import LineEnds, plain_lines, scan
from problems.order import natural_path_key
from problems.package import PackageFile, PackageTest
from problems.source import DamagedFile, Source

MOST_SAMPLE_BYTES = 1 << 20
_ASIDE = (".out", ".interaction", ".hint", ".desc", ".png", ".jpg", ".jpeg", ".svg", ".yaml", ".md", ".txt")
_ASIDE_LONG = (".in.statement", ".ans.statement", ".in.download", ".ans.download")
_OTHER_FOLDERS = ("invalid_input", "invalid_output", "valid_output")


@dataclass(frozen=True, slots=True)
class _Pair:
    """A test's name below `data`, and the paths of its two files."""

    name: str
    input: str
    answer: str


def read_tests(source: Source, findings: Findings, *, keep_line_ends: bool) -> tuple[PackageTest, ...]:
    """Every test in judging order. Each file is read once, to its end, so that damage is found now."""
    _report_strays(source, findings)
    samples = list(_pairs(source, "data/sample/", findings))
    secret = list(_pairs(source, "data/secret/", findings))
    if not samples and not secret:
        findings.error("data", "no test at all", cure="put 1.in and 1.ans into data/secret/")
    elif not secret:
        findings.error(
            "data/secret", "no secret test", cure="put tests into data/secret/; samples may be repeated there"
        )
    reader = functools.partial(_file, source, findings, keep_line_ends)
    tests = []
    for number, pair in enumerate([*samples, *secret], start=1):
        sample = number <= len(samples)
        test = PackageTest(number, pair.name, sample, reader(pair.input, sample), reader(pair.answer, sample))
        tests.append(test)
    return tuple(tests)


def _pairs(source: Source, folder: str, findings: Findings) -> Iterator[_Pair]:
    stems: dict[str, set[str]] = {}
    for path in source.files:
        if path.startswith(folder):
            stem, kind = _split(path)
            if kind in (".in", ".ans", ".out"):
                stems.setdefault(stem, set()).add(kind)
    for stem in sorted(stems, key=natural_path_key):
        kinds = stems[stem]
        if {".in", ".ans"} <= kinds:
            yield _Pair(stem.removeprefix("data/"), stem + ".in", stem + ".ans")
        elif ".in" in kinds:
            cure = f"rename {stem}.out to {stem}.ans" if ".out" in kinds else f"add {stem}.ans"
            findings.error(stem + ".in", "a test without an answer", cure=cure)
        else:
            there = ".ans" if ".ans" in kinds else ".out"
            findings.error(stem + there, "an answer without an input", cure=f"add {stem}.in or remove the answer")


def _split(path: str) -> tuple[str, str]:
    """The path without its ending, and the ending."""
    for ending in _ASIDE_LONG:
        if path.endswith(ending):
            return path.removesuffix(ending), ending
    folder, _, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    return (f"{folder}/{stem}", dot + ending) if dot and stem else (path, "")


def _report_strays(source: Source, findings: Findings) -> None:
    """What looks like test data and is not read as such."""
    for path in source.files:
        parts = path.split("/")
        kind = _split(path)[1]
        if parts[0] != "data":
            if kind in (".in", ".ans") and len(parts) <= 2 and parts[0] not in ("attachments", "submissions"):
                findings.error(path, "a test outside data/", cure=f"move it to data/secret/{parts[-1]}")
        elif len(parts) == 2:
            if kind in (".in", ".ans"):
                findings.error(path, "a test directly in data/", cure=f"move it to data/secret/{parts[-1]}")
        elif parts[1] in _OTHER_FOLDERS:
            continue
        elif parts[1] not in ("sample", "secret"):
            cure = nearest(parts[1], ("sample", "secret", *_OTHER_FOLDERS)) or "tests stand in sample and secret"
            findings.warning(path, f"not read: the folder data/{parts[1]} has no meaning", cure=cure)
        elif any(part.endswith(".files") for part in parts[2:-1]):
            findings.error(path, "files beside standard input are not supported yet", cure="give all input on stdin")
        elif kind not in (".in", ".ans", *_ASIDE, *_ASIDE_LONG):
            cure = nearest(kind.lower(), (".in", ".ans"))
            findings.warning(path, f"not read: {kind or 'no ending'} is not a kind of test data", cure=cure)


def _file(source: Source, findings: Findings, keep_line_ends: bool, path: str, sample: bool) -> PackageFile:
    opener: Callable[[], BinaryIO] = functools.partial(source.open, path)
    try:
        with opener() as stream:
            found = scan(stream)
    except DamagedFile as damage:
        findings.error(path, damage.why, cure=damage.cure)
        return PackageFile(path, opener)
    if found.bytes == 0 and path.endswith(".ans"):
        findings.warning(path, "empty answer: only an empty output is right")
    if sample and found.bytes > MOST_SAMPLE_BYTES:
        findings.error(
            path,
            f"too large for a sample: {found.bytes} bytes",
            cure=f"samples are shown, so they have at most {MOST_SAMPLE_BYTES} bytes; move it to data/secret/",
        )
    if found.ends is LineEnds.ODD:
        findings.warning(
            path,
            "carriage returns that do not belong to Windows line ends; kept as they are",
            cure="save it with plain line ends (LF) unless they are meant",
        )
    elif found.ends is LineEnds.CRLF and not keep_line_ends:
        findings.warning(
            path,
            "Windows line ends (CR LF), read as plain ones (LF)",
            cure="save it with LF, or set 'pgjudge: {line_ends: keep}' in problem.yaml",
        )
        return PackageFile(path, lambda: plain_lines(opener()))
    return PackageFile(path, opener)
