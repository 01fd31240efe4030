"""One run over a tree, from paths to a report."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeAlias

from apivet import catalogue
from apivet.cache import Cache
from apivet.catalogue import Catalogue
from apivet.check.baseline import comparison
from apivet.check.gathering import gather
from apivet.check.idle_entries import idle_entries
from apivet.check.judged_file import JudgedFile
from apivet.check.judging import TreeJudge, judge_files
from apivet.check.progress import Progress
from apivet.check.project_scope import with_project_scope
from apivet.check.sharding import Shard, contents_of
from apivet.check.survey import TakenLooks, survey
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.front_ends import collect, languages, trees
from apivet.program.baseline import Baseline
from apivet.program.files import Collection, SourceFile, relative
from apivet.program.front_end import Disabling, SourceTree
from apivet.verdicts import Finding, Judgement, Location, Missing, Problem, Report, Verdict
from apivet.vocabulary import Vocabulary

#: The rule about comments that switch rules off: other tools may honour them, a gate does not.
_DISABLED = "convention-disabled-inline"
#: Why a run that met nothing to judge is no success.
NOTHING_FOUND = "no strategy and no type was found"
NOTHING_COLLECTED = f"no {languages()} source file found"

#: A listener that is given each tree of a run: its judge, the files that were collected, and the answers for those that
#: were judged.
Seen: TypeAlias = Callable[[TreeJudge, Sequence[SourceFile], Sequence[tuple[SourceFile, JudgedFile]]], None]


def run(
    paths: Sequence[str],
    config: Config,
    *,
    progress: Progress | None = None,
    with_exceptions: bool = True,
    seen: Seen | None = None,
    collected: list[tuple[SourceTree, Collection]] | None = None,
    shard: Shard | None = None,
) -> Report:
    """Check the paths (without any, the working directory) and report; ``collected`` are the sources below them, of
    which only those of the ``shard`` are judged. Raises :class:`~apivet.check.baseline.RevisionError` where there is
    nothing to compare with as asked for."""
    report = judge_tree(paths, config, progress=progress, seen=seen, collected=collected, shard=shard)
    exceptions = Exceptions.read(config, catalogue.load(config.plugins)) if with_exceptions else Exceptions.none()
    conclude(report, paths, config, exceptions, is_whole=shard is None)
    return report


def judge_tree(
    paths: Sequence[str],
    config: Config,
    *,
    progress: Progress | None = None,
    cache: Cache | None = None,
    seen: Seen | None = None,
    collected: list[tuple[SourceTree, Collection]] | None = None,
    shard: Shard | None = None,
) -> Report:
    """Judge the paths by all conventions, whatever is excepted and whichever rules are on; not
    settled yet. Raises :class:`~apivet.check.baseline.RevisionError`."""
    progress = progress or Progress()
    rules = catalogue.load(config.plugins)
    cache = cache or Cache.open(config)
    report = Report()

    if collected is None:
        found = collect(paths, trees(config, os.getcwd()), strict=config.strict)
        collected = [(tree, each.outside(config.elsewhere)) for tree, each in found]
    report.files = sum(len(collection.files) for _, collection in collected)
    report.configuration = configuration_files(config)
    problems = dict.fromkeys(problem for _, collection in collected for problem in collection.problems)
    report.problems += problems or _nothing_collected(report, paths)

    compared = comparison(paths, config, rules, cache)
    report.problems += compared.problems
    judged: list[JudgedFile] = []
    checked: list[SourceFile] = []
    for tree, collection in collected:
        sources = _Sources(tree, collection, config, rules, cache, seen, shard)
        judged += sources.judged(paths, report, compared.baseline, progress)
        checked += sources.checked
    names = _take_in(judged, report)
    report.type_names = names if shard is not None else ()
    if covers_tree(paths, config):
        report.problems += idle_entries(collected, checked, config)
        cache.forget_all_but(file.absolute for _, collection in collected for file in collection.files)
    if shard is None:
        report.problems += nothing_found(report, paths, config) or _nothing_recognised(report, checked, judged)
    cache.save()
    return report


class _Sources:
    """The sources of one language, from a first look to what is said of them."""

    def __init__(
        self,
        tree: SourceTree,
        collection: Collection,
        config: Config,
        rules: Catalogue,
        cache: Cache,
        seen: Seen | None = None,
        shard: Shard | None = None,
    ) -> None:
        self._seen = seen
        self._shard = shard
        self._tree = tree
        self._collection = collection
        self._config = config
        self._rules = rules
        self._cache = cache
        #: The files that were judged.
        self.checked: tuple[SourceFile, ...] = ()

    def judged(
        self, paths: Sequence[str], report: Report, baseline: Baseline | None, progress: Progress
    ) -> list[JudgedFile]:
        """Judge each file that matters; problems and comments that switch off a rule go to the report."""
        config, tree, cache = self._config, self._tree, self._cache
        progress.begin("reading", len(self._collection.files))
        symbols = symbols_of(self._rules)
        surveyed = survey(self._collection.files, tree, symbols, config.jobs, cache, progress.advance)
        report.problems += surveyed.problems
        named = self._collection.named
        looks = TakenLooks(tree, symbols, config.jobs, cache, surveyed.looks)
        gathered = gather(surveyed.files, tree, config, cache, surveyed.digests, baseline, named=named, looks=looks)
        report.left_out += self._collection.left_out
        report.not_parsed += gathered.not_parsed
        report.not_built += gathered.not_built
        report.missing += [Missing(link=link) for link in self._collection.links]
        if not covers_tree(paths, config):
            known = self._collection.files
            gathered = with_project_scope(gathered, tree, known, list(paths) or ["."], config, looks)
        report.problems += gathered.problems
        report.unfollowed += gathered.unfollowed
        self.checked = gathered.checked
        mine = gathered.checked
        readable = [(file, each) for file, each in surveyed.disablings if file.absolute not in gathered.refused]
        if self._shard is not None:
            mine = tuple(file for file in mine if self._shard.has(file.path))
            readable = [(file, each) for file, each in readable if self._shard.has(file.path)]
            report.contents = contents_of(report.contents, self._config, self._collection.files, surveyed.digests)
        bench = TreeJudge(config, tree, gathered.facts, baseline)
        progress.begin("judging", len(mine))
        hooked = {file for file in mine if tree.has_hooks(surveyed.looks.get(file.absolute, ()))}
        judged = judge_files(mine, bench, surveyed.significant, cache, progress.advance, hooked)
        if self._seen is not None:
            self._seen(bench, self._collection.files, list(zip(mine, judged)))
        report.findings += [disabled_inline(file, each, bench, self._rules) for file, each in readable]
        return judged


def conclude(
    report: Report,
    paths: Sequence[str],
    config: Config,
    exceptions: Exceptions,
    active: frozenset[str] | None = None,
    *,
    is_whole: bool = True,
) -> None:
    """Mark what is excepted, keep to the rules that are on (by default those of the configuration), and settle the
    report. Which exceptions are idle can only be told where that is the whole of these paths."""
    active = config.active_rules(catalogue.load(config.plugins)) if active is None else active
    _apply_exceptions(report, exceptions, active, full=is_whole and covers_tree(paths, config))
    report.findings = [finding for finding in report.findings if finding.rule in active]
    report.judgements = [judgement for judgement in report.judgements if judgement.rule in active]
    report.settle()


def symbols_of(rules: Catalogue) -> dict[str, str]:
    """Every name that a rule can be called by, and its symbol."""
    return {name: rule.symbol for rule in rules.rules for name in (rule.symbol, rule.id) if name}


def _take_in(answers: Sequence[JudgedFile], report: Report) -> tuple[str, ...]:
    """Put the answers together, and return the names of types. What several files lead to, such as a field that two
    types get from one base, is reported once."""
    findings: dict[Finding, None] = {}
    judgements: dict[Judgement, None] = {}
    for judged in answers:
        findings.update(dict.fromkeys(judged.findings))
        judgements.update(dict.fromkeys(judged.judgements))
        report.strategies += judged.strategies
        report.problems += judged.problems
        report.subjects += judged.subjects
        report.missing += judged.missing
    report.findings += findings
    report.judgements += judgements
    names = {dotted for judged in answers for dotted in judged.types}
    report.types = len(names)
    return tuple(sorted(names))


def disabled_inline(file: SourceFile, disabling: Disabling, bench: TreeJudge, rules: Catalogue) -> Finding:
    """The finding for a comment that tries to switch off a rule."""
    module = bench.program.dotted(file.absolute)
    object_ = f"{module}.{disabling.scope}" if disabling.scope else module
    location = Location(file.path, disabling.line, disabling.column, disabling.line, disabling.end_column)
    rule = rules.find(disabling.rule)
    message = f"{rule.name if rule else disabling.rule} is switched off by a comment, which the gate does not honour"
    return Finding(_DISABLED, Verdict.VIOLATED, location, object_, message)


def _apply_exceptions(report: Report, exceptions: Exceptions, active: frozenset[str], *, full: bool) -> None:
    """Mark what is covered. Whether an exception is still needed, only a run that saw everything can tell."""
    judged = [finding for finding in report.findings if finding.rule in active]
    report.findings = exceptions.mark(report.findings)
    report.findings += exceptions.findings()
    if full and not any(problem.fatal for problem in report.problems):
        report.findings += exceptions.unused(judged, active)
    report.problems += exceptions.problems()


def covers_tree(paths: Sequence[str], config: Config) -> bool:
    """Whether these paths hold the whole tree: the project, where something is said of one; else the working directory,
    and the project where that is larger."""
    here = os.path.realpath(os.getcwd())
    project = os.path.realpath(config.root)
    whole = project if config.is_configured or _is_within(here, project) else here
    return any(_is_within(whole, os.path.realpath(path)) for path in paths or ["."])


def _is_within(path: str, directory: str) -> bool:
    try:
        return os.path.commonpath((path, directory)) == directory
    except ValueError:
        return False


def configuration_files(config: Config) -> tuple[str, ...]:
    """The files that say something to a run, as they are printed."""
    return (relative(config.file),) if config.file is not None and config.is_configured else ()


def nothing_found(report: Report, paths: Sequence[str], config: Config) -> list[Problem]:
    """Nothing to judge where there should be something: in a whole tree with words or hubs of its own, and with
    ``strict`` in any directory."""
    if report.strategies or report.types or report.judgements or any(problem.fatal for problem in report.problems):
        return []
    has_words = bool(config.hubs) or config.vocabulary != Vocabulary()
    is_expected = config.strict and any(os.path.isdir(path) for path in paths or ["."])
    if not is_expected and not (has_words and covers_tree(paths, config)):
        return []
    return [Problem(", ".join(paths) or ".", NOTHING_FOUND)]


def _nothing_recognised(report: Report, files: Sequence[SourceFile], judged: Sequence[JudgedFile]) -> list[Problem]:
    """The first near miss of a run without strategies: one that is right about nothing should not look like one that
    found nothing."""
    if report.strategies:
        return []
    for file, each in zip(files, judged):
        if each.near_miss is not None:
            object_, line = each.near_miss
            told = f"no strategy is recognised, and {object_} looks like one: 'apivet subjects' says what is amiss"
            return [Problem(file.path, told, line, fatal=False)]
    return []


def _nothing_collected(report: Report, paths: Sequence[str]) -> list[Problem]:
    if report.files:
        return []
    where = ", ".join(paths) or "."
    hint = "name a file or directory that holds some, or see 'exclude' in 'apivet config'"
    return [Problem(where, f"{NOTHING_COLLECTED}; {hint}")]
