"""A real `pgjudge up`, with a state folder, a port and control groups of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson

from judge.sandbox import cgroups, host_place
from scripts import service_file
from scripts.client import Client
from tests.conftest import UID_BASE, wait_until

LIMIT_S = 120.0


class Running:
    """The service, and the commands of `pgjudge` against it."""

    def __init__(self, home: Path, images: Path, run_dir: Path, **settings: object) -> None:
        self.home = home
        self.run_dir = run_dir
        own = {
            "HOME": home,
            "IMAGES": images,
            "RUN_DIR": run_dir,
            "LISTEN": "127.0.0.1:0",
            "UID_BASE": UID_BASE + 0x0800_0000,
        } | settings
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PGJUDGE_")}
        self.environment = kept | {f"PGJUDGE_{name}": str(value) for name, value in own.items()}
        self.log = home.parent / f"{home.name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it judges."""
        service_file.path(self.home).unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "scripts", "up"], env=self.environment, stdout=log, stderr=log
            )
        wait_until(lambda: self._up() or self.process.poll() is not None, seconds=LIMIT_S, what="the service")
        assert self.process.poll() is None, self.log.read_text()

    def _up(self) -> bool:
        return service_file.read(self.home) is not None

    def stop(self) -> int:
        """SIGTERM, and its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)

    def client(self) -> Client:
        """A client of it."""
        service = service_file.read(self.home)
        assert service is not None
        return Client(service)

    def command(
        self, *arguments: object, environment: dict[str, str] | None = None, timeout_s: float = LIMIT_S
    ) -> subprocess.CompletedProcess[str]:
        """Run `pgjudge` with these arguments."""
        return subprocess.run(
            [sys.executable, "-P", "-m", "scripts", *map(str, arguments)],
            env=self.environment | (environment or {}),
            capture_output=True,
            text=True,
            timeout=timeout_s,
        )

    def pids(self, part: str) -> list[int]:
        """The processes of a part (`worker`, `api`, `reaper`, or `slot`) below this service."""
        words = ("judge.slot",) if part == "slot" else ("scripts", part) if part != "api" else ("api",)
        return [
            pid
            for pid, argv in descendants(self.process.pid if self.process else 0)
            if tuple(argv[-len(words) :]) == words
        ]

    def events(self, name: str) -> int:
        """How often a part logged this event."""
        return self.log.read_text(errors="replace").count(f"event={name}")

    def verdict(self, number: int) -> dict[str, Any]:
        """A submission, once it is done."""
        with self.client() as client:
            answer = client.submission(number, wait_s=20)
            wait_until(
                lambda: answer["state"] == "DONE" or answer.update(client.submission(number, wait_s=5)),
                seconds=LIMIT_S,
                what="a verdict",
            )
        return answer


def descendants(root: int) -> list[tuple[int, list[str]]]:
    """Every process below `root`, with its arguments."""
    parents: dict[int, int] = {}
    arguments: dict[int, list[str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                argv = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
            arguments[int(entry.name)] = argv
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return [(pid, arguments[pid]) for pid in found - {root} if pid in arguments]


def alive(pid: int) -> bool:
    """Whether a process still runs; one that has ended and that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def left_behind(run_dir: Path, home: Path) -> list[str]:
    """What a service that has stopped should not have left on the host."""
    hierarchies = cgroups.this_host()
    assert hierarchies is not None
    found = [str(group) for group in hierarchies.groups(host_place.cgroup_parent(run_dir)) if group.exists()]
    mounts = Path("/proc/self/mounts").read_text()
    found += [place for place in (str(run_dir), str(home)) if place in mounts]
    found += [str(path) for path in run_dir.rglob("*")] if run_dir.exists() else []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                environment = (entry / "environ").read_bytes()
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if str(home).encode() in environment + words:
                found.append(f"process {entry.name}: {words!r}")
    return found


def as_json(text: str) -> Any:
    """The JSON that a command printed."""
    return orjson.loads(text)
