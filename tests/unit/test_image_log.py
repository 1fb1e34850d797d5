"""What mmdebstrap says, made sense of. The lines are its own and apt's."""

from __future__ import annotations

import pytest

from judge.image_log import Said, cure

GOOD = """I: running apt-get update...
Fetched 10.2 MB in 1s (9200 kB/s)
I: downloading packages with apt...
0 upgraded, 59 newly installed, 0 to remove and 0 not upgraded.
Need to get 25.4 MB of archives.
Fetched 25.4 MB in 0s (185 MB/s)
I: extracting archives...
0 upgraded, 1 newly installed, 0 to remove and 0 not upgraded.
Need to get 900 kB/1200 kB of archives.
Fetched 900 kB in 1s (191 MB/s)
Fetched 900 kB in 1s (191 MB/s)
pgjudge-step: sh /usr/lib/pgjudge/prepare.sh
I: success in 25.3631 seconds
"""
OFFLINE = """Err:2 http://mirror.test/debian trixie InRelease
  Temporary failure resolving 'mirror.test'
E: Failed to fetch http://mirror.test/debian/dists/trixie/InRelease  Temporary failure resolving 'mirror.test'
E: Some index files failed to download. They have been ignored, or old ones used instead.
E: apt-get update --error-on=any failed
E: mmdebstrap failed to run
"""


def heard(text: str) -> tuple[Said, list[str]]:
    told: list[str] = []
    said = Said(told.append)
    for line in text.splitlines(keepends=True):
        said.line(line)
    return said, told


def test_a_build_tells_its_phases() -> None:
    _, told = heard(GOOD)
    assert told == [
        "reading the index of packages",
        "59 packages to install",
        "downloading 25.4 MB",
        "extracting archives",
        "1 packages to install",
        "downloading 900 kB",
        "running sh /usr/lib/pgjudge/prepare.sh",
    ]


def test_what_was_downloaded_is_counted_once() -> None:
    said, _ = heard(GOOD)
    assert said.downloaded_bytes == 10_200_000 + 25_400_000 + 900_000


def test_the_first_error_of_apt_is_the_reason() -> None:
    said, _ = heard(OFFLINE)
    assert said.error().startswith("Failed to fetch ")


def test_without_any_error_the_last_line_is_the_reason() -> None:
    assert heard("I: begin\nKilled\n")[0].error() == "Killed"
    assert heard("")[0].error() == "mmdebstrap said nothing"


@pytest.mark.parametrize(
    ("said", "word"),
    [
        (OFFLINE, "mirror"),
        ("E: You don't have enough free space in /x/var/cache/apt/archives/.", "disk space"),
        ("dpkg: error: No space left on device", "disk space"),
        ("E: Unable to locate package nothing-such", "image.toml"),
        ("E: unable to find keyring", "debian-archive-keyring"),
        ("unshare: unshare failed: Operation not permitted", "root of the host"),
        ("something else", "read the log"),
    ],
)
def test_known_failures_have_a_cure(said: str, word: str) -> None:
    assert word in cure(said)
