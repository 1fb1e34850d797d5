"""The command `pgjudge`. Reads the environment, and turns our errors into one line and an exit code."""

from __future__ import annotations

import os
import sys

import click
from click.exceptions import NoArgsIsHelpError

from model.errors import EXIT_ERROR, PgjudgeError
from model.settings import from_environment
from scripts.commands import operate, problem, runtime, submit

_INTERRUPTED = 130
"""What shells give for a command that Ctrl-C ended."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="pgjudge")
@click.pass_context
def pgjudge(context: click.Context) -> None:
    """A self-hosted code judge: Postgres is the queue, every program runs in a hardened box."""
    context.obj = from_environment(os.environ)


for command in (*operate.COMMANDS, problem.group, runtime.group, submit.submit):
    pgjudge.add_command(command)


def main() -> None:
    """Run the command; an error, of ours or of usage, is one line on standard error and its exit code."""
    try:
        sys.exit(pgjudge(prog_name="pgjudge", standalone_mode=False))
    except PgjudgeError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except NoArgsIsHelpError as error:
        error.show()
        sys.exit(EXIT_ERROR)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "pgjudge"
        print(f"error: {error.format_message().rstrip('.')}: see {path} --help", file=sys.stderr)
        sys.exit(EXIT_ERROR)
    except click.Abort:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
