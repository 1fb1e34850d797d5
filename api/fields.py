"""Reading what a caller sent, a JSON object or a query string: every error names the field and the cure.

A name that is not known is refused, with the nearest known one, so that a misspelt option never passes unnoticed.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import re
from collections.abc import Collection, Mapping

import orjson
from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from api.errors import ApiError, Code

MOST_ID = 2**63 - 1


def json_object(request: Request, *, most_bytes: int, too_large: ApiError) -> dict[str, object]:
    """The body as a JSON object. Raises `too_large` for one of more than `most_bytes`, which is not read to its end."""
    if request.mimetype != "application/json":
        raise ApiError(
            Code.UNSUPPORTED_MEDIA_TYPE,
            f"the body has the media type {request.mimetype or '(none)'!r}",
            cure="send JSON with the header Content-Type: application/json",
        )
    request.max_content_length = most_bytes
    try:
        value = orjson.loads(request.get_data(cache=False))
    except RequestEntityTooLarge as error:
        raise too_large from error
    except orjson.JSONDecodeError as error:
        raise ApiError(
            Code.INVALID_JSON,
            f"the body is not JSON in UTF-8: {error}",
            cure="send one JSON object; send a source that is not valid Unicode text as source_base64",
        ) from error
    if not isinstance(value, dict):
        raise ApiError(
            Code.INVALID_JSON, "the body is JSON, but not an object", cure='send an object: {"problem": ...}'
        )
    return value


def refuse_unknown(names: Collection[str], known: Collection[str]) -> None:
    """Raises for the first name that is not known."""
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"the names are: {', '.join(known)}"
            raise ApiError(Code.UNKNOWN_FIELD, f"{name[:100]!r} is not a known name", field=name[:100], cure=cure)


def text(values: Mapping[str, object], name: str, *, most: int) -> str | None:
    """A line of text: no control characters, from 1 to `most` characters. None if the name is absent or null."""
    value = values.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ApiError(Code.INVALID_FIELD, f"{name} is {_kind(value)}", field=name, cure="send a string")
    if any(ord(c) < 32 or ord(c) == 127 for c in value):
        raise ApiError(
            Code.INVALID_FIELD, f"{name} holds a control character", field=name, cure="send one line of plain text"
        )
    if not 1 <= len(value) <= most:
        raise ApiError(
            Code.INVALID_FIELD, f"{name} has {len(value)} characters", field=name, cure=f"send from 1 to {most}"
        )
    return value


def required(name: str, value: str | None) -> str:
    if value is None:
        raise ApiError(Code.MISSING_FIELD, f"{name} is missing", field=name, cure=f"add {name}")
    return value


def content(values: Mapping[str, object], name: str) -> bytes | None:
    """Text as the bytes of its UTF-8. None if the name is absent or null."""
    value = values.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ApiError(Code.INVALID_FIELD, f"{name} is {_kind(value)}", field=name, cure="send a string")
    return value.encode()


def base64_content(values: Mapping[str, object], name: str) -> bytes | None:
    """Bytes sent as base64 (RFC 4648 section 4, padded; white space is allowed). None if absent or null."""
    encoded = content(values, name)
    if encoded is None:
        return None
    try:
        return base64.b64decode(b"".join(encoded.split()), validate=True)
    except binascii.Error as error:
        raise ApiError(
            Code.INVALID_BASE64,
            f"{name} is not base64: {error}",
            field=name,
            cure="encode the bytes with the standard alphabet and padding, as `base64 -w0 FILE` does",
        ) from error


def whole_number(values: Mapping[str, str], name: str, *, least: int, most: int) -> int | None:
    """A whole number of a query string. None if absent."""
    given = values.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 20 and least <= int(given) <= most):
        raise ApiError(
            Code.INVALID_FIELD,
            f"{name}={given[:40]!r} does not fit",
            field=name,
            cure=f"give a whole number from {least} to {most}",
        )
    return int(given)


def seconds(values: Mapping[str, str], name: str, *, most: int) -> float:
    """A number of seconds of a query string, whole or with a point. 0 if absent."""
    given = values.get(name, "0")
    if not (re.fullmatch(r"\d{1,9}(\.\d{1,9})?", given, re.ASCII) and float(given) <= most):
        raise ApiError(
            Code.INVALID_FIELD,
            f"{name}={given[:40]!r} does not fit",
            field=name,
            cure=f"give a number of seconds from 0 to {most}",
        )
    return float(given)


def _kind(value: object) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return names.get(type(value), "not a string")
