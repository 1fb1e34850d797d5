"""One image, built with mmdebstrap.

The whole build runs in a mount and a pid namespace of its own that die with this process: a killed builder leaves no
process and no mount, only its folder. Packages come from mmdebstrap's own default mirror for the suite.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from judge import image_log, image_tree
from model.errors import SetupError
from model.runtime import Runtime

_OWN_NAMESPACES = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"),
)
_CLEAN_ENVIRONMENT = "env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/ TMPDIR=/tmp"


class BuildFailed(SetupError):
    """One image could not be built; the others are not affected. `what` names it."""

    def __init__(self, what: str, why: str, log: Path, *, cure: str) -> None:
        super().__init__(f"{what} could not be built: {why} (the whole log: {log})", cure=cure)
        self.what = what


class Build:
    """Builds the image of `sharing`, runtimes with one recipe, in `work` and moves it to `place`."""

    def __init__(self, sharing: list[Runtime], work: Path, place: Path, progress: Callable[[str], None]) -> None:
        self._sharing = sharing
        self._recipe = sharing[0].recipe
        self._names = ", ".join(runtime.id for runtime in sharing)
        self._work = work
        self._place = place
        self._log = place.with_name(f"{place.name[:12]}.log")
        self._tell = progress
        self._process: subprocess.Popen[str] | None = None

    def run(self) -> None:
        """Build it. Raises BuildFailed."""
        started = time.monotonic()
        self._progress(f"building from {self._recipe.suite}")
        try:
            scratch = self._work / "tmp"
            scratch.mkdir(parents=True)
            said = self._bootstrap(scratch)
            shutil.rmtree(scratch)
            self._progress("tidying up")
            bytes_ = image_tree.tidy(self._work / "rootfs")
            self._describe(said, bytes_, time.monotonic() - started)
            # The rename must not reach the disk before the files: a torn image would be taken for a whole one.
            os.sync()
            self._work.rename(self._place)
        except OSError as error:
            raise self._failed(f"{error.strerror} ({error.filename})", image_log.cure(str(error.strerror))) from error
        finally:
            shutil.rmtree(self._work, ignore_errors=True)
        self._log.unlink()
        self._progress(f"done: {bytes_ / 1e6:.0f} MB in {time.monotonic() - started:.0f} s")

    def stop(self) -> None:
        """End a build that is going on in another thread. Safe at any time."""
        if self._process is not None:
            self._process.kill()

    def _bootstrap(self, scratch: Path) -> image_log.Said:
        said = image_log.Said(self._progress)
        with (
            self._log.open("w", encoding="utf-8") as log,
            subprocess.Popen(
                self._command(scratch),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
            ) as self._process,
        ):
            assert self._process.stdout is not None
            for line in self._process.stdout:
                log.write(line)
                said.line(line)
        if self._process.returncode:
            raise self._failed(said.error(), image_log.cure(said.tail()))
        return said

    def _command(self, scratch: Path) -> list[str]:
        recipe, root = self._recipe, self._work / "rootfs"
        hooks = [
            *(f'install -D -m 0644 {shlex.quote(str(file))} "$1"{path}' for path, file in recipe.files),
            *(f"{image_log.STEP} {shlex.join(argv)}; {_inside(argv)}" for argv in recipe.commands),
            *(f"{_inside(runtime.version_argv)} > {self._version_file(runtime)} 2>&1" for runtime in self._sharing),
        ]
        return [
            *_OWN_NAMESPACES,
            *("env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", f"TMPDIR={scratch}"),
            *("mmdebstrap", "--verbose", "--mode=root", "--format=directory", "--variant=essential"),
            f"--include={','.join(recipe.packages)}",
            *(f"--customize-hook={hook}" for hook in hooks),
            recipe.suite,
            str(root),
        ]

    def _version_file(self, runtime: Runtime) -> str:
        return shlex.quote(str(self._work / f"version-{runtime.id}"))

    def _describe(self, said: image_log.Said, bytes_: int, seconds: float) -> None:
        described = {
            "runtimes": [runtime.id for runtime in self._sharing],
            "versions": {runtime.id: self._version(runtime) for runtime in self._sharing},
            "recipe": {
                "digest": self._recipe.digest,
                "suite": self._recipe.suite,
                "packages": self._recipe.packages,
                "files": [path for path, _ in self._recipe.files],
                "commands": self._recipe.commands,
            },
            "packages": image_tree.packages(self._work / "rootfs"),
            "built_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(seconds, 1),
            "bytes": bytes_,
            "downloaded_bytes": said.downloaded_bytes,
        }
        (self._work / "image.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")

    def _version(self, runtime: Runtime) -> str:
        """The first line of what the version command said."""
        file = self._work / f"version-{runtime.id}"
        first = file.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
        file.unlink()
        return re.sub(r"\s+", " ", first).strip()

    def _progress(self, what: str) -> None:
        self._tell(f"{self._names}: {what}")

    def _failed(self, why: str, cure: str) -> BuildFailed:
        return BuildFailed(f"the image of {self._names}", why, self._log, cure=cure)


def _inside(argv: tuple[str, ...]) -> str:
    return f'{_CLEAN_ENVIRONMENT} chroot "$1" {shlex.join(argv)}'
