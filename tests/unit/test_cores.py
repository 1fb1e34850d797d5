"""Slots get CPUs that this process may use, by number, and leave one to the rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.cores import assign

CPUS = st.sets(st.integers(0, 500), min_size=1, max_size=64)


@given(CPUS)
def test_auto_gives_every_slot_a_cpu_of_its_own_and_leaves_the_first(available: set[int]) -> None:
    given_out = [cpu for (cpu,) in assign(available, "auto")]
    assert len(set(given_out)) == len(given_out) == max(1, len(available) - 1)
    assert set(given_out) <= available
    if len(available) > 1:
        assert min(available) not in given_out


@given(CPUS, st.integers(1, 200))
def test_a_number_gives_as_many_slots_in_turn(available: set[int], slots: int) -> None:
    given_out = [cpu for (cpu,) in assign(available, str(slots))]
    assert len(given_out) == slots
    counts = [given_out.count(cpu) for cpu in available]
    assert max(counts) - min(counts) <= 1
