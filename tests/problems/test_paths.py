"""Safe paths, ignored files and slugs."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from problems import paths
from store.problems import _SLUG as STORED_SLUG

BAD = ["", "/", "/etc/passwd", "..", "a/../b", "a/..", "./a", "a//b", "a\\b", "C:x", "C:/x", "a\0b", "a\nb", "a\x7f"]


def unsafe(path: str) -> str:
    return paths.unsafe(path, most_bytes=1000, most_depth=20)


@pytest.mark.parametrize("path", [*BAD, "a\ud800", "a" * 1001, "/".join("a" * 21)])
def test_a_path_that_could_leave_the_package_or_confuse_is_named_unsafe(path: str) -> None:
    assert unsafe(path)


@pytest.mark.parametrize("path", ["problem.yaml", "data/secret/1 copy.in", "...", "a/..b", "é/ü.in", "-rf"])
def test_an_odd_but_harmless_path_is_safe(path: str) -> None:
    assert not unsafe(path)


@given(st.text(alphabet="./\\ab:\0 é", max_size=30))
def test_a_safe_path_stays_below_any_folder(path: str) -> None:
    if not unsafe(path):
        assert os.path.normpath(os.path.join("/root/of/package", path)) == "/root/of/package/" + path


@pytest.mark.parametrize("path", ["__MACOSX/._1.in", ".git/config", "data/.DS_Store", "Thumbs.db", "-x/1.in"])
def test_what_archivers_and_tools_leave_behind_is_ignored(path: str) -> None:
    assert paths.ignored(path)


@pytest.mark.parametrize("path", [".timelimit", "data/secret/1.in", "problem.yaml"])
def test_files_that_the_format_knows_are_not_ignored(path: str) -> None:
    assert not paths.ignored(path)


@given(st.text(max_size=100))
def test_a_suggested_slug_is_a_slug_and_stays_itself(text: str) -> None:
    slug = paths.suggest_slug(text)
    assert slug == "" or (paths.is_slug(slug) and paths.suggest_slug(slug) == slug)


@given(st.from_regex(paths.SLUG, fullmatch=True))
def test_every_slug_can_be_stored(slug: str) -> None:
    assert paths.is_slug(slug)
    assert STORED_SLUG.fullmatch(slug)


@pytest.mark.parametrize("text", ["", "-a", "A", "a_b", "a" * 64, "a/b", "..", "a\n", "é"])
def test_other_texts_are_no_slugs(text: str) -> None:
    assert not paths.is_slug(text)
