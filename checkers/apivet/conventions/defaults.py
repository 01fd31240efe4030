"""A few flags have standard values (KEP-5975, "Enforcement of Best Practices"; contract section 4)."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.conventions.opaque_conditions import decided_by, unseen_in
from apivet.conventions.open_conditions import is_of_the_world
from apivet.conventions.rulings import HOLDS, Answer, Bench, Ruling, ask, reason, violated
from apivet.conventions.witness import describe, name_value
from apivet.effects.outcome import Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.value_kinds import is_text_enum
from apivet.effects.values import Computed, Constant, Input, Member, Outside, Unseen, values_of
from apivet.effects.view import View
from apivet.verdicts import Location, Verdict, WitnessStep


def judge_flag(symbol: str, flag: str, bench: Bench, outcome: Outcome, location: Location) -> None:
    """A flag's value, on every path, against its default."""
    default = getattr(bench.subject.config.defaults, flag)
    answer, assumptions = ask(outcome, lambda view: _is_default(view, outcome, default))
    witness = _steps(outcome, assumptions) if answer.verdict is Verdict.VIOLATED else ()
    bench.add(Ruling(symbol, answer.verdict, None, answer.detail, location, witness))


def _is_default(view: View, outcome: Outcome, default: object) -> Answer:
    value = view.leaf(outcome.stored)
    if isinstance(value, (Unseen, Computed, Input)):
        why = reason(value) if unseen_in(value) is not None else "the value depends on what it is given"
        return Answer(Verdict.UNPROVEN, why)
    if isinstance(value, Outside):
        # A member of an enum that is not in the tree, as far as its name tells.
        named = isinstance(default, str) and _spelt(value.dotted.rpartition(".")[2]) == _spelt(default)
        return HOLDS if named else Answer(Verdict.UNPROVEN, f"{value.dotted} is outside the tree")
    if isinstance(default, str):
        same = any(isinstance(name, str) and _spelt(name) == _spelt(default) for name in _names(outcome, value))
    else:
        same = isinstance(value, Constant) and value.value is default
    if not same and any(is_of_the_world(each) for made in view.assumptions.answers for each in values_of(made)):
        return Answer(Verdict.UNPROVEN, "the value depends on the world that the program runs in")
    return HOLDS if same else violated(f"it is {name_value(value)}, the default is {default!r}")


def _names(outcome: Outcome, value: object) -> Iterator[object]:
    """Names of a constant: a member that is a text as well goes by its value, too."""
    if isinstance(value, Member):
        yield value.name
        is_text = is_text_enum(outcome.machine.program.type(value.type))
        value = value.value if is_text else None
    if isinstance(value, Constant):
        yield value.value


def _spelt(name: str) -> str:
    """A name without the ways of writing it: ``DELETE_DEPENDENTS`` is ``DeleteDependents``."""
    return name.replace("_", "").replace("-", "").lower()


def _steps(outcome: Outcome, assumptions: Assumptions | None) -> tuple[WitnessStep, ...]:
    """The decisions under which the flag is not the default."""
    steps: dict[WitnessStep, None] = {}
    if assumptions is not None:
        for branch in outcome.machine.branches:
            for decision, answer in assumptions.answers.items():
                if decision in decided_by(outcome, branch.test):
                    steps[WitnessStep(branch.location.path, branch.location.line, describe(decision, answer))] = None
    return tuple(steps)
