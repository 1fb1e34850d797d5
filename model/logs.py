"""Log lines: one an event, a stable name and ids, as text or as JSON. Never a source, an input, an output or a key."""

from __future__ import annotations

import json
import logging
import time


def log(logger: logging.Logger, event: str, *, level: int = logging.INFO, **fields: object) -> None:
    """Log one event with its ids."""
    logger.log(level, event, extra={"fields": fields})


class TextFormatter(logging.Formatter):
    """`2026-01-31T10:00:00Z worker event=claimed submission=7`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        parts = [_time(record), record.name, f"event={record.getMessage()}"]
        parts += [f"{name}={_quoted(value)}" for name, value in _fields(record).items()]
        return " ".join(parts)


class JsonFormatter(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        head = {"time": _time(record), "level": record.levelname, "part": record.name, "event": record.getMessage()}
        return json.dumps(head | _fields(record), default=str)


def handler(form: str) -> logging.Handler:
    """A handler that writes to standard error as `form` says: `text` or `json`."""
    made = logging.StreamHandler()
    made.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    return made


def _fields(record: logging.LogRecord) -> dict[str, object]:
    fields = dict(getattr(record, "fields", {}))
    if record.exc_info and record.exc_info[0] is not None:
        fields["error"] = record.exc_info[0].__name__
        fields["trace"] = logging.Formatter().formatException(record.exc_info)
    return fields


def _time(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"


def _quoted(value: object) -> str:
    text = str(value)
    return json.dumps(text) if any(sign in text for sign in ' "\n=') or not text else text
