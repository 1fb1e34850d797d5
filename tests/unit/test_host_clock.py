"""Clocks that are slow, and slots that would share a core, are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import host_clock


@pytest.mark.parametrize(("name", "ok"), [("tsc", True), ("kvm-clock", True), ("hpet", False), ("acpi_pm", False)])
def test_a_clock_that_is_slow_to_read_is_a_finding(tmp_path: Path, name: str, ok: bool) -> None:
    (tmp_path / "current_clocksource").write_text(name + "\n")
    assert host_clock.clock(tmp_path).ok is ok


def test_a_kernel_that_does_not_name_its_clock_is_taken_by_its_steps(tmp_path: Path) -> None:
    assert host_clock.clock(tmp_path).ok


def test_more_slots_than_cpus_is_a_finding(tmp_path: Path) -> None:
    assert host_clock.core_layout({0, 1}, "2", tmp_path).ok
    finding = host_clock.core_layout({0, 1}, "3", tmp_path)
    assert not finding.ok
    assert "at most 2" in finding.cure


def test_slots_on_hyperthreads_of_one_core_are_told(tmp_path: Path) -> None:
    for cpu, siblings in enumerate(("0,2", "1,3", "0,2", "1,3")):
        (tmp_path / f"cpu{cpu}/topology").mkdir(parents=True)
        (tmp_path / f"cpu{cpu}/topology/thread_siblings_list").write_text(siblings + "\n")
    assert "hyperthreads" not in host_clock.core_layout({0, 1, 2, 3}, "2", tmp_path).found
    finding = host_clock.core_layout({0, 1, 2, 3}, "auto", tmp_path)
    assert finding.ok
    assert finding.found.endswith("hyperthreads of one core: 1+3")
