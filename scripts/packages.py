"""The example packages that come with pgjudge."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "problems"


def examples() -> list[Path]:
    """Their folders."""
    return sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
