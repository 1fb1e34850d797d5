"""Ranges of host uids: never two holders, free again when a holder is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox import uid_ranges
from judge.sandbox.box import BoxFailure
from judge.sandbox.bundle import UIDS

BASE = 0x6000_0000
ROOT = Path(__file__).resolve().parents[2]
TAKER = """
import sys
from pathlib import Path
from judge.sandbox import uid_ranges
taken = [uid_ranges.acquire(Path(sys.argv[1]), int(sys.argv[2])).first_uid for _ in range(20)]
print(*taken, flush=True)
sys.stdin.read()
"""


def test_ranges_do_not_overlap(tmp_path: Path) -> None:
    taken = [uid_ranges.acquire(tmp_path, BASE) for _ in range(5)]
    assert [one.first_uid for one in taken] == [BASE + UIDS * number for number in range(5)]
    assert uid_ranges.try_acquire(tmp_path, BASE) is None
    for one in taken:
        one.release()
        one.release()
    assert list(tmp_path.iterdir()) == []


def test_a_released_range_is_taken_again(tmp_path: Path) -> None:
    first, second = uid_ranges.acquire(tmp_path, BASE), uid_ranges.acquire(tmp_path, BASE)
    first.release()
    again = uid_ranges.acquire(tmp_path, BASE)
    assert again.first_uid == BASE
    again.release()
    second.release()


def test_processes_share_the_ranges_and_death_frees_them(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", TAKER, str(tmp_path), str(BASE)]
    takers = [
        subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    lines = []
    for taker in takers:
        assert taker.stdout is not None
        lines.append(taker.stdout.readline())
    taken = [int(word) for line in lines for word in line.split()]
    assert len(taken) == len(set(taken)) == 60
    assert sorted(uid_ranges.known(tmp_path)) == sorted(taken)
    assert uid_ranges.try_acquire(tmp_path, taken[0]) is None
    for taker in takers:
        taker.kill()
        taker.communicate()
    freed = uid_ranges.acquire(tmp_path, BASE)
    assert freed.first_uid == BASE
    freed.release()


def test_no_range_left_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(BoxFailure, match="no free range"):
        uid_ranges.acquire(tmp_path, uid_ranges.LAST_UID)


def test_a_link_in_the_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / str(BASE)).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        uid_ranges.try_acquire(tmp_path, BASE)
    assert not os.path.exists(tmp_path / "elsewhere")
