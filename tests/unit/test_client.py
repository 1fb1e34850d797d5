"""What the client of the API makes of answers, and how the table of a package ends when it is told to stop."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from model.errors import EXIT_ERROR, EXIT_TRY_AGAIN
from scripts import verify
from scripts.client import ApiRefused, Client
from scripts.service_file import Service


class Refusing(http.server.BaseHTTPRequestHandler):
    """Answers every request with the status that its path names."""

    def do_GET(self) -> None:
        body = b'{"detail": "not just now", "cure": "send it again"}'
        self.send_response(int(self.path.rpartition("/")[2]))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def client() -> Iterator[Client]:
    with http.server.HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        with Client(Service(f"http://127.0.0.1:{server.server_port}", "key")) as client:
            yield client
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "exit_code"), [(503, EXIT_TRY_AGAIN), (422, EXIT_ERROR), (500, EXIT_ERROR)])
def test_the_exit_code_says_whether_the_same_may_work_later(client: Client, status: int, exit_code: int) -> None:
    with pytest.raises(ApiRefused, match="not just now: send it again") as caught:
        client.submission(status)
    assert caught.value.exit_code == exit_code


class Done(Client):
    """A service that has judged everything."""

    def __init__(self) -> None: ...

    def submission(self, number: int, *, wait_s: float = 0) -> dict[str, Any]:
        return {"id": number, "state": "DONE", "verdict": "ACCEPTED"}


def test_a_signal_ends_the_table_even_when_verdicts_are_there() -> None:
    rows = [verify.Row("sum", f"submissions/accepted/{n}.c", "c", ("ACCEPTED",), id=n) for n in range(5)]
    shown: list[verify.Row] = []
    verify.follow(Done(), rows, shown.append, lambda: len(shown) == 2)
    assert shown == rows[:2]
