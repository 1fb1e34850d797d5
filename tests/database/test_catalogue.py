"""Making and checking the schema."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from model.errors import SetupError
from store import catalogue, pool
from store.pool import Connection
from tests.database.conftest import Server

SCHEMA = Path(catalogue.__file__).parents[1] / "schema.sql"


def test_an_empty_database_gets_the_schema_and_a_second_time_nothing(empty_database: str) -> None:
    with pool.connect(empty_database, name="test") as conn:
        with pytest.raises(SetupError, match="no pgjudge schema: run pgjudge migrate"):
            catalogue.require(conn)
        assert catalogue.migrate(empty_database) == f"made schema version {catalogue.VERSION}"
        catalogue.require(conn)
        assert catalogue.migrate(empty_database) == f"schema version {catalogue.VERSION} is up to date"


def test_many_that_migrate_at_once_take_turns(empty_database: str) -> None:
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(catalogue.migrate(empty_database))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (
        sorted(said)
        == [f"made schema version {catalogue.VERSION}"] + [f"schema version {catalogue.VERSION} is up to date"] * 5
    )


def test_a_newer_schema_is_refused(conn: Connection, database: str) -> None:
    conn.execute("update schema_version set number = 999")
    for refuse in (lambda: catalogue.migrate(database), lambda: catalogue.require(conn)):
        with pytest.raises(SetupError, match="schema version 999, this program knows only") as caught:
            refuse()
        assert caught.value.cure == "use a newer pgjudge"


def test_an_older_schema_asks_for_migrate(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "VERSION", 2)
    with pytest.raises(SetupError, match="has schema version 1, this program needs 2: run pgjudge migrate"):
        catalogue.require(conn)


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program two versions on, with its migrations in this folder."""
    (tmp_path / "0002_colours.sql").write_text("create table colours (id integer);")
    (tmp_path / "0003_more.sql").write_text("alter table colours add name text; create index on colours (name);")
    monkeypatch.setattr(catalogue, "VERSION", 3)
    monkeypatch.setattr(catalogue, "_MIGRATIONS", tmp_path)
    return tmp_path


def test_migrations_are_applied_in_order_and_once(conn: Connection, database: str, migrations: Path) -> None:
    assert catalogue.migrate(database) == "migrated from schema version 1 to 3"
    assert catalogue.migrate(database) == "schema version 3 is up to date"
    assert conn.execute("select name from colours").fetchall() == []


def test_a_migration_that_fails_changes_nothing(conn: Connection, database: str, migrations: Path) -> None:
    (migrations / "0003_more.sql").write_text("alter table colours add name text; select 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        catalogue.migrate(database)
    assert conn.execute("select number, to_regclass('colours') from schema_version").fetchone() == (1, None)


def test_a_missing_migration_is_named(database: str, migrations: Path) -> None:
    (migrations / "0002_colours.sql").unlink()
    with pytest.raises(SetupError, match="no migration to schema version 2"):
        catalogue.migrate(database)


def test_tables_of_another_program_are_left_alone(empty_database: str) -> None:
    with pool.connect(empty_database, name="test") as conn:
        conn.execute("create table submissions (id integer)")
        with pytest.raises(SetupError, match="tables of another program") as caught:
            catalogue.migrate(empty_database)
        assert "database of its own" in caught.value.cure
        assert conn.execute("select to_regclass('schema_version')").fetchone() == (None,)


def test_a_role_that_may_make_no_tables_is_told_so(server: Server, empty_database: str) -> None:
    with psycopg.connect(server.superuser, autocommit=True) as conn:
        conn.execute("drop role if exists guest")
        conn.execute("create role guest login password 'guest'")
        try:
            with pytest.raises(SetupError, match="may not make tables"):
                catalogue.migrate(make_conninfo(empty_database, user="guest", password="guest"))
        finally:
            conn.execute("drop role guest")


def test_an_encoding_that_cannot_hold_all_text_is_refused(server: Server) -> None:
    with psycopg.connect(server.superuser, autocommit=True) as conn:
        conn.execute("create database latin encoding 'LATIN1' locale 'C' template template0")
        try:
            with pytest.raises(SetupError, match="encoding LATIN1"):
                catalogue.migrate(make_conninfo(server.service, dbname="latin"))
        finally:
            conn.execute("drop database latin with (force)")


def shape(conn: Connection) -> dict[str, list[tuple[object, ...]]]:
    """All that makes up a schema: columns, constraints, indexes, options, views."""
    return {
        query: conn.execute(query).fetchall()
        for query in (
            "select table_name, column_name, data_type, is_nullable, column_default, identity_generation"
            " from information_schema.columns where table_schema = 'public' order by 1, 2",
            "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint"
            " where connamespace = 'public'::regnamespace order by 1, 2",
            "select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2",
            "select relname, relkind::text, reloptions from pg_class where relnamespace = 'public'::regnamespace"
            " order by 1",
            "select attrelid::regclass::text, attname, attstorage::text from pg_attribute join pg_class c"
            " on c.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0 order by 1, 2",
            "select viewname, definition from pg_views where schemaname = 'public' order by 1",
            "select number from schema_version",
        )
    }


FIRST = Path(__file__).parent / "schema_1.sql"
"""The schema as version 1 left it, put here with the first migration; until then it is schema.sql itself."""


def test_migrations_arrive_at_the_same_catalogue_as_the_schema_file(server: Server, conn: Connection) -> None:
    assert FIRST.exists() or catalogue.VERSION == 1
    name = server.make()
    try:
        with pool.connect(server.service_of(name), name="old") as old:
            old.execute((FIRST if FIRST.exists() else SCHEMA).read_bytes(), prepare=False)
        catalogue.migrate(server.service_of(name))
        with pool.connect(server.service_of(name), name="old") as old:
            assert shape(old) == shape(conn)
    finally:
        server.drop(name)


def test_the_program_and_the_schema_file_agree_on_the_version(conn: Connection) -> None:
    assert conn.execute("select number from schema_version").fetchone() == (catalogue.VERSION,)
    assert re.findall(r"insert into schema_version \(number\) values \((\d+)\)", SCHEMA.read_text("utf-8")) == [
        str(catalogue.VERSION)
    ]
