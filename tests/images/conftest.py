"""Small images, really built."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from judge import recipes
from model.runtime import Compile, Recipe, Runtime

MARK = "/usr/lib/pgjudge-test/mark"


def runtime_of(recipe: Recipe, id: str = "tiny") -> Runtime:
    """A runtime that lives in an image of this recipe."""
    step = Compile(("/bin/true",), "main", True, 1000, 1000, 1 << 20, 1 << 20, 1)
    return Runtime(id, id, ("/usr/bin/dpkg", "--version"), "main", (".x",), recipe, step, ("/box/main",))


def recipe_of(
    packages: tuple[str, ...] = ("media-types",),
    commands: tuple[tuple[str, ...], ...] = (),
    files: tuple[tuple[str, Path], ...] = (),
) -> Recipe:
    """A recipe with its digest."""
    return Recipe("trixie", packages, files, commands, recipes.digest("trixie", packages, files, commands))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    """Hardly more than Debian's essential packages, with everything in it that must be put right."""
    file = tmp_path_factory.mktemp("it's a folder") / "mark"
    file.write_text("marked\n", encoding="utf-8")
    commands = (
        ("cp", MARK, "/usr/lib/copy of the mark"),
        ("sh", "-c", "chmod 4755 /usr/bin/env && chmod 0600 /etc/fstab && chown 33:33 /etc/fstab && mkfifo /usr/pipe"),
        ("mkdir", "-m", "0700", "/usr/closed"),
    )
    return runtime_of(recipe_of(commands=commands, files=((MARK, file),)))


@pytest.fixture(scope="session")
def images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for images, not yet there."""
    return tmp_path_factory.mktemp("images") / "below"


@pytest.fixture
def broken(tiny: Runtime) -> Runtime:
    """Asks for a package that does not exist."""
    return dataclasses.replace(tiny, id="broken", recipe=recipe_of(("pgjudge-no-such-package",)))
