"""The application factory."""

from __future__ import annotations

from flask import Flask, Response, g, request

from api import errors, health, machinery, problems_pages, submissions
from api.answers import harden
from api.auth import KeyRing, authenticate
from api.services import EXTENSION, Services, key_ring


class _Api(Flask):
    def log_exception(self, exc_info: object) -> None:
        """Nothing: the handler of `api.errors` logs it, with the incident that the answer names."""


def create_app(services: Services) -> Flask:
    """The API on top of `services`. Starts nothing: see `api.background` for the loops beside it."""
    app = _Api("pgjudge", static_folder=None)
    app.extensions[EXTENSION] = services
    app.extensions[EXTENSION + ".keys"] = KeyRing(services.find_key)
    app.url_map.strict_slashes = False
    for module in (submissions, problems_pages, machinery, health):
        app.register_blueprint(module.pages)
    errors.register(app)
    app.before_request(_demand_key)
    app.after_request(harden)
    return app


def _demand_key() -> Response | None:
    """Everything below /v1 needs a key, also paths that do not exist."""
    if request.path == "/v1" or request.path.startswith("/v1/"):
        g.key = authenticate(key_ring(), request.headers.get("Authorization"))
    return None
