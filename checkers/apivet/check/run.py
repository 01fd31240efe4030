"""One run over a tree, from paths to a report."""

from __future__ import annotations

import os
from collections.abc import Sequence

from apivet import catalogue
from apivet.cache import Cache
from apivet.catalogue import Catalogue
from apivet.check import inline
from apivet.check.gathering import gather
from apivet.check.inline import Disabling
from apivet.check.judging import Bench, Judged, judge_files
from apivet.check.progress import Progress
from apivet.check.survey import survey
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.python.sources import SourceFile, collect
from apivet.verdicts import Finding, Location, Problem, Report, Verdict


def run(paths: Sequence[str], config: Config, *, progress: Progress | None = None) -> Report:
    """Check the paths (without any, the working directory) and report."""
    progress = progress or Progress()
    rules = catalogue.load()
    cache = Cache.open(config)
    report = Report()

    collection = collect(list(paths) or ["."], config.exclude)
    report.files = len(collection.files)
    report.problems += collection.problems or _nothing_collected(collection.files, paths)

    progress.begin("reading", len(collection.files))
    surveyed = survey(collection.files, symbols_of(rules), config.jobs, cache, progress.advance)
    report.problems += surveyed.problems

    root = os.getcwd()
    gathered = gather(surveyed.files, config, cache, surveyed.digests)
    report.problems += gathered.problems
    bench = Bench(config, gathered.facts, root)
    progress.begin("judging", len(gathered.checked))
    judged = judge_files(gathered.checked, bench, surveyed.digests, cache, progress.advance)
    _take_in(judged, report)
    report.findings += _disabled_inline(surveyed.disablings, bench, rules)
    if covers_tree(paths, config):
        cache.forget_all_but(file.absolute for file in collection.files)
    cache.save()

    active = config.active_rules(rules)
    _apply_exceptions(report, Exceptions.read(config, rules), active, full=covers_tree(paths, config))
    report.findings = [finding for finding in report.findings if finding.rule in active]
    report.judgements = [judgement for judgement in report.judgements if judgement.rule in active]
    report.settle()
    return report


def symbols_of(rules: Catalogue) -> dict[str, str]:
    """Every name that a rule can be called by, and its symbol."""
    return {name: rule.symbol for rule in rules.rules for name in (rule.symbol, rule.id)}


def _take_in(answers: Sequence[Judged], report: Report) -> None:
    for judged in answers:
        report.findings += judged.findings
        report.judgements += judged.judgements
        report.strategies += judged.strategies
        if judged.problem is not None:
            report.problems.append(judged.problem)
    report.types = len({dotted for judged in answers for dotted in judged.types})


def _disabled_inline(found: list[tuple[SourceFile, Disabling]], bench: Bench, rules: Catalogue) -> list[Finding]:
    return [disabled_inline(file, disabling, bench, rules) for file, disabling in found]


def disabled_inline(file: SourceFile, disabling: Disabling, bench: Bench, rules: Catalogue) -> Finding:
    """The finding for a comment that tries to switch off a rule."""
    module = bench.workspace.layout.dotted(file.absolute)
    object_ = f"{module}.{disabling.scope}" if disabling.scope else module
    location = Location(file.path, disabling.line, disabling.column, disabling.line, disabling.end_column)
    rule = rules.find(disabling.rule)
    message = f"{rule.id if rule else ''} {disabling.rule} is switched off by a comment, which the gate does not honour"
    return Finding(inline.RULE, Verdict.VIOLATED, location, object_, message)


def _apply_exceptions(report: Report, exceptions: Exceptions, active: frozenset[str], *, full: bool) -> None:
    """Mark what is covered. Whether an exception is still needed, only a run that saw everything can tell."""
    judged = [finding for finding in report.findings if finding.rule in active]
    report.findings = exceptions.mark(report.findings)
    report.findings += exceptions.findings()
    if full and not report.problems:
        report.findings += exceptions.unused(judged, active)
    report.problems += exceptions.problems()


def covers_tree(paths: Sequence[str], config: Config) -> bool:
    """Whether these paths hold the whole tree: the working directory, and the project where that is larger."""
    here = os.path.realpath(os.getcwd())
    project = os.path.realpath(config.root)
    whole = project if _is_within(here, project) else here
    return any(_is_within(whole, os.path.realpath(path)) for path in paths or ["."])


def _is_within(path: str, directory: str) -> bool:
    try:
        return os.path.commonpath((path, directory)) == directory
    except ValueError:
        return False


def _nothing_collected(files: Sequence[SourceFile], paths: Sequence[str]) -> list[Problem]:
    if files:
        return []
    where = ", ".join(paths) or "."
    hint = "name a file or directory that holds some, or see 'exclude' in 'apivet config'"
    return [Problem(where, f"no Python source file found; {hint}")]
