"""Connections to Postgres.

Every connection is set up alike: UTC, UTF-8, and statements prepared at their first use and planned once, because
planning a claim costs as much as running it. A plan made while a table was tiny would go on reading it whole when it
has grown, so plans are kept to what every statement of ours wants: rows by index, one after another.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import psycopg
import psycopg_pool
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow

from model.errors import SetupError
from store.errors import DatabaseUnreachable

Connection: TypeAlias = psycopg.Connection[TupleRow]
Pool: TypeAlias = psycopg_pool.ConnectionPool[Connection]

DATABASE_GONE = (psycopg.OperationalError, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)
"""What a statement or a checkout raises while Postgres is away or restarts; the next one may succeed."""

_REACH_SECONDS = 5
_OPTIONS = " ".join(
    f"-c {setting}"
    for setting in (
        "timezone=UTC",
        "plan_cache_mode=force_generic_plan",
        "jit=off",
        "max_parallel_workers_per_gather=0",
        "enable_seqscan=off",
        "enable_bitmapscan=off",
        "enable_hashjoin=off",
        "enable_mergejoin=off",
        "enable_material=off",
    )
)


def connect(url: str, *, name: str) -> Connection:
    """An autocommit connection. Raises SetupError when Postgres cannot be reached within 5 s."""
    parameters = _parameters(url, name)
    try:
        return psycopg.connect("", autocommit=True, prepare_threshold=0, **parameters)
    except psycopg.OperationalError as error:
        raise unreachable(error) from error


def open_pool(url: str, *, name: str, min_size: int = 1, max_size: int = 8) -> Pool:
    """A pool whose connections are checked when they are handed out, so that a restart of Postgres costs no request.

    Raises SetupError when Postgres cannot be reached within 5 s.
    """
    connect(url, name=name).close()

    def check(connection: Connection) -> None:
        try:
            psycopg_pool.ConnectionPool.check_connection(connection)
        except psycopg.OperationalError:
            pool.check()  # one is lost, so most are: found one by one, each would cost a request a growing pause
            raise

    pool = psycopg_pool.ConnectionPool(
        "",
        kwargs={"prepare_threshold": 0, **_parameters(url, name)},
        name=name,
        min_size=min_size,
        max_size=max_size,
        check=check,
        reconnect_timeout=_REACH_SECONDS,  # then the next request tries again, and not the pool after a growing pause
        open=False,
    )
    try:
        pool.open(wait=True, timeout=_REACH_SECONDS)
    except psycopg_pool.PoolTimeout as error:
        raise unreachable(error) from error
    return pool


def unreachable(error: Exception) -> DatabaseUnreachable:
    """The one line to show for a failed connection; libpq's message never holds the password."""
    told = " ".join(str(error).split()) or type(error).__name__
    return DatabaseUnreachable(f"Postgres cannot be reached ({told})", cure="start it, or correct PGJUDGE_DATABASE_URL")


def _parameters(url: str, name: str) -> dict[str, Any]:
    try:
        parameters = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise SetupError(
            "PGJUDGE_DATABASE_URL is not a database address", cure="write postgresql://user:password@host:5432/database"
        ) from error
    parameters |= {
        "application_name": f"pgjudge-{name}",
        "client_encoding": "utf8",
        "connect_timeout": _REACH_SECONDS,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "options": f"{parameters.get('options') or ''} {_OPTIONS}".strip(),
    }
    return parameters
