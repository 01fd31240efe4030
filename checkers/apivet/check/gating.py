"""One run of the gate: the static check and the black box over the same tree, merged, and the exceptions as those may
approve them who could before the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from apivet import catalogue
from apivet.check.merging import BLACKBOX, Disagreement, merge
from apivet.check.observing import Watched, watch
from apivet.check.progress import Progress
from apivet.check.run import NOTHING_FOUND, conclude, judge_tree
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.base_owners import exceptions_against
from apivet.git import GitError
from apivet.verdicts import Problem, Report


class BaseError(ValueError):
    """A base revision that is none: why, on one line."""


@dataclass(slots=True)
class Gated:
    """What the gate says. ``watched`` is the black box's half, whose verdicts are in the report already;
    ``disagreements`` are those that no exception settles; ``reasons`` why each exception that covers a finding was
    approved, by what the finding names."""

    report: Report
    watched: Watched
    disagreements: list[Disagreement] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)


def gate(
    paths: Sequence[str],
    config: Config,
    *,
    base: str | None = None,
    seed: int = 0,
    watching: bool = True,
    progress: Progress | None = None,
) -> Gated:
    """Judge the paths (without any, the working directory) by both halves, or without ``watching`` by the source alone.
    Raises :class:`BaseError`, and :class:`~apivet.check.baseline.RevisionError`."""
    exceptions = _exceptions(config, base)
    report = judge_tree(paths, config, progress=progress)
    if not any(problem.fatal for problem in report.problems) and not report.strategies and not report.types:
        report.problems.append(Problem(", ".join(paths) or ".", NOTHING_FOUND))
    watched = Watched(Report(), seed)
    if watching and _is_worth_watching(config):
        watched = watch(paths, config, seed=seed, progress=progress)
        report.problems += [*watched.report.problems, *_vacuity(paths, watched)]
    merged = merge(report, watched.report)
    report.findings, report.judgements = merged.findings, merged.judgements
    conclude(report, paths, config, exceptions)
    return Gated(
        report,
        watched,
        _unsettled(merged.disagreements, report, config),
        _reasons(report, exceptions),
    )


def _exceptions(config: Config, base: str | None) -> Exceptions:
    try:
        return exceptions_against(config, catalogue.load(config.plugins), base)
    except GitError as error:
        raise BaseError(f"--base {base}: {error}") from None


def _is_worth_watching(config: Config) -> bool:
    """Whether the black box has a say in any of the rules that are on."""
    rules = catalogue.load(config.plugins)
    active = config.active_rules(rules)
    return any(BLACKBOX in rule.evidence for rule in rules.rules if rule.symbol in active)


def _vacuity(paths: Sequence[str], watched: Watched) -> list[Problem]:
    """A black box that could not try a single one of the strategies is no half of a gate."""
    number = watched.report.strategies
    unexercised = {each.object for each in watched.unexercised}
    if watched.report.judgements or not number or len(unexercised) < number:
        return []
    strategies = "the one strategy" if number == 1 else f"any of the {number} strategies"
    reason = f"the black box could not exercise {strategies}, so it proves nothing; --static leaves it out"
    return [Problem(", ".join(paths) or ".", reason)]


def _unsettled(disagreements: Sequence[Disagreement], report: Report, config: Config) -> list[Disagreement]:
    """The disagreements about rules that are on, but for those whose findings an exception covers: there the approvers
    have looked already."""
    active = config.active_rules(catalogue.load(config.plugins))
    settled = {
        (finding.object, finding.rule, finding.field)
        for finding in report.findings
        if finding.suppressed_by is not None
    }
    unsettled = [
        each for each in disagreements if each.rule in active and (each.object, each.rule, each.field) not in settled
    ]
    return sorted(unsettled, key=lambda each: (each.location, each.sentence))


def _reasons(report: Report, exceptions: Exceptions) -> dict[str, str]:
    named = {finding.suppressed_by for finding in report.findings}
    reasons = {exceptions.identifier(entry): entry.reason for entry in exceptions.file.entries}
    return {name: reason for name, reason in reasons.items() if name in named}
