"""Reads `runtimes/<folder>/runtime.toml` and `image.toml` into `model.runtime.Runtime` values.

A folder describes one image and the runtimes that live in it, one table an id. Keys outside of the tables are shared
by all of them; a table's own keys win, and `[compile]` and `[env]` are merged key by key. `docs/add-a-language.md`
explains every key. All that is wrong in all folders is reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from judge.recipes import read_recipe
from judge.sandbox.system_calls import WIDEST, WIDTHS
from judge.toml_table import Table, read_toml
from model.errors import SetupError
from model.runtime import Compile, Recipe, Runtime

FOLDER = Path(__file__).resolve().parents[1] / "runtimes"

MIB = 1 << 20
PLACEHOLDERS = ("{memory_mib}", "{stack_mib}")
SHARED_TABLES = ("compile", "env")
KEYS = (
    "name",
    "version",
    "source",
    "extensions",
    "run",
    "time_multiplier",
    "memory_allowance_mib",
    "processes",
    "system_calls",
    "resident",
    *SHARED_TABLES,
)
COMPILE_KEYS = (
    "argv",
    "artifact",
    "executable",
    "cpu_ms",
    "wall_ms",
    "memory_mib",
    "artifact_mib",
    "processes",
    "system_calls",
)


class BadRuntimes(SetupError):
    """The runtime folders do not make sense. `findings` holds every reason, a line each."""

    def __init__(self, findings: list[str]) -> None:
        super().__init__("; ".join(findings), cure="docs/add-a-language.md explains the files of a runtime")
        self.findings = tuple(findings)


def load_all(folder: Path = FOLDER) -> dict[str, Runtime]:
    """Every runtime below `folder` by id, in the order of folders and, in each, of its file. Raises BadRuntimes."""
    findings: list[str] = []
    loaded: dict[str, Runtime] = {}
    for place in sorted(path.parent for path in folder.glob("*/runtime.toml")):
        for runtime in load(place, findings):
            if runtime.id in loaded:
                findings.append(f"{place.name}: {runtime.id} is described in {loaded[runtime.id].folder.name} too")
            _refuse_claimed(runtime, loaded, findings)
            loaded[runtime.id] = runtime
    if not loaded and not findings:
        findings.append(f"{folder} holds no runtime")
    if findings:
        raise BadRuntimes(findings)
    return loaded


def load(folder: Path, findings: list[str]) -> list[Runtime]:
    """The runtimes of one folder that could be read; what is wrong is added to `findings`."""
    recipe = read_recipe(folder, findings)
    shared = read_toml(folder / "runtime.toml", findings)
    ids = [key for key, value in shared.items() if isinstance(value, dict) and key not in SHARED_TABLES]
    common = {key: value for key, value in shared.items() if key not in ids}
    where = f"{folder.name}/runtime.toml"
    if shared and not ids:
        findings.append(f"{where}: no runtime: add a table such as [{folder.name}]")
    found = [_runtime(name, _merged(common, shared[name]), folder, recipe, where, findings) for name in ids]
    return [runtime for runtime in found if runtime is not None]


def _runtime(
    name: str, values: Mapping[str, object], folder: Path, recipe: Recipe | None, where: str, findings: list[str]
) -> Runtime | None:
    before = len(findings)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name):
        findings.append(f"{where}: [{name}] is no id: use up to 32 of a-z, 0-9 and _, beginning with a letter")
    table = Table(values, f"{where} [{name}]", KEYS, findings)
    step = Table(values.get("compile", {}), f"{where} [{name}.compile]", COMPILE_KEYS, findings)
    compile_ = Compile(
        argv=_command(step, "argv", PLACEHOLDERS),
        artifact=_file_name(step, "artifact"),
        artifact_executable=step.flag("executable", False),
        cpu_ms=step.whole("cpu_ms"),
        wall_ms=step.whole("wall_ms"),
        memory_bytes=step.whole("memory_mib") * MIB,
        artifact_bytes=step.whole("artifact_mib") * MIB,
        processes=step.whole("processes", 64),
        system_calls=_width(step),
    )
    values_of_runtime = {
        "name": table.text("name"),
        "version_argv": _command(table, "version", ()),
        "source_file": _file_name(table, "source"),
        "extensions": _extensions(table),
        "run": _command(table, "run", PLACEHOLDERS),
        "env": table.texts_by_name("env"),
        "time_multiplier": table.number("time_multiplier", 1.0),
        "memory_allowance_bytes": table.whole("memory_allowance_mib", 0, least=0) * MIB,
        "processes": table.whole("processes", 64),
        "system_calls": _width(table),
        "resident": _resident(table),
    }
    if recipe is None or len(findings) > before:
        return None
    return Runtime(id=name, recipe=recipe, compile=compile_, folder=folder, **values_of_runtime)  # type: ignore[arg-type]


def _merged(common: Mapping[str, object], own: object) -> dict[str, object]:
    assert isinstance(own, dict)
    merged = {**common, **own}
    for key in SHARED_TABLES:
        shared, mine = common.get(key), own.get(key)
        if isinstance(shared, dict) and isinstance(mine, dict):
            merged[key] = {**shared, **mine}
    return merged


def _command(table: Table, key: str, placeholders: tuple[str, ...]) -> tuple[str, ...]:
    argv = table.texts(key)
    if argv and not argv[0].startswith("/"):
        table.refuse(key, f"{argv[0]!r} must be a path from the root of the image")
    for word in argv:
        for unknown in set(re.findall(r"\{\w+\}", word)) - set(placeholders):
            known = " and ".join(placeholders) or "none"
            table.refuse(key, f"{unknown} is no placeholder here (there are: {known})")
    return argv


def _file_name(table: Table, key: str) -> str:
    name = table.text(key)
    if name and not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", name):
        table.refuse(key, f"{name!r} must be a plain file name")
    return name


def _extensions(table: Table) -> tuple[str, ...]:
    extensions = table.texts("extensions")
    for extension in extensions:
        if not re.fullmatch(r"\.[A-Za-z0-9+]+", extension):
            table.refuse("extensions", f"{extension!r} must look like .py")
    return extensions


def _width(table: Table) -> str:
    width = table.text("system_calls") if table.has("system_calls") else WIDEST
    if width and width not in WIDTHS:
        table.refuse("system_calls", f"{width!r} is not one of {', '.join(WIDTHS)}")
    return width


def _resident(table: Table) -> tuple[str, ...]:
    if not table.has("resident"):
        return ()
    patterns = table.texts("resident")
    for pattern in patterns:
        if not pattern.startswith("/") or ".." in pattern.split("/"):
            table.refuse("resident", f"{pattern!r} must be a path from the root of the image")
    return patterns


def _refuse_claimed(runtime: Runtime, loaded: Mapping[str, Runtime], findings: list[str]) -> None:
    """An extension may select between the runtimes of one folder (the first wins), not between folders."""
    for other in loaded.values():
        if other.folder != runtime.folder:
            findings += [
                f"{runtime.folder.name}: extension {extension} is taken by {other.id}"
                for extension in runtime.extensions
                if extension in other.extensions
            ]
