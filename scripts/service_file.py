"""Where a running `pgjudge up` leaves its address and first key, so that commands on the machine find it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from model.errors import SetupError
from model.settings import Settings


@dataclass(frozen=True, slots=True)
class Service:
    """An address and a key for it."""

    url: str
    key: str


def path(home: Path) -> Path:
    """The file, mode 0600."""
    return home / "service.json"


def write(home: Path, service: Service) -> None:
    """Leave the address and the key, readable by the owner only."""
    fresh = path(home).with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(service), file)
    os.replace(fresh, path(home))


def read(home: Path) -> Service | None:
    """What was left, or None where nothing readable is."""
    try:
        fields = json.loads(path(home).read_text(encoding="utf-8"))
        return Service(url=str(fields["url"]), key=str(fields["key"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def find(settings: Settings) -> Service:
    """The service to talk to: PGJUDGE_URL and PGJUDGE_KEY, else what `pgjudge up` left. Raises SetupError."""
    left = read(settings.home)
    url = settings.url or (left.url if left else "")
    key = settings.key or (left.key if left else "")
    if not url or not key:
        raise SetupError(
            f"no running pgjudge was found in {settings.home}",
            cure="start one with pgjudge up, or set PGJUDGE_URL and PGJUDGE_KEY",
        )
    return Service(url, key)
