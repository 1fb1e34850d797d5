"""What comes of attacks, and the table at the end: attacks by engines, and below it what was not contained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one attack: `wrong` is empty when it was contained. `needs` is what the host lacks for it."""

    attack: str
    engine: str
    ended: str
    wrong: tuple[str, ...]
    seconds: float
    needs: str = ""

    @property
    def cell(self) -> str:
        """Its word in the table."""
        return f"needs {self.needs.partition(':')[0]}" if self.needs else "NOT CONTAINED" if self.wrong else "contained"


def as_json(outcome: Outcome) -> dict[str, object]:
    """An outcome as plain values."""
    return {**asdict(outcome), "cell": outcome.cell}


def table(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Its lines."""
    made = list(outcomes)
    engines = list(dict.fromkeys(outcome.engine for outcome in made))
    cells = {(outcome.attack, outcome.engine): outcome for outcome in made}
    attacks = list(dict.fromkeys(outcome.attack for outcome in made))
    width = max(map(len, ("attack", *attacks)))
    yield _row("attack", engines, width)
    for attack in attacks:
        yield _row(attack, [cells[attack, e].cell if (attack, e) in cells else "not made" for e in engines], width)
    yield from dict.fromkeys(f"{outcome.engine} needs {outcome.needs}" for outcome in made if outcome.needs)
    for outcome in made:
        yield from (f"{outcome.engine} {outcome.attack}: {wrong}" for wrong in outcome.wrong)
    contained = sum(outcome.cell == "contained" for outcome in made)
    yield f"{len(attacks)} attacks, {len(engines)} engines: {contained} of {len(attacks) * len(engines)} contained"


def _row(first: str, rest: list[str], width: int) -> str:
    return "  ".join([first.ljust(width), *(cell.ljust(14) for cell in rest)]).rstrip()
