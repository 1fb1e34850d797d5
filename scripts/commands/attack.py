"""`pgjudge doctor --attack`: the attack suite on this host, and its table."""

from __future__ import annotations

import signal
import sys

import click

from judge import doctor
from model.settings import Settings
from scripts.attack.on_host import make_all
from scripts.attack.outcome import Outcome, as_json, table
from scripts.commands.output import print_json


def attack_host(settings: Settings, only: str, json_: bool) -> int:
    """Attack the kind of boxes that a worker of this host would use; the exit code. Raises SetupError."""
    signal.signal(
        signal.SIGTERM, lambda _number, _frame: sys.exit(128 + signal.SIGTERM)
    )  # leaves nothing behind either
    choice = doctor.require(settings)
    outcomes = make_all(settings, settings.home / "agent", choice.kind, only, None if json_ else _show)
    if json_:
        print_json([as_json(outcome) for outcome in outcomes])
    else:
        for line in table(outcomes):
            click.echo(line)
    return 0 if all(outcome.cell == "contained" for outcome in outcomes) else 1


def _show(outcome: Outcome) -> None:
    click.echo(f"{outcome.cell:14} {outcome.seconds:5.1f} s  {outcome.attack}: {outcome.ended or 'done'}", err=True)
