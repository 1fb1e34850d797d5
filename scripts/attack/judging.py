"""Judges an attack as any submission is judged, as often and by as many at once as it asks, and says what was wrong."""

from __future__ import annotations

import io
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from judge.pipeline import Job, judge
from judge.sandbox.box import Engine
from model.errors import JudgeFailure
from model.judging import JudgingResult
from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, TestFile
from model.runtime import Runtime
from model.verdict import Verdict
from scripts.attack.attacks import MIB, Attack
from scripts.attack.traps import Traps
from scripts.attack.watched import WatchedEngine

CONTAINED = b"CONTAINED\n"
BOXES_OF_A_JUDGING = 2
SHOWN = 300
_SIDES_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Judged:
    """How it ended (of several judgings, the one that was wrong, else the last), and all that was wrong."""

    ended: str
    wrong: tuple[str, ...]


class _Tests:
    """The tests of one judging: each is told who it is, and expected to say CONTAINED. See `pipeline.CaseData`."""

    def __init__(self, who: str = "1 1", more_bytes: int = 0) -> None:
        self._who = who
        self._more = b"x" * more_bytes

    def input(self, test: TestFile) -> BinaryIO:
        return io.BytesIO(f"{self._who} {test.number}\n".encode() + self._more)

    def answer(self, _test: TestFile) -> bytes:
        return CONTAINED


def judge_plainly(source: bytes, runtime: Runtime, engine: Engine, rootfs: Path) -> JudgingResult:
    """Judge an ordinary submission. Raises JudgeFailure."""
    job = Job(source, runtime, _manifest(ProblemLimits(1_000, 64 * MIB), 2), rootfs, runtime.recipe.digest)
    return judge(job, engine, _Tests(), _untold)


def attack_once(attack: Attack, engine: Engine, rootfs: Path, traps: Traps) -> Judged:
    """Judge an attack. Whatever it does, this returns."""
    source = attack.source
    for word, meaning in traps.words().items():
        source = source.replace(word, meaning)
    ready = replace(attack, source=source)
    started = time.monotonic()
    with ThreadPoolExecutor(attack.sides, thread_name_prefix="side") as pool:
        together = threading.Barrier(attack.sides)
        sides = [pool.submit(_side, ready, engine, rootfs, traps, side + 1, together) for side in range(attack.sides)]
        judged = [one for side in sides for one in side.result()]
    shown = next((one for one in judged if one.wrong), judged[-1])
    seconds = time.monotonic() - started
    late = [f"it took {seconds:.1f} s"] if seconds > attack.seconds_most else []
    return Judged(shown.ended, (*shown.wrong, *late))


def _side(
    attack: Attack, engine: Engine, rootfs: Path, traps: Traps, side: int, together: threading.Barrier
) -> list[Judged]:
    judged = []
    for judging in range(1, attack.judgings + 1):
        together.wait(_SIDES_SECONDS)
        judged.append(_judged(attack, engine, rootfs, traps, _Tests(f"{side} {judging}", attack.input_bytes)))
    return judged


def _judged(attack: Attack, engine: Engine, rootfs: Path, traps: Traps, tests: _Tests) -> Judged:
    watched = WatchedEngine(engine, slow=attack.slow_reader)
    manifest = _manifest(attack.limits, attack.tests)
    job = Job(attack.source, attack.runtime, manifest, rootfs, attack.runtime.recipe.digest)
    try:
        result = judge(job, watched, tests, _untold)
    except JudgeFailure as failure:
        return Judged("no verdict", (f"the judge failed: {failure.message}",))
    wrong = [*_wrong_ending(attack, result), *_wrong_figures(attack, result)]
    if watched.boxes > BOXES_OF_A_JUDGING:
        wrong.append("a box failed and was replaced")
    if traps.secret in _all_said(result):
        wrong.append("the host's secret was told")
    return Judged(f"{result.verdict}({result.reason})" if result.reason else str(result.verdict), tuple(wrong))


def _manifest(limits: ProblemLimits, tests: int) -> Manifest:
    files = tuple(TestFile(n, f"secret/{n}", False, "", 0, "", len(CONTAINED)) for n in range(1, tests + 1))
    return Manifest(Checker(CheckerKind.EXACT), limits, files)


def _untold(_phase: str, _done: int, _total: int) -> None:
    """Nobody waits to be told of progress."""


def _wrong_ending(attack: Attack, result: JudgingResult) -> list[str]:
    if any(ending.permits(result.verdict, result.reason) for ending in attack.expect):
        return []
    expected = " or ".join(map(str, attack.expect))
    said = " ".join(_all_said(result)[:SHOWN].split())
    return [f"ended with {result.verdict}({result.reason}), not {expected}" + (f"; said: {said}" if said else "")]


def _wrong_figures(attack: Attack, result: JudgingResult) -> list[str]:
    wrong = []
    if result.verdict is not Verdict.COMPILE_ERROR:
        if result.verdict is Verdict.TIME_LIMIT and result.cpu_ns < attack.cpu_least_ms * 1_000_000:
            wrong.append(f"used {result.cpu_ns / 1e6:.0f} ms of CPU time unseen, or did not try")
        if result.memory_bytes < attack.memory_least_mib * MIB:
            wrong.append(f"was seen to use only {result.memory_bytes / MIB:.0f} MiB")
        if attack.memory_most_mib and result.memory_bytes > attack.memory_most_mib * MIB:
            wrong.append(f"was given {result.memory_bytes / MIB:.0f} MiB of memory")
    return wrong


def _all_said(result: JudgingResult) -> str:
    outputs = b"\n".join(output.stdout + b"\n" + output.stderr for output in result.outputs)
    return result.compile_output + outputs.decode(errors="replace")
