"""Reads `image.toml`: how the root file system of a folder's image is built."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from judge.toml_table import Table, read_toml
from model.runtime import Recipe

KEYS = ("suite", "packages", "files", "commands")
FORMAT = 1
"""Goes into every digest: raise it when `judge/images.py` changes what a recipe turns into."""


def read_recipe(folder: Path, findings: list[str]) -> Recipe | None:
    """The recipe of one folder, or None with at least one more finding."""
    before = len(findings)
    table = Table(read_toml(folder / "image.toml", findings), f"{folder.name}/image.toml", KEYS, findings)
    if len(findings) > before:
        return None
    suite = table.text("suite")
    packages = table.texts("packages")
    for package in packages:
        if not re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", package):
            table.refuse("packages", f"{package!r} is no package name")
    files = tuple(_file(folder, path, name, table) for path, name in table.texts_by_name("files"))
    commands = table.commands("commands")
    if len(findings) > before:
        return None
    return Recipe(suite, packages, files, commands, digest(suite, packages, files, commands))


def digest(
    suite: str,
    packages: tuple[str, ...],
    files: tuple[tuple[str, Path], ...],
    commands: tuple[tuple[str, ...], ...],
) -> str:
    """sha256 of what goes in. The order of packages and of files does not matter, that of commands does."""
    contents = {path: hashlib.sha256(source.read_bytes()).hexdigest() for path, source in files}
    whole = {"format": FORMAT, "suite": suite, "packages": sorted(packages), "files": contents, "commands": commands}
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _file(folder: Path, path: str, name: str, table: Table) -> tuple[str, Path]:
    source = (folder / name).resolve()
    if not re.fullmatch(r"(/[A-Za-z0-9_+.-]+)+", path) or ".." in path.split("/"):
        table.refuse("files", f"{path!r} must be a path from the root of the image")
    if folder.resolve() not in source.parents:
        table.refuse("files", f"{name!r} must be in the folder of the runtime")
    elif not source.is_file():
        table.refuse("files", f"{name!r} is missing")
    return path, source
