"""The suite notices: what an attack must not do is done here by a test, and each time the cell says NOT CONTAINED."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge import runtimes
from judge.sandbox.box import Box, BoxFailure, BoxSpec
from model.settings import Settings
from model.verdict import Verdict
from scripts.attack import levels, places, suite, traces
from scripts.attack.attacks import Attack, Ending
from scripts.attack.places import Place
from scripts.attack.suite import Suite
from scripts.attack.traps import MARKER

MIB = 1 << 20

ANYTHING = tuple(Ending(verdict, "") for verdict in Verdict)
"""Endings that forgive a program everything, so that only what is left can be wrong."""

SECRET = b'#include <stdio.h>\nint main(void) { puts("%s"); return 0; }\n'

HUNGRY = b"""
#include <string.h>
static char memory[9 << 20];
int main(int count, char **words) { memset(memory, count, sizeof memory); return memory[words[0][0]] == 0; }
"""


class Careless:
    """An engine that does something wrong each time when it opens a box, once it is told to. See `box.Engine`."""

    def __init__(self, place: Place) -> None:
        self._engine = place.engine
        self.name = "careless"
        self.check = place.engine.check
        self.close = place.engine.close
        self.mischief: Callable[[], object] = lambda: None

    def open(self, spec: BoxSpec) -> Box:
        self.mischief()
        return self._engine.open(spec)


@pytest.fixture(scope="module")
def place(settings: Settings, agent_binary: Path) -> Iterator[Place]:
    """A place of these tests' own."""
    with places.opened("runc", settings, agent_binary) as opened:
        yield opened


@pytest.fixture(scope="module")
def suite_and_engine(place: Place, settings: Settings) -> Iterator[tuple[Suite, Careless]]:
    engine = Careless(place)
    with Suite(replace(place, engine=engine), runtimes.load_all(), settings.images) as opened:
        yield opened, engine


@pytest.fixture
def careless(suite_and_engine: tuple[Suite, Careless]) -> Iterator[Careless]:
    """The engine of the suite that watches. What a test has it do is over with the test."""
    watching, engine = suite_and_engine
    yield engine
    engine.mischief = lambda: None
    watching._traps.sprung()
    watching._traces = traces.traces(watching._place)


@pytest.fixture
def watching(suite_and_engine: tuple[Suite, Careless], careless: Careless) -> Suite:
    return suite_and_engine[0]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host gets no time to settle: what is wrong stays so."""
    monkeypatch.setattr(suite, "SETTLE_SECONDS", 0.1)


def source(attack: Attack, text: bytes) -> Attack:
    return replace(attack, source=text, expect=ANYTHING)


def test_an_attack_that_does_nothing_is_contained(watching: Suite, plain: Attack) -> None:
    assert watching.make(plain).cell == "contained"


def test_an_ending_that_is_not_permitted_is_told(watching: Suite, plain: Attack) -> None:
    told = watching.make(replace(plain, source=b'#include <stdio.h>\nint main(void) { puts("GOT it"); }'))
    assert told.wrong == ("ended with WRONG_ANSWER(content differs at line 1), not ACCEPTED; said: GOT it",)
    assert told.cell == "NOT CONTAINED"


def test_the_secret_of_the_host_is_known_when_it_is_told(watching: Suite, plain: Attack) -> None:
    secret = watching._traps.secret.encode()
    assert watching.make(source(plain, SECRET % secret)).wrong == ("the host's secret was told",)
    in_a_message = source(plain, b'#error "%s"' % secret)
    assert watching.make(in_a_message).wrong == ("the host's secret was told",)


def test_figures_out_of_bounds_are_told(watching: Suite, plain: Attack) -> None:
    unseen = replace(plain, memory_least_mib=30)
    assert "was seen to use only" in watching.make(unseen).wrong[0]
    hungry = source(plain, HUNGRY)
    assert watching.make(replace(hungry, memory_most_mib=5)).wrong == ("was given 9 MiB of memory",)


def test_a_touched_trap_is_told(watching: Suite, plain: Attack, careless: Careless, quick: None) -> None:
    port = int(watching._traps.words()[b"@PORT@"])

    def call() -> None:
        with socket.create_connection(("127.0.0.1", port)), socket.socket(type=socket.SOCK_DGRAM) as datagrams:
            datagrams.sendto(b"x", ("127.0.0.1", port))

    careless.mischief = call
    wrong = watching.make(plain).wrong
    assert {"the host's port was reached", "the host's datagram port was reached"} <= set(wrong)


def test_a_box_that_failed_and_was_replaced_is_told(watching: Suite, plain: Attack, careless: Careless) -> None:
    left = [BoxFailure("broken")]

    def fail_once() -> None:
        if left:
            raise left.pop()

    careless.mischief = fail_once
    wrong = watching.make(plain).wrong
    assert wrong == ("a box failed and was replaced",)


def test_a_judge_that_fails_is_told(watching: Suite, plain: Attack, careless: Careless) -> None:
    left = [BoxFailure("broken")] * 2

    def fail_twice() -> None:
        if left:
            raise left.pop()

    careless.mischief = fail_twice
    assert watching.make(plain).wrong == ("the judge failed: broken",)


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_a_file_of_a_boxs_user_is_told(
    watching: Suite, plain: Attack, place: Place, careless: Careless, quick: None, folder: str
) -> None:
    path = Path(folder, f"left-{os.getpid()}")

    def leave() -> None:
        path.touch()
        os.chown(path, place.uids.start + 1000, -1)

    careless.mischief = leave
    try:
        assert f"file {path} is left" in watching.make(plain).wrong
    finally:
        path.unlink()


@pytest.fixture
def process(place: Place) -> Iterator[Callable[[], None]]:
    """Starts a process of a box's user that is in no box; at the end it is gone."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        if not started:
            started.append(subprocess.Popen(["/bin/sleep", "600"], user=place.uids.start + 1000))

    yield start
    for one in started:
        one.kill()
        one.wait()


def test_a_process_of_a_boxs_user_is_told(
    watching: Suite, plain: Attack, careless: Careless, process: Callable[[], None], quick: None
) -> None:
    careless.mischief = process
    wrong = watching.make(plain).wrong
    assert any(line.startswith("process ") and line.endswith(" is left") for line in wrong), wrong


def test_a_descriptor_and_a_socket_that_stay_open_are_told(
    watching: Suite, plain: Attack, careless: Careless, quick: None
) -> None:
    left: list[socket.socket] = []

    def open_one() -> None:
        if not left:
            left.append(socket.socket(socket.AF_UNIX))
            left[0].bind(f"\0{MARKER}-left")

    careless.mischief = open_one
    wrong = watching.make(plain).wrong
    left[0].close()
    assert any(line.startswith("descriptor of the judge socket:") for line in wrong), wrong
    assert any(line.startswith("socket ") and MARKER in line for line in wrong), wrong


def test_a_next_submission_that_cannot_be_judged_is_told(
    watching: Suite, plain: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise BoxFailure("broken")

    monkeypatch.setattr(watching, "_judge_next", fail)
    assert watching.make(plain).wrong == ("the next submission was not judged: broken",)


def test_a_slow_next_submission_is_told_only_if_it_is_so_twice(
    watching: Suite, plain: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, seconds = watching._usual
    times = iter([*[seconds * 100] * suite.NEXT_TRIES, seconds])
    monkeypatch.setattr(watching, "_judge_next", lambda: (usual, next(times)))
    assert watching.make(plain).cell == "contained"
    times = iter([seconds * 100] * suite.NEXT_TRIES * 2)
    assert watching.make(plain).wrong == (f"the next submission took {seconds * 100:.2f} s, not {seconds:.2f}",)


def test_a_next_submission_with_other_figures_is_told(watching: Suite) -> None:
    usual, _ = watching._usual
    assert suite.different(usual, usual, MIB) == []
    assert suite.different(usual, replace(usual, memory_bytes=usual.memory_bytes + 2 * MIB), MIB)
    assert suite.different(usual, replace(usual, verdict=Verdict.WRONG_ANSWER), MIB)


def test_levels_have_bounds() -> None:
    before = dict.fromkeys(levels.BOUNDS, 1000)
    for name, bound in levels.BOUNDS.items():
        assert levels.risen(before, {**before, name: 1000 + bound}) == []
        assert levels.risen(before, {**before, name: 1001 + bound}) == [f"{name}: {bound + 1:,} more than before"]
        assert levels.risen(before, {**before, name: 1001 + bound}, times=2) == []
    assert set(levels.levels()) == set(levels.BOUNDS)


def test_what_is_gone_is_told_too(place: Place) -> None:
    found = traces.traces(place)
    lacking = {**found, "process": found["process"] | {"7 x of uid 9"}}
    assert traces.differences(lacking, found) == ["process 7 x of uid 9 is gone"]


def test_a_harmed_bystander_is_told(watching: Suite, plain: Attack) -> None:
    watching._bystander._said += b"a signal came\n"
    try:
        assert "harmed: a signal came" in watching.make(plain).wrong[0]
    finally:
        del watching._bystander._said[:]
