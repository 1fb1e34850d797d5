"""What `pgjudge doctor` says of the kind of boxes, and that a worker does not start without what it says is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge import doctor
from model.errors import SetupError
from model.settings import Settings


def test_it_says_first_which_kind_of_boxes_there_will_be_and_why(settings: Settings) -> None:
    lines = [doctor.line(finding) for finding in doctor.check(settings)]
    assert lines[0].startswith("ok      sandbox: runc (auto: ")
    assert {line.split(": ")[0].split(maxsplit=1)[1] for line in lines} >= {"clock", "core layout", "images", "disk"}


def test_a_worker_refuses_to_start_with_the_line_that_it_says(settings: Settings) -> None:
    without = replace(settings, sandbox="docker", docker_host="unix:///nowhere/docker.sock")
    (line,) = [doctor.line(finding) for finding in doctor.check(without) if not finding.ok]
    with pytest.raises(SetupError) as refused:
        doctor.require(without)
    assert line == f"MISSING {refused.value.message}; cure: {refused.value.cure}"
    assert "PGJUDGE_DOCKER_HOST" in line


def test_a_host_that_has_all_may_start(settings: Settings) -> None:
    assert doctor.require(settings).kind == "runc"
