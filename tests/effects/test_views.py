"""One consistent set of decisions, and what is still open under it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions.strategy import StrategySubject
from apivet.effects.decided import UndecidedError
from apivet.effects.diagrams import Diagrams, decisions, leaves
from apivet.effects.theory import Assumptions
from apivet.effects.values import Constant, GateOn, Input, IsNone
from apivet.effects.view import View
from apivet.vocabulary import UPDATE


def test_what_is_undecided_is_simplified_by_what_the_condition_excludes() -> None:
    diagrams = Diagrams()
    wind, tide, moon = (diagrams.decide(name) for name in ("wind", "tide", "moon"))
    out, in_, home = (diagrams.leaf(text) for text in ("out", "in", "home"))
    course = diagrams.choose(wind, diagrams.choose(tide, out, in_), home)
    outcome: Any = SimpleNamespace(machine=SimpleNamespace(diagrams=diagrams))
    condition = diagrams.both(wind, diagrams.either(tide, moon))
    with pytest.raises(UndecidedError) as raised:
        View(outcome, Assumptions(), condition, False).leaf(course)
    assert decisions(raised.value.value) == decisions(tide)
    assert set(leaves(raised.value.value)) == {out, in_}


def at_one_of(decision: str, still_open: str) -> View:
    """A view in which one decision is taken, and another one is open."""
    diagrams = Diagrams()
    assumptions = Assumptions()
    assumptions.assume(GateOn(decision), True)
    outcome: Any = SimpleNamespace(machine=SimpleNamespace(diagrams=diagrams))
    return View(outcome, assumptions, diagrams.decide(GateOn(still_open)), True)


@pytest.mark.parametrize(
    ("looked_at", "stays"),
    [
        (lambda view: view.knows(GateOn("Tides")), True),
        (lambda view: view.knows(GateOn("Moons")), False),
        (lambda view: view.knows(IsNone(Input("obj", ("spec",)))), True),
        (lambda view: [*view.taken(GateOn)], False),
        (lambda view: next(view.taken(GateOn)), True),
        (lambda view: [*view.taken(IsNone)], True),
        (lambda view: view.assumptions, False),
        (lambda view: view.open_decisions(), False),
        (lambda view: view.may_store(), False),
        (lambda view: view.open_part(view.condition), False),
        (lambda view: view.supposing(GateOn("Moons")), False),
    ],
)
def test_what_was_looked_at_stays_where_nothing_open_bears_on_it(
    looked_at: Callable[[View], object], stays: bool
) -> None:
    view = at_one_of("Tides", still_open="Moons")
    view.outcome.exits = view.condition
    looked_at(view)
    assert view.is_settled() is stays


QUAY = """
from dataclasses import dataclass


@dataclass
class ObjectMeta:
    generation: int = 0


@dataclass
class Spec:
{fields}

@dataclass
class Status:
    ships: int = 0


@dataclass
class Quay:
    metadata: ObjectMeta
    spec: Spec
    status: Status


class QuayStrategy:
    def prepare_for_create(self, obj: Quay):
        obj.status = Status()

    def prepare_for_update(self, obj: Quay, old: Quay):
{refusals}        obj.status.ships = 7
"""


@pytest.mark.parametrize("number", [1, 4, 12])
def test_an_answer_that_nothing_open_bears_on_is_asked_for_once(number: int) -> None:
    fields = "".join(f"    wide_{each}: bool = False\n    deep_{each}: bool = False\n" for each in range(number))
    refusals = "".join(
        f"        if obj.spec.wide_{each} and obj.spec.deep_{each}:\n            raise ValueError\n"
        for each in range(number)
    )
    workspace = workspace_from_text({"quay.py": QUAY.format(fields=fields, refusals=refusals)})
    strategy = workspace.contents("/apivet-workspace/quay.py").strategies[0]
    given = (strategy.type, strategy.role, strategy.object_type, strategy.mentions, strategy.confidence)
    outcome = StrategySubject(*given, workspace, Config()).trial(UPDATE).outcome
    assert outcome is not None
    asked = []

    def question(view: View) -> object:
        asked.append(view)
        return view.stored(("status", "ships"))

    (answer,) = outcome.ask(question, holds=lambda answer: False).answers
    stored, assumptions = answer
    assert stored == Constant.of(7)
    assert not outcome.is_refused(assumptions.answers)
    assert len(asked) == 4
