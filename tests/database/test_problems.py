"""Publishing problems."""

from __future__ import annotations

import threading

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import InputError
from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, Statement, TestFile
from store import manifests, pool, problems
from store.errors import ManifestUnreadable
from store.pool import Connection
from store.problems import ProblemSummary
from tests.database.builders import manifest, publish, sha


def versions(conn: Connection) -> list[tuple[int, ...]]:
    return conn.execute("select number from problem_versions order by number").fetchall()


def test_a_published_problem_is_read_back(conn: Connection) -> None:
    made = publish(conn, "sum")
    assert made.number == 1
    assert problems.get(conn, "sum") == made
    assert problems.samples(conn, "sum") == [(b"1 2\n", b"3\n")]
    assert problems.all_problems(conn) == [ProblemSummary("sum", "Sum", 1, 2_000, 256 << 20, 1)]


def test_an_unknown_problem_is_none(conn: Connection) -> None:
    for slug in ("nim", "", "a\0b", "../x"):
        assert problems.get(conn, slug) is None
        assert problems.samples(conn, slug) == []


def test_new_tests_make_a_new_version_and_the_old_one_stays(conn: Connection) -> None:
    first, second = publish(conn, "sum"), publish(conn, "sum", answer=b"4\n")
    assert (first.number, second.number) == (1, 2)
    assert problems.get(conn, "sum") == second
    assert problems.samples(conn, "sum") == [(b"1 2\n", b"4\n")]
    assert versions(conn) == [(1,), (2,)]


def test_the_same_tests_make_no_new_version_but_a_new_title_is_taken(conn: Connection) -> None:
    publish(conn, "sum")
    again = publish(conn, "sum", title="Sums")
    assert again.number == 1
    assert versions(conn) == [(1,)]
    found = problems.get(conn, "sum")
    assert found is not None
    assert found.title == "Sums"


def test_going_back_to_earlier_tests_makes_that_version_active_again(conn: Connection) -> None:
    first = publish(conn, "sum")
    publish(conn, "sum", answer=b"4\n")
    assert publish(conn, "sum").number == 1
    assert problems.get(conn, "sum") == first
    assert versions(conn) == [(1,), (2,)]


def test_racing_publishers_number_their_versions_one_after_another(conn: Connection, database: str) -> None:
    numbers = []

    def work(at: int) -> None:
        with pool.connect(database, name="publish") as mine:
            numbers.append(publish(mine, "sum", answer=b"%d\n" % at).number)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]


def test_a_failure_half_way_leaves_nothing(conn: Connection) -> None:
    conn.execute("alter table samples add check (number > 1)")
    with pytest.raises(psycopg.errors.CheckViolation):
        publish(conn, "sum")
    assert problems.all_problems(conn) == []


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"slug": "a/b"}, "slug"),
        ({"slug": ""}, "slug"),
        ({"slug": "sum\n"}, "slug"),
        ({"slug": "x" * 101}, "slug"),
        ({"title": "a\0"}, "title"),
        ({"title": ""}, "title"),
        ({"statements": [Statement("en", "md", "a\0")]}, "statement text"),
        ({"statements": [Statement("en", "md", "\ud800")]}, "statement text"),
        ({"manifest_digest": sha(b"other")}, "manifest_digest"),
    ],
)
def test_what_cannot_be_stored_is_refused_by_name(conn: Connection, changed: dict[str, object], field: str) -> None:
    made = manifest()
    values: dict[str, object] = {
        "slug": "sum",
        "title": "Sum",
        "manifest_digest": sha(manifests.to_json(made)),
        "manifest": made,
        "statements": [],
        "samples": [],
    }
    with pytest.raises(InputError) as caught:
        problems.publish(conn, **values | changed)  # type: ignore[arg-type]
    assert caught.value.field == field
    assert problems.all_problems(conn) == []


def test_samples_may_be_any_bytes(conn: Connection) -> None:
    made = manifest()
    digest = sha(manifests.to_json(made))
    samples = [(b"\0\xff", b""), (b"b", b"\xfe"), (b"a", b"\r\n")]
    problems.publish(conn, slug="s", title="S", manifest_digest=digest, manifest=made, statements=[], samples=samples)
    assert problems.samples(conn, "s") == samples


hexes = st.binary(min_size=1, max_size=3).map(sha)
sizes = st.integers(0, 2**40)
files = st.builds(TestFile, st.integers(1, 999), st.text(max_size=9), st.booleans(), hexes, sizes, hexes, sizes)
limits = st.builds(
    ProblemLimits,
    st.integers(1, 10**6),
    sizes,
    sizes,
    st.lists(st.tuples(st.sampled_from(["c", "java"]), st.floats(0.1, 9)), max_size=2).map(tuple),
)
tolerances = st.none() | st.floats(0, 1)
checkers = st.builds(Checker, st.sampled_from(CheckerKind), st.booleans(), tolerances, tolerances)


@given(st.builds(Manifest, checkers, limits, st.lists(files, max_size=3).map(tuple)))
def test_a_manifest_comes_back_from_its_json(made: Manifest) -> None:
    content = manifests.to_json(made)
    assert manifests.from_json(content) == made
    assert manifests.to_json(manifests.from_json(content)) == content


def test_the_canonical_form_never_changes() -> None:
    """A digest names it for ever: new fields need a new format."""
    assert sha(manifests.to_json(manifest())) == DIGEST


DIGEST = "f714b9dae2f100b71a607ea947d3f8206cf8d7920b4a637c58a1f007b28c88ab"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b'{"format":2}',
        manifests.to_json(manifest()).replace(b'"token"', b'"magic"'),
        manifests.to_json(manifest()).replace(b'"number"', b'"nummer"'),
    ],
)
def test_what_is_no_manifest_is_a_failure_of_the_judge(content: bytes) -> None:
    with pytest.raises(ManifestUnreadable):
        manifests.from_json(content)


def test_a_manifest_of_a_later_format_is_named() -> None:
    content = manifests.to_json(manifest()).replace(b'"format":1', b'"format":2')
    with pytest.raises(ManifestUnreadable, match="format is 2"):
        manifests.from_json(content)
