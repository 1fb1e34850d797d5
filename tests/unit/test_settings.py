"""Settings come from the environment whole and right, or the process does not start."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.errors import SetupError
from model.settings import from_environment


def test_without_names_everything_has_its_default_below_the_home() -> None:
    settings = from_environment({"PATH": "/bin"})
    assert settings.home == Path("/var/lib/pgjudge")
    assert settings.images == Path("/var/lib/pgjudge/images")
    assert (settings.lease_seconds, settings.slots) == (60.0, "auto")


def test_the_home_moves_what_is_below_it_and_nothing_that_is_set() -> None:
    settings = from_environment({"PGJUDGE_HOME": "/srv/j", "PGJUDGE_BLOBS": "/data/blobs"})
    assert (settings.cache, settings.blobs) == (Path("/srv/j/cache"), Path("/data/blobs"))


def test_an_unknown_name_stops_the_start_and_suggests_the_nearest() -> None:
    with pytest.raises(SetupError, match="PGJUDGE_LEASE_SECOND: did you mean PGJUDGE_LEASE_SECONDS"):
        from_environment({"PGJUDGE_LEASE_SECOND": "5"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PGJUDGE_LEASE_SECONDS", "soon"),
        ("PGJUDGE_LEASE_SECONDS", "-1"),
        ("PGJUDGE_LEASE_SECONDS", "nan"),
        ("PGJUDGE_RENEW_SECONDS", "31"),
        ("PGJUDGE_SLOTS", "0"),
        ("PGJUDGE_SLOTS", "many"),
        ("PGJUDGE_MAX_ATTEMPTS", "1.5"),
        ("PGJUDGE_LOG", "xml"),
        ("PGJUDGE_HOME", "relative/path"),
        ("PGJUDGE_UID_BASE", "0x"),
    ],
)
def test_a_value_that_does_not_fit_is_named(name: str, value: str) -> None:
    with pytest.raises(SetupError, match=name):
        from_environment({name: value})


def test_whole_numbers_may_be_written_in_hexadecimal() -> None:
    assert from_environment({"PGJUDGE_UID_BASE": "0x70010000"}).uid_base == 0x7001_0000
