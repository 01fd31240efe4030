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


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) < 1200


def _blocks(heading: str) -> list[str]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


def test_a_newcomer_sees_what_the_readme_says(tmp_path: Path) -> None:
    """Its commands, as they stand: a finding, a fix, the black box, and an exception that counts with a signature."""
    (tmp_path / "home/.ssh").mkdir(parents=True)
    binaries = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": binaries, "HOME": str(tmp_path / "home"), "GIT_CONFIG_GLOBAL": os.devnull}
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
    broken = (shop / "widgets.py").read_text()
    run(fix, shop)
    assert "0 violated" in run(watch, shop)
    (approve,) = _blocks("An exception, approved and signed")
    setup, add, sign = _three(approve.splitlines())
    who = "-c user.name=Jane -c user.email=jane@example.org"
    run("\n".join([*setup, "git init -q -b main", f"git add . && git {who} commit -q -m one"]), shop)
    (shop / "widgets.py").write_text(broken.replace("obj.spec.size = 0\n", "pass\n"))
    run("git switch -q -c change && apivet gate --static", shop, status=1)
    about = "status-not-wiped-on-create widgets.WidgetStrategy status"
    run("\n".join([add.replace("RULE OBJECT FIELD", about), sign]), shop)
    assert "1 suppressed" in run("apivet gate --static", shop)


def _three(lines: list[str]) -> tuple[list[str], str, str]:
    """Lines that make approvers and keys, the one that writes an entry, and the one that signs."""
    (add,) = (line for line in lines if line.startswith("apivet exceptions add"))
    (sign,) = (line for line in lines if line.startswith("apivet exceptions sign"))
    return [line for line in lines if line not in (add, sign)], add, sign
