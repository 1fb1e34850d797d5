"""Errors of the worker. The root of the tree is in `model.errors`.

JudgeFailure
├── sandbox.box.BoxFailure    a box or its agent failed
├── sandbox.box.FileRefused   the agent would not put or get a file
├── SlotDied                  a slot's process ended in the middle of a job
└── TestDataMissing           the tests of a version cannot be had, or are damaged
"""

from __future__ import annotations

from model.errors import JudgeFailure


class SlotDied(JudgeFailure):
    """A slot's process ended in the middle of a job."""

    code = "slot_died"


class TestDataMissing(JudgeFailure):
    """The tests of a problem version cannot be had here, or are damaged."""

    __test__ = False

    code = "test_data_missing"
