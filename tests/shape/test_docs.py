"""What exists is described: settings, verdicts, routes, runtime keys, folders."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from model.settings import PREFIX, Settings
from model.verdict import Verdict
from tests.shape.test_layers import OURS, ROOT


def docs() -> str:
    pages = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def test_every_setting_is_described() -> None:
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    missing = [f.name for f in dataclasses.fields(Settings) if f"`{PREFIX}{f.name.upper()}`" not in text]
    assert not missing


def test_every_verdict_is_described() -> None:
    text = docs()
    assert not [verdict for verdict in Verdict if f"`{verdict}`" not in text]


def test_every_folder_has_a_purpose_line() -> None:
    text = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    folders = [*OURS, "agent", "runtimes", "tests", "docs", "examples"]
    assert not [folder for folder in folders if f"`{folder}/" not in text]


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]:
        for target in _links(page):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def _links(page: Path) -> list[str]:
    pieces = page.read_text(encoding="utf-8").split("](")[1:]
    targets = [piece.partition(")")[0].partition("#")[0] for piece in pieces]
    return [target for target in targets if target and "://" not in target]
