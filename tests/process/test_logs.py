"""The log for machines: every line is JSON, whoever wrote it, and none holds what is secret."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import orjson

from scripts import service_file, verify
from tests.conftest import wait_until
from tests.process.conftest import echo
from tests.process.running import Running

SOURCE = b"import sys, time\ntime.sleep(1)\nprint(input(), 'printed-text')\nprint('error-text', file=sys.stderr)\n"


def test_every_line_is_json_and_holds_no_secret(scratch: Path, images_folder: Path, agent_binary: Path) -> None:
    service = Running(scratch / "logs", images_folder, Path(f"/run/pgjudge-logs-{os.getpid()}"), LOG="json")
    service.start()
    left = service_file.read(service.home)
    assert left is not None
    with service.client() as client:
        verify.add(client, echo(scratch / "logs-echo", answer="42 hidden-answer"), "echo")
        number = client.submit(problem="echo", language="python3", source=SOURCE)["id"]
        wait_until(lambda: client.submission(number)["state"] == "RUNNING", what="the claim")
    (slot,) = service.pids("slot")
    os.kill(slot, signal.SIGKILL)
    postmaster = int((service.home / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGINT)
    assert service.verdict(number)["verdict"] == "WRONG_ANSWER"
    assert service.stop() == 0
    lines = [line for line in service.log.read_text().splitlines() if line.startswith("{")]
    parts = {orjson.loads(line)["part"] for line in lines}
    assert {"up", "worker", "reaper"} <= parts
    told = service.log.read_text()
    others = [line for line in told.splitlines() if line and line not in lines]
    assert all("pgjudge is up" in line or line.startswith(("Its key", "Try, in", "  ")) for line in others), others
    password = (service.home / "postgres" / "password").read_text().strip()
    for secret in (left.key, password, "hidden-answer", "printed-text", "error-text"):
        assert secret not in told
    service.run_dir.rmdir()
