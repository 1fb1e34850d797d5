"""Makes sense of what mmdebstrap says while it builds: progress, the bytes downloaded, and why it failed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable

STEP = "echo pgjudge-step:"
_TAIL_LINES = 200
_UNITS = {"B": 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_SIZE = r"([\d.]+) (k?B|[MG]B)"

_SAYS_NOTHING = re.compile(r"mmdebstrap failed to run|setup failed|Sub-process \S+ returned|Unmet dependencies")

_CURES = (
    (r"No space left on device|enough free (disk )?space", "free some disk space, or set PGJUDGE_IMAGES elsewhere"),
    (
        r"Temporary failure resolving|Could not resolve|Could not connect|Network is unreachable|Connection timed out"
        r"|Failed to fetch|Unable to connect|Connection failed|No route to host",
        "check that this host reaches its Debian mirror (apt-get update), then try again",
    ),
    (r"Unable to locate package|has no installation candidate", "correct the packages in the image.toml"),
    (r"NO_PUBKEY|not signed|unable to find keyring|keyring", "apt-get install debian-archive-keyring"),
    (r"Operation not permitted|EPERM|unshare failed", "run it as root of the host, outside of any container"),
)


def cure(said: str) -> str:
    """What to do about a build that ended with these words."""
    for pattern, what in _CURES:
        if re.search(pattern, said, re.IGNORECASE):
            return what
    return "read the log, then try again"


class Said:
    """Takes the lines of one build as they come."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        self.downloaded_bytes = 0
        self._progress = progress
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)

    def line(self, line: str) -> None:
        """One line, in order."""
        line = line.rstrip()
        self._tail.append(line)
        if found := re.fullmatch(rf"Fetched {_SIZE} in .*", line):
            # The first is the index of packages. The later ones repeat what was announced, some of them twice.
            self.downloaded_bytes = self.downloaded_bytes or _bytes(found)
        elif found := re.fullmatch(rf"Need to get {_SIZE}(/.*)? of archives\.", line):
            self.downloaded_bytes += _bytes(found)
            self._progress(f"downloading {found[1]} {found[2]}")
        elif found := re.match(r"\d+ upgraded, (\d+) newly installed", line):
            self._progress(f"{found[1]} packages to install")
        elif line.startswith("I: running apt-get update"):
            self._progress("reading the index of packages")
        elif line.startswith(("I: installing", "I: extracting")):
            self._progress(line.removeprefix("I: ").removesuffix("..."))
        elif line.startswith("pgjudge-step:"):
            self._progress(f"running{line.removeprefix('pgjudge-step:')}")

    def tail(self) -> str:
        """The last lines."""
        return "\n".join(self._tail)

    def error(self) -> str:
        """The line that says best why it failed."""
        own = [line for line in self._tail if line.startswith("E: ") and not _SAYS_NOTHING.search(line)]
        others = [line for line in self._tail if re.match(r"(Err:|.*\berror\b)", line, re.IGNORECASE)]
        # The first of apt's own errors is the cause, the later ones follow from it.
        return (own or others or list(self._tail)[-1:] or ["mmdebstrap said nothing"])[0].removeprefix("E: ")


def _bytes(found: re.Match[str]) -> int:
    return round(float(found[1]) * _UNITS[found[2]])
