"""Commands that run the service: `up`, and each part on its own."""

from __future__ import annotations

import os
import sys

import click

import api.server
import judge.main
import reaper.main
from judge import doctor as host
from model.errors import SetupError
from model.settings import Settings
from scripts.commands.attack import attack_host
from scripts.commands.output import as_json, print_json
from scripts.up import Up
from store import catalogue, keys, pool
from store.server import EmbeddedPostgres

SCOPES = ("submit", "read", "author", "admin")


@click.command()
@click.option("--examples", is_flag=True, help="Load the example problems and judge their submissions first.")
@click.option("--once", is_flag=True, help="With --examples: stop after the table; exit 1 unless all is as expected.")
@click.option("--json", "json_", is_flag=True, help="With --examples: the table as one JSON value.")
@click.pass_obj
def up(settings: Settings, examples: bool, once: bool, json_: bool) -> None:
    """Run everything on this machine."""
    sys.exit(Up(settings, os.environ, examples=examples or once, once=once, json=json_).run())


@click.command()
@click.pass_obj
def worker(settings: Settings) -> None:
    """Run a worker: claim submissions and judge them."""
    judge.main.run(_with_database(settings))


@click.command("api")
@click.pass_obj
def api_(settings: Settings) -> None:
    """Run the HTTP API."""
    api.server.run(_with_database(settings))


@click.command("reaper")
@click.pass_obj
def reaper_(settings: Settings) -> None:
    """Run the reaper: requeue what workers lost."""
    reaper.main.run(_with_database(settings))


@click.command()
@as_json
@click.pass_obj
def migrate(settings: Settings, json_: bool) -> None:
    """Bring the database to this version's schema."""
    done = catalogue.migrate(_database(settings))
    if json_:
        print_json({"done": done})
    else:
        click.echo(done)


@click.command()
@click.option("--attack", is_flag=True, help="Then attack this host's boxes with hostile submissions; some minutes.")
@click.option("--only", default="", metavar="TEXT", help="With --attack: the attacks whose name contains TEXT.")
@as_json
@click.pass_obj
def doctor(settings: Settings, attack: bool, only: str, json_: bool) -> None:
    """Check what this host has and lacks.

    Exits with 1 if something is missing, or an attack was not contained.
    """
    if attack:
        sys.exit(attack_host(settings, only, json_))
    findings = host.check(settings)
    if json_:
        print_json(findings)
    else:
        for finding in findings:
            click.echo(host.line(finding))
    sys.exit(0 if all(finding.ok for finding in findings) else 1)


@click.group()
def key() -> None:
    """Keys of the HTTP API."""


@key.command()
@click.option("--name", required=True, help="What the key is for.")
@click.option("--scopes", required=True, help="Comma-separated: submit, read, author, admin.")
@as_json
@click.pass_obj
def create(settings: Settings, name: str, scopes: str, json_: bool) -> None:
    """Make a key. It is shown once and stored hashed."""
    asked = frozenset(scopes.split(","))
    if not asked <= set(SCOPES):
        raise click.BadParameter(f"scopes are {', '.join(SCOPES)}", param_hint="--scopes")
    with pool.connect(_database(settings), name="key") as connection:
        made = keys.create(connection, name=name, scopes=asked)
    if json_:
        print_json({"name": name, "scopes": sorted(asked), "key": made})
    else:
        click.echo(made)


def _database(settings: Settings) -> str:
    """The address of the settings, else that of the Postgres that a `pgjudge up` of this home runs."""
    if not settings.database_url and (running := EmbeddedPostgres(settings.home).address()):
        return running
    return _with_database(settings).database_url


def _with_database(settings: Settings) -> Settings:
    if not settings.database_url:
        raise SetupError(
            "PGJUDGE_DATABASE_URL is not set", cure="set it, or run pgjudge up, which starts a Postgres of its own"
        )
    return settings


COMMANDS = (up, worker, api_, reaper_, migrate, doctor, key)
