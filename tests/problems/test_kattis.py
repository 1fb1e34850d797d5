"""A package as a whole."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from problems.findings import PackageRefused
from problems.kattis import open_package
from tests.problems.packages import SOUND, archive, errors, folder, opened, refused


def test_the_slug_is_the_name_of_the_folder_or_zip_or_as_given(tmp_path: Path) -> None:
    assert opened(folder(tmp_path, SOUND, "two-sums")).slug == "two-sums"
    assert opened(archive(tmp_path, SOUND, name="sums.kpp.zip")).slug == "sums"
    with open_package(archive(tmp_path, SOUND, name="Upload 1.zip"), slug="sum") as package:
        assert package.slug == "sum"


@pytest.mark.parametrize("slug", ["", "A", "-a", "two_sums", "a" * 64, "../a", "a\n"])
def test_a_name_that_is_no_slug_is_a_finding_with_a_suggestion(tmp_path: Path, slug: str) -> None:
    with pytest.raises(PackageRefused) as caught:
        open_package(folder(tmp_path, SOUND), slug=slug)
    (line,) = errors(caught.value.findings)
    assert "cannot be named" in line
    assert ("give the name" in line) == any(letter.isalpha() for letter in slug)


def test_findings_of_every_part_come_at_once(tmp_path: Path) -> None:
    files = {
        **SOUND,
        "problem.yaml": "name: Sum\nvalidation: custom\nlimits: {memory: 0}\n",
        "data/secret/2.in": "1\n",
        "statement/problem.de.md": b"\xff",
        "submissions/submissions.yaml": "a: {permitted: [XX]}\n",
        "data/secret/test_group.yaml": "args: [x]\n",
    }
    places = {line.split(":")[0] for line in errors(refused(folder(tmp_path, files, "Bad_Name")))}
    assert places == {
        "problem.yaml",
        "data/secret/2.in",
        "statement/problem.de.md",
        "submissions/submissions.yaml",
        "data/secret/test_group.yaml",
        "error",  # the name of the problem has no file
    }


def test_a_large_package_is_read_without_holding_it(tmp_path: Path) -> None:
    big = b"123456789 987654321\n" * 400_000  # 8 MB
    path = archive(tmp_path, {**SOUND, "data/secret/2.in": big, "data/secret/2.ans": "1\n"})
    tracemalloc.start()
    try:
        with open_package(path) as package, package.tests[2].input.open() as stream:
            while stream.read(1 << 16):
                pass
        assert tracemalloc.get_traced_memory()[1] < 3 << 20
    finally:
        tracemalloc.stop()


def test_a_test_can_be_read_again_and_two_at_a_time(tmp_path: Path) -> None:
    with open_package(archive(tmp_path, SOUND)) as package:
        first, second = package.tests[0].input.open(), package.tests[0].input.open()
        assert first.read(1) + second.read() + first.read() == b"1" + b"1 2\n" + b" 2\n"
