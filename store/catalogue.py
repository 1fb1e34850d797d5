"""The schema of a database: brings it to this program's version, and says when it is not there."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg

from model.errors import SetupError
from store import sql
from store.pool import Connection, connect

VERSION = 1
"""The schema version of this program: what schema.sql makes, and where the last migration arrives."""

_SCHEMA = Path(__file__).parent.parent / "schema.sql"
_MIGRATIONS = Path(__file__).parent / "migrations"
_FILE = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_OLDEST_SERVER = 150_000
_SQL = sql.load("catalogue")


def migrate(url: str) -> str:
    """Bring the database to this program's version; says in one line what was done.

    Does nothing where there is nothing to do. One at a time: others wait for the one that is at work. All or nothing.
    Raises SetupError where the database is newer, is not ours, or may not be changed.
    """
    with connect(url, name="migrate") as conn:
        _check_server(conn)
        try:
            with conn.transaction():
                conn.execute(_SQL["lock"])
                return _bring_up(conn)
        except psycopg.errors.InsufficientPrivilege as error:
            raise SetupError(
                f"this database role may not make tables ({error.diag.message_primary})",
                cure="use the owner of the database",
            ) from error
        except (psycopg.errors.DuplicateTable, psycopg.errors.DuplicateObject) as error:
            raise SetupError(
                f"the database already has tables of another program ({error.diag.message_primary})",
                cure="give pgjudge a database of its own",
            ) from error


def require(conn: Connection) -> None:
    """Raises SetupError unless the database has exactly this program's schema version."""
    found = _version(conn)
    if found is None:
        raise SetupError("the database has no pgjudge schema", cure="run pgjudge migrate")
    if found > VERSION:
        raise _newer(found)
    if found < VERSION:
        raise SetupError(
            f"the database has schema version {found}, this program needs {VERSION}", cure="run pgjudge migrate"
        )


def _bring_up(conn: Connection) -> str:
    found = _version(conn)
    if found is None:
        conn.execute(_SCHEMA.read_bytes(), prepare=False)
        return f"made schema version {VERSION}"
    if found > VERSION:
        raise _newer(found)
    if found == VERSION:
        return f"schema version {VERSION} is up to date"
    for step in _steps(found):
        conn.execute(step.read_bytes(), prepare=False)
    conn.execute(_SQL["set_version"], {"number": VERSION})
    return f"migrated from schema version {found} to {VERSION}"


def _version(conn: Connection) -> int | None:
    """The database's schema version; None where it has none."""
    row = conn.execute(_SQL["exists"]).fetchone()
    if row is None or not row[0]:
        return None
    version = conn.execute(_SQL["version"]).fetchone()
    return None if version is None else int(version[0])


def _steps(found: int) -> list[Path]:
    """The migrations after version `found`, in order. `0002_x.sql` leads from version 1 to 2."""
    files = {int(match[1]): file for file in _MIGRATIONS.glob("*.sql") if (match := _FILE.fullmatch(file.name))}
    missing = [number for number in range(found + 1, VERSION + 1) if number not in files]
    if missing:
        raise SetupError(
            f"there is no migration to schema version {missing[0]}", cure="install a complete copy of pgjudge"
        )
    return [files[number] for number in range(found + 1, VERSION + 1)]


def _newer(found: int) -> SetupError:
    return SetupError(
        f"the database has schema version {found}, this program knows only {VERSION}", cure="use a newer pgjudge"
    )


def _check_server(conn: Connection) -> None:
    if conn.info.server_version < _OLDEST_SERVER:
        version = conn.info.parameter_status("server_version")
        raise SetupError(f"the server is Postgres {version}", cure="use Postgres 15 or newer")
    encoding = conn.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise SetupError(f"the database has the encoding {encoding}", cure="create it with ENCODING 'UTF8'")
