"""A package in a zip file. Nothing is unpacked to disk: each file is read as a stream when it is asked for.

What an archive says about itself is not trusted: its directory is bounded, declared sizes are checked against limits
before reading and against the real content while reading, and the checksum is checked at the end of each file.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, BinaryIO

from problems.findings import Findings
from problems.source import DamagedFile, SourceLimits, check_names, check_sizes, resolve_links, top_folder

_MOST_DIRECTORY_BYTES = 16 << 20
_LINK_BYTES = 4096
_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ZipSource:
    """The regular files of a zip; a single folder around the whole package is taken off the paths."""

    files: Mapping[str, int]

    def __init__(self, path: Path, limits: SourceLimits, findings: Findings) -> None:
        self.name = path.name.removesuffix(".zip").removesuffix(".kpp")
        self._entries: dict[str, zipfile.ZipInfo] = {}
        self.files = {}
        self._file = _Bounded(path)
        self._zip = _open(self._file, findings)
        if self._zip is None:
            return
        infos = self._zip.infolist()
        if len(infos) > limits.entries:
            findings.error("", f"{len(infos)} files", cure=f"a package has at most {limits.entries} files")
            return
        infos = [info for info in infos if not info.orig_filename.endswith("/")]
        names = [_name(info, findings) for info in infos]
        good = check_names([name for name in names if name], limits, findings)
        self._keep({name: info for name, info in zip(names, infos, strict=True) if name in good}, limits, findings)

    def _keep(self, entries: dict[str, zipfile.ZipInfo], limits: SourceLimits, findings: Findings) -> None:
        usable = {name: info for name, info in entries.items() if _usable(name, info, findings)}
        _check_ratio(usable, limits, findings)
        links = {name: info for name, info in usable.items() if stat.S_ISLNK(info.external_attr >> 16)}
        regular = usable.keys() - links.keys()
        targets = {name: self._target(name, info, findings) for name, info in links.items()}
        resolved = resolve_links(targets, regular, findings)
        top = top_folder(set(entries))
        for name in [*(name for name in usable if name in regular), *resolved]:
            self._entries[name.removeprefix(top)] = usable[resolved.get(name, name)]
        self.files = {name: info.file_size for name, info in self._entries.items()}
        check_sizes(self.files, limits, findings)

    def _target(self, name: str, info: zipfile.ZipInfo, findings: Findings) -> str:
        if info.file_size > _LINK_BYTES:
            return ""
        try:
            with self._stream(name, info) as stream:
                return stream.read(_LINK_BYTES).decode("utf-8", "surrogateescape")
        except DamagedFile as damage:
            findings.error(name, damage.why, cure=damage.cure)
            return ""

    def open(self, path: str) -> BinaryIO:
        """The content from its start. Opening and reading raise DamagedFile when it is not what the zip announced."""
        return self._stream(path, self._entries[path])

    def _stream(self, path: str, info: zipfile.ZipInfo) -> BinaryIO:
        assert self._zip is not None
        try:
            member = self._zip.open(info)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as error:
            raise DamagedFile(path, f"damaged in the zip ({error})") from error
        return io.BufferedReader(_Checked(path, member, info.file_size), 64 << 10)

    def close(self) -> None:
        """Close the zip file."""
        if self._zip is not None:
            self._zip.close()
        self._file.close()


class _Bounded(io.FileIO):
    """The zip file itself. zipfile reads the directory in one go, as large as the archive claims it to be."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_DIRECTORY_BYTES:
            raise zipfile.BadZipFile("the directory of the zip is too large")
        return super().read(-1 if size is None else size)


class _Checked(io.RawIOBase):
    """A member that must be as long as the directory said, and whole."""

    def __init__(self, path: str, member: IO[bytes], size: int) -> None:
        super().__init__()
        self._path = path
        self._member = member
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._member.read(len(buffer))
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise DamagedFile(self._path, f"damaged in the zip ({error or 'cut short'})") from error
        self._left -= len(data)
        if self._left < 0 or (not data and self._left and len(buffer)):
            raise DamagedFile(self._path, "its real size is not the one that the zip announces")
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._member.close()
        super().close()


def _open(file: _Bounded, findings: Findings) -> zipfile.ZipFile | None:
    try:
        return zipfile.ZipFile(file)
    except UnicodeDecodeError:
        findings.error("", "the zip holds a name that is not UTF-8", cure="rename the file and make the zip again")
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        findings.error("", f"not a whole zip file ({error})", cure="make the zip again and send all of it")
    return None


def _name(info: zipfile.ZipInfo, findings: Findings) -> str:
    """The name as stored, decoded as UTF-8; an empty string (and a finding) when that cannot be done."""
    name = info.orig_filename
    if info.flag_bits & _UTF8_NAME or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        findings.error(name, "the name is not UTF-8", cure="rename the file and make the zip again")
        return ""


def _usable(name: str, info: zipfile.ZipInfo, findings: Findings) -> bool:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFLNK):
        findings.error(name, "not a regular file", cure="a package holds files, folders and links only")
    elif info.flag_bits & _ENCRYPTED:
        findings.error(name, "encrypted", cure="make the zip without a password")
    elif info.compress_type not in _METHODS:
        findings.error(name, "packed in a way that is not read", cure="make the zip with deflate, the usual way")
    else:
        return True
    return False


def _check_ratio(entries: dict[str, zipfile.ZipInfo], limits: SourceLimits, findings: Findings) -> None:
    real = sum(info.file_size for info in entries.values())
    packed = sum(info.compress_size for info in entries.values())
    if real > limits.ratio_from and real > limits.ratio * max(packed, 1):
        findings.error(
            "",
            f"too large: {packed} packed bytes unfold to {real}",
            cure=f"a zip above {limits.ratio_from} bytes may unfold to at most {limits.ratio} times its size",
        )
