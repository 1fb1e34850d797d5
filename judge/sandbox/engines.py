"""The kinds of boxes that there are, and which of them a host gets.

`auto` takes the kind whose program a setting names, else the first whose requirements this host meets. runc and crun
come first: their boxes cost least and measure exactly. gVisor is for those who want a second kernel between programs
and the host and pay for it in time; Docker for hosts where its socket is what one has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judge.sandbox import oci_runtimes
from judge.sandbox.box import Engine, Finding
from judge.sandbox.docker_engine import DockerEngine
from judge.sandbox.runc import RuncEngine
from model.settings import Settings

KINDS = ("runc", "crun", "runsc", "docker", "docker+runsc")
"""In the order in which `auto` tries them."""


class HostEngine(Engine, Protocol):
    """An engine whose boxes are things of this host, which killed processes may leave."""

    def sweep(self) -> list[str]:
        """Remove what killed processes left of their boxes, and say which. Live boxes, anybody's, are not touched."""


@dataclass(frozen=True, slots=True)
class Host:
    """What engines are built from. Binaries are names or paths."""

    run_dir: Path
    agent: Path
    uid_base: int
    runc: str
    crun: str
    runsc: str
    docker_host: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind of boxes, why it was taken, and what it needs of this host."""

    kind: str
    why: str
    findings: tuple[Finding, ...]


def host(settings: Settings, agent: Path) -> Host:
    """What settings say of it."""
    return Host(
        run_dir=settings.run_dir,
        agent=agent,
        uid_base=settings.uid_base,
        runc=settings.runc,
        crun=settings.crun,
        runsc=settings.runsc,
        docker_host=settings.docker_host,
    )


def build(kind: str, host: Host, name: str) -> HostEngine:
    """An engine of this kind. Nothing is done on the host yet. Raises KeyError for another kind."""
    if kind.startswith("docker"):
        with_gvisor = {"docker": False, "docker+runsc": True}[kind]
        return DockerEngine(host.run_dir, host.agent, host.docker_host, host.uid_base, name, with_gvisor=with_gvisor)
    runtimes: dict[str, Callable[[], oci_runtimes.OciRuntime]] = {
        "runc": lambda: oci_runtimes.runc(host.runc),
        "crun": lambda: oci_runtimes.crun(host.crun),
        "runsc": lambda: oci_runtimes.runsc(host.runsc),
    }
    return RuncEngine(host.run_dir, host.agent, runtimes[kind](), host.uid_base, name)


def choose(wanted: str, host: Host) -> Choice:
    """The kind that `wanted`, a value of PGJUDGE_SANDBOX, stands for on this host."""
    if wanted != "auto":
        return Choice(wanted, "PGJUDGE_SANDBOX names it", _check(wanted, host))
    for kind, program in (("runc", host.runc), ("crun", host.crun), ("runsc", host.runsc)):
        if program != kind:
            return Choice(kind, f"PGJUDGE_{kind.upper()} names a program for it", _check(kind, host))
    refused: list[str] = []
    first: tuple[Finding, ...] = ()
    for kind in KINDS:
        findings = _check(kind, host)
        lacking = [finding.name for finding in findings if not finding.ok]
        if not lacking:
            why = f"auto: {', '.join(refused)}" if refused else "auto: the first choice, and this host has all of it"
            return Choice(kind, why, findings)
        refused.append(f"not {kind} ({', '.join(lacking)})")
        first = first or findings
    return Choice(KINDS[0], f"auto: this host meets no kind's requirements: {', '.join(refused)}", first)


def _check(kind: str, host: Host) -> tuple[Finding, ...]:
    return tuple(build(kind, host, "check").check())
