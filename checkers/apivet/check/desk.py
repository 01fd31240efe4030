"""Judging one module at a time, for an editor or pylint, which bring the text and want the findings."""

from __future__ import annotations

import os

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.cache import Cache, FoundOut, Remembered, digest_of
from apivet.check.answers import Answers
from apivet.check.baseline import RULE, lock_file
from apivet.check.gathering import gather
from apivet.check.judged_file import REST, JudgedFile, is_whole, joined
from apivet.check.judging import TreeJudge, judge_file
from apivet.check.projects import sources_around
from apivet.check.run import disabled_inline, symbols_of
from apivet.check.survey import TakenLooks, survey
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.program.baseline import FoundBaseline
from apivet.program.files import SourceFile, bytes_at, display_path
from apivet.program.front_end import Disabling, Interest, SourceTree
from apivet.verdicts import Finding, Problem, Report


class _Tree(Struct, frozen=True):
    """The tree around the modules that come up: the files that matter, their judge, and answers of earlier runs.
    ``shown`` is how the files that matter are printed: to have a program say it takes long."""

    checked: frozenset[str]
    shown: dict[str, str]
    bench: TreeJudge
    answers: Answers


class Desk:
    """One process's knowledge of the tree, gathered when the first module that may matter comes up. Answers are shared
    with other runs through the ``cache``."""

    def __init__(self, config: Config, source: SourceTree) -> None:
        self._config = config
        self._rules = catalogue.load(config.plugins)
        self._symbols = symbols_of(self._rules)
        self._active = config.active_rules(self._rules)
        self._known: _Tree | None = None
        self._source = source
        self._root = os.getcwd()
        self._cache = Cache(None, "", {})
        self._exceptions = Exceptions.read(config, self._rules)
        self._compared = lock_file(config, seen_from=os.getcwd()) if RULE in self._active else FoundBaseline()
        baseline = self._compared.baseline
        self._existing = baseline.last_names if baseline else frozenset()

    def problems(self) -> list[Problem]:
        """Problems with what findings are held against: exceptions that can't be read are not heeded, and a lock file
        that can't is not compared with."""
        return [*self._exceptions.problems(), *self._compared.problems]

    def may_matter(self, path: str, data: bytes) -> bool:
        """Whether it is worth knowing the tree for this module: it says so by itself, is of an API group, or has a
        class that may inherit its hooks. The latter alone is no reason to look around where nothing says how far a
        project goes."""
        if self._known is not None:
            return bool(self._disablings(data)) or self._is_judged(self._known, path, data)
        among = Interest.ANY if self._config.file is not None else Interest.OWN | Interest.GATES
        return bool(self._interest(path, data, among) & among)

    def findings(self, path: str, data: bytes) -> list[Finding]:
        """Findings about a module with this text, exceptions marked, in the order of the source."""
        tree = self._known = self._known or self._looked_around(path)
        file = SourceFile(tree.shown.get(path) or display_path(path, self._root), path)
        found = [disabled_inline(file, each, tree.bench, self._rules) for each in self._disablings(data)]
        if self._is_judged(tree, path, data):
            found += self._judged(tree, file, data, unsaved=bytes_at(path) != data).findings
        report = Report([finding for finding in self._exceptions.mark(found) if finding.rule in self._active])
        report.settle()
        return report.findings

    def found_out(self) -> FoundOut | None:
        """The results that are new, for the process that this one works for."""
        return self._cache.found_out()

    def close(self) -> None:
        """Let other runs know what was found out."""
        self._cache.save()

    def _is_judged(self, tree: _Tree, path: str, data: bytes) -> bool:
        """Whether there is something to judge in a module. A class that inherits its hooks is known of where the tree
        has it; in a text that is not saved any class may be one."""
        if path in tree.checked or self._interest(path, data, Interest.OWN) & Interest.OWN:
            return True
        return bool(self._interest(path, data, Interest.DERIVES) & Interest.DERIVES) and bytes_at(path) != data

    def _disablings(self, data: bytes) -> tuple[Disabling, ...]:
        return self._source.disablings(data, self._symbols)

    def _looked_around(self, path: str) -> _Tree:
        """The tree around a module. In one process: pylint may have its own workers, which cannot have any in turn."""
        config, tree, baseline = replace(self._config, jobs=1), self._source, self._compared.baseline
        cache = self._cache = Cache.open(self._config)
        collected = sources_around(path, config, tree)
        surveyed = survey(collected.files, tree, self._symbols, config.jobs, cache, lambda steps: None)
        looks = TakenLooks(tree, self._symbols, config.jobs, cache, surveyed.looks)
        files, digests, named = surveyed.files, surveyed.digests, collected.named
        gathered = gather(files, tree, config, cache, digests, baseline, named=named, looks=looks)
        bench = TreeJudge(self._config, tree, gathered.facts, baseline)
        checked = frozenset(file.absolute for file in gathered.checked)
        shown = {file.absolute: file.path for file in gathered.checked}
        return _Tree(checked, shown, bench, Answers(bench.facts, tree, baseline, surveyed.significant, cache))

    def _judged(self, tree: _Tree, file: SourceFile, data: bytes, *, unsaved: bool) -> JudgedFile:
        """The answer about a module: that of an earlier run, where it is about this very text."""
        if unsaved:
            tree.bench.program.override(file.absolute, data.decode("utf-8", "surrogateescape"))
            return judge_file(tree.bench, file)
        digest = digest_of(data)
        if file.absolute not in self._cache.files:  # it lies outside of the project
            self._cache.remember(file.absolute, Remembered(None, digest))
        if self._cache.files[file.absolute].digest != digest:
            return judge_file(tree.bench, file)
        units = tree.answers.recall(file)
        if not is_whole(units):
            units = {REST: judge_file(tree.bench, file)}
            tree.answers.keep(file, units, units)
            tree.answers.close()
        return joined([*units.values()])

    def _interest(self, path: str, data: bytes, among: Interest) -> Interest:
        """The reasons to look at a module, among those: its bytes, and where it lies."""
        if Interest.OWN in among and self._source.groups_of(path):
            return Interest.OWN
        return self._source.interest(data, self._existing, among)
