"""Disk images with ext4 on them, made and read without mounting anything."""

from __future__ import annotations

import os
import stat
import struct
import subprocess
from pathlib import Path

from model.errors import SetupError

OFFSET = 1 << 20
"""Where the partition of `partitioned` starts."""

SECTOR = 512
SPARE_INODES = 2048
SIGNATURE = 0x706A7564
PARTUUID = f"{SIGNATURE:08x}-01"
"""Names the partition of a `partitioned` image on the kernel's command line, which cannot look for a label."""


def make(image: Path, tree: Path, *, label: str, spare_bytes: int, partitioned: bool = False) -> None:
    """Write an image of the files below `tree`, with room for some more. It takes no place for what is empty.

    Raises SetupError.
    """
    offset = OFFSET if partitioned else 0
    bytes_, files = _size(tree)
    inodes = files + SPARE_INODES
    blocks = (bytes_ + bytes_ // 8 + inodes * 256 + spare_bytes) >> 12
    with image.open("wb") as file:
        file.truncate(offset + (blocks << 12))
        if partitioned:
            file.write(_boot_record(blocks << 12))
    how = [*("-q", "-F", "-t", "ext4", "-b", "4096", "-m", "0", "-O", "^has_journal"), *("-N", str(inodes))]
    how += [*("-E", f"offset={offset},root_owner=0:0"), *("-L", label), *("-d", str(tree))]
    _run("mke2fs", *how, str(image), str(blocks))


def read(image: Path, path: str) -> bytes | None:
    """A file of an image that is not partitioned; None if there is no such file."""
    said = subprocess.run(["debugfs", "-R", f"cat {path}", str(image)], capture_output=True, check=True)
    return None if b"File not found" in said.stderr else said.stdout


def copy_folder(image: Path, path: str, into: Path) -> None:
    """Copy a folder of an image that is not partitioned, under its own name. Raises SetupError."""
    _run("debugfs", "-R", f"rdump {path} {into}", str(image))


def _size(tree: Path) -> tuple[int, int]:
    bytes_ = files = 0
    for folder, folders, names in os.walk(tree):
        files += len(folders) + len(names)
        for name in names:
            status = os.lstat(os.path.join(folder, name))
            bytes_ += (status.st_size + 4095) & ~4095 if stat.S_ISREG(status.st_mode) else 4096
        bytes_ += 4096 * len(folders)
    return bytes_, files


def _boot_record(bytes_: int) -> bytes:
    """A master boot record with one Linux partition, which starts at OFFSET."""
    entry = struct.pack("<B3sB3sII", 0, b"\0\0\0", 0x83, b"\0\0\0", OFFSET // SECTOR, bytes_ // SECTOR)
    return struct.pack("<440sIH16s48s2s", b"", SIGNATURE, 0, entry, b"", b"\x55\xaa")


def _run(*argv: str) -> None:
    said = subprocess.run(argv, capture_output=True, text=True, check=False)
    if said.returncode:
        last = said.stderr.strip().rpartition("\n")[2]
        raise SetupError(f"{argv[0]} failed: {last}", cure="make room on the disk, or set PGJUDGE_HOME elsewhere")
