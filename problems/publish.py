"""A package becomes a version of a problem: test data into the blobs, then one row, or nothing at all."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import BinaryIO, Protocol

from model.problem import Manifest, ProblemVersion, TestFile
from problems.package import Package, PackageFile
from store import problems as stored_problems
from store.manifests import to_json
from store.pool import Connection


class Blobs(Protocol):
    """Where content goes by its digest."""

    def put(self, stream: BinaryIO) -> str:
        """Keep the content; the sha256 in hex."""


Progress = Callable[[int, int], None]
"""Takes how many tests have been stored, and how many there are."""


def store(
    package: Package, blobs: Blobs, conn: Connection, progress: Progress = lambda done, of: None
) -> ProblemVersion:
    """Make this package the active version of its problem; test data that is known already is its earlier version.

    A failure on the way leaves the problem as it was, and at most some blobs that no version names.
    Raises DamagedFile when the package changes while it is read.
    """
    tests = []
    for test in package.tests:
        input_digest, input_bytes = _put(blobs, test.input)
        answer_digest, answer_bytes = _put(blobs, test.answer)
        tests.append(
            TestFile(
                number=test.number,
                name=test.name,
                sample=test.sample,
                input_digest=input_digest,
                input_bytes=input_bytes,
                answer_digest=answer_digest,
                answer_bytes=answer_bytes,
            )
        )
        progress(test.number, len(package.tests))
    manifest = Manifest(checker=package.checker, limits=package.limits, tests=tuple(tests))
    digest = blobs.put(io.BytesIO(to_json(manifest)))
    samples = [(_content(test.input), _content(test.answer)) for test in package.tests if test.sample]
    with conn.transaction():
        return stored_problems.publish(
            conn,
            slug=package.slug,
            title=package.title,
            manifest_digest=digest,
            manifest=manifest,
            statements=package.statements,
            samples=samples,
        )


class _Counted(io.RawIOBase):
    """Counts what is read from a stream."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        self.count += len(data)
        return len(data)


def _put(blobs: Blobs, file: PackageFile) -> tuple[str, int]:
    with file.open() as stream:
        counted = _Counted(stream)
        digest = blobs.put(io.BufferedReader(counted, 256 << 10))
        return digest, counted.count


def _content(file: PackageFile) -> bytes:
    with file.open() as stream:
        return stream.read()
