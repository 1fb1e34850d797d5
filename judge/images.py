"""Finds and builds images: the root file systems that boxes are opened on.

`<images>/<digest of the recipe>/` holds `rootfs/` and `image.json` (what it was made of and when). An image appears
there whole, by a rename, or not at all. Work in progress is `<images>/.building-*`: what a killed build leaves there
is removed by the next one. Only one process builds at a time, the others wait for it.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

from judge.image_build import Build, BuildFailed
from model.errors import SetupError
from model.runtime import Runtime

AT_ONCE = 2
BUILDING = ".building-"
TOOLS = {"mmdebstrap": "mmdebstrap", "unshare": "util-linux", "setpriv": "util-linux"}
"""Command -> the Debian package that has it."""

Progress = Callable[[str], None]


def find(runtime: Runtime, images: Path) -> Path | None:
    """The root file system of this runtime, or None where it has not been built."""
    place = images / runtime.recipe.digest
    return place / "rootfs" if (place / "image.json").exists() else None


def missing(runtimes: Iterable[Runtime], images: Path) -> list[Runtime]:
    """Those whose image has not been built."""
    return [runtime for runtime in runtimes if find(runtime, images) is None]


def version(runtime: Runtime, images: Path) -> str:
    """What the runtime's version command said when its image was built; empty where that is not known."""
    try:
        described = json.loads((images / runtime.recipe.digest / "image.json").read_bytes())
    except FileNotFoundError:
        return ""
    return str(described["versions"].get(runtime.id, ""))


def build(runtimes: Iterable[Runtime], images: Path, progress: Progress) -> None:
    """Build the images that are missing, a few at once, each as far as it goes.

    Raises SetupError with everything that failed; what has been built by then stays.
    """
    wanted = missing(runtimes, images)
    if not wanted:
        progress("all images are here")
        return
    _require_tools()
    _make_folder(images)
    with _alone(images, progress):
        for leftover in images.glob(BUILDING + "*"):
            progress(f"removing what an interrupted build left in {leftover.name}")
            shutil.rmtree(leftover)
        # Another process may have built some while this one waited.
        _build_all(missing(wanted, images), images, progress)


def _build_all(wanted: list[Runtime], images: Path, progress: Progress) -> None:
    by_digest: dict[str, list[Runtime]] = {}
    for runtime in wanted:
        by_digest.setdefault(runtime.recipe.digest, []).append(runtime)
    builds = [
        Build(sharing, images / f"{BUILDING}{digest}", images / digest, progress)
        for digest, sharing in by_digest.items()
    ]
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="image") as pool:
        futures = [pool.submit(build.run) for build in builds]
        try:
            wait(futures)
        finally:
            # Nothing to stop unless the wait was interrupted.
            pool.shutdown(wait=False, cancel_futures=True)
            for build in builds:
                build.stop()
    _raise_failures(futures)


def _raise_failures(futures: list[Future[None]]) -> None:
    failures = [error for future in futures if (error := future.exception()) is not None]
    for error in failures:
        if not isinstance(error, BuildFailed):
            raise error
    if failures:
        first, *others = (error for error in failures if isinstance(error, BuildFailed))
        also = f"; nor {', nor '.join(error.what for error in others)}" if others else ""
        raise SetupError(first.message + also, cure=first.cure) from first


def _require_tools() -> None:
    if os.geteuid() != 0:
        raise SetupError("building images needs root", cure="run it as root, or with sudo")
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            raise SetupError(f"{tool} is not installed", cure=f"apt-get install {package}")


def _make_folder(images: Path) -> None:
    try:
        images.mkdir(parents=True, exist_ok=True)
        # The uid of a box must be able to pass through every folder above its root file system.
        images.chmod(0o755)
    except OSError as error:
        raise SetupError(f"{images} cannot be made ({error.strerror})", cure="set PGJUDGE_IMAGES elsewhere") from error


@contextmanager
def _alone(images: Path, progress: Progress) -> Iterator[None]:
    with (images / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("another process is building images: waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
