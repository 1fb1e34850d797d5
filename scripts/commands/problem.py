"""`pgjudge problem`: check, add and verify problem packages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from model.settings import Settings
from problems.findings import PackageRefused
from problems.package import Package
from scripts import service_file, verify
from scripts.client import ApiRefused, Client
from scripts.commands.output import as_json, print_json


@click.group("problem")
def group() -> None:
    """Problem packages."""


@group.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--slug", help="The problem's name in URLs; by default the name of the folder or zip.")
@as_json
@click.pass_obj
def add(settings: Settings, path: Path, slug: str | None, json_: bool) -> None:
    """Upload a package (folder or zip)."""
    with Client(service_file.find(settings)) as client, _opened(path, slug) as package:
        try:
            answer = verify.upload(client, package, path)
        except ApiRefused as refused:
            _show_findings(refused.problem)
            raise
    if json_:
        print_json(answer)
    else:
        click.echo(f"problem {answer['slug']}: version {answer['version']}")
        _show_findings(answer)


@group.command("verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@as_json
@click.pass_obj
def verify_(settings: Settings, paths: tuple[Path, ...], json_: bool) -> None:
    """Upload packages and judge their own submissions.

    Exits with 0 when every verdict is an expected one, else with 1.
    """
    with Client(service_file.find(settings)) as client:
        rows = run(client, list(paths), quiet=json_)
    if json_:
        print_json(verify.as_json(rows))
    else:
        click.echo(verify.summary(rows))
    sys.exit(0 if all(row.as_expected for row in rows) else 1)


def run(
    client: Client, paths: list[Path], *, quiet: bool = False, stopped: Callable[[], bool] = lambda: False
) -> list[verify.Row]:
    """Upload packages, judge their submissions, and show the table as verdicts come, until `stopped`."""
    rows: list[verify.Row] = []
    for path in paths:
        with _opened(path) as package:
            rows += verify.submit_all(client, package, path)
    table = None if quiet else verify.Table(rows)
    verify.follow(client, rows, lambda row: table.show(row) if table else None, stopped)
    if table:
        table.close()
    return rows


def _opened(path: Path, slug: str | None = None) -> Package:
    try:
        return verify.opened(path, slug)
    except PackageRefused as refused:
        for finding in refused.findings:
            click.echo(str(finding), err=True)
        raise


def _show_findings(answer: dict[str, Any]) -> None:
    for finding in answer.get("findings") or []:
        place = f"{finding['file']}:{finding['line']}" if finding.get("line") else finding["file"]
        click.echo(f"{finding['severity']}: {place}: {finding['why']}: {finding['cure']}", err=True)
