"""The agent's stream through Docker's attach connection.

What the daemon sends of a container without a terminal is cut into pieces with headers of eight bytes (which of its
outputs, three zeros, the size as u32 big endian); what it gets is passed on as it is.
"""

from __future__ import annotations

import os
import socket
import struct

from judge.sandbox.frame_reader import FrameReader

HEADER = struct.Struct(">BxxxI")
STDOUT = 1
ATTACH_SECONDS = 30.0
ANSWER_MOST = 8 << 10
READ_AT_ONCE = 128 << 10
"""Always fits a frame reader's buffer, half of which is free when it is filled."""


class DockerFrameReader(FrameReader):
    """Takes the agent's frames out of the pieces. Anything but standard output is dropped: the agent has no other."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor)
        self._raw = memoryview(bytearray(READ_AT_ONCE))
        self._header = b""
        self._left = 0  # of the piece that is being read
        self._wanted = False

    def fill(self) -> bool:
        """See `FrameReader`. A connection that the daemon resets is at its end."""
        self.make_room()
        try:
            count = os.readv(self.descriptor, [self._raw])
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        self._split(self._raw[:count])
        return count > 0

    def _split(self, raw: memoryview) -> None:
        while raw:
            if not self._left:
                missing = HEADER.size - len(self._header)
                self._header += bytes(raw[:missing])
                raw = raw[missing:]
                if len(self._header) == HEADER.size:
                    kind, self._left = HEADER.unpack(self._header)
                    self._wanted, self._header = kind == STDOUT, b""
                continue
            piece, raw = raw[: self._left], raw[self._left :]
            self._left -= len(piece)
            if self._wanted:
                self.append(piece)


def reach(host: str) -> socket.socket:
    """A connection to the daemon. Raises OSError. The SDK would leave its socket open when there is nobody."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(ATTACH_SECONDS)
        connection.connect(host.removeprefix("unix://"))
    except OSError:
        connection.close()
        raise
    return connection


def attach(host: str, api_version: str, container: str) -> tuple[int, int]:
    """Two descriptors of a connection to the container's standard input and output: to read, to write. Raises OSError.

    By hand, because of the SDK's answer only private parts would lead to the socket. Before the container starts
    nothing follows the daemon's header.
    """
    query = "stream=1&stdin=1&stdout=1"
    with reach(host) as connection:
        request = f"POST /v{api_version}/containers/{container}/attach?{query} HTTP/1.1"
        connection.sendall(f"{request}\r\nHost: docker\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n".encode())
        answer = bytearray()
        while not answer.endswith(b"\r\n\r\n"):
            byte = connection.recv(1)
            if not byte or len(answer) > ANSWER_MOST:
                break
            answer += byte
        status = bytes(answer.partition(b"\r\n")[0]).decode(errors="replace")
        if " 101 " not in status:
            raise ConnectionError(f"Docker does not attach to a container: {status}")
        return os.dup(connection.fileno()), os.dup(connection.fileno())
