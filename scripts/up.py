"""`pgjudge up`: everything on one machine under one command.

The order is the point: look at the host first, then the database, then the parts; and the reverse at the end, so
that no part ever meets a database that is gone.
"""

from __future__ import annotations

import fcntl
import logging
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from judge import doctor
from model.errors import SetupError
from model.logs import handler, log
from model.settings import Settings
from scripts import address, packages, service_file, verify
from scripts.client import Client
from scripts.commands import problem
from scripts.commands.output import print_json
from scripts.service_file import Service
from scripts.supervisor import StopSignals, Supervisor
from store import catalogue, keys, pool
from store.server import EmbeddedPostgres

logger = logging.getLogger("up")

_PARTS = ("api", "worker", "reaper")
_READY_WITHIN_S = 90.0
_DRAIN_S = 20.0
_FIRST_KEY_SCOPES = frozenset({"submit", "read", "author", "admin"})


class Up:
    """One run of `pgjudge up`."""

    def __init__(
        self, settings: Settings, environment: Mapping[str, str], *, examples: bool, once: bool, json: bool
    ) -> None:
        self._settings = settings
        self._environment = environment
        self._examples = examples
        self._once = once
        self._json = json
        self._signals = StopSignals()
        self._supervisor: Supervisor | None = None

    def run(self) -> int:
        """Run until a signal, or with `once` until the table is done. The exit code."""
        _configure_logs(self._settings, quiet=self._examples)
        home = self._settings.home
        home.mkdir(mode=0o711, parents=True, exist_ok=True)
        lock = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise SetupError(
                f"a pgjudge is already running with its state in {home}",
                cure="stop it, or give this one another PGJUDGE_HOME and PGJUDGE_LISTEN",
            ) from error
        try:
            return self._locked()
        finally:
            os.close(lock)

    def _locked(self) -> int:
        doctor.require(self._settings)
        settings = replace(self._settings, listen=address.free(self._settings.listen, self._signals.event))
        if settings.database_url:
            return self._with_database(settings, lambda: None)
        postgres = EmbeddedPostgres(settings.home, settings.postgres_port)
        self._say("starting", "Postgres")
        try:
            return self._with_database(
                replace(settings, database_url=postgres.start()), lambda: _keep_running(postgres)
            )
        finally:
            postgres.stop()

    def _with_database(self, settings: Settings, tend_database: Callable[[], None]) -> int:
        catalogue.migrate(settings.database_url)
        service = Service(url=f"http://{settings.listen}", key=_first_key(settings))
        supervisor = Supervisor(self._child_environment(settings), self._log_folder(), tend_database)
        self._supervisor = supervisor
        rows: list[verify.Row] = []
        try:
            if not self._stopped():
                supervisor.start(_PARTS)
                self._wait_ready(service)
                service_file.write(settings.home, service)
            if self._examples and not self._stopped():
                rows = self._judge_examples(service)
            if not self._once and not self._stopped():
                self._stay(service, rows)
        finally:
            self._say("stopping", "")
            supervisor.stop(patience_s=_DRAIN_S)
        return self._end(rows) if self._once else 0

    def _end(self, rows: list[verify.Row]) -> int:
        """The last words of `--once`, when everything has stopped."""
        if self._json:
            print_json(verify.as_json(rows))
        else:
            print(verify.summary(rows), flush=True)
        return 0 if rows and all(row.as_expected for row in rows) else 1

    def _stopped(self) -> bool:
        """Whether a signal said to stop. Raises SetupError when a part cannot be kept running."""
        if self._supervisor is not None and self._supervisor.fault is not None:
            raise self._supervisor.fault
        return self._signals.event.is_set()

    def _wait_ready(self, service: Service) -> None:
        self._say("starting", "API, worker and reaper")
        deadline = time.monotonic() + _READY_WITHIN_S
        words = ""
        with Client(service, timeout_s=5) as client:
            while time.monotonic() < deadline and not self._stopped():
                ready, words = client.ready()
                if ready:
                    return
                self._signals.event.wait(0.1)
        if not self._stopped():
            logs = f"the logs in {self._settings.home / 'log'}" if self._examples else "the log above"
            raise SetupError(f"the service was not ready in {_READY_WITHIN_S:.0f} s ({words})", cure=f"read {logs}")

    def _judge_examples(self, service: Service) -> list[verify.Row]:
        self._say("judging", "the submissions of the example problems")
        with Client(service) as client:
            if waiting := client.waiting():
                self._say("first", f"the {waiting} submissions that an earlier run left waiting")
            return problem.run(client, packages.examples(), quiet=self._json, stopped=self._stopped)

    def _stay(self, service: Service, rows: list[verify.Row]) -> None:
        if rows:
            print(verify.summary(rows))
        command = os.path.relpath(sys.argv[0]) if "/" in sys.argv[0] else sys.argv[0]
        example = packages.examples()[0]
        source = _first_file(example / "submissions" / "accepted")
        print(f"\npgjudge is up at {service.url}; Ctrl-C stops it.")
        print(f"Its key is in {service_file.path(self._settings.home)}.")
        print("Try, in another terminal:")
        print(f"  {command} submit {os.path.relpath(source)} --problem {example.name} --wait")
        print(f"  {command} problem verify {os.path.relpath(example)}")
        print(f"  {command} runtime list", flush=True)
        while not self._stopped():
            self._signals.event.wait(0.5)

    def _child_environment(self, settings: Settings) -> dict[str, str]:
        return dict(self._environment) | {
            "PGJUDGE_DATABASE_URL": settings.database_url,
            "PGJUDGE_LISTEN": settings.listen,
        }

    def _log_folder(self) -> Path | None:
        """Parts write to files while a table is on the screen; otherwise to our standard error."""
        if not self._examples:
            return None
        folder = self._settings.home / "log"
        folder.mkdir(mode=0o700, exist_ok=True)
        for old in folder.glob("*.log"):
            old.unlink()
        return folder

    def _say(self, event: str, what: str) -> None:
        if self._examples:
            print(f"pgjudge: {event} {what}".rstrip(), file=sys.stderr if self._json else sys.stdout, flush=True)
        elif what:
            log(logger, event, what=what)
        else:
            log(logger, event)


def _keep_running(postgres: EmbeddedPostgres) -> None:
    if not postgres.running():
        log(logger, "postgres_ended", level=logging.WARNING)
        postgres.start()


def _configure_logs(settings: Settings, *, quiet: bool) -> None:
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler(settings.log)])
    logging.getLogger("httpx").setLevel(logging.WARNING)


def _first_file(folder: Path) -> Path:
    return min(folder.iterdir(), default=folder)


def _first_key(settings: Settings) -> str:
    """The key of an earlier run if the database still knows it, else a new one."""
    left = service_file.read(settings.home)
    with pool.connect(settings.database_url, name="up") as connection:
        if left is not None and keys.check(connection, left.key) is not None:
            return left.key
        return keys.create(connection, name="first", scopes=_FIRST_KEY_SCOPES)
