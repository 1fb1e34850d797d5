"""Named SQL blocks: `store/x.sql` beside `store/x.py`.

A block opens with `-- name: claim` and a line of comment that says what it does; it ends where the next one opens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
_NAME = re.compile(r"^-- name: ([a-z_]+)\n(?=-- \S)", re.MULTILINE)


def load(module: str) -> Mapping[str, str]:
    """The blocks of `store/<module>.sql` by name."""
    return blocks((FOLDER / f"{module}.sql").read_text("utf-8"), module)


def blocks(text: str, module: str) -> Mapping[str, str]:
    """The blocks of `text` by name."""
    head, *parts = _NAME.split(text)
    names = parts[::2]
    if head.strip() or len(set(names)) != len(names) or len(names) != text.count("-- name:"):
        raise ValueError(f"{module}.sql: every block needs a name of its own and a line that says what it does")
    return dict(zip(names, (body.strip() for body in parts[1::2]), strict=True))
