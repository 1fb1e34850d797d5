"""Connections, and what is said when there are none."""

from __future__ import annotations

import socket

import psycopg
import pytest

from model.errors import SetupError
from store import pool
from store.pool import DATABASE_GONE


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.parametrize("opened", [pool.connect, pool.open_pool])
def test_a_postgres_that_is_not_there_is_one_line_with_a_cure(closed_port: int, opened: object) -> None:
    url = f"postgresql://ada:sesame@127.0.0.1:{closed_port}/judge"
    with pytest.raises(SetupError, match="Postgres cannot be reached") as caught:
        opened(url, name="test")  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    assert "PGJUDGE_DATABASE_URL" in caught.value.cure
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize("url", ["postgresql://[", "nonsense", "postgresql://h/d?colour=blue"])
def test_an_address_that_is_none_says_how_to_write_one(url: str) -> None:
    with pytest.raises(SetupError, match="not a database address") as caught:
        pool.connect(url, name="test")
    assert "postgresql://" in caught.value.cure


def test_a_wrong_password_is_said(database: str) -> None:
    wrong = psycopg.conninfo.make_conninfo(database, password="sesame")
    with pytest.raises(SetupError, match="password authentication failed"):
        pool.connect(wrong, name="test")


def test_connections_say_whose_they_are_and_speak_utc(database: str) -> None:
    with pool.connect(database, name="api") as conn:
        row = conn.execute("select current_setting('application_name'), current_setting('timezone')").fetchone()
    assert row == ("pgjudge-api", "UTC")


def test_a_pool_outlives_the_loss_of_its_connections(database: str) -> None:
    with pool.open_pool(database, name="test", min_size=2, max_size=2) as opened, pool.connect(database, name="x") as x:
        with opened.connection() as conn:
            assert conn.execute("select 1").fetchone() == (1,)
        x.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-test'")
        for _ in range(4):
            with opened.connection() as conn:
                assert conn.execute("select 1").fetchone() == (1,)


def test_all_connections_lost_at_once_cost_a_request_one_pause_and_not_one_each(database: str) -> None:
    with pool.open_pool(database, name="test", min_size=6, max_size=6) as opened, pool.connect(database, name="x") as x:
        x.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-test'")
        with opened.connection(timeout=2) as conn:
            assert conn.execute("select 1").fetchone() == (1,)


def test_a_lost_connection_is_told_as_such(database: str) -> None:
    with pool.connect(database, name="test") as conn, pool.connect(database, name="x") as x:
        x.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-test'")
        with pytest.raises(DATABASE_GONE):
            conn.execute("select 1")
