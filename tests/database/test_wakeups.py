"""NOTIFY, LISTEN, and what happens when the connection is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from store import pool, wakeups
from store.pool import Connection
from tests.conftest import wait_until

Heard = list[tuple[str, str]]
Listening = Callable[..., Heard]


@pytest.fixture
def listening(database: str) -> Iterator[Listening]:
    """Starts a listener on the channels given; what it hears is in the list returned."""
    stop, threads = threading.Event(), []

    def start(*channels: str) -> Heard:
        heard: Heard = []

        def note(channel: str, payload: str) -> None:
            heard.append((channel, payload))

        thread = threading.Thread(target=wakeups.listen, args=(database, channels, note, stop))
        thread.start()
        threads.append(thread)
        wait_until(lambda: len(heard) >= len(channels), what="the first call")
        return heard

    yield start
    stop.set()
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()


def test_a_notification_is_heard_with_its_payload(conn: Connection, listening: Listening) -> None:
    heard = listening(wakeups.CHANNEL_QUEUE, wakeups.CHANNEL_DONE)
    assert heard == [("pgjudge_queue", ""), ("pgjudge_done", "")]
    wakeups.notify(conn, wakeups.CHANNEL_DONE, "17")
    wakeups.notify(conn, wakeups.CHANNEL_QUEUE)
    wait_until(lambda: len(heard) == 4)
    assert heard[2:] == [("pgjudge_done", "17"), ("pgjudge_queue", "")]


def test_other_channels_are_not_heard(conn: Connection, listening: Listening) -> None:
    heard = listening(wakeups.CHANNEL_DONE)
    wakeups.notify(conn, wakeups.CHANNEL_QUEUE, "1")
    wakeups.notify(conn, wakeups.CHANNEL_DONE, "2")
    wait_until(lambda: len(heard) == 2)
    assert heard[1] == ("pgjudge_done", "2")


def test_a_lost_connection_is_made_again_and_the_owner_told_to_catch_up(conn: Connection, listening: Listening) -> None:
    heard = listening(wakeups.CHANNEL_DONE)
    conn.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgjudge-listen'")
    wait_until(lambda: heard.count(("pgjudge_done", "")) == 2, what="the second connection")
    wakeups.notify(conn, wakeups.CHANNEL_DONE, "3")
    wait_until(lambda: ("pgjudge_done", "3") in heard)


def test_the_longest_payload_goes_through(conn: Connection, listening: Listening) -> None:
    heard = listening(wakeups.CHANNEL_DONE)
    wakeups.notify(conn, wakeups.CHANNEL_DONE, "1" * 7_999)
    wait_until(lambda: len(heard) == 2)
    assert len(heard[1][1]) == 7_999


def test_one_leads_until_its_connection_ends(database: str, conn: Connection) -> None:
    with pool.connect(database, name="first") as first:
        assert wakeups.lead(first, "reaper")
        assert not wakeups.lead(conn, "reaper")
        assert wakeups.lead(conn, "something else")
    wait_until(lambda: wakeups.lead(conn, "reaper"), what="the lead")
