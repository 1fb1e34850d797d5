"""What benchmarks need of the host: bare runs, CPU meters, and a service of their own."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.sandbox import cgroups, host_place
from model.errors import SetupError
from model.settings import Settings
from scripts import service_file
from scripts.service_file import Service

_SOURCE = Path(__file__).with_name("bare.c")
_START_S = 120.0


@dataclass(frozen=True, slots=True)
class BareRuns:
    """Bare runs: the wall time of each in nanoseconds, and the CPU seconds of all, children included."""

    wall_ns: list[int]
    cpu_s: float


class Bare:
    """Runs programs in a root file system with nothing around them. It is an overlay: nothing below is written to."""

    def __init__(self, rootfs: Path, scratch: Path) -> None:
        self.root = scratch / "root"
        self._program = scratch / "bare"
        for name in ("root", "upper", "work"):
            (scratch / name).mkdir()
        subprocess.run(["gcc", "-O2", "-static", "-o", self._program, _SOURCE], check=True)
        layers = f"lowerdir={rootfs},upperdir={scratch / 'upper'},workdir={scratch / 'work'}"
        subprocess.run(["mount", "-t", "overlay", "-o", layers, "overlay", self.root], check=True)

    def run(
        self, argv: Sequence[str], *, count: int = 1, stdin: str = os.devnull, stdout: str = os.devnull
    ) -> BareRuns:
        """Run `argv` `count` times; `%d` in `stdin` is the number of the run."""
        before = _children_cpu_s()
        done = subprocess.run(
            [self._program, self.root, str(count), stdin, stdout, *argv], check=True, stdout=subprocess.PIPE, text=True
        )
        return BareRuns([int(line) for line in done.stdout.split()], _children_cpu_s() - before)

    def close(self) -> None:
        """Take the overlay away."""
        subprocess.run(["umount", self.root], check=True)


def _children_cpu_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Meter:
    """CPU time of a control group that outlives what ran in it."""

    def __init__(self, path: str) -> None:
        hierarchies = cgroups.this_host()
        if hierarchies is None:
            raise SetupError("no control groups are mounted here", cure="see pgjudge doctor")
        if hierarchies.version == 2:
            self.folder, self._file = Path("/sys/fs/cgroup") / path.lstrip("/"), "cpu.stat"
        else:
            self.folder, self._file = hierarchies.by_controller["cpuacct"] / path.lstrip("/"), "cpuacct.usage"

    def cpu_s(self) -> float:
        """Seconds so far."""
        words = (self.folder / self._file).read_text(encoding="ascii").split()
        return int(words[1]) / 1e6 if self._file == "cpu.stat" else int(words[0]) / 1e9


@dataclass(frozen=True, slots=True)
class Measured:
    """A service of the benchmark's own, and the meters of everything that it runs."""

    service: Service
    parts: Meter
    boxes: Meter

    def cpu_s(self) -> float:
        """CPU seconds of Postgres, API, worker, slots, OCI runtime and boxes together."""
        return self.parts.cpu_s() + self.boxes.cpu_s()


@contextlib.contextmanager
def service(settings: Settings, scratch: Path, environment: Mapping[str, str]) -> Iterator[Measured]:
    """A `pgjudge up` with a state folder of its own, in a control group of its own."""
    home, run_dir = scratch / "home", Path(f"/run/pgjudge-bench-{os.getpid()}")
    run_dir.mkdir(mode=0o711)
    parts, boxes = Meter(f"/pgjudge-bench-{os.getpid()}"), Meter(host_place.cgroup_parent(run_dir))
    parts.folder.mkdir()
    own = {
        "PGJUDGE_HOME": str(home),
        "PGJUDGE_IMAGES": str(settings.images),
        "PGJUDGE_RUN_DIR": str(run_dir),
        "PGJUDGE_LISTEN": "127.0.0.1:0",
    }
    scratch.chmod(0o711)
    with (scratch / "log").open("wb") as log:
        process = subprocess.Popen(
            [
                "sh",
                "-c",
                'echo $$ >"$0" && exec "$@"',
                parts.folder / "cgroup.procs",
                sys.executable,
                "-P",
                "-m",
                "scripts",
                "up",
            ],
            env=dict(environment) | own,
            stdout=log,
            stderr=log,
        )
    try:
        yield Measured(_wait(home, process, scratch / "log"), parts, boxes)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        with contextlib.suppress(OSError):
            run_dir.rmdir()
        parts.folder.rmdir()


def _wait(home: Path, process: subprocess.Popen[bytes], log: Path) -> Service:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline and process.poll() is None:
        found = service_file.read(home)
        if found is not None:
            return found
        time.sleep(0.05)
    raise SetupError("the service did not start", cure=log.read_text(encoding="utf-8", errors="replace")[-2000:])
