"""The OCI runtimes that boxes can be made with: how each is called, and how old it may be."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.sandbox import gvisor
from judge.sandbox.runc_box import ORDINARY, Overhead


@dataclass(frozen=True, slots=True)
class OciRuntime:
    """One kind of runtime. `binary` is a name or a path."""

    name: str
    binary: str
    at_least: tuple[int, ...]
    package: str
    options: tuple[str, ...] = ()
    overhead: Overhead = ORDINARY
    is_gvisor: bool = False

    def command(self, program: str, folder: str, name: str, *options: str) -> list[str]:
        """The command that starts the bundle in `folder` and leaves it running. `program` is the binary's path."""
        start = ["run", "--detach", "--bundle", folder, "--pid-file", f"{folder}/pid", name]
        return [program, "--root", f"{folder}/state", *self.options, *options, *start]

    def version(self, said: str) -> tuple[int, ...] | None:
        """The version in what `--version` said. gVisor's are dates."""
        pattern = r"version \D*(?:0\.0~)?(\d{8})" if self.is_gvisor else r"version (\d+)\.(\d+)"
        found = re.search(pattern, said)
        return tuple(map(int, found.groups())) if found else None


def runc(binary: str = "runc") -> OciRuntime:
    """The reference, in Go."""
    return OciRuntime("runc", binary, (1, 1), "runc")


def crun(binary: str = "crun") -> OciRuntime:
    """The same in C. It does not take control groups of both versions side by side."""
    return OciRuntime("crun", binary, (1, 8), "crun")


def runsc(binary: str = "runsc") -> OciRuntime:
    """gVisor: a kernel of its own in user space between the program and the host's."""
    return OciRuntime("runsc", binary, (20240729,), "runsc", gvisor.OPTIONS, gvisor.OVERHEAD, is_gvisor=True)
