"""gunicorn with one gevent process, set up in code: no configuration file, no access log.

SIGTERM stops it gracefully: no new connections, waiting requests are answered at once with what is known, running ones
end, then the pool closes. SIGINT stops it at once.
"""

from __future__ import annotations

from types import FrameType
from typing import Any

import gevent
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.ggevent import GeventWorker

from api import wsgi
from api.services import EXTENSION, Services
from model.settings import Settings
from store import catalogue
from store.pool import connect

GRACE_SECONDS = 15
CONNECTIONS = 10_000


class Worker(GeventWorker):
    """A gevent worker that lets its waiting requests go when it is told to stop."""

    @property
    def _application(self) -> Flask:
        assert isinstance(self.wsgi, Flask)
        return self.wsgi

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.booted:
            services: Services = self._application.extensions[EXTENSION]
            gevent.spawn(services.waiting.close)

    def run(self) -> None:
        try:
            super().run()
        finally:
            self._application.extensions[wsgi.STOP]()


class Log(Logger):
    """gunicorn's own messages, through the handlers of the process."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        self.error_log.handlers = []
        self.error_log.propagate = True


class Server(BaseApplication):
    """gunicorn, told everything by `settings` and nothing by files."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        values: dict[str, object] = {
            "bind": self._settings.listen,
            "worker_class": "api.serving.Worker",
            "logger_class": "api.serving.Log",
            "loglevel": "warning",
            "workers": 1,
            "worker_connections": CONNECTIONS,
            "graceful_timeout": GRACE_SECONDS,
            "keepalive": 5,
            "proc_name": "pgjudge-api",
            "control_socket_disable": True,
        }
        for name, value in values.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return wsgi.application()


def serve(settings: Settings) -> None:
    """Serves until a signal says to stop. Raises SetupError when the database or its schema is not there."""
    with connect(settings.database_url, name="api-start") as conn:
        catalogue.require(conn)
    Server(settings).run()
