"""A small client of the HTTP API, for the commands of `pgjudge`."""

from __future__ import annotations

import base64
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from model.errors import InputError, SetupError
from scripts.service_file import Service


class ApiRefused(InputError):
    """The API answered with a problem. `status` is the HTTP status, `problem` the problem+json object."""

    code = "api_refused"

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(
            str(problem.get("detail") or problem.get("title") or f"HTTP {status}"),
            field=str(problem.get("field") or ""),
            cure=str(problem.get("cure") or ""),
        )
        self.status = status
        self.problem = problem


class ApiUnavailable(ApiRefused):
    """The API cannot answer just now; the same request may succeed later."""

    code = "api_unavailable"
    retryable = True


class Client:
    """Talks to one service. Raises ApiRefused for what it answers, SetupError where it cannot be reached."""

    def __init__(self, service: Service, *, timeout_s: float = 90.0) -> None:
        self.url = service.url
        headers = {"Authorization": f"Bearer {service.key}"}
        self._http = httpx.Client(base_url=service.url, headers=headers, timeout=timeout_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def submit(
        self, *, problem: str, language: str, source: bytes, user: str = "", file_name: str = ""
    ) -> dict[str, Any]:
        """Post a submission; the answer has its `id`."""
        body = {"problem": problem, "language": language, "source_base64": base64.b64encode(source).decode("ascii")}
        body |= {name: value for name, value in (("user", user), ("file_name", file_name)) if value}
        return self._json("POST", "/v1/submissions", json=body)

    def submission(self, number: int, *, wait_s: float = 0) -> dict[str, Any]:
        """A submission as it stands, after at most `wait_s` seconds of waiting for its verdict."""
        return self._json("GET", f"/v1/submissions/{number}", params={"wait": wait_s} if wait_s else None)

    def put_problem(self, slug: str, archive: Path) -> dict[str, Any]:
        """Upload a package (a zip) as a new version of a problem."""
        with archive.open("rb") as file:
            return self._json("PUT", f"/v1/problems/{slug}", content=file, headers={"Content-Type": "application/zip"})

    def languages(self) -> list[dict[str, Any]]:
        """What can be submitted now."""
        return list(self._json("GET", "/v1/languages")["languages"])

    def waiting(self) -> int:
        """How many submissions wait in the queue."""
        return int(self._json("GET", "/v1/queue")["waiting"])

    def ready(self) -> tuple[bool, str]:
        """Whether the service is ready to judge, and its words."""
        try:
            answer = self._http.get("/readyz")
        except httpx.HTTPError as error:
            return False, str(error)
        return answer.status_code == 200, answer.text

    def _json(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        try:
            answer = self._http.request(method, path, **options)
        except httpx.HTTPError as error:
            raise SetupError(
                f"the service at {self.url} cannot be reached ({error})", cure="is pgjudge up running?"
            ) from error
        try:
            body: dict[str, Any] = answer.json()
        except ValueError:
            body = {"detail": f"HTTP {answer.status_code} without JSON"}
        if answer.is_error:
            refused = ApiUnavailable if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE else ApiRefused
            raise refused(answer.status_code, body)
        return body
