"""Which names a package may hold: safe paths, what is left out, and the slug of a problem."""

from __future__ import annotations

import re
import unicodedata

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})
_READ_THOUGH_HIDDEN = frozenset({".timelimit"})


def unsafe(path: str, *, most_bytes: int, most_depth: int) -> str:
    """Why this path of an archive or folder may not be used, or an empty string. Folders end without a slash."""
    if not path:
        return "an empty name"
    if "\\" in path:
        return "a backslash in the name"
    if path.startswith("/") or _DRIVE.match(path):
        return "an absolute path"
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in path):
        return "a control character or an undecodable byte in the name"
    parts = path.split("/")
    if ".." in parts:
        return "a path that leaves the package (..)"
    if "" in parts or "." in parts:
        return "an empty or '.' part in the path"
    if len(parts) > most_depth:
        return f"more than {most_depth} folders deep"
    if len(path.encode()) > most_bytes:
        return f"a path longer than {most_bytes} bytes"
    return ""


def ignored(path: str) -> bool:
    """Whether the format says to behave as if this file were not there (hidden files, what archivers leave behind)."""
    parts = path.split("/")
    if parts[-1] in _READ_THOUGH_HIDDEN and "__MACOSX" not in parts:
        parts = parts[:-1]
    return any(part in _JUNK or part.startswith((".", "-")) for part in parts)


def folded(path: str) -> str:
    """The path as a file system without case and with composed letters would see it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def is_slug(text: str) -> bool:
    """Whether the text can name a problem."""
    return SLUG.fullmatch(text) is not None


def suggest_slug(text: str) -> str:
    """The nearest slug to the text, or an empty string when nothing of it can be used."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:63].strip("-")
