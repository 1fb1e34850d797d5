"""The operating system's user that the embedded Postgres runs as.

Postgres refuses to run as root, and a user of its own keeps its files from everything else on the host, judged
programs included. Without root it is whoever we are.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from model.errors import SetupError

NAME = "pgjudge-postgres"

_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C", "LC_ALL": "C"}


@dataclass(frozen=True, slots=True)
class Account:
    """A user, and whether we must become it first."""

    name: str
    uid: int
    gid: int
    other: bool

    def run(
        self, argv: Sequence[str | Path], *, timeout: float, log: IO[bytes] | int
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command as this user, with no group but its own; its output goes to `log`, never to a pipe.

        A server that the command leaves running would hold a pipe open for ever.
        """
        return subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd="/",
            env=_ENVIRONMENT,
            timeout=timeout,
            umask=0o077,
            start_new_session=True,
            check=False,
            user=self.uid if self.other else None,
            group=self.gid if self.other else None,
            extra_groups=[] if self.other else None,
        )

    def own(self, path: Path) -> None:
        """Make this user the owner of a path that only we could write so far."""
        if self.other:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def stopped_at(self, path: Path) -> Path | None:
        """The outermost folder on the way to `path` that this user may not pass, by its mode; None if it may."""
        for folder in reversed([path, *path.parents]):
            stat = folder.stat()
            bit = 0o100 if stat.st_uid == self.uid else 0o010 if stat.st_gid == self.gid else 0o001
            if not stat.st_mode & bit:
                return folder
        return None


def account() -> Account:
    """The user to run Postgres as; root makes it if need be. Raises SetupError."""
    if os.geteuid() != 0:
        return _ourselves()
    try:
        found = pwd.getpwnam(NAME)
    except KeyError:
        found = _made()
    if found.pw_uid == 0:
        raise SetupError(f"the user {NAME} is root", cure="delete it from /etc/passwd; it is made again")
    return Account(NAME, found.pw_uid, found.pw_gid, other=True)


def _ourselves() -> Account:
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError as error:
        raise SetupError(
            f"user id {os.geteuid()} has no name, and Postgres needs one",
            cure="add it to /etc/passwd, or set PGJUDGE_DATABASE_URL to a Postgres of your own",
        ) from error
    return Account(name, os.geteuid(), os.getegid(), other=False)


def _made() -> pwd.struct_passwd:
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if useradd is None:
        raise SetupError(
            f"the user {NAME} cannot be made without useradd", cure="install the package passwd, or make it yourself"
        )
    argv = [useradd, "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
    argv += ["--shell", "/usr/sbin/nologin", NAME]
    made = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)
    try:
        return pwd.getpwnam(NAME)  # also where another start was quicker
    except KeyError as error:
        told = " ".join(made.stderr.split())
        raise SetupError(f"the user {NAME} cannot be made ({told})", cure="make it yourself with useradd") from error
