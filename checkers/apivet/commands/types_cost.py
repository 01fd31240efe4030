"""``apivet types cost``: what each conversion between a hub and its served types costs, measured here and now."""

from __future__ import annotations

import os
import sys

from msgspec import Struct

from apivet.commands.options import UnusableError, read_config
from apivet.commands.tables import print_json, print_table
from apivet.config import Config
from apivet.conventions.hub_comparison import TypeComparison
from apivet.conventions.hub_pairing import Pair, hub_pairs
from apivet.costs.measuring import measure_alias, measure_all
from apivet.costs.samples import Sample, sample
from apivet.documents import did_you_mean
from apivet.front_ends import collect, trees
from apivet.program.files import SourceError
from apivet.program.model import Type
from apivet.reports.costs import CostOfPair, CostReport, State, cells, headings, notes, terminal_lines
from apivet.reports.escaping import one_line
from apivet.reports.text import print_lines, print_problems, problem_line, terminal_console
from apivet.verdicts import Problem, Verdict


class _ComparedPair(Struct, frozen=True):
    """A pair, how its two types stand to each other, and what to measure, where objects are converted at all."""

    pair: Pair
    state: State
    through: str
    sample: Sample


def cost(paths: tuple[str, ...], *, objects: int, pair: tuple[str, ...], format_: str, config: str | None) -> int:
    """Measure and print."""
    found, problems = _find(paths, read_config(config, paths))
    if not found:
        raise UnusableError([problem_line(problem) for problem in problems] or [_nothing_found(paths)])
    report = _measured(_chosen(found, pair), objects)
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
        print_table(headings(report), [cells(pair, report) for pair in report.pairs])
    print()
    for line in notes(report):
        print(one_line(line))


# --------------------------------------------------------------------------------------------------------- pairs


def _find(paths: tuple[str, ...], config: Config) -> tuple[list[_ComparedPair], list[Problem]]:
    """The pairs of all hub modules among the files, by the hub type's name."""
    problems: dict[Problem, None] = {}
    found: dict[str, _ComparedPair] = {}
    for tree, collection in collect(paths, trees(config, os.getcwd())):
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


def _chosen(found: list[_ComparedPair], names: tuple[str, ...]) -> list[_ComparedPair]:
    """The pairs that are asked for: by the dotted name of either type, or by the plain name."""
    known = sorted({name for each in found for name in _names(each.pair)})
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnusableError(
            [f"--pair: there is no hub or served type '{name}'{did_you_mean(name, known)}" for name in unknown]
        )
    return [each for each in found if not names or not set(names).isdisjoint(_names(each.pair))]


def _names(pair: Pair) -> tuple[str, ...]:
    return pair.name, pair.object, pair.served.dotted, pair.served.name


# ------------------------------------------------------------------------------------------------------ measuring


def _measured(found: list[_ComparedPair], objects: int) -> CostReport:
    measured = measure_all([each.sample for each in found if each.sample])
    rows = [
        CostOfPair(
            hub=each.pair.object,
            served=each.pair.served.dotted,
            version=each.pair.version.version,
            state=each.state,
            through=each.through,
            sample=each.sample,
            measured=measured.get(each.sample),
        )
        for each in found
    ]
    return CostReport(tuple(rows), objects, measure_alias(objects))
