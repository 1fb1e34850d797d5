"""The WSGI entry point: builds the application from the environment.

    gunicorn --worker-class api.server.Worker 'api.wsgi:application()'

`python -m api` does just this, with the address of the settings.
"""

from __future__ import annotations

import os

from flask import Flask

from api import background
from api.app import create_app
from api.offload import in_thread
from api.services import Services
from model.settings import from_environment
from store.blobs import FolderBlobs
from store.pool import open_pool

STOP = "pgjudge.stop"


def application() -> Flask:
    """The application with its pool open and its loops running. `app.extensions[STOP]` ends them."""
    settings = from_environment(os.environ)
    pool = open_pool(settings.database_url, name="api")
    services = Services(settings=settings, pool=pool, blobs=FolderBlobs(settings.blobs), offload=in_thread)
    app = create_app(services)
    end_loops = background.start(services)

    def stop() -> None:
        end_loops()
        pool.close()

    app.extensions[STOP] = stop
    return app
