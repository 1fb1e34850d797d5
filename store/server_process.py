"""Whether a server is at work in a data folder, told from the kernel's view of processes and not from a file alone.

`postmaster.pid` outlives a server that was killed, and its number may by then belong to anyone. Every process of a
server is a `postgres` whose working directory is the data folder.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

_PID_FILE = "postmaster.pid"
_COMMAND = b"postgres\n"
_ORPHAN_SECONDS = 30.0


def at_work(data: Path) -> list[int]:
    """The server's processes that work in this data folder."""
    try:
        wanted = os.stat(data)
    except FileNotFoundError:
        return []
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):  # it ended, or is another user's and thus not ours
                here = os.path.samestat(os.stat(f"/proc/{name}/cwd"), wanted)
                if here and Path(f"/proc/{name}/comm").read_bytes() == _COMMAND:
                    found.append(int(name))
    return found


def postmaster(data: Path) -> int | None:
    """The server's process, or None where none is at work."""
    lines = _pid_lines(data)
    pid = int(lines[0]) if lines and lines[0].isdigit() else 0
    return pid if pid in at_work(data) else None


def port(data: Path) -> int:
    """The port of the server that is at work."""
    lines = _pid_lines(data)
    return int(lines[3]) if len(lines) > 3 and lines[3].isdigit() else 0


def heal(data: Path) -> None:
    """After a server was killed: wait for what is left of it to end, then remove its pid file and its socket's lock.

    Postgres would do this by itself, except where the number in them is that of a process: another one, or the dead
    server that nobody has waited for. With anything of the old server still at work they stay, and Postgres refuses
    to start.
    """
    deadline = time.monotonic() + _ORPHAN_SECONDS
    while at_work(data):
        if time.monotonic() > deadline:
            return
        time.sleep(0.05)
    lines = _pid_lines(data)
    if len(lines) > 4 and lines[4]:
        (Path(lines[4]) / f".s.PGSQL.{lines[3]}.lock").unlink(missing_ok=True)
    (data / _PID_FILE).unlink(missing_ok=True)


def _pid_lines(data: Path) -> list[str]:
    try:
        return (data / _PID_FILE).read_text("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return []
