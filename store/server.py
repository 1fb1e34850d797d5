"""A Postgres of our own on this host, for those who have none: started, adopted, healed and stopped by us.

Everything is below `home/postgres`: the programs, the data (0700, the server's user), the socket (0700), the
configuration (ours; the server can only read it) and the password of the service role (0600, ours). The way there is
open to pass through, not to list. Several starts at once take turns.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
from psycopg import sql as compose

from model.errors import SetupError
from store import server_binaries, server_config, server_process
from store.server_account import Account, account

SERVICE = "pgjudge"
"""The role and the database of the service."""

_START_SECONDS = 120
_STOP_SECONDS = 60
_PORTS = range(20_000, 30_000)  # below those that the kernel gives to outgoing connections
_OWN_CURE = "or set PGJUDGE_DATABASE_URL to a Postgres of your own"


class EmbeddedPostgres:
    """The server whose data is below `home`. `port` 0: a free one, the same again at the next start if it still is."""

    def __init__(self, home: Path, port: int = 0) -> None:
        self._home = home
        self._port = port
        self._folder = home / "postgres"
        self._data = self._folder / "data"

    def start(self) -> str:
        """Start the server, or take over the one that is at work; the database address for the service role.

        Raises SetupError.
        """
        server_config.check_path(self._home)
        with self._errors():
            user = account()
            for folder in (self._home, self._folder):
                if not folder.exists():
                    folder.mkdir(parents=True)
                    folder.chmod(0o711)
            with self._lock():
                return self._started(user)

    def stop(self) -> None:
        """Stop the server: transactions in progress are rolled back, and everything is on disk. Raises SetupError."""
        if not self._folder.exists():
            return
        with self._errors(), self._lock():
            user = account()
            if server_process.postmaster(self._data) is not None:
                programs = server_binaries.install(self._folder, user)
                stop: list[str | Path] = [
                    programs / "pg_ctl",
                    "stop",
                    "-D",
                    self._data,
                    "-m",
                    "fast",
                    "-w",
                    "-t",
                    str(_STOP_SECONDS),
                ]
                self._run(user, stop, timeout=_STOP_SECONDS + 10)
            sockets = server_config.socket_folder(self._folder / "socket", user)
            if sockets.parent != self._folder:
                shutil.rmtree(sockets, ignore_errors=True)

    def running(self) -> bool:
        """Whether the server is at work."""
        return server_process.postmaster(self._data) is not None

    def address(self) -> str | None:
        """The database address for the service role, or None when the server is not at work. Raises SetupError."""
        with self._errors():
            return self._address() if self.running() else None

    def superuser_address(self, database: str = "postgres") -> str:
        """The database address for the superuser, good for root and the server's user, over the socket."""
        sockets = server_config.socket_folder(self._folder / "socket", account())
        return psycopg.conninfo.make_conninfo(
            host=str(sockets), port=server_process.port(self._data), user=server_config.SUPERUSER, dbname=database
        )

    def _started(self, user: Account) -> str:
        programs = server_binaries.install(self._folder, user)
        self._make_data(programs, user)
        if server_process.postmaster(self._data) is None:
            server_process.heal(self._data)
            self._launch(programs, user)
            server_binaries.remove_others(self._folder, programs)
        elif self._port not in (0, server_process.port(self._data)):
            raise SetupError(
                f"the embedded Postgres is already running on port {server_process.port(self._data)}",
                cure="stop it first, or leave PGJUDGE_POSTGRES_PORT out",
            )
        return self._address()

    def _make_data(self, programs: Path, user: Account) -> None:
        version = self._data / "PG_VERSION"
        if not version.exists():
            if self._data.exists() and any(self._data.iterdir()):
                raise SetupError(f"{self._data} holds something that is no Postgres data", cure="move it away")
            self._initialize(programs, user)
        server_config.private_folder(self._data, user)
        found, ours = version.read_text("ascii").strip(), _major(programs)
        if found != ours:
            raise SetupError(
                f"{self._data} was made by Postgres {found}, and this is Postgres {ours}",
                cure=f"dump it with version {found} and restore it, {_OWN_CURE}",
            )

    def _initialize(self, programs: Path, user: Account) -> None:
        """Made beside its place and moved there, so that a data folder that exists is complete."""
        arriving = self._folder / "data.new"
        shutil.rmtree(arriving, ignore_errors=True)
        server_config.private_folder(arriving, user)
        initdb: list[str | Path] = [programs / "initdb", "-D", arriving, "-U", server_config.SUPERUSER]
        initdb += ["--auth-local=peer", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
        try:
            self._run(user, [*initdb, "--data-checksums"], timeout=_START_SECONDS)
            if self._data.exists():
                self._data.rmdir()
            arriving.rename(self._data)
        finally:
            shutil.rmtree(arriving, ignore_errors=True)

    def _launch(self, programs: Path, user: Account) -> None:
        sockets = server_config.socket_folder(self._folder / "socket", user)
        server_config.private_folder(sockets, user)
        port = self._free_port()
        config = server_config.write(self._folder, user, port=port, sockets=sockets)
        log = self._data / "server.log"
        start: list[str | Path] = [programs / "pg_ctl", "start", "-D", self._data, "-l", log, "-w"]
        start += ["-t", str(_START_SECONDS), "-o", f"-c 'config_file={config}'"]
        seen = log.stat().st_size if log.exists() else 0
        self._run(user, start, timeout=_START_SECONDS + 10, log=log, seen=seen)
        _write_private(self._folder / "port", str(port))

    def _free_port(self) -> int:
        if self._port:
            if not _is_free(self._port):
                raise SetupError(
                    f"port {self._port} is taken", cure="set PGJUDGE_POSTGRES_PORT to another, or leave it out"
                )
            return self._port
        remembered = self._folder / "port"
        text = remembered.read_text("ascii").strip() if remembered.exists() else ""
        wanted = [int(text)] if text.isdigit() else []
        for port in wanted + random.sample(_PORTS, 50):
            if _is_free(port):
                return port
        raise SetupError("no free port was found for Postgres", cure="set PGJUDGE_POSTGRES_PORT")

    def _address(self) -> str:
        """The service's address; its role, password and database are made or set right if they do not work."""
        file = self._folder / "password"
        if not file.exists():
            _write_private(file, secrets.token_urlsafe(32))
        file.chmod(0o600)
        password = file.read_text("ascii").strip()
        port = server_process.port(self._data)
        address = f"postgresql://{SERVICE}:{password}@127.0.0.1:{port}/{SERVICE}"
        try:
            psycopg.connect(address, connect_timeout=10).close()
        except psycopg.OperationalError:
            self._make_service(password)
        return address

    def _make_service(self, password: str) -> None:
        role = compose.Identifier(SERVICE)
        with psycopg.connect(self.superuser_address(), autocommit=True, connect_timeout=10) as conn:
            verifier = conn.pgconn.encrypt_password(password.encode(), SERVICE.encode(), b"scram-sha-256").decode()
            if not conn.execute("select from pg_roles where rolname = %s", [SERVICE]).rowcount:
                conn.execute(compose.SQL("create role {} login").format(role))
            conn.execute(compose.SQL("alter role {} login password {}").format(role, compose.Literal(verifier)))
            if not conn.execute("select from pg_database where datname = %s", [SERVICE]).rowcount:
                conn.execute(compose.SQL("create database {} owner {}").format(role, role))
                conn.execute(compose.SQL("revoke all on database {} from public").format(role))

    def _run(
        self, user: Account, argv: Sequence[str | Path], *, timeout: float, log: Path | None = None, seen: int = 0
    ) -> None:
        """Run one of the server's programs. Raises SetupError with the reason it gave, or `log` holds after `seen`."""
        with tempfile.TemporaryFile() as output:
            done = user.run(argv, timeout=timeout, log=output)
            if done.returncode == 0:
                return
            output.seek(0)
            told = output.read().decode("utf-8", "replace")
        if log is not None:
            told += _text_after(log, seen)
        raise SetupError(f"{Path(argv[0]).name} failed ({_reason(told)})", cure=f"put that right, {_OWN_CURE}")

    @contextlib.contextmanager
    def _lock(self) -> Iterator[None]:
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SetupError(
                f"{error.filename or self._folder}: {error.strerror or str(error)[:200]}",
                cure=f"make room or give write permission, or set PGJUDGE_HOME to another place, {_OWN_CURE}",
            ) from error


def _major(programs: Path) -> str:
    """The major version of the programs, from the name of the folder they were copied to: `server-18.6.3`."""
    return programs.parents[2].name.removeprefix("server-").split(".", 1)[0]


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _write_private(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "w", encoding="ascii") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def _text_after(log: Path, seen: int) -> str:
    """What was added to the server's log; not through a link that the server's user may have put there."""
    with open(os.open(log, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
        file.seek(seen)
        return file.read(1 << 20).decode("utf-8", "replace")


def _reason(told: str) -> str:
    """The line that says why, of all that a program said."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    telling = [line for line in lines if "FATAL" in line or "PANIC" in line or "error:" in line or "ERROR" in line]
    return (telling or lines or ["it said nothing"])[0][:300]
