"""The address of the API: malformed ones are refused, and one that an API is just leaving is waited for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from model.errors import SetupError
from scripts import address


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def name_of(listening: socket.socket) -> str:
    return f"127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    "listen", ["", ":", "8380", ":8380", "host:", "host:x", "host:65536", "host:-1", "::1:8380", "[h]:1"]
)
def test_what_is_no_address_is_refused_with_the_cure(listen: str) -> None:
    with pytest.raises(SetupError, match="is not an address") as caught:
        address.free(listen, threading.Event())
    assert "127.0.0.1:8380" in caught.value.cure


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"])
def test_port_0_is_replaced_by_a_free_one(host: str) -> None:
    found, _, port = address.free(f"{host}:0", threading.Event()).rpartition(":")
    assert found == host
    assert int(port) > 0


def test_a_port_that_is_left_soon_is_waited_for(taken: socket.socket) -> None:
    listen = name_of(taken)
    threading.Timer(0.3, taken.close).start()
    assert address.free(listen, threading.Event()) == listen


def test_a_port_that_stays_taken_is_refused(taken: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "_GONE_WITHIN_S", 0.2)
    with pytest.raises(SetupError, match="Address already in use"):
        address.free(name_of(taken), threading.Event())


def test_a_signal_ends_the_waiting(taken: socket.socket) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(SetupError, match="cannot be listened on"):
        address.free(name_of(taken), stop)


def test_an_address_of_another_machine_is_refused_at_once() -> None:
    with pytest.raises(SetupError, match="cannot be listened on"):
        address.free("192.0.2.1:8380", threading.Event())
