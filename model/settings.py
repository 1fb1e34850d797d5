"""Settings: one frozen value per process, built from the environment by an entry point."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from model.errors import SetupError

PREFIX = "PGJUDGE_"

SANDBOXES = ("auto", "runc", "crun", "runsc", "docker", "docker+runsc")
"""Values of `sandbox`."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting. The environment name of `lease_seconds` is `PGJUDGE_LEASE_SECONDS`, and so on.

    Empty paths are below `home`. An empty `database_url` means the embedded Postgres that `pgjudge up` starts.
    """

    home: Path = Path("/var/lib/pgjudge")
    images: Path = Path()
    blobs: Path = Path()
    cache: Path = Path()
    cache_bytes: int = 20 << 30
    run_dir: Path = Path("/run/pgjudge")
    database_url: str = ""
    postgres_port: int = 0
    listen: str = "127.0.0.1:8380"
    url: str = ""
    key: str = ""
    sandbox: str = "auto"
    runc: str = "runc"
    crun: str = "crun"
    runsc: str = "runsc"
    docker_host: str = "unix:///var/run/docker.sock"
    slots: str = "auto"
    uid_base: int = 0x7000_0000
    lease_seconds: float = 60.0
    renew_seconds: float = 10.0
    reap_seconds: float = 5.0
    poll_seconds: float = 1.0
    max_attempts: int = 2
    source_most_bytes: int = 256 << 10
    package_most_bytes: int = 2 << 30
    log: str = "text"

    def below_home(self) -> Settings:
        """The same settings with every empty path filled in."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in ("images", "blobs", "cache"):
            if values[name] == Path():
                values[name] = self.home / name
        return Settings(**values)


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Settings from `PGJUDGE_*` names.

    Raises SetupError for an unknown name (and suggests the nearest one) and for a value that does not fit.
    """
    known = {PREFIX + f.name.upper(): f for f in fields(Settings)}
    values: dict[str, object] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX):
            continue
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else "see docs/operate.md for the settings"
            raise SetupError(f"unknown setting {name}", cure=cure)
        values[known[name].name] = _value(name, text, str(known[name].type))
    settings = Settings(**values).below_home()  # type: ignore[arg-type]
    _check(settings)
    return settings


_PARSERS: dict[str, Callable[[str], object]] = {"str": str, "Path": Path, "int": lambda t: int(t, 0), "float": float}


def _value(name: str, text: str, kind: str) -> object:
    try:
        return _PARSERS[kind](text)
    except ValueError as error:
        raise SetupError(f"{name}={text!r} is not a number", cure="give a plain number") from error


def _check(settings: Settings) -> None:
    if settings.slots != "auto" and not (settings.slots.isdigit() and int(settings.slots) > 0):
        raise SetupError(f"PGJUDGE_SLOTS={settings.slots!r}", cure="give auto or a whole number from 1 up")
    if settings.sandbox not in SANDBOXES:
        raise SetupError(f"PGJUDGE_SANDBOX={settings.sandbox!r}", cure=f"give one of {', '.join(SANDBOXES)}")
    if not settings.docker_host.startswith("unix:///"):
        raise SetupError(f"PGJUDGE_DOCKER_HOST={settings.docker_host!r}", cure="give a socket: unix:///path/to/it")
    if settings.log not in ("text", "json"):
        raise SetupError(f"PGJUDGE_LOG={settings.log!r}", cure="give text or json")
    for name in ("lease_seconds", "renew_seconds", "reap_seconds", "poll_seconds", "max_attempts"):
        if not 0 < getattr(settings, name) < float("inf"):
            raise SetupError(f"{PREFIX}{name.upper()} must be a number above zero", cure="leave it out for the default")
    if settings.renew_seconds * 2 > settings.lease_seconds:
        raise SetupError(
            "PGJUDGE_RENEW_SECONDS must be at most half of PGJUDGE_LEASE_SECONDS",
            cure="a lease needs a second chance to be renewed before it ends",
        )
    for name in ("home", "images", "blobs", "cache", "run_dir"):
        if not getattr(settings, name).is_absolute():
            raise SetupError(f"{PREFIX}{name.upper()} must be an absolute path", cure="start it with /")
