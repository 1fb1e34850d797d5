"""YAML files whose values know the line they stand on, so that every finding names its place.

Values are looked at one by one and never built as a whole, and anchors are not read, so that a small file cannot
grow. Asking a value for what it is not records a finding and answers None.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

import yaml

from problems.findings import Findings

_MOST_DEPTH = 20
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a YAML file and its name for findings."""

    name: str
    node: yaml.Node
    file: str
    findings: Findings

    @property
    def line(self) -> int:
        """The line it starts on, from 1."""
        return int(self.node.start_mark.line) + 1

    def error(self, why: str, cure: str = "") -> None:
        """Record an error at this value."""
        self.findings.error(self.file, why, cure=cure, line=self.line)

    def warning(self, why: str, cure: str = "") -> None:
        """Record a warning at this value."""
        self.findings.warning(self.file, why, cure=cure, line=self.line)

    @property
    def empty(self) -> bool:
        """Whether nothing is given (`key:` or `key: null`)."""
        return bool(self.node.tag == _TAG + "null")

    @property
    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return isinstance(self.node, yaml.MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.node, yaml.SequenceNode)

    def text(self) -> str | None:
        """Any single value as it is written."""
        if isinstance(self.node, yaml.ScalarNode) and not self.empty:
            return str(self.node.value)
        self.error(f"{self.name} must be a single value", "write it on one line, in quotes if need be")
        return None

    def number(self, low: float, high: float, unit: str) -> float | None:
        """A finite number from `low` to `high`."""
        value = self._parsed()
        if value is None or not low <= value <= high:
            self.error(
                f"{self.name} is {self._shown()}, not a number of {unit} from {low:g} to {high:g}",
                "give such a number, or leave the key out for the default",
            )
            return None
        return value

    def whole(self, low: int, high: int, unit: str) -> int | None:
        """A whole number from `low` to `high`."""
        value = self._parsed()
        if value is None or not low <= value <= high or value != int(value):
            self.error(
                f"{self.name} is {self._shown()}, not a whole number of {unit} from {low} to {high}",
                "give such a number, or leave the key out for the default",
            )
            return None
        return int(value)

    def truth(self) -> bool | None:
        """True or false."""
        if isinstance(self.node, yaml.ScalarNode) and self.node.tag == _TAG + "bool":
            return str(self.node.value).lower() in ("true", "yes", "on")
        self.error(f"{self.name} is {self._shown()}, not true or false", "write true or false")
        return None

    def word(self, known: Iterable[str]) -> str | None:
        """One of the known words."""
        words = sorted(known)
        text = self.text()
        if text is None or text in words:
            return text
        self.error(f"{self.name} is {self._shown()}", nearest(text, words) or f"known are {', '.join(words)}")
        return None

    def entries(self) -> dict[str, Value]:
        """The values by key; empty when nothing is given."""
        if self.empty:
            return {}
        if not isinstance(self.node, yaml.MappingNode):
            self.error(f"{self.name} must hold keys and values", "write 'key: value' lines below it")
            return {}
        found: dict[str, Value] = {}
        for key, node in self.node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
            value = Value(name or "a key", node, self.file, self.findings)
            if not name:
                Value("key", key, self.file, self.findings).error("a key must be a single word")
            elif name in found:
                Value(name, key, self.file, self.findings).error(f"{name} is given twice", "keep one of the two")
            else:
                found[name] = value
        return found

    def words(self) -> list[str]:
        """A list of single values, or one text split at blanks."""
        if self.empty:
            return []
        if not isinstance(self.node, yaml.SequenceNode):
            return (self.text() or "").split()
        items = [Value(f"a part of {self.name}", node, self.file, self.findings).text() for node in self.node.value]
        return [item for item in items if item is not None]

    def _parsed(self) -> float | None:
        text = str(self.node.value) if isinstance(self.node, yaml.ScalarNode) else ""
        if not _NUMBER.fullmatch(text) or len(text) > 40:
            return None
        value = float(text)
        return value if math.isfinite(value) else None

    def _shown(self) -> str:
        return repr(str(self.node.value)[:40]) if isinstance(self.node, yaml.ScalarNode) else "a list or a mapping"


def parse(text: str, file: str, findings: Findings) -> Value | None:
    """The top of a YAML file. None (and a finding with its line) when it cannot be read; an empty file has no keys."""
    try:
        if not _plain(text, file, findings):
            return None
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = error.problem or error.context or "unreadable"
        findings.error(file, f"not YAML: {why}", cure="put this line right", line=mark.line + 1 if mark else 0)
        return None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        findings.error(file, "a character that YAML does not allow", cure="save the file as plain UTF-8", line=line)
        return None
    if node is None:
        mark = yaml.Mark(file, 0, 0, 0, "", 0)
        node = yaml.ScalarNode(_TAG + "null", "", mark, mark)
    return Value(file, node, file, findings)


def _plain(text: str, file: str, findings: Findings) -> bool:
    """Whether the file is shallow and has no anchors, found without recursion."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            findings.error(file, "anchors and aliases are not read", cure="write the value out", line=line)
            return False
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _MOST_DEPTH:
            findings.error(file, f"nested more than {_MOST_DEPTH} deep", cure="write it flatter", line=line)
            return False
    return True


def nearest(word: str, known: Iterable[str]) -> str:
    """The question "did you mean X?" for the known word that looks most like this one, or an empty string."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {close[0]}?" if close else ""
