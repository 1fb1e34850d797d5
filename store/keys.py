"""API keys. Only the sha256 of a key is stored: keys are 256 random bits, so a slow hash would add nothing."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from model.errors import InputError
from store import sql
from store.pool import Connection
from store.texts import checked

SCOPES = frozenset({"submit", "read", "author", "admin"})

_SQL = sql.load("keys")
_PREFIX = "pgj_"


@dataclass(frozen=True, slots=True)
class Key:
    """What a key is called and what it allows."""

    name: str
    scopes: frozenset[str]


def create(conn: Connection, *, name: str, scopes: frozenset[str]) -> str:
    """A new key in plain text, which cannot be had again."""
    if not scopes or not scopes <= SCOPES:
        raise InputError(
            "these are no scopes of a key", field="scopes", cure=f"give some of {', '.join(sorted(SCOPES))}"
        )
    key = _PREFIX + secrets.token_urlsafe(32)
    conn.execute(
        _SQL["create"], {"digest": _digest(key), "name": checked(name, "name", most=200), "scopes": sorted(scopes)}
    )
    return key


def check(conn: Connection, key: str) -> Key | None:
    """What `key` allows, or None where it is none of ours or was revoked."""
    row = conn.execute(_SQL["check"], {"digest": _digest(key)}).fetchone()
    return None if row is None else Key(row[0], frozenset(row[1]))


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
