"""How commands print results: text for people, or one JSON value with `--json`."""

from __future__ import annotations

from typing import Any

import click
import orjson

as_json = click.option("--json", "json_", is_flag=True, help="Print one JSON value.")


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    click.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str))
