"""Reads typed values out of a table of a TOML file and collects what is wrong with it, instead of stopping."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path


def read_toml(path: Path, findings: list[str]) -> dict[str, object]:
    """The file as tables; empty, with a finding, when it cannot be read."""
    where = f"{path.parent.name}/{path.name}"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        findings.append(f"{where} is missing")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        findings.append(f"{where}: not TOML: {error}")
    return {}


class Table:
    """One table. A value that is missing or of the wrong kind is a finding, and a harmless value is handed out.

    Unknown keys are findings too, with the nearest key that exists.
    """

    def __init__(self, values: object, where: str, known: tuple[str, ...], findings: list[str]) -> None:
        self._where = where
        self._findings = findings
        self._values: Mapping[str, object] = values if isinstance(values, dict) else {}
        if not isinstance(values, dict):
            findings.append(f"{where}: must be a table")
        for key in self._values:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                self.refuse(key, f"unknown key: did you mean {near[0]}?" if near else "unknown key")

    def refuse(self, key: str, why: str) -> None:
        """Add a finding about this key."""
        self._findings.append(f"{self._where} {key}: {why}")

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._values

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self._values.get(key)
        if isinstance(value, str) and value and "\0" not in value:
            return value
        self.refuse(key, self._wanted(key, "a text"))
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, with at least one in it."""
        value = self._values.get(key)
        if isinstance(value, list) and value and all(isinstance(word, str) and "\0" not in word for word in value):
            return tuple(value)
        self.refuse(key, self._wanted(key, 'a list of texts such as ["a", "b"]'))
        return ()

    def commands(self, key: str) -> tuple[tuple[str, ...], ...]:
        """A list, maybe empty, of lists of texts."""
        value = self._values.get(key, [])
        if isinstance(value, list) and all(
            isinstance(argv, list) and argv and all(isinstance(word, str) for word in argv) for argv in value
        ):
            return tuple(tuple(argv) for argv in value)
        self.refuse(key, 'must be a list of commands such as [["/bin/true", "x"]]')
        return ()

    def texts_by_name(self, key: str) -> tuple[tuple[str, str], ...]:
        """A table of texts, maybe empty."""
        value = self._values.get(key, {})
        if isinstance(value, dict) and all(isinstance(text, str) and "\0" not in text for text in value.values()):
            return tuple(value.items())
        self.refuse(key, "must be a table of texts")
        return ()

    def whole(self, key: str, otherwise: int | None = None, *, least: int = 1) -> int:
        """A whole number of at least `least`; `otherwise` where the key is missing, if given."""
        value = self._values.get(key, otherwise)
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.refuse(key, self._wanted(key, f"a whole number from {least} up"))
        return least

    def number(self, key: str, otherwise: float) -> float:
        """A number above zero."""
        value = self._values.get(key, otherwise)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1000:
            return float(value)
        self.refuse(key, "must be a number above 0 and below 1000")
        return otherwise

    def flag(self, key: str, otherwise: bool) -> bool:
        """true or false."""
        value = self._values.get(key, otherwise)
        if isinstance(value, bool):
            return value
        self.refuse(key, "must be true or false")
        return otherwise

    def _wanted(self, key: str, what: str) -> str:
        return f"must be {what}" if key in self._values else f"is missing: give {what}"
