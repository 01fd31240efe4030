"""A tree of a test's own, and the fixes of its findings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from apivet.cache import Cache
from apivet.check.gathering import gather
from apivet.check.judging import TreeJudge
from apivet.config import load_config
from apivet.fixes.edits import applied
from apivet.fixes.offering import Mender, Offer
from apivet.front_ends import trees
from apivet.verdicts import Finding, Verdict


@dataclass
class Tree:
    """The findings of a tree and their fixes."""

    bench: TreeJudge
    mender: Mender
    root: Path

    def findings(self, rule: str) -> list[tuple[str, Finding]]:
        paths = sorted(str(path) for path in self.root.rglob("*.py"))
        return [
            (path, each)
            for path in paths
            for each in self.mender.judged(path).findings
            if each.rule == rule and each.verdict is Verdict.VIOLATED
        ]

    def offer(self, rule: str) -> Offer | None:
        """The fix of the first finding of a rule."""
        path, finding = self.findings(rule)[0]
        return self.mender.offer(finding, path)

    def mended(self, rule: str) -> dict[str, str]:
        """The files that the fix of the first finding of a rule changes, as it leaves them."""
        offer = self.offer(rule)
        assert offer is not None
        texts = {}
        for path in {change.path for change in offer.changes}:
            text = applied(self.mender.text(path) or "", [each for each in offer.changes if each.path == path])
            assert text is not None
            texts[Path(path).relative_to(self.root).as_posix()] = text
        return texts


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, str]], Tree]:
    """Makes a tree of these files."""

    def make(files: Mapping[str, str]) -> Tree:
        root = Path(os.path.realpath(tmp_path))
        for name, text in {"pyproject.toml": "[tool.apivet]\n", **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        monkeypatch.chdir(root)
        config = load_config()
        sources = trees(config, str(root))[0]
        found = gather(sources.collect([str(root)]).files, sources, config, Cache(None, "", {}), {}, None)
        bench = TreeJudge(config, sources, found.facts)
        return Tree(bench, Mender(bench), root)

    return make
