"""One run of the black box over a tree: every strategy is tried, and what was seen is reported in the rules' words."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.blackbox.host.cluster import ClusterCrew
from apivet.blackbox.host.crew import Crew
from apivet.blackbox.host.pairing import paired
from apivet.blackbox.host.pieces import in_pieces, put_together
from apivet.blackbox.host.plan import Candidate, candidates
from apivet.blackbox.host.processes import CAN_WORK, Ready
from apivet.blackbox.host.type_plan import Inventory, ScenarioTask, storages, tasks
from apivet.blackbox.protocol.case_files import importable
from apivet.blackbox.protocol.descendants import can_fork
from apivet.blackbox.protocol.messages import Examined, RunLimits, RunSetting
from apivet.blackbox.protocol.models import Assignment, TypesAssignment
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import CodecAssignment, StorageAssignment, TransformerAssignment
from apivet.cache import Cache
from apivet.catalogue import Catalogue
from apivet.check.earlier_cases import EarlierCases
from apivet.check.exercising import collect, collect_scenarios, rendered
from apivet.check.gathering import gather
from apivet.check.golden import GoldenComparison, comparison_configured, judged
from apivet.check.progress import Progress
from apivet.check.project_tree import project_tree
from apivet.check.run import NOTHING_FOUND, configuration_files, covers_tree, symbols_of
from apivet.check.sharding import Dealer, Shard, contents_of
from apivet.check.survey import survey as look_at_all
from apivet.config import Config, ConfigError
from apivet.conventions.registry import Registry, known
from apivet.conventions.rule import MemberRule
from apivet.exceptions.applying import Exceptions
from apivet.front_ends import trees
from apivet.jobs import processors
from apivet.program.contents import Contents
from apivet.program.files import SourceError, SourceFile, display_path
from apivet.program.front_end import SourceTree
from apivet.program.source_program import SourceProgram
from apivet.verdicts import Finding, Judgement, Location, Problem, Remark, Report, Trials, Verdict
from apivet.vocabulary import Vocabulary, spoken
from apivet.watched import Failing, Note, Storage, Unexercised, Watched

EVIDENCE = ("blackbox",)
NO_WORKERS = "the black box does not run on Windows: use WSL; 'apivet check' and 'apivet gate --static' do without it"
#: Conversions, codecs and the like, which are tried by one share: several of them may show the same loss.
_SCENARIOS = "conversions, codecs and the like"
#: Names that a module of factories can define.
FACTORIES = ("make_strategy", "make_object", "make_context", "set_gate")


def observe(
    paths: Sequence[str],
    config: Config,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    ready: Ready | None = None,
    scheduler: str | None = None,
    cases: EarlierCases | None = None,
    shard: Shard | None = None,
) -> Watched:
    """Try the strategies below the paths (without any, below the working directory), and report; in processes that are
    ``ready``, if there are some, or on the cluster of a ``scheduler``. Failing ``cases`` of earlier runs are tried
    besides. Of a ``shard`` only its part is tried. Raises :class:`~apivet.config.ConfigError`, and
    :class:`~apivet.blackbox.host.cluster.ClusterError`."""
    watched = watch(
        paths, config, seed=seed, progress=progress, ready=ready, scheduler=scheduler, cases=cases, shard=shard
    )
    finish(paths, config, watched, is_whole=shard is None)
    return watched


def watch(
    paths: Sequence[str],
    config: Config,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    ready: Ready | None = None,
    scheduler: str | None = None,
    cases: EarlierCases | None = None,
    shard: Shard | None = None,
) -> Watched:
    """Try the strategies; what was seen is all there, whatever is excepted and whichever rules are on. Raises as
    :func:`observe` does."""
    if not CAN_WORK:
        raise ConfigError([NO_WORKERS])
    progress = progress or Progress()
    watched = Watched(Report(configuration=configuration_files(config)), seed)
    # The workers start while the tree is read, and what needs nothing of the tree begins.
    setting = setting_of(config, seed)
    crew: Crew | ClusterCrew = Crew(setting, config.jobs or processors(), ready)
    if scheduler is not None:
        crew = ClusterCrew(setting, scheduler)
    with crew:
        mine = Dealer(shard)
        early = [each for each in storages(config.blackbox) if mine.has(each.name)]
        crew.give(early)
        surveyed = survey(paths, config, watched.report, progress)
        _check_factories(config, surveyed.program)
        dealt = [each for each in surveyed.candidates if mine.has(each.name)]
        # Strategies are paired before they are dealt: the partner of one may be in another share.
        names = [each.name for each in surveyed.candidates if each.assignment is not None]
        prepared = zip(names, _prepared(surveyed.candidates, config, seed))
        strategies = [assignment for name, assignment in prepared if mine.has(name)]
        strategies = (cases or EarlierCases()).with_cases(strategies)
        pieces = [piece for strategy in strategies for piece in in_pieces(strategy)]
        crew.give(pieces)
        others = [
            each
            for each in tasks(surveyed.inventory(), surveyed.program, config, seed)
            if mine.has(each.name if isinstance(each.assignment, StorageAssignment) else _SCENARIOS)
        ]
        crew.give([task.assignment for task in others if not isinstance(task.assignment, StorageAssignment)])
        comparison = comparison_configured(
            config, surveyed.inventory(), surveyed.program, watched.report, is_whole=covers_tree(paths, config)
        )
        if not mine.has(_SCENARIOS):
            comparison = None
        crew.give([comparison.assignment] if comparison is not None else [])
        progress.begin("trying", len(pieces) + len(others))
        answers = iter(crew.results(progress.advance))
    of_storages = {storage.name: next(answers) for storage in early}
    outcomes: list[Examined] = []
    rules = catalogue.load(config.plugins)
    tried = put_together(pieces, islice(answers, len(pieces)))
    for candidate in dealt:
        examined = next(tried) if candidate.assignment is not None else None
        _take_in(candidate, examined, watched, rules, known(config.plugins), config.vocabulary)
    for task in others:
        is_storage = isinstance(task.assignment, StorageAssignment)
        outcomes.append(of_storages[task.name] if is_storage else next(answers))
    _take_in_others(others, outcomes, watched)
    if comparison is not None:
        take_in_documents(comparison, next(answers), surveyed.program, watched)
    if shard is not None:
        watched.report.contents = contents_of("", config, surveyed.files, surveyed.digests)
    watched.roots = tuple(config.source_roots) or (config.root,)
    watched.cases = {key: importable(case, watched.roots, os.getcwd()) for key, case in watched.cases.items()}
    watched.unexercised = [
        replace(each, case=importable(each.case, watched.roots, os.getcwd())) for each in watched.unexercised
    ]
    place = Location(os.path.relpath(config.file or "pyproject.toml").replace(os.sep, "/"), 1)
    watched.notes += [Note("[tool.apivet.blackbox]", place, remark) for remark in sorted(crew.remarks)]
    watched.settle()
    return watched


def take_in_documents(
    comparison: GoldenComparison, examined: Examined, program: SourceProgram, watched: Watched
) -> None:
    """Note what came of a comparison with recorded documents."""
    findings, rows = judged(comparison, examined, program)
    watched.report.findings += findings
    watched.report.judgements += rows
    watched.runs += examined.runs
    watched.others += not examined.reason
    place = Location(comparison.golden.shown, 1)
    if examined.reason:
        watched.unexercised.append(Unexercised(comparison.assignment.name, place, examined.reason))
    _note_break(comparison.assignment.name, place, examined, watched)


def _check_factories(config: Config, program: SourceProgram) -> None:
    """A module in the tree that makes nothing of what it could is the wrong one, or misspells it. Raises
    :class:`~apivet.config.ConfigError`."""
    name = config.blackbox.factories
    path = program.file_of(name) if name else None
    if path is None or any(program.binds(name, each) for each in (*FACTORIES, "__getattr__")):
        return
    *others, last = FACTORIES
    has_none = f"{name} ({path}) has no {', '.join(others)} or {last}"
    raise ConfigError([f"[tool.apivet.blackbox] factories: {has_none}"])


def _prepared(found: Sequence[Candidate], config: Config, seed: int) -> list[Assignment]:
    """Assignments for the workers, one for each strategy that can be tried."""
    assignments = [
        replace(candidate.assignment, seed=seed, sequences=config.blackbox.sequences)
        for candidate in found
        if candidate.assignment is not None
    ]
    return paired(assignments)


def setting_of(config: Config, seed: int) -> RunSetting:
    roots = tuple(config.source_roots) or (config.root,)
    limits = RunLimits(config.blackbox.timeout, config.blackbox.memory << 20)
    tree = project_tree(config) if config.blackbox.sandbox else None
    places = tuple(dict.fromkeys((*roots, os.getcwd())))
    return RunSetting(
        limits, places, config.vocabulary.gate_functions, config.blackbox.factories, seed, can_fork(), tree
    )


class TreeSurvey(Struct, frozen=True):
    """The candidates in a tree: the strategies, and everything else in its files and in those that are checked."""

    candidates: list[Candidate]
    tree: SourceTree
    program: SourceProgram
    files: Sequence[SourceFile]
    checked: Sequence[Contents]
    digests: Mapping[str, str]

    def inventory(self) -> Inventory:
        """The inventory of everything other than strategies."""
        found = Inventory()
        for contents in self.checked:
            collect(found, contents)
        collect_scenarios(found, self.files, self.tree, self.program)
        return found


def find_candidates(paths: Sequence[str], config: Config, report: Report, name: str = "") -> list[Candidate]:
    """The strategies that the static check finds; with a dotted name, those of the modules that it may lie in."""
    return survey(paths, config, report, name=name).candidates


def survey(
    paths: Sequence[str], config: Config, report: Report, progress: Progress | None = None, name: str = ""
) -> TreeSurvey:
    """The strategies that the static check finds, and what else there is to try; with a dotted ``name``, in the modules
    that it may lie in."""
    progress = progress or Progress()
    (tree,) = trees(config, os.getcwd(), only_run=True)
    collection = tree.collect(list(paths) or ["."]).outside(config.elsewhere)
    report.files = len(collection.files)
    report.problems += collection.problems
    # The same looks as those of a check: what the one remembers serves the other.
    cache, symbols = Cache.open(config), symbols_of(catalogue.load(config.plugins))
    looked = look_at_all(collection.files, tree, symbols, config.jobs, cache, _no_steps)
    report.problems += looked.problems
    gathered = gather(looked.files, tree, config, cache, looked.digests, None, named=collection.named)
    cache.save()
    usable = [file for file in looked.files if file.absolute not in gathered.refused]
    report.problems += gathered.problems
    program = tree.program(gathered.facts)
    gates = program.gate_names()
    found: list[Candidate] = []
    checked: list[Contents] = []
    progress.begin("reading", len(gathered.checked))
    for file in gathered.checked:
        progress.advance(1)
        if name and not name.startswith(f"{program.dotted(file.absolute)}."):
            continue
        try:
            contents = program.contents(file.absolute, with_gate_uses=False)
        except SourceError as error:
            report.problems.append(error.problem)
            continue
        found += candidates(contents, program, config, gates)
        checked.append(contents)
    report.strategies = len({candidate.name for candidate in found})
    report.types = sum(len(contents.types) for contents in checked)
    return TreeSurvey(found, tree, program, usable, checked, looked.digests)


def _no_steps(number: int) -> None:
    """Nobody watches: the first look takes no time to speak of."""


def _take_in(
    candidate: Candidate,
    examined: Examined | None,
    watched: Watched,
    rules: Catalogue,
    registry: Registry,
    words: Vocabulary,
) -> None:
    if examined is None:
        fails: Failing = "never" if candidate.is_idle else "strict"
        watched.unexercised.append(Unexercised(candidate.name, candidate.location, candidate.reason, fails))
        return
    watched.runs += examined.runs
    watched.notes += [Note(candidate.name, candidate.location, note) for note in examined.notes]
    watched.strategies += not examined.reason
    watched.looking += candidate.only_looks and not examined.reason
    if examined.reason:
        unobserved: Failing = "never" if candidate.only_looks else "strict"
        watched.unexercised.append(
            Unexercised(candidate.name, candidate.location, examined.reason, unobserved, examined.case)
        )
    _note_break(candidate.name, candidate.location, examined, watched)
    for seen in examined.observations:
        is_told = not candidate.only_looks or seen.verdict == Verdict.VIOLATED.value
        if candidate.answers_for(seen.rule) and is_told:
            _add(candidate, seen, watched, rules, registry, words)
    if not candidate.asked and not examined.reason and not examined.observations:
        reason = f"no rule asks anything of it: {candidate.name.rpartition('.')[2]} has no part, flag or gated field"
        reason = f"{reason} that one is about"
        watched.unexercised.append(Unexercised(candidate.name, candidate.location, reason, fails="never"))


def _take_in_others(others: Sequence[ScenarioTask], answers: Sequence[Examined], watched: Watched) -> None:
    findings, rows, cases = rendered(others, answers)
    watched.report.findings += findings
    watched.report.judgements += rows
    watched.cases.update(cases)
    for task, examined in zip(others, answers):
        watched.runs += examined.runs
        watched.notes += [Note(task.name, task.location, note) for note in examined.notes]
        watched.others += not examined.reason
        if isinstance(task.assignment, StorageAssignment) and not examined.reason:
            watched.storages.append(Storage(task.name, task.location, examined.failures))
        if examined.reason:
            watched.unexercised.append(
                Unexercised(task.name, task.location, examined.reason, _failing(task.assignment))
            )
        if _failing(task.assignment) != "never":
            _note_break(task.name, task.location, examined, watched)


def _failing(assignment: TypesAssignment) -> Failing:
    """The runs that fail if it can't be tried: all for a storage, none for what goes by its name alone, else strict."""
    if isinstance(assignment, StorageAssignment):
        return "always"
    if isinstance(assignment, (CodecAssignment, TransformerAssignment)) and not assignment.is_configured:
        return "never"
    return "strict"


def _note_break(name: str, place: Location, examined: Examined, watched: Watched) -> None:
    """Report a failure inside apivet or the project's code as a problem: the run can't be trusted, exit status 2."""
    if examined.broke or examined.is_bug:
        watched.report.problems.append(Problem(place.path, f"{name}: {examined.reason}", place.line))


def _add(
    candidate: Candidate, seen: Observation, watched: Watched, rules: Catalogue, registry: Registry, words: Vocabulary
) -> None:
    verdict = Verdict(seen.verdict)
    trials = Trials(seen.tried, seen.stored, seen.effective)
    watched.report.judgements.append(
        Judgement(
            candidate.name,
            seen.rule,
            verdict,
            seen.field,
            EVIDENCE,
            None,
            trials,
            remarks=tuple(_never_ran(seen)),
            flaky=seen.flaky,
        )
    )
    if verdict is Verdict.HOLDS:
        return
    page = rules.find(seen.rule)
    sentence = spoken(page.message, words) if page is not None else seen.rule
    message = sentence.format(
        object=candidate.name, field=seen.field or candidate.name.rpartition(".")[2], detail=seen.detail
    )
    message = f"{message}: {seen.detail}" if verdict is Verdict.VIOLATED else seen.detail
    message = f"{message} (in {seen.flaky} runs)" if seen.flaky else message
    finding = Finding(
        seen.rule,
        verdict,
        candidate.place_of(_asked_of(seen, registry)),
        candidate.name,
        message,
        seen.field,
        evidence=EVIDENCE,
        flaky=seen.flaky,
    )
    if finding.fingerprint in watched.cases:
        return  # a hook that registrations share: one case is enough to mend it
    watched.report.findings.append(finding)
    if seen.case:
        watched.cases[finding.fingerprint] = seen.case


def _asked_of(seen: Observation, registry: Registry) -> str:
    """The hook or the flag that a rule is about, by the vocabulary's word for it."""
    rule = registry.find(seen.rule)
    return rule.member if isinstance(rule, MemberRule) else seen.hook


def _never_ran(seen: Observation) -> Iterator[Remark]:
    """The lines that no run came to, or to all of, in the words of a report."""
    for lines in seen.unrun:
        message = "never ran in part" if lines.is_part else "never ran"
        yield Remark(display_path(lines.path, os.getcwd()), lines.first, lines.last, message)


def finish(paths: Sequence[str], config: Config, watched: Watched, *, is_whole: bool = True) -> None:
    """Mark what is excepted, keep to the rules that are on, and say where a run proved nothing: of a share, which may
    have nothing to try, only the whole can tell."""
    report, rules = watched.report, catalogue.load(config.plugins)
    active = config.active_rules(rules)
    exceptions = Exceptions.read(config, rules)
    report.findings = exceptions.mark([finding for finding in report.findings if finding.rule in active])
    report.judgements = [judgement for judgement in report.judgements if judgement.rule in active]
    report.problems += exceptions.problems()
    may_have_no_rows = bool(watched.storages or watched.looking) or watched.has_failed(strict=False)
    if (
        is_whole
        and not may_have_no_rows
        and all(judgement.verdict is Verdict.UNPROVEN for judgement in report.judgements)
    ):
        where = ", ".join(paths) or "."
        is_empty = not report.strategies and not report.types
        reason = NOTHING_FOUND if is_empty else "no experiment came to a result"
        report.problems.append(Problem(where, f"{reason}, so the run proves nothing"))
    report.settle()


__all__ = ["Note", "Storage", "Unexercised", "Watched", "covers_tree", "observe", "watch"]
