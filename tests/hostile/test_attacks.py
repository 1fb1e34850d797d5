"""Every attack is contained by every engine, and leaves the host and the next submission as they were."""

from __future__ import annotations

from collections import Counter

from scripts.attack.attacks import Attack
from tests.hostile.conftest import ATTACKS, Make


def test_an_attack_is_contained(kind: str, attack: Attack, make: Make) -> None:
    outcome = make(kind, attack)
    assert outcome.cell == "contained", "; ".join(outcome.wrong)


def test_all_attacks_together_leave_nothing(kind: str, make: Make) -> None:
    outcome = make(kind, None)
    assert outcome.cell == "contained", "; ".join(outcome.wrong)


def test_there_are_attacks_of_every_group() -> None:
    groups = Counter(attack.group for attack in ATTACKS)
    assert set(groups) == {
        *("compile", "files", "kernel", "links", "memory", "network", "output", "processes", "protocol"),
        *("reading", "signals", "state", "time", "writing"),
    }
    assert groups.total() >= 60
