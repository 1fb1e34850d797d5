"""API keys."""

from __future__ import annotations

import pytest

from model.errors import InputError
from store import keys
from store.keys import Key
from store.pool import Connection


def test_a_key_allows_what_it_was_made_for(conn: Connection) -> None:
    made = keys.create(conn, name="front end", scopes=frozenset({"submit", "read"}))
    assert keys.check(conn, made) == Key("front end", frozenset({"submit", "read"}))


def test_every_key_is_another_and_none_is_stored(conn: Connection) -> None:
    made = {keys.create(conn, name="same", scopes=frozenset({"read"})) for _ in range(3)}
    assert len(made) == 3
    stored = str(conn.execute("select to_jsonb(k) from api_keys k").fetchall())
    assert not [key for key in made if key in stored or key.removeprefix("pgj_") in stored]


def test_what_is_no_key_is_none(conn: Connection) -> None:
    made = keys.create(conn, name="k", scopes=frozenset({"read"}))
    for other in ("", made[:-1], made + "x", made.upper(), "a\0b", "\ud800", "ü"):
        assert keys.check(conn, other) is None


def test_a_revoked_key_is_none(conn: Connection) -> None:
    made = keys.create(conn, name="k", scopes=frozenset({"read"}))
    conn.execute("update api_keys set revoked_at = now()")
    assert keys.check(conn, made) is None


@pytest.mark.parametrize(
    ("name", "scopes", "field"),
    [("k", set(), "scopes"), ("k", {"root"}, "scopes"), ("", {"read"}, "name"), ("a\0", {"read"}, "name")],
)
def test_a_key_that_cannot_be_made_is_refused_by_name(
    conn: Connection, name: str, scopes: set[str], field: str
) -> None:
    with pytest.raises(InputError) as caught:
        keys.create(conn, name=name, scopes=frozenset(scopes))
    assert caught.value.field == field
