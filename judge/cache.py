"""The worker's local copy of test data: one folder a problem version, named by the manifest's digest.

A folder is filled beside its place and moved there whole, so a folder that exists is complete. Every blob is
checked against its digest while it is copied. The least recently used folders go when the cache outgrows its size.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO

from judge.errors import TestDataMissing
from model.errors import JudgeFailure
from model.problem import Manifest, TestFile
from store import manifests
from store.blobs import FolderBlobs

MANIFEST = "manifest.json"
_FILLING = ".filling-"


class CachedTests:
    """The tests of one version, from a folder of the cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Manifest = manifests.from_json((folder / MANIFEST).read_bytes())

    def input(self, test: TestFile) -> BinaryIO:
        """The input, open for reading. Raises TestDataMissing."""
        return self._open(f"{test.number}.in", test.input_bytes)

    def answer(self, test: TestFile) -> bytes:
        """The whole answer. Raises TestDataMissing."""
        with self._open(f"{test.number}.ans", test.answer_bytes) as file:
            return file.read()

    def _open(self, name: str, size: int) -> BinaryIO:
        try:
            file = (self.folder / name).open("rb")
        except OSError as error:
            raise TestDataMissing(f"test file {name} of {self.folder.name[:12]} is gone from the cache") from error
        if os.fstat(file.fileno()).st_size != size:
            file.close()
            raise TestDataMissing(f"test file {name} of {self.folder.name[:12]} has the wrong size in the cache")
        return file


class TestCache:
    """Test data below `root`, fetched from `blobs` on a miss. One process may fill; any number may read."""

    __test__ = False

    def __init__(self, root: Path, blobs: FolderBlobs, most_bytes: int) -> None:
        self.root = root
        self._blobs = blobs
        self._most_bytes = most_bytes
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in root.glob(_FILLING + "*"):
            shutil.rmtree(left, ignore_errors=True)

    def ready(self, digest: str) -> Path | None:
        """The folder of this version if it is here, marked as just used."""
        folder = self.root / digest
        if not (folder / MANIFEST).exists():
            return None
        os.utime(folder)
        return folder

    def ensure(self, digest: str) -> Path:
        """The folder of this version, fetched if need be. Raises TestDataMissing."""
        ready = self.ready(digest)
        if ready is not None:
            return ready
        filling = Path(tempfile.mkdtemp(prefix=_FILLING, dir=self.root))
        try:
            self._fill(filling, digest)
            os.replace(filling, self.root / digest)
        except (OSError, JudgeFailure) as error:
            shutil.rmtree(filling, ignore_errors=True)
            raise TestDataMissing(f"the tests of version {digest[:12]} cannot be fetched: {error}") from error
        self._trim(keep=digest)
        return self.root / digest

    def drop(self, digest: str) -> None:
        """Forget a version, so that the next `ensure` fetches it again."""
        shutil.rmtree(self.root / digest, ignore_errors=True)

    def _fill(self, folder: Path, digest: str) -> None:
        self._blobs.fetch(digest, folder / MANIFEST)
        manifest = manifests.from_json((folder / MANIFEST).read_bytes())
        for test in manifest.tests:
            self._blobs.fetch(test.input_digest, folder / f"{test.number}.in")
            self._blobs.fetch(test.answer_digest, folder / f"{test.number}.ans")

    def _trim(self, keep: str) -> None:
        folders = [entry for entry in self.root.iterdir() if not entry.name.startswith(_FILLING)]
        sizes = {folder: sum(file.stat().st_size for file in folder.iterdir()) for folder in folders}
        total = sum(sizes.values())
        for folder in sorted(folders, key=lambda entry: entry.stat().st_mtime_ns):
            if total <= self._most_bytes:
                return
            if folder.name != keep:
                shutil.rmtree(folder, ignore_errors=True)
                total -= sizes[folder]
