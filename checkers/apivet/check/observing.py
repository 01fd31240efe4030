"""One run of the black box over a tree: every strategy is tried, and what was seen is told in the rules' words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apivet import catalogue
from apivet.blackbox.assignments import Candidate, candidates
from apivet.blackbox.examination import Observation
from apivet.blackbox.exercises.models import StorageAssignment
from apivet.blackbox.messages import Examined, Limits, Setting
from apivet.blackbox.models import Assignment, TypesAssignment
from apivet.blackbox.pool import examine_all
from apivet.blackbox.type_assignments import Inventory, Task, tasks
from apivet.cache import Cache
from apivet.check.exercising import in_words, look_around, take_stock
from apivet.check.gathering import gather
from apivet.check.judging import Bench
from apivet.check.progress import Progress
from apivet.check.run import covers_tree
from apivet.config import Config
from apivet.exceptions.applying import Exceptions
from apivet.jobs import processors
from apivet.python.groups import Groups
from apivet.python.modules import Workspace
from apivet.python.source import SourceError
from apivet.python.sources import collect
from apivet.verdicts import Finding, Judgement, Location, Problem, Report, Verdict

EVIDENCE = ("blackbox",)


@dataclass(frozen=True, slots=True)
class Unexercised:
    """A strategy that was not tried, or not to its end, and why."""

    object: str
    location: Location
    reason: str


@dataclass(slots=True)
class Watched:
    """What a run saw: the report, the strategies that could not be tried, what the tried ones did besides, and the
    failing cases as Python, by fingerprint. ``storages`` were held to what a storage promises; ``failures`` are the
    promises that they do not keep, each with the storage's name."""

    report: Report
    seed: int
    unexercised: list[Unexercised] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    cases: dict[str, str] = field(default_factory=dict)
    runs: int = 0
    storages: list[str] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)


def observe(paths: Sequence[str], config: Config, *, seed: int = 0, progress: Progress | None = None) -> Watched:
    """Try the strategies below the paths (without any, below the working directory), and report."""
    watched = watch(paths, config, seed=seed, progress=progress)
    _finish(paths, config, watched)
    return watched


def watch(paths: Sequence[str], config: Config, *, seed: int = 0, progress: Progress | None = None) -> Watched:
    """Try the strategies; what was seen is all there, whatever is excepted and whichever rules are on."""
    progress = progress or Progress()
    watched = Watched(Report(), seed)
    surveyed = survey(paths, config, watched.report)
    found = surveyed.candidates
    exercised = [candidate for candidate in found if candidate.assignment is not None]
    others = tasks(surveyed.inventory, surveyed.workspace, config, seed)
    progress.begin("trying", len(exercised) + len(others))
    setting = setting_of(config, seed)
    assignments: list[Assignment | TypesAssignment] = []
    assignments += (candidate.assignment for candidate in exercised if candidate.assignment is not None)
    assignments += (task.assignment for task in others)
    answers = examine_all(assignments, setting, config.jobs or processors(), progress.advance)
    outcomes = dict(zip((candidate.name for candidate in exercised), answers))
    for candidate in found:
        _take_in(candidate, outcomes.get(candidate.name), watched)
    _take_in_others(others, answers[len(exercised) :], watched)
    return watched


def setting_of(config: Config, seed: int) -> Setting:
    roots = tuple(config.source_roots) or (config.root,)
    limits = Limits(config.blackbox.timeout, config.blackbox.memory << 20)
    places = tuple(dict.fromkeys((*roots, os.getcwd())))
    return Setting(limits, places, config.vocabulary.gate_functions, config.blackbox.factories, seed)


@dataclass(frozen=True, slots=True)
class Survey:
    """What there is to try in a tree."""

    candidates: list[Candidate]
    inventory: Inventory
    workspace: Workspace


def find_candidates(paths: Sequence[str], config: Config, report: Report) -> list[Candidate]:
    """The strategies that the static check finds."""
    return survey(paths, config, report).candidates


def survey(paths: Sequence[str], config: Config, report: Report) -> Survey:
    """The strategies that the static check finds, and what else there is to try."""
    root = os.getcwd()
    collection = collect(list(paths) or ["."], config.exclude)
    report.files = len(collection.files)
    report.problems += collection.problems
    groups = Groups.of_tree(root, config.source_roots, config.hubs)
    gathered = gather(collection.files, config, Cache.open(replace(config, cache=False)), {}, groups, None)
    report.problems += gathered.problems
    workspace = Bench(config, gathered.facts, root).workspace
    gates = gathered.facts.registered | gathered.facts.tagged
    found: list[Candidate] = []
    inventory = Inventory()
    for file in gathered.checked:
        try:
            contents = workspace.contents(file.absolute)
        except SourceError as error:
            report.problems.append(error.problem)
            continue
        found += candidates(contents, workspace, config, gates)
        take_stock(inventory, contents)
    look_around(inventory, collection.files, workspace)
    report.strategies = len(found)
    report.types = len(inventory.types)
    return Survey(found, inventory, workspace)


def _take_in(candidate: Candidate, examined: Examined | None, watched: Watched) -> None:
    if examined is None:
        watched.unexercised.append(Unexercised(candidate.name, candidate.location, candidate.reason))
        return
    watched.runs += examined.runs
    watched.notes += [(candidate.name, note) for note in examined.notes]
    if examined.reason:
        watched.unexercised.append(Unexercised(candidate.name, candidate.location, examined.reason))
    if examined.reason.startswith("internal error"):
        place = candidate.location
        watched.report.problems.append(Problem(place.path, f"{candidate.name}: {examined.reason}", place.line))
    for seen in examined.observations:
        _add(candidate, seen, watched)


def _take_in_others(others: Sequence[Task], answers: Sequence[Examined], watched: Watched) -> None:
    findings, rows, cases = in_words(others, answers)
    watched.report.findings += findings
    watched.report.judgements += rows
    watched.cases.update(cases)
    for task, examined in zip(others, answers):
        watched.runs += examined.runs
        watched.notes += [(task.name, note) for note in examined.notes]
        watched.failures += [(task.name, failure) for failure in examined.failures]
        if isinstance(task.assignment, StorageAssignment) and not examined.reason:
            watched.storages.append(task.name)
        if examined.reason:
            watched.unexercised.append(Unexercised(task.name, task.location, examined.reason))


def _add(candidate: Candidate, seen: Observation, watched: Watched) -> None:
    verdict = Verdict(seen.verdict)
    watched.report.judgements.append(Judgement(candidate.name, seen.rule, verdict, seen.field, EVIDENCE))
    if verdict is Verdict.HOLDS:
        return
    page = catalogue.load().find(seen.rule)
    sentence = page.message if page is not None else seen.rule
    message = sentence.format(
        object=candidate.name, field=seen.field or candidate.name.rpartition(".")[2], detail=seen.detail
    )
    message = f"{message}: {seen.detail}" if verdict is Verdict.VIOLATED else seen.detail
    finding = Finding(seen.rule, verdict, candidate.location, candidate.name, message, seen.field, evidence=EVIDENCE)
    watched.report.findings.append(finding)
    if seen.case:
        watched.cases[finding.fingerprint] = seen.case


def _finish(paths: Sequence[str], config: Config, watched: Watched) -> None:
    """Mark what is excepted, keep to the rules that are on, and say where a run proved nothing."""
    report, rules = watched.report, catalogue.load()
    active = config.active_rules(rules)
    exceptions = Exceptions.read(config, rules)
    report.findings = exceptions.mark([finding for finding in report.findings if finding.rule in active])
    report.judgements = [judgement for judgement in report.judgements if judgement.rule in active]
    report.problems += exceptions.problems()
    if not watched.storages and all(judgement.verdict is Verdict.UNPROVEN for judgement in report.judgements):
        where = ", ".join(paths) or "."
        is_empty = not report.strategies and not report.types
        reason = "no strategy and no type was found" if is_empty else "no experiment came to a result"
        report.problems.append(Problem(where, f"{reason}, so the run proves nothing"))
    report.settle()


__all__ = ["Unexercised", "Watched", "covers_tree", "observe", "watch"]
