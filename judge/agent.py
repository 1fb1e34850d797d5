"""The agent's binary, where boxes can reach it.

A clone may sit below a folder that a box's uid cannot enter, so the binary is copied into the state folder.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from model.errors import SetupError

BUILT = Path(__file__).resolve().parents[1] / "agent" / "build" / "agent"


def install(home: Path, built: Path = BUILT) -> Path:
    """The path of the agent below `home`, copied there if it is missing or another build. Raises SetupError."""
    try:
        content = built.read_bytes()
    except OSError as error:
        raise SetupError(f"the agent is not built ({built} is missing)", cure="run make agent") from error
    target = home / "agent"
    if target.exists() and target.read_bytes() == content:
        return target
    home.mkdir(mode=0o711, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".agent-", dir=home)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        os.fchmod(handle, 0o755)
    os.replace(name, target)
    return target
