"""Where a package is read from: a folder or a zip, checked whole before anything in it is used.

A source lists regular files only, by path relative to the package. Its constructor records every bad name, link,
size and kind of file as a finding; nothing is ever unpacked to disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from model.errors import InputError
from problems import paths
from problems.findings import Findings

CHUNK = 256 << 10


@dataclass(frozen=True, slots=True)
class SourceLimits:
    """What a package may hold. The ratio of real to packed size counts once the real size is above `ratio_from`."""

    total_bytes: int = 2 << 30
    file_bytes: int = 512 << 20
    entries: int = 20_000
    depth: int = 20
    path_bytes: int = 1_000
    ratio: int = 200
    ratio_from: int = 64 << 20


class DamagedFile(InputError):
    """A file of the package cannot be read to its end as it was announced."""

    code = "damaged_file"

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}", field="package", cure="make the package again")
        self.path = path
        self.why = why


class Source(Protocol):
    """An opened folder or zip."""

    name: str  # of the folder, or of the zip without its ending
    files: Mapping[str, int]  # path -> size in bytes

    def open(self, path: str) -> BinaryIO:
        """The content from its start. Opening or reading may raise DamagedFile."""

    def close(self) -> None:
        """Let go of the folder or zip."""


def check_names(names: list[str], limits: SourceLimits, findings: Findings) -> set[str]:
    """The names that may be used, from all the file names of a package; the rest are findings."""
    good: list[str] = []
    for name in names:
        why = paths.unsafe(name, most_bytes=limits.path_bytes, most_depth=limits.depth)
        if why:
            findings.error(name, f"{why} is not allowed in a package", cure="rename it or leave it out")
        elif not paths.ignored(name):
            good.append(name)
    _check_collisions(good, findings)
    return set(good)


def _check_collisions(names: list[str], findings: Findings) -> None:
    seen: dict[str, str] = {}
    for name in names:
        key = paths.folded(name)
        if key not in seen:
            seen[key] = name
        elif seen[key] == name:
            findings.error(name, "the name is there twice", cure="keep one of the two")
        else:
            findings.error(name, f"the name differs from {seen[key]} by case only", cure="rename one of the two")
    for name in names:
        above = paths.folded(name).rpartition("/")[0]
        while above:
            if above in seen:
                findings.error(name, f"{seen[above]} is both a file and a folder", cure="rename one of the two")
                break
            above = above.rpartition("/")[0]


def check_sizes(sizes: Mapping[str, int], limits: SourceLimits, findings: Findings) -> None:
    """Record files that are too large, and a package that is."""
    for name, size in sizes.items():
        if size > limits.file_bytes:
            findings.error(
                name, f"too large: {size} bytes", cure=f"a file of a package has at most {limits.file_bytes} bytes"
            )
    total = sum(sizes.values())
    if total > limits.total_bytes:
        findings.error(
            "", f"too large: {total} bytes in all", cure=f"a package holds at most {limits.total_bytes} bytes"
        )


def top_folder(names: set[str]) -> str:
    """The single folder that holds the whole package (with its slash), or an empty string when there is none."""
    first = {name.partition("/")[0] for name in names}
    top = first.pop() + "/" if len(first) == 1 else ""
    return top if top + "problem.yaml" in names else ""


def resolve_links(links: Mapping[str, str], regular: set[str], findings: Findings) -> dict[str, str]:
    """The regular file of the package that each link leads to; links that lead elsewhere are findings."""
    resolved: dict[str, str] = {}
    for link in links:
        target, steps = link, 0
        while target in links and steps < 16:
            target, steps = _join(target, links[target]), steps + 1
        if target in regular:
            resolved[link] = target
        else:
            findings.error(
                link,
                "a link that does not lead to a file of this package",
                cure="put a copy of the file in place of the link",
            )
    return resolved


def _join(link: str, target: str) -> str:
    """The path that a link's target means inside the package, or an empty string when it leaves it."""
    if target.startswith("/") or "\\" in target or "\0" in target or len(target) > 4096:
        return ""
    parts = link.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
