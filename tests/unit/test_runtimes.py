"""Runtime folders: what is read, what is shared, and that everything wrong is told at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge import runtimes
from judge.runtimes import BadRuntimes, load_all

MIB = 1 << 20
IMAGE = 'suite = "trixie"\npackages = ["gcc"]\n'
GOOD = """
version = ["/usr/bin/cc", "--version"]
source = "main.x"
extensions = [".x"]
run = ["/box/main", "{memory_mib}", "{stack_mib}"]

[x1]
name = "X 1"

[x2]
name = "X 2"
time_multiplier = 2
memory_allowance_mib = 8
processes = 9
system_calls = "narrow"
resident = ["/usr/bin/x", "/usr/lib/**/*"]

[x2.compile]
argv = ["/usr/bin/cc", "-2"]

[x2.env]
LANG = "C"

[compile]
argv = ["/usr/bin/cc"]
artifact = "main"
executable = true
cpu_ms = 1000
wall_ms = 2000
memory_mib = 256
artifact_mib = 16
system_calls = "middle"

[env]
PATH = "/usr/bin"
LANG = "C.UTF-8"
"""

Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a folder of a runtime and returns the folder above."""

    def folder(name: str = "x", runtime: str = GOOD, image: str = IMAGE, **files: bytes) -> Path:
        place = tmp_path / name
        place.mkdir()
        (place / "runtime.toml").write_text(runtime, encoding="utf-8")
        (place / "image.toml").write_text(image, encoding="utf-8")
        for file, content in files.items():
            (place / file).write_bytes(content)
        return tmp_path

    return folder


def findings(folder: Path) -> tuple[str, ...]:
    with pytest.raises(BadRuntimes) as caught:
        load_all(folder)
    return caught.value.findings


def test_the_runtimes_that_come_with_pgjudge_are_the_expected_ones() -> None:
    found = load_all()
    assert list(found) == ["c", "cpp17", "cpp20", "java", "python3"]
    assert all(runtime.time_multiplier == 1.0 for runtime in found.values())
    assert found["c"].recipe.digest == found["cpp20"].recipe.digest
    assert len({runtime.recipe.digest for runtime in found.values()}) == 3


def test_the_precompiled_header_is_made_with_the_options_of_the_compile() -> None:
    for id in ("cpp17", "cpp20"):
        compile_ = load_all()[id]
        options = " ".join(compile_.compile.argv[1 : compile_.compile.argv.index("-o")])
        assert any(f"g++ {options} -x c++-header" in " ".join(argv) for argv in compile_.recipe.commands)


def test_shared_keys_go_to_every_runtime_and_its_own_win(make: Make) -> None:
    first, second = load_all(make()).values()
    assert (first.id, first.name, second.id, second.name) == ("x1", "X 1", "x2", "X 2")
    assert (first.compile.argv, second.compile.argv) == (("/usr/bin/cc",), ("/usr/bin/cc", "-2"))
    assert (first.time_multiplier, second.time_multiplier) == (1.0, 2.0)
    assert (first.memory_allowance_bytes, second.memory_allowance_bytes) == (0, 8 * MIB)
    assert (first.processes, second.processes) == (64, 9)
    assert (first.system_calls, second.system_calls) == ("wide", "narrow")
    assert (first.compile.system_calls, second.compile.system_calls) == ("middle", "middle")
    assert (first.resident, second.resident) == ((), ("/usr/bin/x", "/usr/lib/**/*"))
    assert dict(second.env) == {"PATH": "/usr/bin", "LANG": "C"}
    assert second.compile.memory_bytes == 256 * MIB
    assert second.compile.artifact_executable
    assert second.folder.name == "x"


def test_an_unknown_key_is_refused_with_the_nearest_name(make: Make) -> None:
    text = GOOD.replace("time_multiplier", "time_multiplyer").replace("cpu_ms", "cpu_m", 1)
    said = findings(make(runtime=text))
    assert "x/runtime.toml [x2] time_multiplyer: unknown key: did you mean time_multiplier?" in said
    assert "x/runtime.toml [x1.compile] cpu_m: unknown key: did you mean cpu_ms?" in said


def test_everything_wrong_in_all_folders_is_told_at_once(make: Make) -> None:
    make("a", GOOD.replace('argv = ["/usr/bin/cc"]', 'argv = "cc"').replace('name = "X 1"', ""))
    make("b", "= nothing", 'suite = "trixie"\npackages = ["Not A Package"]\nfile = 1\n')
    said = findings(make("c", GOOD.replace('source = "main.x"', 'source = "../main.x"').replace("[x", "[y")))
    assert "a/runtime.toml [x1] name: is missing: give a text" in said
    assert 'a/runtime.toml [x1.compile] argv: must be a list of texts such as ["a", "b"]' in said
    assert "b/runtime.toml: not TOML: Invalid statement (at line 1, column 1)" in said
    assert "b/image.toml file: unknown key: did you mean files?" in said
    assert "c/runtime.toml [y1] source: '../main.x' must be a plain file name" in said


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('"/box/main",', '"main",', "[x1] run: 'main' must be a path from the root of the image"),
        (
            "{stack_mib}",
            "{stack}",
            "[x1] run: {stack} is no placeholder here (there are: {memory_mib} and {stack_mib})",
        ),
        ("cpu_ms = 1000", "cpu_ms = 0", "[x1.compile] cpu_ms: must be a whole number from 1 up"),
        ("cpu_ms = 1000", "cpu_ms = true", "[x1.compile] cpu_ms: must be a whole number from 1 up"),
        ("executable = true", 'executable = "yes"', "[x1.compile] executable: must be true or false"),
        ('[".x"]', '["x"]', "[x1] extensions: 'x' must look like .py"),
        ('LANG = "C.UTF-8"', "LANG = 1", "[x1] env: must be a table of texts"),
        ("time_multiplier = 2", "time_multiplier = 0", "[x2] time_multiplier: must be a number above 0 and below 1000"),
        ('"/usr/bin/x"', '"usr/x"', "[x2] resident: 'usr/x' must be a path from the root of the image"),
        ('"/usr/bin/x"', '"/usr/../x"', "[x2] resident: '/usr/../x' must be a path from the root of the image"),
        ('["/usr/bin/x", "/usr/lib/**/*"]', "[]", '[x2] resident: must be a list of texts such as ["a", "b"]'),
        ('"narrow"', '"tight"', "[x2] system_calls: 'tight' is not one of narrow, middle, wide"),
        ('"middle"', "2", "[x1.compile] system_calls: must be a text"),
        ("[x1]", "[X1]", "[X1] is no id: use up to 32 of a-z, 0-9 and _, beginning with a letter"),
    ],
)
def test_a_value_that_does_not_fit_is_named(make: Make, old: str, new: str, finding: str) -> None:
    said = findings(make(runtime=GOOD.replace(old, new, 1)))
    assert any(line.endswith(finding) for line in said), said


def test_a_folder_without_any_runtime_is_refused(make: Make) -> None:
    assert findings(make(runtime='source = "main.x"\n')) == ("x/runtime.toml: no runtime: add a table such as [x]",)


def test_an_id_that_is_described_twice_is_refused(make: Make) -> None:
    make("x")
    assert "y: x1 is described in x too" in findings(make("y"))


def test_an_extension_belongs_to_one_folder(make: Make) -> None:
    make("x")
    assert "y: extension .x is taken by x1" in findings(make("y", GOOD.replace("[x", "[y")))


def test_no_folder_at_all_is_refused(tmp_path: Path) -> None:
    assert "holds no runtime" in findings(tmp_path)[0]


def test_the_digest_follows_the_bytes_of_the_files_and_the_commands_but_not_the_order_of_packages(make: Make) -> None:
    image = 'suite = "trixie"\npackages = {}\n{}\n[files]\n"/usr/x" = "x"\n'
    texts = [
        image.format('["a1", "b1"]', ""),
        image.format('["b1", "a1"]', ""),
        image.format('["a1", "b1"]', 'commands = [["true"]]'),
        image.format('["a1"]', ""),
    ]
    digests = [_digest(make, f"f{number}", text, b"same") for number, text in enumerate(texts)]
    digests.append(_digest(make, "f9", texts[0], b"other"))
    assert digests[0] == digests[1]
    assert len(set(digests)) == 4


def _digest(make: Make, name: str, image: str, content: bytes) -> str:
    found: list[str] = []
    loaded = runtimes.load(make(name, GOOD, image, x=content) / name, found)
    assert not found
    return loaded[0].recipe.digest


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        ('"/usr/x" = "missing"', "files: 'missing' is missing"),
        ('"usr/x" = "runtime.toml"', "files: 'usr/x' must be a path from the root of the image"),
        ('"/usr/../x" = "runtime.toml"', "files: '/usr/../x' must be a path from the root of the image"),
        ('"/usr/x" = "../../secret"', "files: '../../secret' must be in the folder of the runtime"),
    ],
)
def test_a_file_comes_from_the_folder_and_goes_below_the_root(make: Make, files: str, finding: str) -> None:
    assert f"x/image.toml {finding}" in findings(make(image=f"{IMAGE}[files]\n{files}\n"))
