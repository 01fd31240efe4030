"""Results for a tree under one configuration, and under two together: where they differ the stricter counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from apivet import catalogue
from apivet.cache import Cache
from apivet.catalogue import Severity
from apivet.check.merging import BLACKBOX, Disagreement, Key, by_key, findings_by_key, merge
from apivet.check.progress import Progress
from apivet.check.run import NOTHING_COLLECTED, NOTHING_FOUND, Seen, judge_tree
from apivet.config import Config
from apivet.program.files import relative
from apivet.verdicts import Problem, Report, Verdict
from apivet.watched import Watched

T = TypeVar("T")


class Reading(Struct):
    """A tree as one configuration reads it: both halves merged, of the rules that are on. ``static`` are the static
    half's verdicts alone."""

    config: Config
    report: Report
    watched: Watched
    disagreements: list[Disagreement] = field(default_factory=list)
    static: dict[Key, Verdict] = field(default_factory=dict)
    active: frozenset[str] = frozenset()


def read_tree(
    paths: Sequence[str],
    config: Config,
    cache: Cache,
    *,
    seed: int = 0,
    watching: bool = False,
    progress: Progress | None = None,
    seen: Seen | None = None,
) -> Reading:
    """Judge the paths as a configuration has it, by the source alone or, ``watching``, by both halves; ``seen`` is
    shown the sources. Raises
    :class:`~apivet.check.baseline.RevisionError`, and :class:`~apivet.config.ConfigError`."""
    active = config.active_rules(catalogue.load(config.plugins))
    report = judge_tree(paths, config, progress=progress, cache=cache, seen=seen)
    if not any(problem.fatal for problem in report.problems) and not report.strategies and not report.types:
        report.problems.append(Problem(", ".join(paths) or ".", NOTHING_FOUND))
    static = {key: row.verdict for key, row in by_key(report.judgements).items()}
    watched = Watched(Report(), seed)
    if watching and _is_worth_watching(config, active):
        from apivet.check.observing import watch

        watched = watch(paths, config, seed=seed, progress=progress)
        report.problems += [*watched.report.problems, *_vacuity(paths, watched)]
    merged = merge(report, watched.report)
    report.findings = [finding for finding in merged.findings if finding.rule in active]
    report.judgements = [row for row in merged.judgements if row.rule in active]
    return Reading(config, report, watched, merged.disagreements, static, active)


def _is_worth_watching(config: Config, active: frozenset[str]) -> bool:
    """Whether the black box has a say in any of the rules that are on."""
    return any(BLACKBOX in rule.evidence for rule in catalogue.load(config.plugins).rules if rule.symbol in active)


def _vacuity(paths: Sequence[str], watched: Watched) -> list[Problem]:
    """A black box that could not try a single one of the strategies is no half of a gate."""
    number = watched.report.strategies
    unexercised = {each.object for each in watched.unexercised}
    if watched.report.judgements or not number or len(unexercised) < number:
        return []
    strategies = "the one strategy" if number == 1 else f"any of the {number} strategies"
    reason = f"the black box could not exercise {strategies}, so it proves nothing; --static leaves it out"
    return [Problem(", ".join(paths) or ".", reason)]


# ------------------------------------------------------------------------------------------------ two readings


def stricter(before: Reading, now: Reading) -> Reading:
    """Both readings in one: of each row the worse verdict, with its findings, and every row that either has."""
    before = in_names_of(now, before)
    rows, other_rows = by_key(before.report.judgements), by_key(now.report.judgements)
    told, other_told = findings_by_key(before.report.findings), findings_by_key(now.report.findings)
    report = replace(
        now.report,
        findings=[],
        judgements=[],
        problems=[*_about_the_tree(before), *_about_what_is_there(now, before)],
        subjects=sorted({*before.report.subjects, *now.report.subjects}),
        files=max(before.report.files, now.report.files),
        strategies=max(before.report.strategies, now.report.strategies),
        types=max(before.report.types, now.report.types),
    )
    for key in dict.fromkeys((*rows, *other_rows, *told, *other_told)):
        kept = [row for row in (rows.get(key), other_rows.get(key)) if row is not None]
        worst = max(kept, key=lambda row: row.verdict.rank, default=None)
        report.judgements += [worst] if worst is not None else []
        if worst is None:
            report.findings += dict.fromkeys((*told.get(key, ()), *other_told.get(key, ())))
        else:
            report.findings += (told if worst is rows.get(key) else other_told).get(key, ())
    static = dict(now.static)
    for key, verdict in before.static.items():
        static[key] = max(verdict, static.get(key, verdict), key=lambda each: each.rank)
    return Reading(
        _stricter_config(before.config, now.config),
        report,
        _both(before.watched, now.watched),
        list(dict.fromkeys((*before.disagreements, *now.disagreements))),
        static,
        before.active | now.active,
    )


def in_names_of(now: Reading, before: Reading) -> Reading:
    """A reading with each object called as the other one calls what lies in the same place: source roots decide how a
    dotted name begins."""
    places = {(subject.path, subject.name): subject.object for subject in now.report.subjects}
    names = {each.object: places.get((each.path, each.name), each.object) for each in before.report.subjects}
    if all(name == given for name, given in names.items()):
        return before
    report = replace(
        before.report,
        findings=[replace(each, object=names.get(each.object, each.object)) for each in before.report.findings],
        judgements=[replace(each, object=names.get(each.object, each.object)) for each in before.report.judgements],
        subjects=[replace(each, object=names[each.object]) for each in before.report.subjects],
    )
    static = {(names.get(key[0], key[0]), *key[1:]): verdict for key, verdict in before.static.items()}
    return replace(before, report=report, static=static)


def _about_the_tree(reading: Reading) -> list[Problem]:
    """The problems of a reading, without those that its own configuration has with a tree that came after it."""
    shown = relative(reading.config.file) if reading.config.file is not None else None
    return [problem for problem in reading.report.problems if problem.path != shown]


def _about_what_is_there(reading: Reading, other: Reading) -> list[Problem]:
    """The problems of a reading; that it finds nothing is none where another one finds something."""
    if not other.report.judgements and not other.report.strategies and not other.report.types:
        return reading.report.problems
    nothing = (NOTHING_FOUND, NOTHING_COLLECTED)
    return [problem for problem in reading.report.problems if not problem.message.startswith(nothing)]


def _stricter_config(before: Config, now: Config) -> Config:
    order = [severity.value for severity in Severity]
    fail_on = max(before.fail_on, now.fail_on, key=order.index)
    return replace(before, fail_on=fail_on, strict=before.strict or now.strict)


def _both(before: Watched, now: Watched) -> Watched:
    """The joint result of two runs of the black box."""
    if not now.runs and not now.unexercised:
        return before
    return replace(
        before,
        unexercised=_joined(before.unexercised, now.unexercised),
        notes=_joined(before.notes, now.notes),
        cases={**now.cases, **before.cases},
        runs=before.runs + now.runs,
        strategies=max(before.strategies, now.strategies),
        others=max(before.others, now.others),
        looking=max(before.looking, now.looking),
        storages=_joined(before.storages, now.storages),
        roots=tuple(dict.fromkeys((*before.roots, *now.roots))),
    )


def _joined(one: Iterable[T], other: Iterable[T]) -> list[T]:
    return list(dict.fromkeys((*one, *other)))
