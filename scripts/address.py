"""The address that the API of `pgjudge up` listens on, found free before anything starts."""

from __future__ import annotations

import errno
import socket
import threading

from model.errors import SetupError

_GONE_WITHIN_S = 5.0
"""An API whose supervisor was killed stops by itself; this long it may take."""
_LOOK_AGAIN_S = 0.1
_HIGHEST_PORT = 65_535


def free(listen: str, stop: threading.Event) -> str:
    """The address with port 0 replaced by a free one. Raises SetupError where it is taken or malformed.

    A taken one is looked at again for some seconds, or until `stop`.
    """
    host, port = _parsed(listen)
    for _ in range(int(_GONE_WITHIN_S / _LOOK_AGAIN_S)):
        try:
            return f"{listen.rpartition(':')[0]}:{_bound_port(host, port)}"
        except OSError as error:
            if error.errno != errno.EADDRINUSE or stop.wait(_LOOK_AGAIN_S):
                raise _taken(listen, error) from error
            last = error
    raise _taken(listen, last) from last


def _parsed(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    inside = host.removeprefix("[").removesuffix("]")
    port_fits = port.isascii() and port.isdigit() and int(port) <= _HIGHEST_PORT
    if not inside or not port_fits or (":" in inside) != (host == f"[{inside}]"):
        raise SetupError(
            f"PGJUDGE_LISTEN={listen!r} is not an address", cure="give HOST:PORT, as 127.0.0.1:8380 or [::1]:8380"
        )
    return inside, int(port)


def _bound_port(host: str, port: int) -> int:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        found: int = probe.getsockname()[1]
        return found


def _taken(listen: str, error: OSError) -> SetupError:
    return SetupError(f"{listen} cannot be listened on ({error.strerror})", cure="set PGJUDGE_LISTEN")
