"""What the embedded server is told, written at every start into files that the server itself cannot change."""

from __future__ import annotations

import hashlib
import os
import pwd
import stat
from pathlib import Path

from model.errors import SetupError
from store.server_account import Account

SUPERUSER = "postgres"

_SOCKET_PATH_MOST = 107  # bytes of a Unix socket's path
_UNSAFE = set("'\"`$\\\n")


def write(folder: Path, account: Account, *, port: int, sockets: Path) -> Path:
    """Write the configuration; the path of its main file.

    Nobody is trusted: the superuser comes in only over the socket, and only as root or the server's own user;
    everyone else needs a password, which the superuser does not have.
    """
    may_be_superuser = dict.fromkeys([pwd.getpwuid(0).pw_name, account.name])
    texts = {
        "pg_ident.conf": "".join(f'operator "{name}" {SUPERUSER}\n' for name in may_be_superuser),
        "pg_hba.conf": f"local all {SUPERUSER} peer map=operator\n"
        f"host all {SUPERUSER} all reject\n"
        "host all all 127.0.0.1/32 scram-sha-256\n",
        "postgresql.conf": f"""\
# Written by pgjudge at every start. ALTER SYSTEM changes stay.
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
hba_file = '{folder}/pg_hba.conf'
ident_file = '{folder}/pg_ident.conf'
password_encryption = 'scram-sha-256'
max_connections = 200
shared_buffers = '256MB'
max_wal_size = '2GB'
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %q%a '
""",
    }
    for name, text in texts.items():
        _replace(folder / name, text, account)
    return folder / "postgresql.conf"


def check_path(folder: Path) -> None:
    """Raises SetupError for a path that the server's own scripts and files could not quote."""
    if _UNSAFE & set(str(folder)):
        raise SetupError(f"{str(folder)!r} has a quote, dollar or backslash", cure="set PGJUDGE_HOME to another place")


def socket_folder(folder: Path, account: Account) -> Path:
    """Where the server's socket is: `folder`, or a short one, as a socket's path may not be long."""
    if len(os.fsencode(folder / ".s.PGSQL.65535")) <= _SOCKET_PATH_MOST:
        return folder
    mark = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path("/run" if account.other else "/tmp", f"pgjudge-{account.uid}-{mark}")


def private_folder(folder: Path, account: Account) -> None:
    """Make the folder, or make sure that what is there is one, belongs to the server's user, and is closed to others.

    Raises SetupError: in /tmp, someone else may have been quicker.
    """
    try:
        os.mkdir(folder, 0o700)
        account.own(folder)
    except FileExistsError:
        found = os.lstat(folder)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (account.uid, os.geteuid()):
            raise SetupError(f"{folder} is not a folder of {account.name}", cure="remove it") from None
        account.own(folder)
        if stat.S_IMODE(found.st_mode) != 0o700:
            os.chmod(folder, 0o700)


def _replace(path: Path, text: str, account: Account) -> None:
    """Write a file that the server's user may read and only we may change."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o640)
    with open(descriptor, "w", encoding="utf-8") as file:
        os.fchmod(descriptor, 0o640)
        if account.other:
            os.fchown(descriptor, -1, account.gid)
        file.write(text)
    os.replace(new, path)
