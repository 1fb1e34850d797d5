"""A suite of attacks for each engine that this machine must have, and the table at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge import runtimes
from model.errors import SetupError
from model.settings import Settings
from scripts.attack import attacks, places
from scripts.attack.attacks import Attack
from scripts.attack.outcome import Outcome, table
from scripts.attack.suite import ALL, Suite

ENGINES = os.environ.get("TEST_SANDBOXES", "runc").split()
"""The kinds of boxes that this machine must have. One that it lacks fails its tests; none is skipped."""

ATTACKS = attacks.load(runtimes.load_all())

Make = Callable[[str, Attack | None], Outcome]
_OUTCOMES = pytest.StashKey[list[Outcome]]()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", ENGINES, scope="session")
    if "attack" in metafunc.fixturenames:
        metafunc.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_OUTCOMES] = []


@pytest.fixture(scope="session")
def make(settings: Settings, agent_binary: Path, request: pytest.FixtureRequest) -> Iterator[Make]:
    """Makes an attack, or looks for what all have left, on a kind of boxes, and remembers it for the table."""
    opened: dict[str, Suite | str] = {}
    with ExitStack() as stack:

        def suite_or_need(kind: str) -> Suite | str:
            try:
                place = stack.enter_context(places.opened(kind, settings, agent_binary))
                return stack.enter_context(Suite(place, runtimes.load_all(), settings.images))
            except SetupError as lacking:
                return str(lacking)

        def made(kind: str, attack: Attack | None) -> Outcome:
            suite = opened[kind] if kind in opened else opened.setdefault(kind, suite_or_need(kind))
            if isinstance(suite, str):
                return Outcome(attack.name if attack else ALL, kind, "", (), 0.0, needs=suite)
            return suite.make(attack) if attack else suite.after_all()

        def remember(kind: str, attack: Attack | None) -> Outcome:
            outcome = made(kind, attack)
            request.config.stash[_OUTCOMES].append(outcome)
            return outcome

        yield remember


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if outcomes := config.stash[_OUTCOMES]:
        terminalreporter.section("attacks")
        for line in table(outcomes):
            terminalreporter.line(line)


@pytest.fixture
def plain() -> Attack:
    """An attack that attacks nothing."""
    return next(attack for attack in ATTACKS if attack.name == "reading/host_file")
