"""A box in a container of a Docker daemon."""

from __future__ import annotations

import docker
from docker.errors import APIError, DockerException, NotFound

from judge.sandbox.box import BoxFailure, RunReport
from judge.sandbox.docker_gauge import ContainerGauge
from judge.sandbox.runc_box import RuncBox
from judge.sandbox.wire import Report


class Container:
    """The container of a box, by its id."""

    def __init__(self, client: docker.APIClient, id: str) -> None:
        self.id = id
        self._client = client

    def end(self) -> None:
        """Kill everything in it and remove it. Raises BoxFailure."""
        try:
            self._client.remove_container(self.id, force=True, v=True)
        except NotFound:
            return
        except (DockerException, OSError) as error:
            raise BoxFailure(f"the container {self.id[:12]} cannot be removed: {said(error)}") from error


class DockerBox(RuncBox):
    """See `box.Box`. Made by `DockerEngine.open`."""

    def _measured(self, report: Report) -> RunReport:
        """Only of a program that did not end well has the daemon a reason to say something."""
        if isinstance(self._gauge, ContainerGauge):
            self._gauge.expect_oom(report.status != 0)
        return super()._measured(report)


def said(error: Exception) -> str:
    """What the daemon said, on one line."""
    text = str(error.explanation) if isinstance(error, APIError) and error.explanation else str(error)
    return " ".join(text.split())
