"""The test cache: whole or absent, checked when filled, bounded."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path

import pytest

from judge.cache import CachedTests, TestCache
from judge.errors import TestDataMissing
from model.problem import Checker, Manifest, ProblemLimits, TestFile
from store import manifests
from store.blobs import FolderBlobs


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "blobs")


def version(blobs: FolderBlobs, *pairs: tuple[bytes, bytes]) -> str:
    """A version with these inputs and answers; its digest."""
    tests = tuple(
        TestFile(
            number,
            f"secret/{number}",
            False,
            blobs.put(io.BytesIO(given)),
            len(given),
            blobs.put(io.BytesIO(answer)),
            len(answer),
        )
        for number, (given, answer) in enumerate(pairs, 1)
    )
    return blobs.put(io.BytesIO(manifests.to_json(Manifest(Checker(), ProblemLimits(), tests))))


def cache(tmp_path: Path, blobs: FolderBlobs, most_bytes: int = 1 << 30) -> TestCache:
    return TestCache(tmp_path / "cache", blobs, most_bytes)


def test_a_version_is_fetched_once_and_then_read_from_the_cache(tmp_path: Path, blobs: FolderBlobs) -> None:
    digest = version(blobs, (b"1\n", b"2\n"), (b"3\n", b"4\n"))
    here = cache(tmp_path, blobs)
    assert here.ready(digest) is None
    folder = here.ensure(digest)
    for test in CachedTests(folder).manifest.tests:
        blobs.path(test.input_digest).unlink()
    assert here.ensure(digest) == here.ready(digest) == folder
    tests = CachedTests(folder)
    assert [tests.answer(test) for test in tests.manifest.tests] == [b"2\n", b"4\n"]
    with tests.input(tests.manifest.tests[1]) as file:
        assert file.read() == b"3\n"


def test_a_missing_blob_leaves_nothing_half_filled(tmp_path: Path, blobs: FolderBlobs) -> None:
    digest = version(blobs, (b"1\n", b"2\n"))
    blobs.path(hashlib.sha256(b"2\n").hexdigest()).unlink()
    with pytest.raises(TestDataMissing):
        cache(tmp_path, blobs).ensure(digest)
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_blob_with_other_content_is_refused(tmp_path: Path, blobs: FolderBlobs) -> None:
    digest = version(blobs, (b"1\n", b"2\n"))
    path = blobs.path(hashlib.sha256(b"2\n").hexdigest())
    path.chmod(0o600)
    path.write_bytes(b"3\n")
    with pytest.raises(TestDataMissing):
        cache(tmp_path, blobs).ensure(digest)
    assert cache(tmp_path, blobs).ready(digest) is None


def test_a_cut_file_in_the_cache_is_noticed_and_fetched_again(tmp_path: Path, blobs: FolderBlobs) -> None:
    digest = version(blobs, (b"1\n", b"2\n"))
    here = cache(tmp_path, blobs)
    folder = here.ensure(digest)
    (folder / "1.ans").unlink()
    (folder / "1.ans").write_bytes(b"")
    tests = CachedTests(folder)
    with pytest.raises(TestDataMissing):
        tests.answer(tests.manifest.tests[0])
    here.drop(digest)
    tests = CachedTests(here.ensure(digest))
    assert tests.answer(tests.manifest.tests[0]) == b"2\n"


def test_the_least_recently_used_go_first(tmp_path: Path, blobs: FolderBlobs) -> None:
    digests = [version(blobs, (bytes([65 + n]) * 1000, b"\n")) for n in range(3)]
    here = cache(tmp_path, blobs, most_bytes=3_500)
    for age, digest in enumerate(digests[:2]):
        os.utime(here.ensure(digest), (age, age))
    here.ready(digests[0])
    here.ensure(digests[2])
    assert [here.ready(digest) is not None for digest in digests] == [True, False, True]


def test_what_a_killed_worker_was_filling_is_removed(tmp_path: Path, blobs: FolderBlobs) -> None:
    left = tmp_path / "cache" / ".filling-abc"
    left.mkdir(parents=True)
    (left / "1.in").write_bytes(b"1\n")
    cache(tmp_path, blobs)
    assert not left.exists()
