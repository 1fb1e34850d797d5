"""What a checker answers."""

from __future__ import annotations

from typing import NamedTuple


class CheckResult(NamedTuple):
    """Whether the output is right, and if not, the kind and place of the first difference.

    `reason` quotes neither the answer nor the output: contestants may see it.
    """

    accepted: bool
    reason: str = ""


ACCEPTED = CheckResult(True)


def wrong(reason: str) -> CheckResult:
    """The output is not right."""
    return CheckResult(False, reason)
