"""Settings of test groups (`test_group.yaml`, `testdata.yaml`, `<test>.yaml`): which validator options they set.

One problem has one checker here, so the options must be the same for every secret test. Scores belong to scoring
problems, which are refused by their type.
"""

from __future__ import annotations

from collections.abc import Iterable

from problems import document
from problems.document import Value
from problems.findings import Findings
from problems.package import PackageTest
from problems.source import Source
from problems.textfiles import read_text

_GROUP_FILES = ("test_group.yaml", "testdata.yaml")
_FLAG_KEYS = ("output_validator_args", "output_validator_flags")

Flags = tuple[str, ...]


def read_group_flags(source: Source, tests: Iterable[PackageTest], findings: Findings) -> tuple[Flags, str]:
    """The validator options that hold for all secret tests, and the file that sets them (or an empty string)."""
    set_by: dict[str, tuple[Flags, str]] = {}  # path below data, of a group or a test -> options and their file
    for path in source.files:
        if path.startswith("data/") and path.endswith(".yaml"):
            folder, _, name = path.rpartition("/")
            owner = folder if name in _GROUP_FILES else path.removesuffix(".yaml")
            flags = _flags(source, path, findings)
            if flags is not None:
                set_by[owner.removeprefix("data").removeprefix("/")] = flags, path
    used = {(test.sample, *_effective(test.name, set_by)) for test in tests}
    secret = sorted({(flags, file) for sample, flags, file in used if not sample})
    different = sorted({flags for flags, _ in secret})
    if len(different) > 1:
        for flags, file in secret:
            findings.error(
                file or "data/secret",
                f"validator options differ between tests (here: {' '.join(flags) or 'none'})",
                cure="one problem has one checker: give the same options to all tests",
            )
    for sample, flags, file in sorted(used):
        if sample and different and flags != different[0]:
            findings.warning(
                file or "data/sample",
                f"the samples have other validator options; those of the secret tests are used: "
                f"{' '.join(different[0]) or 'none'}",
                cure="give the samples the same options",
            )
    return secret[0] if secret else ((), "")


def _effective(test: str, set_by: dict[str, tuple[Flags, str]]) -> tuple[Flags, str]:
    """The options of the nearest owner: the test itself, then each folder above it."""
    owner = test
    while owner not in set_by and owner:
        owner = owner.rpartition("/")[0]
    return set_by.get(owner, ((), ""))


def _flags(source: Source, path: str, findings: Findings) -> Flags | None:
    text = read_text(source, path, findings)
    top = document.parse(text, path, findings) if text is not None else None
    if top is None:
        return None
    entries = top.entries()
    args = entries.get("args")
    if args is not None and args.words():
        args.error("arguments for the program are not supported yet", "give all input on stdin")
    found: Flags | None = None
    for key in _FLAG_KEYS:
        if key in entries:
            found = tuple(_words(entries[key]))
    return found


def _words(value: Value) -> list[str]:
    if value.is_mapping:
        value.error(f"{value.name} for a named validator is not supported yet", "give the options as one line")
        return []
    return value.words()
