"""Natural order."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from problems.order import natural_key, natural_path_key

names = st.text(alphabet="019aAbB-_é", min_size=1, max_size=8)


def test_numbers_go_by_value_and_before_letters() -> None:
    order = ["1", "2", "3", "9", "10", "11", "20", "100", "a1", "a02", "a3", "A10"]
    shuffled = random.Random(1).sample(order, len(order))
    assert sorted(shuffled, key=natural_key) == order


def test_equal_numbers_go_by_length() -> None:
    assert sorted(["001", "01", "1"], key=natural_key) == ["1", "01", "001"]


def test_folders_come_before_what_their_names_are_longer_than() -> None:
    paths = ["data/secret/10/1", "data/secret/2/10", "data/secret/2/9", "data/secret/1"]
    assert sorted(paths, key=natural_path_key) == list(reversed([paths[0], paths[1], paths[2], paths[3]]))


@given(st.lists(names, unique=True))
def test_the_order_of_different_names_never_depends_on_how_they_stood(found: list[str]) -> None:
    backwards = found[::-1]
    assert sorted(found, key=natural_key) == sorted(backwards, key=natural_key)
    assert len({natural_key(name) for name in found}) == len(found)


@given(st.integers(0, 10**30), st.integers(0, 10**30), names)
def test_plain_numbers_are_compared_as_numbers(a: int, b: int, before: str) -> None:
    before = before.rstrip("0123456789") or "x"
    assert (natural_key(f"{before}{a}") < natural_key(f"{before}{b}")) == (a < b)


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_any_names_can_be_compared_and_the_order_is_transitive(a: str, b: str, c: str) -> None:
    low, middle, high = sorted((a, b, c), key=natural_key)
    assert natural_key(low) <= natural_key(middle) <= natural_key(high)
    assert natural_key(low) <= natural_key(high)
