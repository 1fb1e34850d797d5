"""Hostile and damaged zips."""

from __future__ import annotations

import stat
import struct
import warnings as python_warnings
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from problems.source import SourceLimits
from tests.problems.packages import SOUND, archive, errors, opened, refused, special


def test_a_sound_zip_has_no_findings(tmp_path: Path) -> None:
    package = opened(archive(tmp_path, SOUND))
    assert package.slug == "sum"
    assert package.findings == ()


def test_a_single_folder_around_everything_is_taken_off(tmp_path: Path) -> None:
    package = opened(archive(tmp_path, {f"deep sum/{path}": text for path, text in SOUND.items()}))
    assert [test.input.path for test in package.tests] == ["data/sample/1.in", "data/secret/1.in"]


def test_shadow_files_of_the_mac_archiver_are_not_tests(tmp_path: Path) -> None:
    shadows = {f"__MACOSX/{path}": "\0" for path in SOUND} | {"data/secret/._1.in": "\0", ".DS_Store": "\0"}
    assert len(opened(archive(tmp_path, {**SOUND, **shadows})).tests) == 2


@pytest.mark.parametrize(
    "path", ["../../tmp/slip", "data/../../slip", "/tmp/absolute", "..\\..\\back", "C:\\x", "data/secret/3\n.in"]
)
def test_a_path_out_of_the_package_is_refused(tmp_path: Path, path: str) -> None:
    (line,) = errors(refused(archive(tmp_path, SOUND, (path, "x"))))
    assert "not allowed in a package" in line


def test_a_name_with_a_nul_byte_is_refused_and_not_cut(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/2X.in", "x"))
    path.write_bytes(path.read_bytes().replace(b"2X.in", b"2\0.in"))
    assert any("control character" in line for line in errors(refused(path)))


def test_a_name_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/2XX.in", "x"))
    path.write_bytes(path.read_bytes().replace(b"2XX.in", b"2\xff\xfe.in"))
    assert any("not UTF-8" in line for line in errors(refused(path)))


def test_a_name_that_lies_about_being_utf8_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/é.in", "x"))
    path.write_bytes(path.read_bytes().replace("é.in".encode(), b"\xff\xfe.in"))
    assert any("not UTF-8" in line for line in errors(refused(path)))


def test_utf8_names_are_read_with_and_without_the_flag(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/é.in", "1\n"), ("data/secret/é.ans", "1\n"))
    content = bytearray(path.read_bytes())
    for at in range(len(content) - 4):
        if content[at : at + 4] == b"PK\1\2":
            content[at + 9] &= 0xF7
        elif content[at : at + 4] == b"PK\3\4":
            content[at + 7] &= 0xF7
    (tmp_path / "plain.zip").write_bytes(content)
    for made in (path, tmp_path / "plain.zip"):
        assert "secret/é" in [test.name for test in opened(made).tests]


@pytest.mark.parametrize("target", ["/etc/passwd", "../../../../etc/passwd", "nothing", "..", "2.in", ""])
def test_a_link_that_leads_elsewhere_is_refused(tmp_path: Path, target: str) -> None:
    path = archive(tmp_path, SOUND, (special("data/secret/2.in"), target), ("data/secret/2.ans", "x\n"))
    assert any("a link that does not lead" in line for line in errors(refused(path)))


def test_a_link_to_a_folder_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, (special("data/other"), "secret"), ("data/other/x", "x"))
    assert any("data/other: error: a link" in line for line in errors(refused(path)))


def test_a_link_to_a_file_of_the_package_is_that_file(tmp_path: Path) -> None:
    links = ((special("data/secret/2.in"), "../sample/1.in"), (special("data/secret/2.ans"), "1.ans"))
    with_links = archive(tmp_path, SOUND, *links)
    assert [test.name for test in opened(with_links).tests] == ["sample/1", "secret/1", "secret/2"]


@pytest.mark.parametrize("kind", [stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK])
def test_a_device_or_pipe_is_refused(tmp_path: Path, kind: int) -> None:
    (line,) = errors(refused(archive(tmp_path, SOUND, (special("data/secret/9.in", kind), ""))))
    assert "not a regular file" in line


def test_a_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    with python_warnings.catch_warnings():
        python_warnings.simplefilter("ignore")
        path = archive(tmp_path, SOUND, ("data/secret/1.ans", "4\n"))
    (line,) = errors(refused(path))
    assert "the name is there twice" in line


def test_names_that_differ_by_case_only_are_refused(tmp_path: Path) -> None:
    path = archive(tmp_path, {**SOUND, "data/secret/1.IN": "9\n", "Data/Secret/1.ans": "18\n"})
    assert sum("by case only" in line for line in errors(refused(path))) == 2


def test_a_name_that_is_both_file_and_folder_is_refused(tmp_path: Path) -> None:
    assert any("both a file and a folder" in line for line in errors(refused(archive(tmp_path, SOUND, ("data", "x")))))


def test_a_bomb_is_refused_before_it_unfolds(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, *((f"data/secret/b{n}.in", bytes(10 << 20)) for n in range(8)))
    assert path.stat().st_size < 1 << 20
    assert any("unfold to" in line for line in errors(refused(path)))


def test_a_size_that_lies_is_found_while_reading(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/2.in", bytes(3 << 20)), ("data/secret/2.ans", "1\n"))
    content = path.read_bytes()
    path.write_bytes(content.replace(struct.pack("<L", 3 << 20), struct.pack("<L", 1000)))
    assert any("data/secret/2.in: error: damaged" in line for line in errors(refused(path)))
    path.write_bytes(content.replace(struct.pack("<L", 3 << 20), struct.pack("<L", 4 << 20)))
    assert any("data/secret/2.in: error: its real size" in line for line in errors(refused(path)))


def test_damaged_content_is_found(tmp_path: Path) -> None:
    path = archive(tmp_path, {**SOUND, "data/secret/1.in": "needle\n"}, method=zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"needle", b"noodle"))
    (line,) = errors(refused(path))
    assert line.startswith("data/secret/1.in: error: damaged in the zip")


def test_limits_on_entries_sizes_and_depth_hold(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("data/secret/2.in", bytes(5000)), ("data/secret/2.ans", ""))
    small = SourceLimits()
    assert "at most 5 files" in errors(refused(path, replace(small, entries=5)))[0]
    assert "too large: 5000 bytes" in errors(refused(path, replace(small, file_bytes=4999)))[0]
    assert "bytes in all" in errors(refused(path, replace(small, total_bytes=5000)))[0]
    assert "more than 2 folders deep" in errors(refused(path, replace(small, depth=2)))[0]
    assert "longer than 15 bytes" in errors(refused(path, replace(small, path_bytes=15)))[0]


def test_a_truncated_zip_and_something_else_are_refused(tmp_path: Path) -> None:
    whole = archive(tmp_path, SOUND).read_bytes()
    for content in (whole[: len(whole) // 2], b"", b"not a zip"):
        (tmp_path / "cut.zip").write_bytes(content)
        assert "not a whole zip file" in errors(refused(tmp_path / "cut.zip"))[0]


def test_a_directory_that_claims_to_be_huge_is_not_read(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND)
    content = bytearray(path.read_bytes())
    with path.open("r+b") as file:  # a sparse gap, so that the claimed directory fits into the file
        file.seek((64 << 20) - 22)
        content[-10:-6] = struct.pack("<L", 32 << 20)
        content[-6:-2] = struct.pack("<L", (32 << 20) - 22)
        file.write(content[-22:])
    assert "too large" in errors(refused(path))[0]


def test_an_encrypted_or_oddly_packed_file_is_refused(tmp_path: Path) -> None:
    assert "packed in a way" in errors(refused(archive(tmp_path, SOUND, method=zipfile.ZIP_LZMA)))[0]
    path = archive(tmp_path, SOUND)
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(content)
    assert "encrypted" in errors(refused(path))[0]


def test_all_findings_come_at_once(tmp_path: Path) -> None:
    path = archive(tmp_path, SOUND, ("../a", ""), ("/b", ""), (special("c"), "/etc"))
    assert len(errors(refused(path))) == 3
