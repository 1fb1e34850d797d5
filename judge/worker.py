"""The worker: one process a host. It alone talks to Postgres: claims for its free slots, renews, finishes.

Every step of the loop ends soon: tests are fetched in a thread, slots are processes, and the database is asked
with short statements. A lease that cannot be renewed in time is given up by killing the slot that works under it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg

from judge.cache import TestCache
from judge.errors import TestDataMissing
from judge.messages import Failed, Message, Progress, Ready, SlotSetup
from judge.slot_process import SlotProcess
from model.errors import JudgeFailure, SetupError
from model.judging import Claim, JudgingResult
from model.logs import log
from store import leases, wakeups, workers

logger = logging.getLogger("worker")

_RESPAWN_PAUSE_S = 1.0
_RECONNECT_PAUSE_S = 1.0
_DATABASE_GONE = (psycopg.OperationalError, SetupError)


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """What a worker needs to know. Times in seconds."""

    name: str
    runtimes: tuple[str, ...]
    lease_s: float
    renew_s: float
    poll_s: float
    drain_s: float
    max_attempts: int


@dataclass(slots=True)
class Held:
    """A claim under this worker's lease: until when, by our own clock, counted from before the database was asked."""

    claim: Claim
    until: float
    result: JudgingResult | None = None


class Worker:
    """Judges until `stop` is set, then drains. `connect` opens an autocommit connection."""

    def __init__(
        self,
        settings: WorkerSettings,
        slots: list[SlotSetup],
        connect: Callable[[], psycopg.Connection],
        cache: TestCache,
        stop: threading.Event,
    ) -> None:
        self._settings = settings
        self._connect = connect
        self._cache = cache
        self._stop = stop
        self._connection: psycopg.Connection | None = None
        self._selector = selectors.DefaultSelector()
        self._wake_reader, self._wake_writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._selector.register(self._wake_reader, selectors.EVENT_READ, None)
        self._slots: list[SlotProcess] = []
        self._missing: list[tuple[float, SlotSetup]] = [(0.0, setup) for setup in slots]
        self._slot_count = len(slots)
        self._held: dict[str, Held] = {}
        self._fetching: dict[Future[Path], tuple[SlotProcess, Claim]] = {}
        self._fetcher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fetch")
        self._renew_at = 0.0
        self._claim_at = 0.0

    def wake(self) -> None:
        """Look at the queue now. May be called from any thread and from signal handlers."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_writer, b"w")

    def run(self) -> None:
        """The loop. Returns when everything has been finished or given back."""
        try:
            while not self._stop.is_set():
                self._step(claiming=True)
            self._drain()
        finally:
            self._put_away()

    def _step(self, *, claiming: bool) -> None:
        now = time.monotonic()
        self._spawn_missing(now)
        self._drop_late(now)
        try:
            if now >= self._renew_at:
                self._renew(now)
            self._finish_done()
            if claiming and now >= self._claim_at:
                self._claim()
        except _DATABASE_GONE as error:
            self._lost_database(error)
        for key, _ in self._selector.select(self._pause()):
            if key.data is None:
                self._woken()
            else:
                self._hear(key.data)
        self._send_fetched()

    def _pause(self) -> float:
        now = time.monotonic()
        times = [self._renew_at, max(self._claim_at, now), *(at for at, _ in self._missing)]
        times += [held.until for held in self._held.values()]
        return max(0.0, min(times) - now) if times else self._settings.poll_s

    def _woken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_reader, 4096)
        self._claim_at = 0.0

    # Slots

    def _spawn_missing(self, now: float) -> None:
        due = [entry for entry in self._missing if entry[0] <= now]
        for entry in due:
            self._missing.remove(entry)
            slot = SlotProcess(entry[1])
            self._slots.append(slot)
            self._selector.register(slot, selectors.EVENT_READ, slot)

    def _hear(self, slot: SlotProcess) -> None:
        messages = slot.receive()
        if messages is None:
            self._slot_ended(slot)
            return
        for message in messages:
            self._on_message(slot, message)

    def _on_message(self, slot: SlotProcess, message: Message) -> None:
        claim = slot.claim
        if isinstance(message, Ready):
            slot.ready = True
            self._claim_at = 0.0
        elif isinstance(message, Progress) or claim is None:
            return
        elif isinstance(message, JudgingResult):
            slot.claim = None
            self._claim_at = 0.0
            if claim.token in self._held:
                self._held[claim.token].result = replace(message, worker=self._settings.name)
        elif isinstance(message, Failed):
            log(
                logger,
                "judge_failure",
                level=logging.ERROR,
                submission=claim.submission,
                code=message.code,
                why=message.message,
            )
            if message.code == TestDataMissing.code:
                self._cache.drop(claim.manifest_digest)
            slot.claim = None
            self._fail(claim)

    def _slot_ended(self, slot: SlotProcess) -> None:
        claim = slot.claim
        self._remove_slot(slot)
        log(logger, "slot_ended", level=logging.ERROR, slot=slot.setup.name, submission=claim and claim.submission)
        if claim is not None:
            self._fail(claim)

    def _remove_slot(self, slot: SlotProcess) -> None:
        self._selector.unregister(slot)
        self._slots.remove(slot)
        slot.kill()
        self._missing.append((time.monotonic() + _RESPAWN_PAUSE_S, slot.setup))

    # Leases

    def _claim(self) -> None:
        free = [slot for slot in self._slots if slot.free]
        self._claim_at = time.monotonic() + self._settings.poll_s
        if not free:
            self._claim_at = float("inf")
            return
        before = time.monotonic()
        claims = leases.claim(
            self._database(),
            worker=self._settings.name,
            runtimes=list(self._settings.runtimes),
            most=len(free),
            lease_seconds=self._settings.lease_s,
        )
        for slot, claim in zip(free, claims, strict=False):
            log(logger, "claimed", submission=claim.submission, judging=claim.number, attempt=claim.attempt)
            self._held[claim.token] = Held(claim, before + self._settings.lease_s)
            self._start(slot, claim)
        if len(claims) == len(free):
            self._claim_at = float("inf")

    def _start(self, slot: SlotProcess, claim: Claim) -> None:
        ready = self._cache.ready(claim.manifest_digest)
        if ready is not None:
            slot.send(claim, str(ready))
            return
        slot.claim = claim
        future = self._fetcher.submit(self._cache.ensure, claim.manifest_digest)
        self._fetching[future] = (slot, claim)
        future.add_done_callback(lambda _: self.wake())

    def _send_fetched(self) -> None:
        for future in [future for future in self._fetching if future.done()]:
            slot, claim = self._fetching.pop(future)
            if slot.claim is not claim:
                continue
            try:
                slot.send(claim, str(future.result()))
            except JudgeFailure as failure:
                log(logger, "tests_missing", level=logging.ERROR, submission=claim.submission, why=failure.message)
                slot.claim = None
                self._fail(claim)

    def _renew(self, now: float) -> None:
        self._renew_at = now + self._settings.renew_s
        connection = self._database()
        workers.beat(
            connection, worker=self._settings.name, runtimes=list(self._settings.runtimes), slots=self._slot_count
        )
        if not self._held:
            return
        asked = [(held.claim.submission, token) for token, held in self._held.items()]
        kept = leases.renew(connection, held=asked, lease_seconds=self._settings.lease_s)
        for _, token in asked:
            if token in kept:
                self._held[token].until = now + self._settings.lease_s
            else:
                self._lost(token)

    def _drop_late(self, now: float) -> None:
        for token in [token for token, held in self._held.items() if held.until <= now]:
            self._lost(token)

    def _lost(self, token: str) -> None:
        claim = self._held.pop(token).claim
        log(logger, "lease_lost", level=logging.WARNING, submission=claim.submission, attempt=claim.attempt)
        for slot in [slot for slot in self._slots if slot.claim is claim]:
            self._remove_slot(slot)

    def _finish_done(self) -> None:
        for token, held in list(self._held.items()):
            if held.result is None:
                continue
            connection = self._database()
            kept = leases.finish(connection, held.claim, held.result)
            del self._held[token]
            if kept:
                log(logger, "finished", submission=held.claim.submission, verdict=held.result.verdict)
                wakeups.notify(connection, wakeups.CHANNEL_DONE, str(held.claim.submission))
            else:
                log(logger, "lease_lost", level=logging.WARNING, submission=held.claim.submission)

    def _fail(self, claim: Claim) -> None:
        """The judge failed at this claim: that attempt counts, so that a job that breaks slots is parked in the end."""
        self._claim_at = 0.0
        if self._held.pop(claim.token, None) is None:
            return
        try:
            leases.fail(self._database(), claim, max_attempts=self._settings.max_attempts)
        except _DATABASE_GONE as error:
            self._lost_database(error)

    # The database

    def _database(self) -> psycopg.Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _lost_database(self, error: Exception) -> None:
        log(logger, "database_lost", level=logging.WARNING, why=str(error).splitlines()[0] if str(error) else "")
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        later = time.monotonic() + _RECONNECT_PAUSE_S
        self._renew_at = later
        self._claim_at = later

    # The end

    def _drain(self) -> None:
        """Finish what ends soon, give back the rest."""
        log(logger, "draining", held=len(self._held))
        deadline = time.monotonic() + self._settings.drain_s
        while self._held and time.monotonic() < deadline:
            self._claim_at = deadline
            self._step(claiming=False)
        for held in list(self._held.values()):
            for slot in [slot for slot in self._slots if slot.claim is held.claim]:
                self._remove_slot(slot)
            with contextlib.suppress(*_DATABASE_GONE):
                leases.give_back(self._database(), held.claim)
                log(logger, "given_back", submission=held.claim.submission)
        self._held.clear()

    def _put_away(self) -> None:
        for slot in self._slots:
            slot.stop(patience_s=5.0)
        self._fetcher.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(*_DATABASE_GONE):
            workers.leave(self._database(), self._settings.name)
        if self._connection is not None:
            self._connection.close()
        self._selector.close()
        os.close(self._wake_reader)
        os.close(self._wake_writer)
