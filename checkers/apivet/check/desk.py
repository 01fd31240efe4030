"""Judging one module at a time, for an editor or pylint, which bring the text and want the findings."""

from __future__ import annotations

import os
from dataclasses import replace

from apivet import catalogue
from apivet.cache import Cache
from apivet.check.baseline import RULE, FoundBaseline, lock_file
from apivet.check.gathering import Gathered, gather
from apivet.check.judging import TreeJudge, judge_file
from apivet.check.project_scope import tree_around
from apivet.check.run import disabled_inline, symbols_of
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile, bytes_at
from apivet.program.front_end import Interest, SourceTree
from apivet.verdicts import Finding, Report


class Desk:
    """One process's knowledge of the tree, gathered when the first module that may matter comes up."""

    def __init__(self, config: Config, source: SourceTree) -> None:
        self._config = config
        self._rules = catalogue.load(config.plugins)
        self._symbols = symbols_of(self._rules)
        self._active = config.active_rules(self._rules)
        self._tree: Gathered | None = None
        self._bench: TreeJudge | None = None
        self._checked: frozenset[str] = frozenset()
        self._source = source
        self.exceptions = Exceptions.read(config, self._rules)
        self.compared = lock_file(config, seen_from=os.getcwd()) if RULE in self._active else FoundBaseline()
        baseline = self.compared.baseline
        self._existing = baseline.last_names if baseline else frozenset()

    def may_matter(self, path: str, data: bytes) -> bool:
        """Whether it is worth knowing the tree for this module: it says so by itself, is of an API group, or has a
        class that may inherit its hooks. The latter alone is no reason to look around where nothing says how far a
        project goes."""
        if path in self._checked:
            return True
        interest = self._interest(path, data)
        if interest & (Interest.OWN | Interest.GATES):
            return True
        return (self._tree is not None or self._config.file is not None) and interest is not Interest.NONE

    def findings(self, path: str, data: bytes) -> list[Finding]:
        """Findings about a module with this text, exceptions marked, in the order of the source."""
        if self._tree is None or self._bench is None:
            self._tree = gather_around(path, self._config, self._source, self.compared.baseline)
            self._bench = TreeJudge(self._config, self._source, self._tree.facts, self.compared.baseline)
            self._checked = frozenset(file.absolute for file in self._tree.checked)
        file = SourceFile(self._bench.program.display(path), path)
        disablings = self._source.disablings(data, self._symbols)
        found = [disabled_inline(file, each, self._bench, self._rules) for each in disablings]
        unsaved = bytes_at(path) != data
        interest = self._interest(path, data)
        if path in self._checked or interest & Interest.OWN or (unsaved and interest & Interest.DERIVES):
            if unsaved:
                self._bench.program.override(path, data.decode("utf-8", "surrogateescape"))
            found += judge_file(self._bench, file).findings
        report = Report([finding for finding in self.exceptions.mark(found) if finding.rule in self._active])
        report.settle()
        return report.findings

    def _interest(self, path: str, data: bytes) -> Interest:
        """The reasons to look at a module: its bytes, and where it lies."""
        interest = self._source.interest(data, self._existing)
        return interest | Interest.OWN if self._source.groups_of(path) else interest


def gather_around(path: str, config: Config, tree: SourceTree, baseline: Baseline | None = None) -> Gathered:
    """The facts of the tree around a module. In one process: pylint may have its own workers, which cannot have any in
    turn; and without a cache, as only the few files that matter are looked at more closely."""
    config = replace(config, jobs=1, cache=False)
    files = tree.collect([tree_around(path, config)]).files
    return gather(files, tree, config, Cache.open(config), {}, baseline)
