"""Fixtures of the unit tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.runtime import Compile, Recipe, Runtime


@pytest.fixture
def runtime() -> Runtime:
    """A compiled language."""
    return Runtime(
        id="c",
        name="C",
        version_argv=("/usr/bin/gcc", "--version"),
        source_file="main.c",
        extensions=(".c",),
        recipe=Recipe("trixie", (), (), (), ""),
        compile=Compile(
            argv=("/usr/bin/gcc", "-O2", "-o", "program", "main.c"),
            artifact="program",
            artifact_executable=True,
            cpu_ms=30_000,
            wall_ms=60_000,
            memory_bytes=512 << 20,
            artifact_bytes=128 << 20,
            processes=32,
        ),
        run=("/box/program",),
        env=(("LANG", "C.UTF-8"),),
        folder=Path("/nowhere"),
    )
