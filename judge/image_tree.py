"""Makes a freshly installed Debian tree fit to be the read-only root of boxes."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

_NOT_NEEDED = (
    *("usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/lintian", "usr/share/bug"),
    *("var/lib/apt", "var/cache/apt", "var/cache/debconf", "var/log", "etc/apt"),
)
_MOUNT_POINTS = ("box", "tmp", "dev", "proc", "sys", "run")
_FILES = {
    "etc/hostname": "box\n",
    "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "etc/resolv.conf": "",
    "etc/machine-id": "",
}
"""What the build has copied or made from the host, replaced by words that say nothing of it."""


def tidy(root: Path) -> int:
    """Trim the tree and make it safe; the bytes that it then takes.

    No set-uid file, no file capability, no device, pipe or socket; everything owned by root, every file readable and
    every folder passable for all, since root of the host is nobody inside a box.
    """
    for name in _NOT_NEEDED:
        shutil.rmtree(root / name, ignore_errors=True)
    for name in _MOUNT_POINTS:
        _empty_folder(root / name)
    for name, text in _FILES.items():
        (root / name).unlink(missing_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    sizes = {}
    for folder, folders, files in os.walk(root):
        _open(Path(folder))
        for name in [*folders, *files]:
            path = Path(folder, name)
            status = path.lstat()
            if not stat.S_ISDIR(status.st_mode):
                _settle(path, status)
                sizes[status.st_ino] = status.st_blocks * 512
    return sum(sizes.values())


def packages(root: Path) -> dict[str, str]:
    """Installed Debian package -> version."""
    text = (root / "var/lib/dpkg/status").read_text(encoding="utf-8")
    found = {}
    for paragraph in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in paragraph.splitlines() if ": " in line and line[0] != " ")
        if fields.get("Status", "").endswith(" installed"):
            found[fields["Package"]] = fields["Version"]
    return dict(sorted(found.items()))


def _empty_folder(path: Path) -> None:
    if path.is_symlink():
        path.unlink()
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(mode=0o755)


def _open(folder: Path) -> None:
    os.chown(folder, 0, 0)
    folder.chmod(0o755)


def _settle(path: Path, status: os.stat_result) -> None:
    os.chown(path, 0, 0, follow_symlinks=False)
    if stat.S_ISLNK(status.st_mode):
        return
    if not stat.S_ISREG(status.st_mode):
        path.unlink()
        return
    if "security.capability" in os.listxattr(path):
        os.removexattr(path, "security.capability")
    path.chmod(0o755 if status.st_mode & 0o111 else 0o644)
