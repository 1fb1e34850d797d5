"""The suite as an operator runs it: on their own host, beside a service that may be judging, without pytest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from judge import runtimes
from model.errors import InputError
from model.settings import Settings
from scripts.attack import attacks, places
from scripts.attack.outcome import Outcome
from scripts.attack.suite import Suite


def make_all(
    settings: Settings, agent: Path, kind: str, only: str, show: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Make the attacks whose name contains `only` on boxes of this kind; `show` is told of each as it is done.

    Raises SetupError for what the host lacks, and InputError where there is no such attack.
    """
    known = runtimes.load_all()
    wanted = [attack for attack in attacks.load(known) if only in attack.name]
    if not wanted:
        raise InputError(f"no attack's name contains {only!r}", field="only", cure="see tests/hostile/attacks for them")
    with places.opened(kind, settings, agent) as place, Suite(place, known, settings.images) as suite:
        outcomes = []
        for attack in wanted:
            outcomes.append(suite.make(attack))
            if show:
                show(outcomes[-1])
        return [*outcomes, suite.after_all()]
