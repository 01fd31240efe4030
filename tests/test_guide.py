"""The guide that ``make docs`` builds: every page has its place in it."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent


def _pages(entries: object) -> list[str]:
    if isinstance(entries, str):
        return [entries]
    if isinstance(entries, dict):
        return [page for each in entries.values() for page in _pages(each)]
    return [page for each in entries for page in _pages(each)] if isinstance(entries, list) else []


def test_every_page_has_its_place() -> None:
    guide = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    pages = _pages(guide["nav"])
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= set(pages)
    beside = {page for page in pages if not (ROOT / "docs" / page).is_file()} - {"index.md"}
    assert all((ROOT / page).is_file() for page in beside)
    assert guide["strict"] is True
