"""Manifests as JSON. The canonical form (sorted keys, no spaces) is what a version's digest is taken of."""

from __future__ import annotations

import dataclasses
import json

from model.problem import Checker, CheckerKind, Manifest, ProblemLimits, TestFile
from store.errors import ManifestUnreadable

_FORMAT = 1


def to_json(manifest: Manifest) -> bytes:
    """The canonical JSON: equal manifests give equal bytes."""
    document = {"format": _FORMAT, **dataclasses.asdict(manifest)}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def from_json(content: bytes) -> Manifest:
    """The manifest that `content` says. Raises ManifestUnreadable."""
    try:
        document = json.loads(content)
        if document["format"] != _FORMAT:
            raise ValueError(f"its format is {document['format']!r}, not {_FORMAT}")
        checker, limits = document["checker"], document["limits"]
        return Manifest(
            checker=Checker(**checker | {"kind": CheckerKind(checker["kind"])}),
            limits=ProblemLimits(**limits | {"multipliers": tuple((name, by) for name, by in limits["multipliers"])}),
            tests=tuple(TestFile(**test) for test in document["tests"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ManifestUnreadable(f"a manifest cannot be read ({error})", cure="import the problem again") from error
