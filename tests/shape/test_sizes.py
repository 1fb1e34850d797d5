"""A file holds one idea, a function reads at a glance, and every module says what it is for."""

from __future__ import annotations

import ast
import statistics
from pathlib import Path

from tests.shape.test_layers import ROOT, modules

LONGEST_FILE = 400
LONGEST_FUNCTION = 60
LONGEST_AGENT = 1_550


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_files_are_short() -> None:
    sizes = {path: lines(path) for _, path in modules()}
    assert not {path: size for path, size in sizes.items() if size > LONGEST_FILE}
    assert statistics.median(size for path, size in sizes.items() if path.name != "__init__.py") <= 140


def test_functions_are_short() -> None:
    for _, path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                assert length <= LONGEST_FUNCTION, f"{path}:{node.lineno} {node.name} has {length} lines"


def test_every_module_says_what_it_is_for() -> None:
    for _, path in modules():
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{path} has no docstring"


def test_the_agent_is_small_enough_to_be_read_whole() -> None:
    assert sum(lines(path) for path in (ROOT / "agent").glob("*.[ch]")) <= LONGEST_AGENT
