"""What `POST /v1/submissions` takes: checked whole before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping

from api import fields
from api.errors import ApiError, Code
from model.submission import NewSubmission

KNOWN = ("problem", "language", "source", "source_base64", "user", "file_name")
MOST_USER = 200
MOST_NAME = 100
MOST_FILE_NAME = 255
ESCAPED = 6  # a control character of one byte is six in JSON: \u0001


def most_body_bytes(source_most_bytes: int) -> int:
    """The largest body that can hold a source of `source_most_bytes`."""
    return ESCAPED * source_most_bytes + (64 << 10)


def source_too_large(most: int, size: int | None = None) -> ApiError:
    what = f"the source has {size} bytes" if size is not None else "the body is far larger than a source may be"
    return ApiError(
        Code.SOURCE_TOO_LARGE,
        f"{what}; the limit is {most}",
        field="source",
        cure="send a shorter source; the operator sets the limit with PGJUDGE_SOURCE_MOST_BYTES",
        more={"limit": most},
    )


def read(values: Mapping[str, object], *, default_user: str, source_most_bytes: int) -> NewSubmission:
    """The submission that `values` describes. Whether problem and language exist is not checked here."""
    fields.refuse_unknown(list(values), KNOWN)
    problem = fields.required("problem", fields.text(values, "problem", most=MOST_NAME))
    language = fields.required("language", fields.text(values, "language", most=MOST_NAME))
    file_name = fields.text(values, "file_name", most=MOST_FILE_NAME) or ""
    if "/" in file_name or "\\" in file_name:
        raise ApiError(
            Code.INVALID_FIELD, "file_name is a path", field="file_name", cure="send only the last part of the path"
        )
    return NewSubmission(
        user=fields.text(values, "user", most=MOST_USER) or default_user,
        problem=problem,
        runtime=language,
        source=_source(values, source_most_bytes),
        file_name=file_name,
    )


def _source(values: Mapping[str, object], most: int) -> bytes:
    text, raw = fields.content(values, "source"), fields.base64_content(values, "source_base64")
    if text is not None and raw is not None:
        raise ApiError(
            Code.INVALID_FIELD,
            "source and source_base64 are both given",
            field="source_base64",
            cure="send the source as text or as base64, not both",
        )
    source = raw if text is None else text
    if source is None:
        raise ApiError(
            Code.MISSING_FIELD,
            "source is missing",
            field="source",
            cure="add source (text) or source_base64 (bytes)",
        )
    if not source:
        raise ApiError(Code.EMPTY_SOURCE, "the source is empty", field="source", cure="send the program's source code")
    if len(source) > most:
        raise source_too_large(most, len(source))
    return source


def idempotency_key(given: str | None) -> str | None:
    """The value of the `Idempotency-Key` header, checked."""
    if given is None:
        return None
    if not (1 <= len(given) <= 200 and given.isascii() and given.isprintable()):
        raise ApiError(
            Code.INVALID_FIELD,
            "the Idempotency-Key header does not fit",
            field="Idempotency-Key",
            cure="send from 1 to 200 printable ASCII characters, for example a random UUID",
        )
    return given
