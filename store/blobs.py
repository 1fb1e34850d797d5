"""Blobs: immutable contents named by their sha256, in a folder.

A blob appears whole or not at all: it is written beside its place, synced, and renamed. Folders are 0700 and files
0600, because hidden tests are among them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from store.errors import BlobCorrupt, BlobMissing, BlobsUnwritable

_CHUNK = 1 << 20
_DIGEST = re.compile(r"[0-9a-f]{64}")
_ABANDONED_SECONDS = 86_400


class FolderBlobs:
    """Blobs below `root`, which is made when the first one is put."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._incoming = root / "incoming"

    def path(self, digest: str) -> Path:
        """Where the blob is or would be."""
        if not _DIGEST.fullmatch(digest):
            raise ValueError(f"{digest[:80]!r} is not a sha256 in hex")
        return self._root / digest[:2] / digest

    def has(self, digest: str) -> bool:
        """Whether the blob is here."""
        return self.path(digest).is_file()

    def put(self, stream: BinaryIO) -> str:
        """Store all that `stream` gives; its digest. Raises BlobsUnwritable.

        Equal content is stored once; the new copy takes the place of the old one, which may have gone bad.
        """
        with self._arriving() as (file, temporary):
            found = hashlib.sha256()
            while chunk := stream.read(_CHUNK):
                found.update(chunk)
                with self._writing():
                    file.write(chunk)
            digest = found.hexdigest()
            with self._writing():
                self._place(file, temporary, digest)
        return digest

    def open(self, digest: str) -> BinaryIO:
        """The blob, open for reading and not verified. Raises BlobMissing."""
        try:
            return self.path(digest).open("rb")
        except FileNotFoundError as error:
            raise BlobMissing(f"blob {digest} is not in {self._root}", cure="import its problem again") from error

    def fetch(self, digest: str, target: Path) -> None:
        """Copy the blob to the new file `target`, verified. Raises BlobMissing or BlobCorrupt, and leaves no file."""
        with self.open(digest) as source, target.open("xb") as file:
            try:
                found = _copy(source, file)
                if found != digest:
                    raise BlobCorrupt(
                        f"blob {digest} in {self._root} has other content ({found[:12]}...)",
                        cure="import its problem again",
                    )
            except BaseException:
                target.unlink()
                raise

    @contextlib.contextmanager
    def _arriving(self) -> Iterator[tuple[BinaryIO, Path]]:
        """A new private file. It is gone at the end unless it was renamed."""
        temporary = self._incoming / secrets.token_hex(16)
        with self._writing():
            self._sweep()
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with open(descriptor, "wb") as file:
                yield file, temporary
        finally:
            temporary.unlink(missing_ok=True)

    def _place(self, file: BinaryIO, temporary: Path, digest: str) -> None:
        file.flush()
        os.fsync(file.fileno())
        place = self.path(digest)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        os.replace(temporary, place)
        for folder in (place.parent, self._root):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """What goes wrong in here is the folder's fault and not the stream's."""
        try:
            yield
        except OSError as error:
            raise BlobsUnwritable(
                f"{self._root} cannot take a blob ({error.strerror or error})",
                cure="make room or give write permission, or set PGJUDGE_BLOBS",
            ) from error

    def _sweep(self) -> None:
        """Remove what processes that were killed left behind."""
        self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._incoming.mkdir(mode=0o700, exist_ok=True)
        before = time.time() - _ABANDONED_SECONDS
        for entry in os.scandir(self._incoming):
            with contextlib.suppress(FileNotFoundError):
                if entry.stat().st_mtime < before:
                    os.unlink(entry)


def _copy(source: BinaryIO, target: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := source.read(_CHUNK):
        digest.update(chunk)
        target.write(chunk)
    return digest.hexdigest()
