"""Finds and opens problem packages for commands."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "problems"


def examples() -> list[Path]:
    """The example packages that come with pgjudge."""
    return sorted(path for path in EXAMPLES.iterdir() if path.is_dir())


def slug_of(path: Path) -> str:
    """The slug that a folder or zip gets by its name."""
    return path.resolve().name.removesuffix(".zip").lower()
