"""`python -m reaper`: a reaper with its settings from the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from model.errors import PgjudgeError, SetupError
from model.settings import from_environment
from reaper.main import run

_SETUP_EXIT = 2


def main(argv: Sequence[str]) -> int:
    """Reap until a signal; the exit code."""
    try:
        if argv:
            raise SetupError("the reaper takes no arguments", cure="set PGJUDGE_* in the environment")
        settings = from_environment(os.environ)
        if not settings.database_url:
            raise SetupError("PGJUDGE_DATABASE_URL is not set", cure="set it, or run pgjudge up")
        run(settings)
    except PgjudgeError as error:
        print(f"pgjudge-reaper: {error}", file=sys.stderr)
        return _SETUP_EXIT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
