"""What the schema itself refuses, whoever writes."""

from __future__ import annotations

import psycopg
import pytest

from store import leases, sql
from store.pool import Connection
from tests.database.builders import ACCEPTED, claim_one, submit

NEW_JUDGING = (
    "insert into judgings (submission, number, version, verdict, reason, cpu_ns, wall_ns, memory_bytes, tests,"
    " tests_total, compile_output, compile_cpu_ns, worker, image_digest, attempt, started_at, finished_at)"
    " select submission, number + 1, version, 'ACCEPTED', '', 0, 0, 0, '[]', 0, '', 0, '', '', 0, now(), now()"
    " from judgings"
)

REFUSED = [
    "update queue set state = 1",
    "update queue set state = 2",
    "update queue set token = gen_random_uuid()",
    "update queue set lease_until = now()",
    "update queue set lane = 4",
    "update queue set attempt = -1",
    "update queue set judging = 0",
    "insert into queue (submission, judging, lane, runtime) select submission, 1, 0, 'c' from queue",
    "insert into queue (submission, judging, lane, runtime) values (999, 1, 0, 'c')",
    "update submissions set lane = -1",
    "update submissions set user_name = ''",
    "update submissions set source = sha256('other')",
    "update sources set digest = 'short'",
    "update sources set size = 0",
    "update problems set slug = '../up'",
    "update problems set active = 2",
    "update problem_versions set manifest = '{}'",
    "update problem_versions set time_ms = 0",
    "update judgings set verdict = 'OK'",
    "update judgings set verdict = null",
    "update judgings set finished_at = null",
    "update judgings set finished_at = started_at - interval '1 second'",
    "update judgings set tests = '{}'",
    "update judgings set tests = '[1]'",
    "update judgings set cpu_ns = -1",
    "insert into judgings select * from judgings",
    NEW_JUDGING.replace("number + 1", "number"),
    "insert into judging_outputs values (1, 9, 1, '', '', false, false)",
    "insert into idempotency_keys values ('ada', '', 1)",
    "insert into api_keys values (sha256('x'), 'x', '{root}')",
    "insert into api_keys values (sha256('x'), 'x', '{}')",
    "insert into workers values ('w', '{}', 0)",
    "insert into schema_version values (true, 2)",
]


@pytest.fixture(scope="module")
def filled(shared: Connection) -> Connection:
    """A database with a finished submission and a waiting one."""
    submit(shared)
    leases.finish(shared, claim_one(shared), ACCEPTED)
    submit(shared)
    return shared


@pytest.mark.parametrize("statement", REFUSED)
def test_the_schema_refuses(filled: Connection, statement: str) -> None:
    with pytest.raises((psycopg.errors.IntegrityError, psycopg.errors.DataError)):
        filled.execute(statement)


def test_another_judging_of_the_same_submission_stands_beside_the_first(judge: Connection) -> None:
    submit(judge)
    leases.finish(judge, claim_one(judge), ACCEPTED)
    assert judge.execute(NEW_JUDGING).rowcount == 1


@pytest.mark.parametrize("module", ["catalogue", "keys", "leases", "problems", "submissions", "wakeups", "workers"])
def test_every_block_is_used_by_its_module(module: str) -> None:
    blocks = sql.load(module)
    text = (sql.FOLDER / f"{module}.py").read_text("utf-8")
    quoted = text.replace("block", "_SQL[block]")
    assert blocks
    assert [name for name in blocks if f'"{name}"' not in quoted] == []


@pytest.mark.parametrize(
    "text",
    ["-- name: a\nselect 1", "select 1\n-- name: a\n-- x\n", "-- name: a\n-- x\nselect 1\n-- name: a\n-- y\nselect 2"],
)
def test_a_block_without_a_line_that_says_what_it_does_or_a_name_of_its_own_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="every block needs"):
        sql.blocks(text, "x")
