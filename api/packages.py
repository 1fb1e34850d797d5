"""Receiving a package and publishing it: streamed to a file without a name, so that a killed process leaves nothing."""

from __future__ import annotations

import errno
import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from api.answers import plain
from api.errors import ApiError, Code
from api.services import Services
from model.errors import InputError
from model.logs import log
from model.problem import ProblemVersion
from problems import publish
from problems.findings import Finding, PackageRefused, Severity, printable
from problems.kattis import open_package
from problems.source import DamagedFile, SourceLimits
from store import problems
from store.errors import BlobsUnwritable
from store.pool import connect

logger = logging.getLogger("api")

CHUNK = 256 << 10
MEDIA_TYPES = ("application/zip", "application/octet-stream", "")


@dataclass(frozen=True, slots=True)
class Published:
    """The active version after an upload; `created` is False when it was the active one before."""

    version: ProblemVersion
    created: bool
    warnings: tuple[Finding, ...]


@contextmanager
def received(request: Request, services: Services) -> Iterator[Path]:
    """The body of `request` as a file, gone when the block ends. Raises ApiError 413, 415 and 507."""
    most = services.settings.package_most_bytes
    if request.mimetype not in MEDIA_TYPES:
        raise ApiError(
            Code.UNSUPPORTED_MEDIA_TYPE,
            f"the body has the media type {request.mimetype!r}",
            cure="send the zip with the header Content-Type: application/zip",
        )
    request.max_content_length = most
    services.settings.blobs.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryFile(dir=services.settings.blobs) as file:
            while chunk := request.stream.read(CHUNK):
                file.write(chunk)
            file.flush()
            yield Path(f"/proc/self/fd/{file.fileno()}")
    except RequestEntityTooLarge as error:
        raise ApiError(
            Code.PACKAGE_TOO_LARGE,
            f"the package has more than {most} bytes",
            field="package",
            cure="send a smaller zip; the operator sets the limit with PGJUDGE_PACKAGE_MOST_BYTES",
            more={"limit": most},
        ) from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise _disk_full() from error


def publish_zip(path: Path, slug: str, services: Services) -> Published:
    """Publishes the zip as `slug`, on a connection of its own, since it may run in another thread.

    Raises ApiError 422 with every finding, and 507.
    """
    limits = SourceLimits(total_bytes=services.settings.package_most_bytes)
    try:
        with (
            open_package(path, slug=slug, limits=limits) as package,
            connect(services.settings.database_url, name="api-publish") as conn,
        ):
            before = problems.get(conn, slug)
            version = publish.store(package, services.blobs, conn)
            return Published(version, before is None or before.number != version.number, package.findings)
    except PackageRefused as error:
        raise _refused(error, error.findings) from error
    except DamagedFile as error:
        raise _refused(error, (Finding(Severity.ERROR, error.path, 0, error.why, error.cure),)) from error
    except BlobsUnwritable as error:
        log(logger, "blobs_unwritable", level=logging.ERROR, detail=str(error))
        raise _disk_full() from error


def _refused(error: InputError, findings: tuple[Finding, ...]) -> ApiError:
    return ApiError(
        Code.PACKAGE_REFUSED, error.message, field=error.field, cure=error.cure, more={"findings": listed(findings)}
    )


def _disk_full() -> ApiError:
    return ApiError(
        Code.STORAGE_FULL,
        "the server cannot store the package; nothing was changed",
        field="package",
        cure="free space in the blob folder of the server, then send the same request again",
    )


def listed(findings: tuple[Finding, ...]) -> list[dict[str, object]]:
    """Findings as JSON. Names in an archive may be anything, so they are made printable."""
    return [
        {
            "severity": finding.severity.value,
            "file": printable(finding.file),
            "line": finding.line or None,
            "why": plain(finding.why),
            "cure": plain(finding.cure),
        }
        for finding in findings
    ]
