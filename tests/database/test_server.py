"""The embedded Postgres: its life, and who may come in."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from store import pool, server_process, wakeups
from store.server import EmbeddedPostgres
from tests.conftest import wait_until

NOBODY = 65_534


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A state folder whose server every test leaves running or stopped as it likes."""
    with tempfile.TemporaryDirectory(prefix="pgjudge-test-") as folder:
        Path(folder).chmod(0o751)
        yield Path(folder)
        EmbeddedPostgres(Path(folder)).stop()


@pytest.fixture
def url(home: Path) -> str:
    """The address of the server, which runs."""
    return EmbeddedPostgres(home).start()


@pytest.fixture
def data(home: Path) -> Path:
    return home / "postgres" / "data"


def works(url: str) -> bool:
    with psycopg.connect(url) as conn:
        return conn.execute("select current_user, current_database()").fetchone() == ("pgjudge", "pgjudge")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_started_server_serves_the_service_and_keeps_its_data_over_a_restart(home: Path, url: str) -> None:
    assert works(url)
    with psycopg.connect(url) as conn:
        conn.execute("create table if not exists kept (id integer)")
    server = EmbeddedPostgres(home)
    assert server.running()
    server.stop()
    assert not server.running()
    server.stop()
    begun = time.monotonic()
    assert server.start() == url
    assert time.monotonic() - begun < 5
    with psycopg.connect(url) as conn:
        conn.execute("select from kept")


def test_a_server_that_is_still_at_work_is_taken_over(home: Path, url: str, data: Path) -> None:
    before = server_process.postmaster(data)
    assert EmbeddedPostgres(home).start() == url
    assert server_process.postmaster(data) == before


def test_starts_at_the_same_time_take_turns(home: Path) -> None:
    EmbeddedPostgres(home).stop()
    urls: list[str] = []
    threads = [threading.Thread(target=lambda: urls.append(EmbeddedPostgres(home).start())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(urls) == 4
    assert len(set(urls)) == 1
    assert works(urls[0])


def test_a_killed_server_starts_again(home: Path, url: str, data: Path) -> None:
    postmaster = server_process.postmaster(data)
    assert postmaster is not None
    os.kill(postmaster, signal.SIGKILL)
    wait_until(lambda: server_process.postmaster(data) is None)
    assert (data / "postmaster.pid").exists()
    assert EmbeddedPostgres(home).start() == url
    assert works(url)


def test_a_stale_pid_file_that_names_another_process_is_healed(home: Path, url: str, data: Path) -> None:
    owner = data.stat()
    lines = (data / "postmaster.pid").read_text().splitlines()
    EmbeddedPostgres(home).stop()
    other = subprocess.Popen(["/bin/sleep", "600"], user=owner.st_uid, group=owner.st_gid, extra_groups=[])
    try:
        (data / "postmaster.pid").write_text("\n".join([str(other.pid), *lines[1:]]) + "\n")
        os.chown(data / "postmaster.pid", owner.st_uid, owner.st_gid)
        assert not EmbeddedPostgres(home).running()
        assert EmbeddedPostgres(home).start() == url
        assert other.poll() is None
        assert works(url)
    finally:
        other.kill()
        other.wait()


def test_permissions_are_what_each_needs_and_are_asserted_again(home: Path, url: str, data: Path) -> None:
    EmbeddedPostgres(home).stop()
    for path, wrong in ((data, 0o755), (home / "postgres" / "password", 0o644), (home / "postgres" / "socket", 0o777)):
        path.chmod(wrong)
    assert EmbeddedPostgres(home).start() == url
    assert mode(data) == mode(home / "postgres" / "socket") == 0o700
    assert mode(home / "postgres" / "password") == 0o600
    assert mode(home / "postgres") == 0o711
    assert mode(home) == 0o751  # not ours
    if os.geteuid() == 0:
        ours = [home / "postgres" / name for name in ("password", "pg_hba.conf", "pg_ident.conf", "postgresql.conf")]
        assert {path.stat().st_uid for path in ours} == {0}
        assert data.stat().st_uid not in (0, NOBODY)


def test_nobody_is_trusted(home: Path, url: str) -> None:
    with psycopg.connect(EmbeddedPostgres(home).superuser_address()) as conn:
        methods = {row[0] for row in conn.execute("select auth_method from pg_hba_file_rules")}
        checksums = conn.execute("show data_checksums").fetchone()
        roles = conn.execute("select rolname from pg_roles where rolsuper").fetchall()
        hashed = conn.execute("select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'pgjudge'")
        assert methods == {"peer", "reject", "scram-sha-256"}
        assert checksums == ("on",)
        assert roles == [("postgres",)]
        assert hashed.fetchone() == (True,)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password": "wrong"}, "password authentication failed"),
        ({"password": ""}, "no password supplied"),
        ({"user": "postgres", "dbname": "postgres"}, "pg_hba.conf rejects|no password supplied|rejects connection"),
    ],
)
def test_a_wrong_password_and_the_superuser_are_refused_over_tcp(url: str, changed: dict[str, str], said: str) -> None:
    with pytest.raises(psycopg.OperationalError, match=said):
        psycopg.connect(make_conninfo(url, **changed))


def test_another_user_of_the_host_is_refused_at_the_socket(home: Path, url: str) -> None:
    sockets = home / "postgres" / "socket"
    (psql,) = (home / "postgres").glob("server-*/*/pginstall/bin/psql")
    port = str(conninfo_to_dict(url)["port"])

    def attempt(role: str) -> str:
        argv: list[str | Path] = [
            psql,
            "-X",
            "-w",
            "-h",
            sockets,
            "-p",
            port,
            "-U",
            role,
            "-d",
            "postgres",
            "-c",
            "select 1",
        ]
        done: subprocess.CompletedProcess[str] = subprocess.run(
            argv, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", env={}, capture_output=True, text=True
        )
        assert done.returncode != 0
        return done.stderr

    assert "Permission denied" in attempt("postgres")
    door = sockets / f".s.PGSQL.{port}"
    door.chmod(0o777)
    sockets.chmod(0o711)
    try:
        assert "Peer authentication failed" in attempt("postgres")
        assert "no pg_hba.conf entry" in attempt("pgjudge")
    finally:
        sockets.chmod(0o700)
        door.chmod(0o700)


def test_a_lost_password_is_replaced_and_a_changed_one_set_right(home: Path, url: str) -> None:
    password = home / "postgres" / "password"
    password.unlink()
    new = EmbeddedPostgres(home).start()
    assert new != url
    assert works(new)
    with pytest.raises(psycopg.OperationalError):
        works(url)
    with psycopg.connect(EmbeddedPostgres(home).superuser_address()) as conn:
        conn.execute("alter role pgjudge password 'other'")
    assert EmbeddedPostgres(home).start() == new
    assert works(new)


def test_listeners_and_pools_outlive_a_restart(home: Path, url: str) -> None:
    heard: list[tuple[str, str]] = []
    stop = threading.Event()
    note = lambda channel, payload: heard.append((channel, payload))  # noqa: E731
    thread = threading.Thread(target=wakeups.listen, args=(url, [wakeups.CHANNEL_DONE], note, stop))
    thread.start()
    try:
        with pool.open_pool(url, name="test") as opened:
            wait_until(lambda: len(heard) == 1)
            EmbeddedPostgres(home).stop()
            assert EmbeddedPostgres(home).start() == url
            with opened.connection() as conn:
                assert conn.execute("select 1").fetchone() == (1,)
            wait_until(lambda: len(heard) == 2, what="the second connection of the listener")
            with pool.connect(url, name="test") as conn:
                wakeups.notify(conn, wakeups.CHANNEL_DONE, "5")
            wait_until(lambda: ("pgjudge_done", "5") in heard)
    finally:
        stop.set()
        thread.join()


def test_the_remembered_port_is_given_up_when_another_has_it(home: Path, url: str) -> None:
    EmbeddedPostgres(home).stop()
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", int(str(conninfo_to_dict(url)["port"]))))
        taken.listen()
        other = EmbeddedPostgres(home).start()
    assert conninfo_to_dict(other)["port"] != conninfo_to_dict(url)["port"]
    assert works(other)


def test_a_server_leaves_nothing_but_its_files_behind(home: Path, url: str, data: Path) -> None:
    EmbeddedPostgres(home).stop()
    assert server_process.at_work(data) == []
    assert list((home / "postgres" / "socket").iterdir()) == []
    assert not (data / "postmaster.pid").exists()
