"""Builds a worker from settings and runs it."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading

import psycopg

from judge import agent, cores, doctor, images, runtimes
from judge.cache import TestCache
from judge.messages import SlotSetup
from judge.worker import Worker, WorkerSettings
from model.errors import SetupError
from model.logs import handler, log
from model.settings import Settings
from store import catalogue, pool, wakeups
from store.blobs import FolderBlobs

logger = logging.getLogger("worker")

_DRAIN_S = 10.0


def run(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT. Raises SetupError where this host cannot judge."""
    logging.basicConfig(level=logging.INFO, handlers=[handler(settings.log)])
    sandbox = doctor.require(settings)
    log(logger, "sandbox", kind=sandbox.kind, why=sandbox.why)
    name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
    offered = _offered(settings)
    slots = _slots(settings, name, sandbox.kind)
    stop = threading.Event()
    worker = Worker(
        WorkerSettings(
            name=name,
            runtimes=offered,
            lease_s=settings.lease_seconds,
            renew_s=settings.renew_seconds,
            poll_s=settings.poll_seconds,
            drain_s=_DRAIN_S,
            max_attempts=settings.max_attempts,
        ),
        slots,
        lambda: pool.connect(settings.database_url, name="worker"),
        TestCache(settings.cache, FolderBlobs(settings.blobs), settings.cache_bytes),
        stop,
    )
    _check_database(settings)
    _on_signals(stop, worker)
    listener = threading.Thread(
        target=wakeups.listen,
        args=(settings.database_url, [wakeups.CHANNEL_QUEUE], lambda _channel, _payload: worker.wake(), stop),
        name="listen",
        daemon=True,
    )
    listener.start()
    log(logger, "started", worker=name, runtimes=",".join(offered), slots=len(slots), cpus=[s.cpus for s in slots])
    worker.run()
    log(logger, "stopped", worker=name)


def _offered(settings: Settings) -> tuple[str, ...]:
    known = runtimes.load_all()
    offered = tuple(sorted(id for id, runtime in known.items() if images.find(runtime, settings.images)))
    if not offered:
        raise SetupError(f"no runtime image is in {settings.images}", cure="run pgjudge runtime build")
    return offered


def _slots(settings: Settings, worker: str, sandbox: str) -> list[SlotSetup]:
    binary = agent.install(settings.home)
    return [
        SlotSetup(
            name=f"{worker}-{number}",
            run_dir=str(settings.run_dir),
            images=str(settings.images),
            agent=str(binary),
            sandbox=sandbox,
            runc=settings.runc,
            crun=settings.crun,
            runsc=settings.runsc,
            docker_host=settings.docker_host,
            uid_base=settings.uid_base,
            cpus=cpus,
            log=settings.log,
        )
        for number, cpus in enumerate(cores.assign(os.sched_getaffinity(0), settings.slots))
    ]


def _check_database(settings: Settings) -> None:
    connection: psycopg.Connection
    with pool.connect(settings.database_url, name="worker") as connection:
        catalogue.require(connection)


def _on_signals(stop: threading.Event, worker: Worker) -> None:
    def on_signal(_number: int, _frame: object) -> None:
        stop.set()
        worker.wake()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
