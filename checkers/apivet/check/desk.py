"""Judging one module at a time, for an editor or pylint, which bring the text and want the findings."""

from __future__ import annotations

import os
import re
from dataclasses import replace

from apivet import catalogue
from apivet.cache import Cache
from apivet.check.baseline import RULE, FoundBaseline, lock_file
from apivet.check.gathering import Gathered, gather
from apivet.check.inline import disablings
from apivet.check.judging import TreeJudge, judge_file
from apivet.check.project_scope import tree_around
from apivet.check.run import disabled_inline, symbols_of
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.program.baseline import Baseline
from apivet.program.files import SourceFile
from apivet.python.files.collect import collect
from apivet.python.files.cross_file import patches
from apivet.python.files.groups import Groups
from apivet.python.files.prefilter import Relevance, declares_any
from apivet.verdicts import Finding, Report

_DERIVED_CLASS = re.compile(rb"^[ \t]*class[ \t]+\w+[^\n(:]*\(", re.MULTILINE)


class Desk:
    """One process's knowledge of the tree, gathered when the first module that may matter comes up."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._rules = catalogue.load(config.plugins)
        self._symbols = symbols_of(self._rules)
        self._active = config.active_rules(self._rules)
        self._relevance = Relevance(config.vocabulary)
        self._tree: Gathered | None = None
        self._bench: TreeJudge | None = None
        self._checked: frozenset[str] = frozenset()
        self._groups = Groups.of_tree(os.getcwd(), config.source_roots, config.hubs)
        self.exceptions = Exceptions.read(config, self._rules)
        self.compared = lock_file(config, seen_from=os.getcwd()) if RULE in self._active else FoundBaseline()
        baseline = self.compared.baseline
        self._existing = frozenset(name.encode() for name in baseline.last_names) if baseline else frozenset()

    def may_matter(self, path: str, data: bytes) -> bool:
        """Whether it is worth knowing the tree for this module: it says so by itself, is of an API group, or has a
        class that may inherit its hooks. The latter alone is no reason to look around where nothing says how far a
        project goes."""
        if path in self._checked or self._says_so(path, data):
            return True
        if self._relevance.asks_for_gates(data) or b"trategy" in data:
            return True
        return (self._tree is not None or self._config.file is not None) and (_derives(data) or patches(data))

    def findings(self, path: str, data: bytes) -> list[Finding]:
        """What the conventions say about a module with this text, exceptions marked, in the order of the source."""
        if self._tree is None or self._bench is None:
            self._tree = gather_around(path, self._config, self._groups, self.compared.baseline)
            self._bench = TreeJudge(self._config, self._tree.facts, os.getcwd(), self.compared.baseline)
            self._checked = frozenset(file.absolute for file in self._tree.checked)
        file = SourceFile(self._bench.workspace.layout.display(path), path)
        found = [disabled_inline(file, each, self._bench, self._rules) for each in disablings(data, self._symbols)]
        unsaved = _on_disk(path) != data
        if path in self._checked or self._says_so(path, data) or (unsaved and _derives(data)):
            if unsaved:
                self._bench.workspace.override(path, data.decode("utf-8", "surrogateescape"))
            found += judge_file(self._bench, file).findings
        report = Report([finding for finding in self.exceptions.mark(found) if finding.rule in self._active])
        report.settle()
        return report.findings

    def _says_so(self, path: str, data: bytes) -> bool:
        """Whether a module is to be judged whatever the rest of the tree holds."""
        relevance = self._relevance
        if relevance.relevant(data) or relevance.judged_alone(data) or declares_any(data, self._existing):
            return True
        return bool(self._groups.of(path))


def gather_around(path: str, config: Config, groups: Groups, baseline: Baseline | None = None) -> Gathered:
    """The facts of the tree around a module. In one process: pylint may have its own workers, which cannot have any in
    turn; and without a cache, as only the few files that matter are looked at more closely."""
    config = replace(config, jobs=1, cache=False)
    files = collect([tree_around(path, config)], config.exclude, hubs=config.hubs).files
    return gather(files, config, Cache.open(config), {}, groups, baseline)


def _derives(data: bytes) -> bool:
    return _DERIVED_CLASS.search(data) is not None


def _on_disk(path: str) -> bytes | None:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:
        return None
