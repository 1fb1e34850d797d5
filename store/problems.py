"""Problems and their immutable versions of test data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson
from psycopg.rows import tuple_row

from model.errors import InputError
from model.problem import Manifest, ProblemVersion, Statement
from store import manifests, sql
from store.pool import Connection
from store.texts import checked

_SQL = sql.load("problems")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_MOST_STATEMENT = 10 << 20


@dataclass(frozen=True, slots=True)
class ProblemSummary:
    """A problem in a list: what its active version asks for."""

    slug: str
    title: str
    version: int
    time_ms: int
    memory_bytes: int
    tests: int


def publish(
    conn: Connection,
    *,
    slug: str,
    title: str,
    manifest_digest: str,
    manifest: Manifest,
    statements: Sequence[Statement],
    samples: Sequence[tuple[bytes, bytes]],
) -> ProblemVersion:
    """Make this test data the active version: a new one, or an earlier one with the same digest.

    Title and statements are replaced in any case. All or nothing. Raises InputError.
    """
    content = manifests.to_json(manifest)
    digest = hashlib.sha256(content)
    if digest.hexdigest() != manifest_digest:
        raise InputError("the digest is not that of the manifest", field="manifest_digest", cure="import it again")
    with conn.transaction(), conn.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(_SQL["put_problem"], _description(slug, title, statements))
        (problem,) = _one(cursor.fetchone())
        version: dict[str, object] = {
            "problem": problem,
            "digest": digest.digest(),
            "manifest": content,
            "time_ms": manifest.limits.time_ms,
            "memory_bytes": manifest.limits.memory_bytes,
            "tests": len(manifest.tests),
        }
        found = cursor.execute(_SQL["version_of"], version).fetchone()
        if found is None:
            found = _one(cursor.execute(_SQL["add_version"], version).fetchone())
            inputs, answers = [input for input, _ in samples], [answer for _, answer in samples]
            values = {"problem": problem, "version": found[0], "inputs": inputs, "answers": answers}
            cursor.execute(_SQL["add_samples"], values)
        cursor.execute(_SQL["activate"], {"problem": problem, "version": found[0]})
    return ProblemVersion(slug, found[0], title, manifest_digest, manifest, tuple(statements))


def get(conn: Connection, slug: str) -> ProblemVersion | None:
    """The problem at its active version, or None where there is none."""
    if not _SLUG.fullmatch(slug):
        return None
    row = conn.execute(_SQL["get"], {"slug": slug}).fetchone()
    if row is None:
        return None
    slug, title, statements, number, digest, manifest = row
    shown = tuple(Statement(**statement) for statement in statements)
    return ProblemVersion(slug, number, title, digest, manifests.from_json(manifest), shown)


def all_problems(conn: Connection) -> list[ProblemSummary]:
    """Every problem, by slug."""
    return [ProblemSummary(*row) for row in conn.execute(_SQL["all_problems"])]


def samples(conn: Connection, slug: str) -> list[tuple[bytes, bytes]]:
    """Input and answer of each sample of the active version, in order."""
    if not _SLUG.fullmatch(slug):
        return []
    return [(input, answer) for input, answer in conn.execute(_SQL["samples"], {"slug": slug})]


def _description(slug: str, title: str, statements: Sequence[Statement]) -> dict[str, object]:
    if not _SLUG.fullmatch(slug):
        raise InputError(
            f"{slug[:120]!r} cannot name a problem",
            field="slug",
            cure="use up to 100 letters, digits, dots, hyphens and underscores, a letter or digit first",
        )
    for statement in statements:
        for name, text in asdict(statement).items():
            checked(text, f"statement {name}", most=_MOST_STATEMENT, least=0)
    return {
        "slug": slug,
        "title": checked(title, "title", most=500),
        "statements": orjson.dumps([asdict(statement) for statement in statements]).decode(),
    }


def _one(row: tuple[Any, ...] | None) -> tuple[Any, ...]:
    """The row of a statement that always gives one."""
    assert row is not None
    return row
