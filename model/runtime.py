"""A runtime: one language and compiler version, as `runtimes/*/runtime.toml` describes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the root file system of an image is built. Runtimes with equal recipes share one image.

    `digest` is the sha256 (hex) of everything that goes in: suite, packages, the files and the commands.
    """

    suite: str
    packages: tuple[str, ...]
    files: tuple[tuple[str, Path], ...]  # path in the image -> file of the runtime's folder
    commands: tuple[tuple[str, ...], ...]  # argv run inside the new root, in order
    digest: str


@dataclass(frozen=True, slots=True)
class Compile:
    """The compile step: source in `/tmp`, working directory `/tmp`, the artifact is read from there."""

    argv: tuple[str, ...]
    artifact: str  # file name below /tmp, put into the run box as /box/<artifact>
    artifact_executable: bool
    cpu_ms: int
    wall_ms: int
    memory_bytes: int
    artifact_bytes: int  # largest artifact, and largest file the compiler may write
    processes: int
    system_calls: str = "wide"  # as in Runtime


@dataclass(frozen=True, slots=True)
class Runtime:
    """One language and compiler version.

    `run` is the argv of the program; the working directory is `/tmp`. In `run` and `compile.argv` these words are
    replaced: `{memory_mib}`, `{stack_mib}`: the memory and stack limit of the run in whole MiB, without the allowance
    (`{stack_mib}` is 1024 at most, which is what a JVM takes).
    """

    id: str
    name: str
    version_argv: tuple[str, ...]
    source_file: str
    extensions: tuple[str, ...]
    recipe: Recipe
    compile: Compile
    run: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()
    time_multiplier: float = 1.0
    memory_allowance_bytes: int = 0
    processes: int = 64
    system_calls: str = "wide"  # the class of what programs may ask the kernel for: narrow, middle or wide
    resident: tuple[str, ...] = ()  # what programs read of the image while they run: paths with `*` and `**`
    folder: Path = field(default=Path(), compare=False)
