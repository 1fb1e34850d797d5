"""A package in a folder on disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from problems.findings import Findings
from problems.paths import ignored
from problems.source import DamagedFile, SourceLimits, check_names, check_sizes, resolve_links


class FolderSource:
    """The regular files below a folder. Links are followed only to other files of the same folder."""

    files: Mapping[str, int]

    def __init__(self, root: Path, limits: SourceLimits, findings: Findings) -> None:
        self.name = root.resolve().name
        self._root = root.resolve()
        regular, links, others = _list(self._root, limits, findings)
        good = check_names([*regular, *links, *others], limits, findings)
        for name in others:
            if name in good:
                findings.error(name, "not a regular file", cure="a package holds files, folders and links only")
        usable = {name for name in regular if name in good}
        self._real = {name: name for name in usable}
        self._real |= resolve_links({name: to for name, to in links.items() if name in good}, usable, findings)
        self.files = {name: regular[real] for name, real in self._real.items()}
        check_sizes(self.files, limits, findings)

    def open(self, path: str) -> BinaryIO:
        """The content from its start. Raises DamagedFile when the file changed into something else meanwhile."""
        place = self._root / self._real[path]
        try:
            descriptor = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise DamagedFile(path, f"cannot be opened ({error.strerror})") from error
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise DamagedFile(path, "is no longer a regular file")
        return os.fdopen(descriptor, "rb")

    def close(self) -> None:
        """Nothing is held open between reads."""


def _list(root: Path, limits: SourceLimits, findings: Findings) -> tuple[dict[str, int], dict[str, str], list[str]]:
    """Sizes of regular files, targets of links, and everything else, by path below the root."""
    regular: dict[str, int] = {}
    links: dict[str, str] = {}
    others: list[str] = []
    waiting = [""]
    count = 0
    while waiting:
        below = waiting.pop()
        for entry in _scan(root, below, findings):
            count += 1
            if count > limits.entries:
                findings.error(
                    "", f"more than {limits.entries} files", cure=f"a package has at most {limits.entries} files"
                )
                return regular, links, others
            path = below + entry.name
            if entry.is_symlink():
                links[path] = os.readlink(entry.path)
            elif entry.is_dir(follow_symlinks=False):
                if path.count("/") >= limits.depth:
                    others.append(path)  # its name is too deep, which check_names says
                elif not ignored(path):
                    waiting.append(path + "/")
            elif entry.is_file(follow_symlinks=False):
                regular[path] = entry.stat(follow_symlinks=False).st_size
            else:
                others.append(path)
    return regular, links, others


def _scan(root: Path, below: str, findings: Findings) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(root / below) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        findings.error(below.rstrip("/"), f"cannot be read ({error.strerror})", cure="make it readable")
        return []
