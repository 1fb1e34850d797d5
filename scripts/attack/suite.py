"""Makes attacks on one engine, each followed by a look at everything that it must have left alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from judge import images
from model.errors import JudgeFailure, SetupError
from model.judging import JudgingResult
from model.runtime import Runtime
from scripts.attack.attacks import FOLDER, Attack
from scripts.attack.bystander import Bystander
from scripts.attack.judging import Judged, attack_once, judge_plainly
from scripts.attack.levels import levels, risen
from scripts.attack.outcome import Outcome
from scripts.attack.places import Place
from scripts.attack.traces import SLOW_TO_GO, differences, traces
from scripts.attack.traps import Traps

ALL = "all of them together"
"""The name of the last look, at what all attacks have left."""

NEXT = FOLDER.parent / "programs" / "next.c"
SETTLE_SECONDS = 5.0
"""How long the host may take to be as it was: the kernel frees some things a little later."""

ALL_SETTLE_SECONDS = 20.0
ALL_TIMES = 4
"""After all attacks the host gets more time, and its levels may have moved more: some minutes have gone by."""

SHOWN = 8

NEXT_TRIES = 3
SLOWER = 4
SLOWER_SECONDS = 0.3
"""The next submission may take so many times its usual time, and so much more, on a host that does other things too."""


class Suite:
    """Everything that attacks on one engine share, from entry to exit."""

    def __init__(self, place: Place, runtimes: Mapping[str, Runtime], images_folder: Path) -> None:
        self._place = place
        self._runtimes = runtimes
        self._images = images_folder
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            runtime = self._runtimes["c"]
            rootfs = images.find(runtime, self._images)
            if rootfs is None:
                raise SetupError("the image of c is missing", cure="run pgjudge runtime build c")
            self._image_files = _image_files(self._runtimes, self._images)
            self._next = (NEXT.read_bytes(), runtime, rootfs)
            self._traps = stack.enter_context(Traps())
            self._stack = stack.pop_all()
        with ExitStack() as unless_ready:
            unless_ready.callback(self._stack.close)
            self._bystander = self._new_bystander()
            self._usual = min((self._judge_next() for _ in range(3)), key=lambda timed: timed[1])
            if harm := self._bystander.harmed():
                raise SetupError(harm[0], cure="see pgjudge doctor")
            self._traces = traces(self._place)
            self._levels = self._levels_at_first = levels()
            unless_ready.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def make(self, attack: Attack) -> Outcome:
        """Make an attack. What may have been another's doing is a find only if a second attempt brings it again."""
        rootfs = images.find(attack.runtime, self._images)
        started = time.monotonic()
        if rootfs is None:
            needs = f"the image of {attack.runtime.id}"
            return Outcome(attack.name, self._place.engine.name, "", (), 0.0, needs)
        judged, sure, unsure = self._once(attack, rootfs)
        if unsure and not sure:
            judged, sure, unsure = self._once(attack, rootfs)
        seconds = time.monotonic() - started
        return Outcome(attack.name, self._place.engine.name, judged.ended, _shown([*sure, *unsure]), seconds)

    def _once(self, attack: Attack, rootfs: Path) -> tuple[Judged, list[str], list[str]]:
        """How it ended, what was surely wrong, and what may have been another's doing."""
        judged = attack_once(attack, self._place.engine, rootfs, self._traps)
        harm = self._bystander.harmed()
        sure = [*judged.wrong, *self._traps.sprung(), *harm]
        surely, unsure = self._next_is_as_usual()
        sure += surely
        sure += _settled(lambda: differences(self._traces, traces(self._place), without=SLOW_TO_GO))
        unsure += _settled(lambda: risen(self._levels, levels()))
        if harm:
            self._bystander = self._new_bystander()
        if sure or unsure:
            self._traces = traces(self._place)  # the next attack is not to blame
        self._levels = levels()
        return judged, sure, unsure

    def after_all(self) -> Outcome:
        """What all attacks together have left: many small things, or what the kernel is slow to free."""
        started = time.monotonic()
        wrong = _settled(
            lambda: differences(self._traces, traces(self._place)) + risen(self._levels_at_first, levels(), ALL_TIMES),
            ALL_SETTLE_SECONDS,
        )
        changed = sorted(self._image_files ^ _image_files(self._runtimes, self._images))
        wrong += [f"{path} of an image was changed" for path, *_ in changed]
        return Outcome(ALL, self._place.engine.name, "", _shown(wrong), time.monotonic() - started)

    def _next_is_as_usual(self) -> tuple[list[str], list[str]]:
        """How the next submission differs from what it always is: its result, and, tried more than once, its time."""
        usual, usual_seconds = self._usual
        for _ in range(NEXT_TRIES):
            try:
                result, seconds = self._judge_next()
            except JudgeFailure as failure:
                return [f"the next submission was not judged: {failure.message}"], []
            if found := different(usual, result, self._place.figure_bytes):
                return found, []
            if seconds <= SLOWER * usual_seconds + SLOWER_SECONDS:
                return [], []
        return [], [f"the next submission took {seconds:.2f} s, not {usual_seconds:.2f}"]

    def _new_bystander(self) -> Bystander:
        """One that is alive and well, until the suite is over."""
        _, runtime, rootfs = self._next
        bystander = Bystander(self._place.engine, runtime, rootfs, self._traps.secret)
        self._stack.enter_context(bystander)
        bystander.harmed()  # waits until it lives
        return bystander

    def _judge_next(self) -> tuple[JudgingResult, float]:
        started = time.monotonic()
        source, runtime, rootfs = self._next
        return judge_plainly(source, runtime, self._place.engine, rootfs), time.monotonic() - started


def different(usual: JudgingResult, result: JudgingResult, figure_bytes: int) -> list[str]:
    """How the result of the next submission differs from what it always is, figures by more than so much memory."""
    if (result.verdict, result.reason, result.compile_output) != (usual.verdict, usual.reason, usual.compile_output):
        return [f"the next submission got {result.verdict}({result.reason}): {result.compile_output[:200]}"]
    if abs(result.memory_bytes - usual.memory_bytes) > figure_bytes:
        return [f"the next submission used {result.memory_bytes:,} bytes, not {usual.memory_bytes:,}"]
    return []


def _shown(wrong: list[str]) -> tuple[str, ...]:
    """The first of them, and how many there are."""
    more = len(wrong) - SHOWN
    return (*wrong[:SHOWN], f"and {more} more") if more > 0 else tuple(wrong)


def _image_files(runtimes: Mapping[str, Runtime], folder: Path) -> set[tuple[str, int, int, int, int]]:
    """Path, time, size, mode and owner of all that is in the images: nothing may ever write there."""
    roots = {root for runtime in runtimes.values() if (root := images.find(runtime, folder))}
    found = set()
    for root in roots:
        for parent, folders, files in os.walk(root):
            for path in (os.path.join(parent, name) for name in (".", *folders, *files)):
                status = os.lstat(path)
                found.add((path, status.st_mtime_ns, status.st_size, status.st_mode, status.st_uid))
    return found


def _settled(look: Callable[[], list[str]], seconds: float = SETTLE_SECONDS) -> list[str]:
    """What `look` still finds when the host has had its time."""
    until = time.monotonic() + seconds
    while (found := look()) and time.monotonic() < until:
        time.sleep(0.02)
    return found
