"""`python -m api`: serves the API at the address of the settings until SIGTERM or SIGINT."""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()  # before anything imports select, socket or psycopg, which look at this once

import logging  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402

from api.serving import serve  # noqa: E402
from model.errors import SetupError  # noqa: E402
from model.logs import handler  # noqa: E402
from model.settings import from_environment  # noqa: E402


def main() -> int:
    """Serve. The exit code; when it is not 0, the last line of standard error says why."""
    try:
        settings = from_environment(os.environ)
        logging.basicConfig(level=logging.INFO, handlers=[handler(settings.log)])
        serve(settings)
    except SetupError as error:
        print(f"pgjudge api: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
