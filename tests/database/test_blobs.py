"""The blob folder."""

from __future__ import annotations

import io
import os
import stat
import threading
from pathlib import Path

import pytest

from store.blobs import FolderBlobs
from store.errors import BlobCorrupt, BlobMissing, BlobsUnwritable
from tests.database.builders import sha


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "blobs")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("content", [b"", b"\0\xff", b"x" * (3 << 20)])
def test_a_blob_is_read_back_by_its_sha256(blobs: FolderBlobs, content: bytes) -> None:
    digest = blobs.put(io.BytesIO(content))
    assert digest == sha(content)
    assert blobs.has(digest)
    with blobs.open(digest) as file:
        assert file.read() == content
    assert blobs.path(digest).read_bytes() == content


def test_equal_content_is_stored_once(blobs: FolderBlobs, tmp_path: Path) -> None:
    assert blobs.put(io.BytesIO(b"a")) == blobs.put(io.BytesIO(b"a"))
    assert files(tmp_path) == [blobs.path(sha(b"a"))]


def test_putting_it_again_mends_a_blob_that_went_bad(blobs: FolderBlobs) -> None:
    digest = blobs.put(io.BytesIO(b"good"))
    blobs.path(digest).write_bytes(b"bad")
    blobs.put(io.BytesIO(b"good"))
    assert blobs.path(digest).read_bytes() == b"good"


def test_racing_writers_of_one_blob_all_succeed(blobs: FolderBlobs, tmp_path: Path) -> None:
    got = []
    threads = [threading.Thread(target=lambda: got.append(blobs.put(io.BytesIO(b"a" * 9)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [sha(b"a" * 9)] * 8
    assert len(files(tmp_path)) == 1


class Breaking(io.BytesIO):
    """A stream that ends in a failure."""

    def read(self, size: int | None = -1) -> bytes:
        found = super().read(4)
        if not found:
            raise ConnectionResetError("the upload broke off")
        return found


def test_a_stream_that_breaks_off_leaves_nothing(blobs: FolderBlobs, tmp_path: Path) -> None:
    with pytest.raises(ConnectionResetError):
        blobs.put(Breaking(b"half of it"))
    assert files(tmp_path) == []


def test_others_may_not_read_tests(blobs: FolderBlobs, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        digest = blobs.put(io.BytesIO(b"secret"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(blobs.path(digest).stat().st_mode) == 0o600
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (tmp_path / "blobs").rglob("*") if folder.is_dir()} == {
        0o700
    }


def test_a_missing_blob_is_a_failure_that_may_be_tried_again(blobs: FolderBlobs, tmp_path: Path) -> None:
    digest = sha(b"nothing")
    assert not blobs.has(digest)
    with pytest.raises(BlobMissing) as caught:
        blobs.open(digest)
    assert caught.value.retryable
    with pytest.raises(BlobMissing):
        blobs.fetch(digest, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_fetched_copy_is_verified(blobs: FolderBlobs, tmp_path: Path) -> None:
    digest = blobs.put(io.BytesIO(b"good" * 9_000))
    blobs.fetch(digest, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"good" * 9_000
    with blobs.path(digest).open("r+b") as file:
        file.seek(100)
        file.write(b"!")
    with pytest.raises(BlobCorrupt, match=digest):
        blobs.fetch(digest, tmp_path / "second")
    assert not (tmp_path / "second").exists()


@pytest.mark.parametrize("digest", ["", "..", "../" * 21 + "x", "A" * 64, "0" * 63])
def test_only_a_digest_names_a_blob(blobs: FolderBlobs, digest: str) -> None:
    with pytest.raises(ValueError, match="sha256"):
        blobs.path(digest)


def test_what_killed_processes_left_behind_is_swept_away(blobs: FolderBlobs, tmp_path: Path) -> None:
    blobs.put(io.BytesIO(b"a"))
    incoming = tmp_path / "blobs" / "incoming"
    for name, age in (("old", 90_000), ("young", 10)):
        (incoming / name).write_bytes(b"")
        when = (incoming / name).stat().st_mtime - age
        os.utime(incoming / name, (when, when))
    blobs.put(io.BytesIO(b"b"))
    assert [path.name for path in incoming.iterdir()] == ["young"]


def test_a_folder_that_cannot_be_written_is_named_with_a_cure(tmp_path: Path) -> None:
    (tmp_path / "blobs").write_bytes(b"a file is in the way")
    with pytest.raises(BlobsUnwritable, match="blobs cannot take a blob") as caught:
        FolderBlobs(tmp_path / "blobs").put(io.BytesIO(b"a"))
    assert caught.value.cure
