"""What the command line calls to serve the API. Light to import: gunicorn and gevent come later."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from model.settings import PREFIX, Settings


def run(settings: Settings) -> NoReturn:
    """Become `python -m api`, which reads the same environment.

    A fresh interpreter, because gevent must be in place before psycopg is imported, which the caller may have done.
    """
    os.putenv(f"{PREFIX}LISTEN", settings.listen)
    os.putenv(f"{PREFIX}DATABASE_URL", settings.database_url)
    safe_path = ["-P"] if sys.flags.safe_path else []
    os.execv(sys.executable, [sys.executable, *safe_path, "-m", "api"])
