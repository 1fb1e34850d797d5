"""`pgjudge runtime`: build and list the runtimes."""

from __future__ import annotations

import click

from judge import images, runtimes
from model.errors import InputError
from model.settings import Settings
from scripts.commands.output import as_json, print_json


@click.group("runtime")
def group() -> None:
    """Languages and their images."""


@group.command()
@click.argument("ids", nargs=-1)
@click.pass_obj
def build(settings: Settings, ids: tuple[str, ...]) -> None:
    """Build the images that are missing: all of them, or those of IDS."""
    known = runtimes.load_all()
    unknown = [name for name in ids if name not in known]
    if unknown:
        raise InputError(f"unknown runtime {unknown[0]}", cure=f"one of {', '.join(sorted(known))}")
    chosen = [known[name] for name in ids or sorted(known)]
    images.build(chosen, settings.images, lambda line: click.echo(f"images: {line}"))


@group.command("list")
@as_json
@click.pass_obj
def list_(settings: Settings, json_: bool) -> None:
    """List the runtimes, and whether their image is here."""
    rows = [
        {"id": runtime.id, "name": runtime.name, "image": runtime.recipe.digest[:12], "built": found is not None}
        for runtime in runtimes.load_all().values()
        for found in (images.find(runtime, settings.images),)
    ]
    if json_:
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['id']:10} {row['name']:30} {row['image']} {'built' if row['built'] else 'missing'}")
