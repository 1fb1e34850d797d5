"""What a worker and its slots say to each other over a pipe.

A message is a u32 length (little endian) and that many bytes of JSON: an object with one key, its kind. JSON and not
pickle, because a slot handles hostile programs and the worker holds the keys.
"""

from __future__ import annotations

import base64
import dataclasses
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from model.judging import JudgingResult, Output, TestResult
from model.verdict import Verdict

LENGTH = struct.Struct("<I")
LARGEST = 64 << 20


class BadMessage(ValueError):
    """The other side sent what is not a message."""


@dataclass(frozen=True, slots=True)
class SlotSetup:
    """The first message to a slot: who it is and where it finds what it needs."""

    name: str
    run_dir: str
    images: str
    agent: str
    sandbox: str
    runc: str
    crun: str
    runsc: str
    docker_host: str
    uid_base: int
    cpus: tuple[int, ...]
    log: str


@dataclass(frozen=True, slots=True)
class SlotJob:
    """A submission to judge. `tests` is a folder of the test cache."""

    submission: int
    runtime: str
    file_name: str
    source: bytes
    tests: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: `phase` is `compiling` or `testing`."""

    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The judge failed at this job; `code` is the failure's."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The slot is set up and waits for jobs."""


Message = SlotSetup | SlotJob | Progress | Failed | Ready | JudgingResult

_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (SlotSetup, SlotJob, Progress, Failed, Ready, JudgingResult)
}


def encode(message: Message) -> bytes:
    """One message, ready to be written."""
    body = orjson.dumps({type(message).__name__: message}, default=_bytes)
    return LENGTH.pack(len(body)) + body


def _bytes(value: object) -> str:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"a message holds {type(value).__name__}")


def decode(body: bytes) -> Message:
    """The message in `body`. Raises BadMessage."""
    try:
        ((kind, fields),) = orjson.loads(body).items()
        message: Message = _build(_KINDS[kind], fields)
        return message
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadMessage("not a message") from error


def _build(kind: type[Any], fields: dict[str, Any]) -> Any:
    values = dict(fields)
    if kind is SlotSetup:
        values["cpus"] = tuple(values["cpus"])
    elif kind is SlotJob:
        values["source"] = base64.b64decode(values["source"], validate=True)
    elif kind is JudgingResult:
        values["verdict"] = Verdict(values["verdict"])
        values["tests"] = tuple(_build(TestResult, test) for test in values["tests"])
        values["outputs"] = tuple(_build(Output, output) for output in values["outputs"])
    elif kind is TestResult:
        values["verdict"] = Verdict(values["verdict"])
    elif kind is Output:
        values["stdout"] = base64.b64decode(values["stdout"], validate=True)
        values["stderr"] = base64.b64decode(values["stderr"], validate=True)
    if values.keys() != {field.name for field in dataclasses.fields(kind)}:
        raise BadMessage(f"{kind.__name__} has other fields")
    return kind(**values)


class MessageReader:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        """The messages that are complete with `data`. Raises BadMessage."""
        self._buffer += data
        while len(self._buffer) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._buffer)
            if length > LARGEST:
                raise BadMessage(f"a message of {length} bytes")
            if len(self._buffer) < LENGTH.size + length:
                return
            body = bytes(self._buffer[LENGTH.size : LENGTH.size + length])
            del self._buffer[: LENGTH.size + length]
            yield decode(body)
