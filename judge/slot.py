"""A slot: a child process of the worker that judges one submission at a time in boxes.

It has no database connection, no credentials and a bare environment. It talks with the worker over the socket that
it got as standard input, and ends when that closes: at once in the middle of a job, since nobody wants the
result, and tidily otherwise.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from pathlib import Path
from queue import SimpleQueue

from judge import images, runtimes
from judge.cache import CachedTests
from judge.messages import Failed, MessageReader, Progress, Ready, SlotJob, SlotSetup, encode
from judge.pipeline import Job, judge
from judge.sandbox import engines
from judge.sandbox.engines import Host
from model.errors import JudgeFailure
from model.judging import JudgingResult
from model.logs import handler, log

logger = logging.getLogger("slot")

_READ = 1 << 18


class Slot:
    """Judges jobs until the worker has gone."""

    def __init__(self, setup: SlotSetup, stream: socket.socket) -> None:
        self._setup = setup
        self._stream = stream
        self._runtimes = runtimes.load_all()
        host = Host(
            run_dir=Path(setup.run_dir),
            agent=Path(setup.agent),
            uid_base=setup.uid_base,
            runc=setup.runc,
            crun=setup.crun,
            runsc=setup.runsc,
            docker_host=setup.docker_host,
        )
        self.engine = engines.build(setup.sandbox, host, setup.name)
        self.engine.sweep()

    def judge(self, job: SlotJob) -> JudgingResult | Failed:
        """The result, or that the judge failed."""
        runtime = self._runtimes[job.runtime]
        image = images.find(runtime, Path(self._setup.images))
        if image is None:
            return Failed("image_missing", f"the image of {job.runtime} is gone")
        tests = CachedTests(Path(job.tests))
        work = Job(job.source, runtime, tests.manifest, image, runtime.recipe.digest, self._setup.cpus)
        try:
            return judge(work, self.engine, tests, self._tell)
        except JudgeFailure as failure:
            return Failed(failure.code, failure.message)

    def _tell(self, phase: str, done: int, total: int) -> None:
        if phase == "compiling" or done == total:
            self._stream.sendall(encode(Progress(phase, done, total)))


def main() -> None:
    """Serve the worker at the other end of standard input."""
    stream = _own_stream()
    jobs: SimpleQueue[SlotSetup | SlotJob | None] = SimpleQueue()
    busy = threading.Event()
    threading.Thread(target=_listen, args=(stream, jobs, busy), name="listen", daemon=True).start()
    setup = jobs.get()
    if not isinstance(setup, SlotSetup):
        return
    logging.basicConfig(level=logging.INFO, handlers=[handler(setup.log)])
    slot = Slot(setup, stream)
    try:
        stream.sendall(encode(Ready()))
        while isinstance(job := jobs.get(), SlotJob):
            busy.set()
            stream.sendall(encode(slot.judge(job)))
            busy.clear()
    except OSError as error:
        log(logger, "worker_gone", level=logging.WARNING, slot=setup.name, why=error.strerror)
    finally:
        slot.engine.close()


def _listen(stream: socket.socket, jobs: SimpleQueue[SlotSetup | SlotJob | None], busy: threading.Event) -> None:
    reader = MessageReader()
    while data := stream.recv(_READ):
        for message in reader.feed(data):
            if isinstance(message, SlotSetup | SlotJob):
                jobs.put(message)
    if busy.is_set():
        os._exit(1)
    jobs.put(None)


def _own_stream() -> socket.socket:
    """The socket, away from descriptors 0 and 1, which then lead nowhere."""
    stream = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    return stream


if __name__ == "__main__":
    main()
