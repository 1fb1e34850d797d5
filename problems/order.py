"""Natural order of names: test 2 comes before test 10."""

from __future__ import annotations

import re

_PARTS = re.compile(r"([0-9]+)")

NaturalKey = tuple[tuple[tuple[int, int, str], ...], int, str]


def natural_key(name: str) -> NaturalKey:
    """A sort key: digits by value, letters without case, digits before letters.

    Names that are equal by that rule (`1`, `01`, `a`, `A`) go by length and then by code point, so that the order is
    total: two different names never have the same key.
    """
    parts = []
    for part in _PARTS.split(name):
        if part.isascii() and part.isdigit():
            value = part.lstrip("0")
            parts.append((0, len(value), value))
        elif part:
            parts.append((1, 0, part.casefold()))
    return tuple(parts), len(name), name


def natural_path_key(path: str) -> tuple[NaturalKey, ...]:
    """A sort key for paths: folder by folder, each in natural order."""
    return tuple(natural_key(part) for part in path.split("/"))
