"""``apivet types cost``: what each conversion between a hub and its served types costs, measured here and now."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from msgspec import Struct

from apivet.check.baseline import directory_of
from apivet.check.revision_types import repository_around
from apivet.commands.options import UnusableError, read_config
from apivet.commands.tables import print_json, print_table
from apivet.config import Config
from apivet.conventions.hub_comparison import TypeComparison
from apivet.conventions.hub_pairing import Pair, hub_pairs
from apivet.costs.measuring import Measured, measure_alias, measure_all
from apivet.costs.samples import Sample, sample
from apivet.documents import did_you_mean
from apivet.front_ends import collect, trees
from apivet.git_process import GitError
from apivet.program.files import SourceError
from apivet.program.front_end import SourceTree
from apivet.program.model import Type
from apivet.reports.costs import CostOfPair, CostReport, EarlierCosts, State, headings, notes, rows, terminal_lines
from apivet.reports.escaping import one_line
from apivet.reports.text import print_lines, print_problems, problem_line, terminal_console
from apivet.verdicts import Problem, Verdict


class _ComparedPair(Struct, frozen=True):
    """A pair, how its two types stand to each other, and what to measure, where objects are converted at all."""

    pair: Pair
    state: State
    through: str
    sample: Sample


class _Revision(Struct, frozen=True):
    """The pairs of an earlier revision, and how that is called."""

    name: str
    commit: str
    pairs: tuple[_ComparedPair, ...]


def cost(
    paths: tuple[str, ...], *, objects: int, pair: tuple[str, ...], since: str | None, format_: str, config: str | None
) -> int:
    """Measure and print."""
    configured = read_config(config, paths)
    found, problems = _find(paths, trees(configured, os.getcwd()))
    earlier = None
    if since is not None:
        earlier, problems_then = _find_at(since, paths, configured)
        problems += problems_then
    if not found and (earlier is None or not earlier.pairs):
        raise UnusableError([problem_line(problem) for problem in problems] or [_nothing_found(paths)])
    report = _measured(found, earlier, pair, objects)
    if format_ == "json":
        print_json(report.document())
    else:
        _print(report)
    sys.stdout.flush()
    print_problems(problems)
    return 2 if problems else 0


def _print(report: CostReport) -> None:
    terminal = terminal_console()
    if terminal is not None:
        print_lines(terminal_lines(report, terminal.width), terminal)
    else:
        print_table(headings(report), [row for _, row in rows(report)])
    print()
    for line in notes(report):
        print(one_line(line))


# --------------------------------------------------------------------------------------------------------- pairs


def _find_at(revision: str, paths: tuple[str, ...], config: Config) -> tuple[_Revision, list[Problem]]:
    """The pairs that a revision had, as they would be seen if its files lay here."""
    directory = directory_of(paths, config)
    try:
        repository = repository_around(directory)
        commit = repository.commit(revision)
        among = [tree.at(repository, commit, directory) for tree in trees(config, os.getcwd())]
        found, problems = _find(paths, among)
    except GitError as error:
        raise UnusableError([f"--since {revision}: {error}"]) from None
    at_revision = [Problem(f"{revision}:{each.path}", each.message, each.line) for each in problems]
    return _Revision(commit[:12] if revision == commit else revision, commit, tuple(found)), at_revision


def _find(paths: tuple[str, ...], among: Sequence[SourceTree]) -> tuple[list[_ComparedPair], list[Problem]]:
    """The pairs of all hub modules among the files, by the hub type's name."""
    problems: dict[Problem, None] = {}
    found: dict[str, _ComparedPair] = {}
    for tree, collection in collect(paths, among):
        problems.update(dict.fromkeys(collection.problems))
        if not collection.files:
            continue
        program = tree.open(collection.files)
        comparison = TypeComparison(program)
        # Where modules lie tells the hubs: nothing else has to be read.
        for file in collection.files:
            name = program.dotted(file.absolute)
            if not any(group.hub == name for group in tree.groups_of(file.absolute)):
                continue
            try:
                module = program.contents(file.absolute).module
            except SourceError as error:
                problems[error.problem] = None
                continue
            for group in program.groups_of(module):
                if group.hub == module:
                    found.update({pair.object: _look_at(pair, comparison) for pair in hub_pairs(program, group)})
    return [found[name] for name in sorted(found)], list(problems)


def _nothing_found(paths: tuple[str, ...]) -> str:
    where = ", ".join(paths) or "."
    hint = "a hub is apis/<group>/types.py, what it serves apis/<group>/<version>/types.py, unless [[tool.apivet.hub]]"
    return f"{where}: no hub and served pair found; {hint} says otherwise"


def _look_at(pair: Pair, comparison: TypeComparison) -> _ComparedPair:
    def structured(dotted: str) -> Type | None:
        type_ = comparison.program.type(dotted)
        return type_ if type_ is not None and type_.structured else None

    state, through = _standing(pair, comparison)
    # Of enums there are no objects that would be converted: each member exists once.
    converted = state != "aliased" and pair.hub.structured and pair.served.structured
    return _ComparedPair(pair, state, through, sample(pair.hub, pair.served, structured) if converted else ())


def _standing(pair: Pair, comparison: TypeComparison) -> tuple[State, str]:
    """The relation of a pair's types, and what it rests on."""
    if pair.aliased:
        return "aliased", ""
    compared = comparison.compare(pair.hub, pair.served)
    through = str(compared.through or "")
    if compared.verdict is Verdict.HOLDS:
        return "identical", ""
    if compared.verdict is Verdict.UNPROVEN:
        return "unproven", through
    return ("differs inside" if through else "differs"), through


def _asked_for(found: Sequence[_ComparedPair], names: tuple[str, ...]) -> set[str]:
    """The names of the hub types that are asked for: by the dotted name of either type, or by the plain name."""
    known = sorted({name for each in found for name in _names(each.pair)})
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnusableError(
            [f"--pair: there is no hub or served type '{name}'{did_you_mean(name, known)}" for name in unknown]
        )
    return {each.pair.object for each in found if not names or not set(names).isdisjoint(_names(each.pair))}


def _names(pair: Pair) -> tuple[str, ...]:
    return pair.name, pair.object, pair.served.dotted, pair.served.name


# ------------------------------------------------------------------------------------------------------ measuring


def _measured(
    found: list[_ComparedPair], earlier: _Revision | None, names: tuple[str, ...], objects: int
) -> CostReport:
    """The costs of the pairs that are asked for, now and then."""
    before = earlier.pairs if earlier is not None else ()
    asked_for = _asked_for([*found, *before], names)
    now, then = ([each for each in pairs if each.pair.object in asked_for] for pairs in (found, before))
    measured = measure_all([each.sample for each in (*now, *then) if each.sample])
    costs = None
    if earlier is not None:
        costs = EarlierCosts(earlier.name, earlier.commit, tuple(_cost(each, measured) for each in then))
    return CostReport(tuple(_cost(each, measured) for each in now), objects, measure_alias(objects), costs)


def _cost(each: _ComparedPair, measured: Mapping[Sample, Measured]) -> CostOfPair:
    return CostOfPair(
        hub=each.pair.object,
        served=each.pair.served.dotted,
        version=each.pair.version.version,
        state=each.state,
        through=each.through,
        sample=each.sample,
        measured=measured.get(each.sample),
    )
