"""A package becomes a version of a problem: whole, or not at all."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO

import pytest

from model.errors import PgjudgeError
from problems import publish
from problems.kattis import open_package
from problems.source import DamagedFile
from store import manifests
from store import problems as stored
from store.blobs import FolderBlobs
from store.pool import Connection
from tests.problems.packages import SOUND, archive, folder

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "problems"


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "blobs")


def count(conn: Connection) -> int:
    row = conn.execute("select count(*) from problem_versions").fetchone()
    assert row is not None
    return int(row[0])


def test_a_package_is_stored_whole(conn: Connection, blobs: FolderBlobs, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with open_package(archive(tmp_path, SOUND)) as package:
        version = publish.store(package, blobs, conn, lambda done, of: seen.append((done, of)))
    assert (version.slug, version.number, version.title) == ("sum", 1, "Sum")
    assert seen == [(1, 2), (2, 2)]
    assert stored.get(conn, "sum") == version
    assert stored.samples(conn, "sum") == [(b"1 2\n", b"3\n")]
    with blobs.open(version.digest) as stream:
        assert manifests.from_json(stream.read()) == version.manifest
    test = version.manifest.tests[1]
    assert (test.name, test.sample, test.input_bytes, test.answer_bytes) == ("secret/1", False, 4, 2)
    assert test.input_digest == hashlib.sha256(b"2 3\n").hexdigest()
    with blobs.open(test.answer_digest) as stream:
        assert stream.read() == b"5\n"


def test_the_same_package_again_is_the_same_version_as_folder_or_zip(
    conn: Connection, blobs: FolderBlobs, tmp_path: Path
) -> None:
    versions = []
    for path in (archive(tmp_path, SOUND), folder(tmp_path, SOUND)):
        with open_package(path) as package:
            versions.append(publish.store(package, blobs, conn))
    assert versions[0] == versions[1]
    assert count(conn) == 1


def test_changed_tests_or_limits_make_a_new_version(conn: Connection, blobs: FolderBlobs, tmp_path: Path) -> None:
    changes = [{}, {"data/secret/1.ans": "6\n"}, {"problem.yaml": "name: Sum\nlimits: {time_limit: 3}\n"}]
    numbers = []
    for change in changes:
        with open_package(archive(tmp_path, {**SOUND, **change})) as package:
            numbers.append(publish.store(package, blobs, conn).number)
    assert numbers == [1, 2, 3]


def test_a_package_that_changes_while_it_is_read_leaves_the_problem_as_it_was(
    conn: Connection, blobs: FolderBlobs, tmp_path: Path
) -> None:
    with open_package(folder(tmp_path, SOUND)) as package:
        before = publish.store(package, blobs, conn)
    changed = folder(tmp_path, {**SOUND, "data/secret/1.ans": "7\n"})
    with open_package(changed) as package:
        (changed / "data/secret/1.ans").unlink()
        with pytest.raises(DamagedFile):
            publish.store(package, blobs, conn)
    assert stored.get(conn, "sum") == before
    assert count(conn) == 1


def test_a_full_disk_leaves_nothing_in_the_database(conn: Connection, tmp_path: Path) -> None:
    class FullDisk:
        """Takes two blobs."""

        left = 2

        def put(self, stream: BinaryIO) -> str:
            self.left -= 1
            if self.left < 0:
                raise OSError(28, "No space left on device")
            return hashlib.sha256(stream.read()).hexdigest()

    with open_package(archive(tmp_path, SOUND)) as package, pytest.raises(OSError, match="No space"):
        publish.store(package, FullDisk(), conn)
    assert stored.get(conn, "sum") is None
    assert count(conn) == 0


def test_a_failure_in_the_database_leaves_no_half_problem(
    conn: Connection, blobs: FolderBlobs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong_digest(stream: BinaryIO) -> str:
        return hashlib.sha256(stream.read() + b"x").hexdigest()

    monkeypatch.setattr(blobs, "put", wrong_digest)
    with open_package(archive(tmp_path, SOUND)) as package, pytest.raises(PgjudgeError, match="digest"):
        publish.store(package, blobs, conn)
    assert stored.get(conn, "sum") is None
    assert count(conn) == 0


def test_publishing_takes_part_in_the_callers_transaction(conn: Connection, blobs: FolderBlobs, tmp_path: Path) -> None:
    with open_package(archive(tmp_path, SOUND)) as package, conn.transaction(force_rollback=True):
        publish.store(package, blobs, conn)
        assert count(conn) == 1
    assert stored.get(conn, "sum") is None


def test_windows_line_ends_are_stored_as_plain_ones(conn: Connection, blobs: FolderBlobs, tmp_path: Path) -> None:
    with open_package(archive(tmp_path, {**SOUND, "data/sample/1.in": "1 2\r\n"})) as package:
        version = publish.store(package, blobs, conn)
    assert stored.samples(conn, "sum") == [(b"1 2\n", b"3\n")]
    assert version.manifest.tests[0].input_bytes == 4


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_every_example_can_be_published(conn: Connection, blobs: FolderBlobs, name: str) -> None:
    with open_package(EXAMPLES / name) as package:
        version = publish.store(package, blobs, conn)
        for test, found in zip(package.tests, version.manifest.tests, strict=True):
            with test.input.open() as stream:
                content = stream.read()
            assert (found.input_digest, found.input_bytes) == (hashlib.sha256(content).hexdigest(), len(content))
            with blobs.open(found.input_digest) as kept:
                assert kept.read() == content
