"""A real Postgres for the session, and a fresh database cloned from a template for every test.

`TEST_POSTGRES_URL`, a superuser's address, uses that server instead of the embedded one; CI runs Postgres 15 so.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from store import catalogue, pool
from store.pool import Connection
from store.server import EmbeddedPostgres
from tests.database.builders import publish

TEMPLATE = "pgjudge_template"


@dataclass
class Server:
    """A server to make databases on: one address as superuser, one as the role of the service."""

    superuser: str
    service: str
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def superuser_of(self, database: str) -> str:
        return make_conninfo(self.superuser, dbname=database)

    def service_of(self, database: str) -> str:
        return make_conninfo(self.service, dbname=database)

    def make(self, *, template: str = "template1", name: str = "") -> str:
        name = name or f"t{os.getpid()}_{next(self._numbers)}"
        owner = conninfo_to_dict(self.service)["user"]
        with psycopg.connect(self.superuser, autocommit=True) as conn:
            conn.execute(f"create database {name} template {template} owner {owner}")
        return name

    def drop(self, name: str) -> None:
        with psycopg.connect(self.superuser, autocommit=True) as conn:
            conn.execute(f"drop database {name} with (force)")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    given = os.environ.get("TEST_POSTGRES_URL")
    if given:
        yield Server(given, given)
        return
    with tempfile.TemporaryDirectory(prefix="pgjudge-test-") as folder:
        Path(folder).chmod(0o711)
        embedded = EmbeddedPostgres(Path(folder))
        service = embedded.start()
        try:
            superuser = embedded.superuser_address()
            with psycopg.connect(superuser, autocommit=True) as conn:
                for setting in ("fsync = off", "full_page_writes = off", "synchronous_commit = off"):
                    conn.execute(f"alter system set {setting}")
                conn.execute("select pg_reload_conf()")
            yield Server(superuser, service)
        finally:
            embedded.stop()


@pytest.fixture(scope="session")
def template(server: Server) -> Iterator[str]:
    """A database with the schema, from which the tests' own are cloned."""
    name = server.make(name=TEMPLATE)
    catalogue.migrate(server.service_of(name))
    yield name
    server.drop(name)


@pytest.fixture
def empty_database(server: Server) -> Iterator[str]:
    """The address of a database without anything in it."""
    name = server.make()
    yield server.service_of(name)
    server.drop(name)


@pytest.fixture
def database_name(server: Server, template: str) -> Iterator[str]:
    name = server.make(template=template)
    yield name
    server.drop(name)


@pytest.fixture
def database(server: Server, database_name: str) -> str:
    """The address of a database of this test's own, with the schema."""
    return server.service_of(database_name)


@pytest.fixture
def conn(database: str) -> Iterator[Connection]:
    """An autocommit connection to it."""
    with pool.connect(database, name="test") as connection:
        yield connection


@pytest.fixture(scope="module")
def shared(server: Server, template: str) -> Iterator[Connection]:
    """A connection to one database for all tests of a module, with the problem `sum`; for many small tests."""
    name = server.make(template=template)
    with pool.connect(server.service_of(name), name="test") as connection:
        publish(connection, "sum")
        yield connection
    server.drop(name)


@pytest.fixture
def judge(conn: Connection) -> Connection:
    """The same, with the problem `sum` to submit to."""
    publish(conn, "sum")
    return conn


@pytest.fixture
def superuser(server: Server, database_name: str) -> Iterator[Connection]:
    """A superuser's connection to the test's database, for what the service may not do."""
    with pool.connect(server.superuser_of(database_name), name="superuser") as connection:
        yield connection
