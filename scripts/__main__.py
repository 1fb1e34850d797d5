"""The command `pgjudge`. Reads the environment, and turns our errors into one line and an exit code."""

from __future__ import annotations

import os
import sys

import click

from model.errors import PgjudgeError
from model.settings import from_environment
from scripts.commands import operate, problem, runtime, submit


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="pgjudge")
@click.pass_context
def pgjudge(context: click.Context) -> None:
    """A self-hosted code judge: Postgres is the queue, every program runs in a hardened box."""
    context.obj = from_environment(os.environ)


for command in (*operate.COMMANDS, problem.group, runtime.group, submit.submit):
    pgjudge.add_command(command)


def main() -> None:
    """Run the command; an error of ours is one line on standard error and its exit code."""
    try:
        pgjudge(prog_name="pgjudge")
    except PgjudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
