"""What can go wrong in the store.

InputError
└── Refused
    └── KeyReused          an idempotency key came again with another submission
SetupError
├── DatabaseUnreachable    Postgres does not answer
└── BlobsUnwritable        the blob folder cannot take another blob
JudgeFailure
├── BlobMissing            a blob that the database names is not there
├── BlobCorrupt            a blob does not have the content that its name promises
└── ManifestUnreadable     a manifest is not one that this version can read
"""

from __future__ import annotations

from model.errors import JudgeFailure, Refused, SetupError


class KeyReused(Refused):
    """An idempotency key came again with another submission."""

    code = "idempotency_key_reused"


class DatabaseUnreachable(SetupError):
    """Postgres does not answer; it may later."""

    code = "database_unreachable"
    retryable = True


class BlobsUnwritable(SetupError):
    """The blob folder cannot take another blob."""


class BlobMissing(JudgeFailure):
    """A blob that the database names is not there."""

    code = "blob_missing"


class BlobCorrupt(JudgeFailure):
    """A blob does not have the content that its name promises."""

    code = "blob_corrupt"


class ManifestUnreadable(JudgeFailure):
    """A manifest is not one that this version can read."""

    code = "manifest_unreadable"
    retryable = False
