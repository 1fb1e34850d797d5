"""API keys: `Authorization: Bearer KEY`, and what a key's scopes allow.

Scopes: `submit` posts submissions; `read` reads everything that contestants may see; `author` also sees outputs and
publishes problems; `admin` may do all of it and see the machinery.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import g

from api.errors import ApiError, Code
from store.keys import Key

P = ParamSpec("P")
R = TypeVar("R")


class KeyRing:
    """Keys seen lately, so that a poll costs no look-up. A key that is revoked works for `seconds` more."""

    def __init__(self, look_up: Callable[[str], Key | None], *, seconds: float = 5.0, most: int = 1000) -> None:
        self._look_up = look_up
        self._seconds = seconds
        self._most = most
        self._lock = threading.Lock()
        self._seen: dict[bytes, tuple[float, Key]] = {}

    def find(self, plaintext: str) -> Key | None:
        digest = hashlib.sha256(plaintext.encode()).digest()
        now = time.monotonic()
        with self._lock:
            until, key = self._seen.get(digest, (0.0, None))
        if key is not None and now < until:
            return key
        key = self._look_up(plaintext)
        with self._lock:
            if key is None:
                self._seen.pop(digest, None)
            else:
                if len(self._seen) >= self._most:
                    self._seen.clear()
                self._seen[digest] = (now + self._seconds, key)
        return key


def authenticate(ring: KeyRing, header: str | None) -> Key:
    """The key that the `Authorization` header presents. Raises ApiError 401."""
    if not header:
        raise ApiError(
            Code.MISSING_KEY,
            "the request carries no API key",
            field="Authorization",
            cure="send the header Authorization: Bearer KEY",
            headers={"WWW-Authenticate": 'Bearer realm="pgjudge"'},
        )
    scheme, _, plaintext = header.partition(" ")
    plaintext = plaintext.strip()
    key = None
    if scheme.lower() == "bearer" and plaintext.isascii() and plaintext.isprintable() and 0 < len(plaintext) <= 500:
        key = ring.find(plaintext)
    if key is None:
        raise ApiError(
            Code.INVALID_KEY,
            "the API key is not known",
            field="Authorization",
            cure="send Authorization: Bearer KEY; the first key of a server is in service.json in its state folder",
            headers={"WWW-Authenticate": 'Bearer realm="pgjudge", error="invalid_token"'},
        )
    return key


def may(scope: str) -> bool:
    """Whether the key of this request has `scope`."""
    key: Key = g.key
    return scope in key.scopes or "admin" in key.scopes


def needs(scope: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A view that only keys with `scope` may call. Raises ApiError 403."""

    def wrap(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            if not may(scope):
                raise ApiError(
                    Code.INSUFFICIENT_SCOPE,
                    f"the key {g.key.name!r} lacks the scope {scope}",
                    field="Authorization",
                    cure=f"use a key with the scope {scope}",
                    headers={
                        "WWW-Authenticate": f'Bearer realm="pgjudge", error="insufficient_scope", scope="{scope}"'
                    },
                    more={"scope": scope},
                )
            return view(*args, **kwargs)

        return checked

    return wrap
