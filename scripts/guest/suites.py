"""What runs in a guest if nobody says what."""

from __future__ import annotations

from collections.abc import Sequence

from scripts.guest.recipe import ROOT

FOLDERS = ("tests/sandbox", "tests/agent", "tests/hostile")
NEEDS_DOCKER = ("tests/sandbox/test_docker.py",)

OF_GROUPS = tuple(
    f"tests/sandbox/test_{name}.py"
    for name in ("contract", "box_limits", "control_groups", "recorded_groups", "isolation", "leftovers", "residents")
)
"""What depends most on the version of control groups and on the engine."""

JUDGINGS = ("hello", "sums", "too_much_memory", "endless_loop", "sleeping", "compile_error")
"""Cases of `runtimes/conformance.toml` that are judged whole."""

CONFORMS = "tests/conformance/test_conformance.py::test_a_runtime_conforms"
RESIDENTS = (
    "tests/conformance/test_residents.py::test_too_much_memory_is_told_from_too_much_time_when_the_cache_is_cold"
)


def everything(languages: Sequence[str]) -> tuple[str, ...]:
    """Arguments of pytest: the suites of boxes, then judgings, which need the images of these languages."""
    folders = [folder for folder in FOLDERS if any((ROOT / folder).glob("test_*.py"))]
    left_out = [f"--ignore={file}" for file in NEEDS_DOCKER]
    return (*folders, *left_out, *judgings(languages))


def quick(languages: Sequence[str]) -> tuple[str, ...]:
    """Arguments of pytest: what fits into a few minutes."""
    return (*OF_GROUPS, *judgings(languages))


def judgings(languages: Sequence[str]) -> tuple[str, ...]:
    """Arguments of pytest: whole judgings, one of a program that takes too much memory when nothing is cached yet."""
    cases = [f"{CONFORMS}[{language}-{name}]" for language in languages for name in JUDGINGS]
    return (*cases, *(f"{RESIDENTS}[{language}]" for language in languages))
