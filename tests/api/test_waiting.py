"""The waiting room: it wakes the right ones, and forgets those who leave."""

from __future__ import annotations

from api.waiting import WaitingRoom


def test_a_notification_wakes_all_who_wait_for_that_submission_and_nobody_else() -> None:
    room = WaitingRoom()
    with room.seat(1) as first, room.seat(1) as second, room.seat(2) as other:
        room.wake([1, 99])
        assert (first.is_set(), second.is_set(), other.is_set()) == (True, True, False)


def test_a_seat_that_was_left_is_forgotten() -> None:
    room = WaitingRoom()
    with room.seat(1):
        with room.seat(1):
            assert room.waited_for() == [1]
        assert room.waited_for() == [1]
    assert room.waited_for() == []


def test_the_check_asks_once_for_all_and_wakes_the_finished_ones() -> None:
    room, asked = WaitingRoom(), list[list[int]]()

    def finished(waited_for: list[int]) -> list[int]:
        asked.append(waited_for)
        return [2]

    room.check_all(finished)
    with room.seat(1) as first, room.seat(2) as second, room.seat(2):
        room.check_all(finished)
        assert (first.is_set(), second.is_set()) == (False, True)
    assert asked == [[1, 2]]


def test_closing_wakes_everyone_now_and_later() -> None:
    room = WaitingRoom()
    with room.seat(1) as before:
        room.close()
        with room.seat(2) as after:
            assert before.is_set()
            assert after.is_set()
    assert room.closed
