"""The guide that ``make docs`` builds: every page has its place in it, links lead somewhere, and a newcomer who does what
the README says sees what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
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


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)\s#]+)", re.sub(r"(?s)```.*?```", "", page.read_text("utf-8"))):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", sorted((ROOT / "rules").glob("*-*.md")), ids=lambda path: path.stem)
def test_each_rule_says_where_its_words_are_explained(page: Path) -> None:
    assert "](https://apivet.readthedocs.io/vocabulary/#words)" in page.read_text("utf-8").split("\n## ")[0]
    assert "\n## Words\n" in (ROOT / "docs/vocabulary.md").read_text("utf-8")


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) < 1200


def _blocks(heading: str) -> list[str]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


def test_a_newcomer_sees_what_the_readme_says(tmp_path: Path) -> None:
    """Its commands, as they stand: a finding, a fix, the black box, and an exception that counts with a signature."""
    (tmp_path / "home").mkdir()
    binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": binaries,
        "HOME": str(tmp_path / "home"),
        "GIT_CONFIG_GLOBAL": str(tmp_path / "gitconfig"),
    }
    environment.pop("XDG_CACHE_HOME", None)

    def run(script: str, folder: Path, status: int = 0) -> str:
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    write, mend = _blocks("Five minutes")
    seen = run(write.replace("pip install apivet\n", ""), tmp_path, status=1)
    assert re.findall(r"[EW]97\d\d ([\w-]+)", seen) == ["status-not-wiped-on-create", "generation-compared-too-early"]
    shop = tmp_path / "shop"
    diff, fix, watch = mend.splitlines()
    assert "+        obj.status = WidgetStatus()" in run(diff, shop, status=1)
    run(fix, shop)
    assert "0 violated" in run(watch, shop)
    identity = "git config --global user.name Jane && git config --global user.email jane@example.org\n"
    settle, change = _blocks("An exception, approved and signed")
    run(identity + settle, shop)
    assert "1 suppressed" in run(change, shop)
    without = (
        "git rm -q --cached exceptions/exceptions.toml.sig && rm exceptions/exceptions.toml.sig && apivet gate --static"
    )
    assert "exception-unapproved" in run(without, shop, status=1)
