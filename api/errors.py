"""One error shape for every answer that is not a success: `application/problem+json` (RFC 9457).

InputError (model)
└── ApiError   an error with a stable code and a status, raised by a view and answered as it stands

`code` is what a program should test; the words of `detail` and `cure` may change.
"""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Mapping
from enum import Enum

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as WerkzeugResponse

from api.answers import json_bytes, plain
from model.errors import InputError, JudgeFailure, NotFound, Refused, SetupError
from model.logs import log

logger = logging.getLogger("api")


class Code(Enum):
    """Every code with its status and its title; the code is the name in lower case."""

    BAD_REQUEST = (400, "The request is malformed")
    INVALID_JSON = (400, "The body is not a JSON object")
    MISSING_KEY = (401, "An API key is needed")
    INVALID_KEY = (401, "The API key is not known")
    INSUFFICIENT_SCOPE = (403, "The API key may not do this")
    NOT_FOUND = (404, "There is no such thing")
    METHOD_NOT_ALLOWED = (405, "The resource does not take this method")
    REFUSED = (409, "Not allowed, or not now")
    BODY_TOO_LARGE = (413, "The body is too large")
    SOURCE_TOO_LARGE = (413, "The source is too large")
    PACKAGE_TOO_LARGE = (413, "The package is too large")
    UNSUPPORTED_MEDIA_TYPE = (415, "The body has the wrong media type")
    MISSING_FIELD = (422, "A field is missing")
    UNKNOWN_FIELD = (422, "A field is not known")
    INVALID_FIELD = (422, "A field has a value that does not fit")
    INVALID_BASE64 = (422, "A field is not base64")
    EMPTY_SOURCE = (422, "The source is empty")
    UNKNOWN_PROBLEM = (422, "There is no such problem")
    UNKNOWN_LANGUAGE = (422, "There is no such language")
    IDEMPOTENCY_KEY_REUSED = (422, "The idempotency key belongs to another request")
    PACKAGE_REFUSED = (422, "The package has errors")
    INTERNAL = (500, "The server failed")
    DATABASE_UNAVAILABLE = (503, "The database cannot be reached")
    NO_WORKER = (503, "No worker has ever reported")
    JUDGE_FAILURE = (503, "The judge failed")
    STORAGE_FULL = (507, "The disk is full")

    @property
    def status(self) -> int:
        return self.value[0]

    @property
    def title(self) -> str:
        return self.value[1]


class ApiError(InputError):
    """An error with a stable code. `more` is added to the JSON, `headers` to the answer."""

    def __init__(
        self,
        kind: Code,
        message: str,
        *,
        field: str = "",
        cure: str = "",
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message, field=field, cure=cure)
        self.kind = kind
        self.headers = dict(headers or {})
        self.more = dict(more or {})


def unavailable() -> ApiError:
    """What is said while Postgres cannot be reached. Nothing that was accepted is lost by it."""
    return ApiError(
        Code.DATABASE_UNAVAILABLE,
        "the database cannot be reached just now",
        cure="send the same request again; with an Idempotency-Key a submission is never stored twice",
        headers={"Retry-After": "2"},
    )


def problem_json(error: ApiError) -> Response:
    """The answer that says `error`."""
    code = error.kind.name.lower()
    body: dict[str, object] = {
        "type": f"urn:pgjudge:error:{code}",
        "title": error.kind.title,
        "status": error.kind.status,
        "code": code,
        "detail": plain(error.message),
    }
    if error.field:
        body["field"] = plain(error.field)
    if error.cure:
        body["cure"] = plain(error.cure)
    answer = Response(json_bytes(body | error.more), error.kind.status, content_type="application/problem+json")
    answer.headers.extend(error.headers)
    return answer


def register(app: Flask) -> None:
    """Makes every error of the application, ours and Flask's own, answer in the one shape."""
    app.register_error_handler(ApiError, problem_json)
    app.register_error_handler(InputError, _input_error)
    app.register_error_handler(JudgeFailure, _judge_failure)
    app.register_error_handler(SetupError, _setup_error)
    app.register_error_handler(HTTPException, _flask_error)
    app.register_error_handler(InternalServerError, _internal)


_BY_STATUS = {
    404: Code.NOT_FOUND,
    405: Code.METHOD_NOT_ALLOWED,
    413: Code.BODY_TOO_LARGE,
    415: Code.UNSUPPORTED_MEDIA_TYPE,
}


def _flask_error(error: HTTPException) -> WerkzeugResponse:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    headers = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    kind = _BY_STATUS.get(error.code, Code.BAD_REQUEST)
    return problem_json(ApiError(kind, _one_line(error.description or error.name), headers=headers))


def _input_error(error: InputError) -> Response:
    kind = Code.INVALID_FIELD
    if isinstance(error, NotFound):
        kind = Code.NOT_FOUND
    elif isinstance(error, Refused):
        kind = Code.REFUSED
    return problem_json(ApiError(kind, error.message, field=error.field, cure=error.cure))


def _judge_failure(error: JudgeFailure) -> Response:
    log(logger, "judge_failure", level=logging.ERROR, path=request.path, detail=str(error))
    return problem_json(ApiError(Code.JUDGE_FAILURE, "the judge failed at this", cure="try again; the log has more"))


def _setup_error(error: SetupError) -> Response:
    log(logger, "setup_error", level=logging.ERROR, path=request.path, detail=str(error))
    return problem_json(unavailable())


def _internal(error: InternalServerError) -> Response:
    incident = uuid.uuid4().hex[:12]
    logger.error(
        "internal_error",
        exc_info=error.original_exception,
        extra={"fields": {"incident": incident, "method": request.method, "path": request.path}},
    )
    return problem_json(
        ApiError(
            Code.INTERNAL,
            "the server failed; nothing that was accepted is lost",
            cure=f"look for incident={incident} in the log of the API",
            more={"incident": incident},
        )
    )


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text)).strip()
