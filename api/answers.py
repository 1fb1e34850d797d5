"""JSON answers, by orjson: always UTF-8, times in RFC 3339 with a zone."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from flask import Response


def json_bytes(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z)


def plain(text: str) -> str:
    """The text with lone surrogates escaped, which JSON in UTF-8 cannot hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def json_answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer with `status`."""
    answer = Response(json_bytes(value), status, content_type="application/json")
    answer.headers.extend(dict(headers or {}))
    return answer


def bytes_answer(content: bytes, *, file_name: str) -> Response:
    """Bytes exactly as stored. A browser saves them and never interprets them."""
    answer = Response(content, content_type="application/octet-stream")
    answer.headers.set("Content-Disposition", "attachment", filename=file_name)
    return answer


def harden(answer: Response) -> Response:
    """Headers that every answer carries."""
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer
