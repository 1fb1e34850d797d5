"""What an image prepares in advance is really used: a mismatch would only be slow, and no other test would see it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from judge import images, runtimes
from judge.limits import Plan, compile_plan, run_plan
from judge.sandbox.box import Command, Engine
from model.problem import ProblemLimits
from model.runtime import Runtime

WHOLE = b"#include <bits/stdc++.h>\nint main() {}\n"
JAVA = b"class A { public static void main(String[] args) {} }"


def said(engine: Engine, runtime: Runtime, plan: Plan, argv: tuple[str, ...], files: dict[str, bytes]) -> str:
    """What a command writes when it is run with these files there."""
    out: list[bytes] = []
    with engine.open(plan.box) as box:
        for path, content in files.items():
            box.put(path, content)
        command = Command(argv, plan.run, env=runtime.env, merge_stderr=True)
        report = box.run(command, io.BytesIO(), out.append, out.append)
    text = b"".join(out).decode()
    assert report.exit_code == 0, text
    return text


def image_of(runtime: Runtime, folder: Path) -> Path:
    """The image, which set-up has built."""
    found = images.find(runtime, folder)
    assert found is not None, f"the image of {runtime.id} is not built: run pgjudge runtime build"
    return found


@pytest.mark.parametrize("id", ["cpp17", "cpp20"])
def test_the_precompiled_header_is_used(id: str, engine: Engine, images_folder: Path) -> None:
    runtime = runtimes.load_all()[id]
    plan = compile_plan(runtime, image_of(runtime, images_folder))
    text = said(engine, runtime, plan, (*plan.argv, "-H", "-Winvalid-pch"), {"/tmp/main.cpp": WHOLE})
    assert f"! /usr/include/c++/14/bits/stdc++.h.gch/{id}" in text


def test_the_archives_of_java_are_used_by_the_compiler_and_by_programs(engine: Engine, images_folder: Path) -> None:
    runtime = runtimes.load_all()["java"]
    root = image_of(runtime, images_folder)
    for plan in (compile_plan(runtime, root), run_plan(ProblemLimits(), runtime, root)):
        # With -Xshare:on a JVM that cannot use its archive refuses to start.
        at = next(number for number, word in enumerate(plan.argv) if word in ("-cp", "-jar"))
        argv = (*plan.argv[:at], "-Xshare:on", "-Xlog:class+load", *plan.argv[at:])
        if "-jar" in argv:
            argv = (*argv[: argv.index("-jar")], "-version")
        text = said(engine, runtime, plan, argv, {"/tmp/Main.java": JAVA})
        assert "source: shared objects file" in text


def test_the_standard_library_of_python_is_compiled(images_folder: Path) -> None:
    root = image_of(runtimes.load_all()["python3"], images_folder)
    library = next((root / "usr/lib").glob("python3.*"))
    sources = {path.stem for path in library.glob("*.py")}
    compiled = {path.name.split(".")[0] for path in (library / "__pycache__").glob("*.pyc")}
    assert sources <= compiled


def test_a_program_of_java_does_not_depend_on_the_hosts_memory() -> None:
    run = runtimes.load_all()["java"].run
    assert {"-Xms{memory_mib}m", "-Xmx{memory_mib}m", "-XX:+UseSerialGC"} <= set(run)
