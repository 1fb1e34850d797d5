"""Builds what the guest boots from, below `<home>/guest/`.

`<digest of the recipe>/` holds `root.img` and `vmlinuz`, `images-<digest>.img` the root file systems of runtimes. Each
appears whole, by a rename, or not at all, and goes after a week without use. What is mounted while packages are
installed is so in namespaces that die with this process: a killed build leaves files only, and the next removes them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from judge import images
from model.errors import SetupError
from model.runtime import Runtime
from scripts.guest import disk, recipe
from scripts.guest.recipe import Recipe

BUILDING = ".building-"
ROOT_SPARE_BYTES = 64 << 20
UNUSED_S = 7 * 86_400.0
NAMESPACES = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"),
)
NOT_INSTALLED = ("doc", "man", "info", "locale", "lintian", "bug")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a machine starts from. None of it is written to."""

    kernel: Path
    root: Path
    images: Path


def build(made_of: Recipe, runtimes: list[Runtime], images_folder: Path, guest: Path, progress: Progress) -> Parts:
    """Build in the folder `guest` what is not there yet. Raises SetupError."""
    if platform.machine() != recipe.MACHINE:
        raise SetupError(f"the guest is for {recipe.MACHINE} only", cure="run make test-cgroup2 on such a machine")
    lacking = images.missing(runtimes, images_folder)
    if lacking:
        raise SetupError(f"the image of {lacking[0].id} is not built", cure="run pgjudge runtime build")
    guest.mkdir(parents=True, exist_ok=True)
    place = guest / made_of.digest
    digests = sorted({runtime.recipe.digest for runtime in runtimes})
    runtime_images = guest / f"images-{hashlib.sha256(' '.join(digests).encode()).hexdigest()[:32]}.img"
    with _alone(guest, progress):
        if not place.exists():
            work = guest / f"{BUILDING}root"
            work.mkdir()
            _build_root(made_of, work, progress)
            work.rename(place)
        if not runtime_images.exists():
            progress(f"a disk with the images of {', '.join(runtime.id for runtime in runtimes)}")
            work = guest / f"{BUILDING}images"
            _build_images(digests, images_folder, work)
            (work / "disk").rename(runtime_images)
            shutil.rmtree(work)
        for used in (place, runtime_images):
            os.utime(used)
        _forget_unused(guest)
    return Parts(place / "vmlinuz", place / "root.img", runtime_images)


def _forget_unused(guest: Path) -> None:
    for path in guest.iterdir():
        if path.stat().st_mtime < time.time() - UNUSED_S:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _build_root(made_of: Recipe, work: Path, progress: Progress) -> None:
    root, kernel = work / "root", work / "kernel"
    progress(f"building it from {recipe.SUITE}, with the kernel of {made_of.kernel_suite}")
    _install(root, recipe.SUITE, "apt", recipe.PACKAGES)
    _install(kernel, made_of.kernel_suite, "extract", (recipe.KERNEL,))
    next(kernel.glob("boot/vmlinuz-*")).rename(work / "vmlinuz")
    shutil.rmtree(kernel)
    progress("Python packages")
    _install_python_packages(root)
    for name in recipe.FOLDERS:
        (root / name).mkdir()
    (root / "etc/systemd/system" / recipe.UNIT_NAME).write_text(recipe.UNIT)
    progress("its disk")
    disk.make(work / "root.img", root, label="root", spare_bytes=ROOT_SPARE_BYTES, partitioned=True)
    for leftover in (root, work / "tmp"):
        shutil.rmtree(leftover)
    os.sync()


def _install(root: Path, suite: str, variant: str, packages: Iterable[str]) -> None:
    scratch = root.with_name("tmp")
    scratch.mkdir(exist_ok=True)
    argv = [
        *NAMESPACES,
        *("env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", f"TMPDIR={scratch}"),
        *("mmdebstrap", "--mode=root", "--format=directory", f"--variant={variant}", f"--include={','.join(packages)}"),
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in NOT_INSTALLED),
        *(suite, str(root)),
    ]
    _run(argv, f"the Debian packages of {suite}", "check that this host reaches its Debian mirror, then try again")


def _install_python_packages(root: Path) -> None:
    """Into the place where Debian's Python looks for the administrator's own, compiled for that Python."""
    where = f"usr/local/lib/python{recipe.PYTHON}/dist-packages"
    wanted = root.with_name("requirements.txt")
    wanted.write_text(recipe.requirements(recipe.LOCK), encoding="utf-8")
    argv = [
        *(sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile"),
        *("--require-hashes", "--no-deps", "--only-binary=:all:", "--python-version", recipe.PYTHON),
        *("--target", str(root / where), "-r", str(wanted)),
    ]
    _run(argv, "the Python packages", "check the network, then try again")
    compiled = [
        "env",
        "-i",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "chroot",
        str(root),
        "python3",
        "-m",
        "compileall",
        "-q",
        f"/{where}",
    ]
    _run(compiled, "the Python packages", "see its words above")


def _build_images(digests: list[str], images_folder: Path, work: Path) -> None:
    """A file system with one folder for each image, as in `images_folder`; hard links spare the copy."""
    for digest in digests:
        shutil.copytree(images_folder / digest, work / "tree" / digest, symlinks=True, copy_function=_link_or_copy)
    disk.make(work / "disk", work / "tree", label="images", spare_bytes=0)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _run(argv: list[str], what: str, cure: str) -> None:
    said = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if said.returncode:
        last = "\n".join((said.stdout + said.stderr).splitlines()[-10:])
        raise SetupError(f"{last}\n{what} could not be installed in the guest", cure=cure)


@contextmanager
def _alone(guest: Path, progress: Progress) -> Iterator[None]:
    """Only one process builds at a time; what a killed one left is removed."""
    with (guest / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("another process is building it: waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        for leftover in guest.glob(BUILDING + "*"):
            shutil.rmtree(leftover)
        try:
            yield
        finally:
            for leftover in guest.glob(BUILDING + "*"):
                shutil.rmtree(leftover)
