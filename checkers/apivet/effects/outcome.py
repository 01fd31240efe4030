"""What a hook stores, and the questions that rules ask of it.

:func:`run_hook` interprets a hook once. A question is a function of a :class:`View`: one consistent set of decisions
under which everything asked for has one value. :meth:`Outcome.ask` goes through the views that the question tells
apart, and only those: a question about one field never pays for the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from apivet.effects import objects
from apivet.effects.diagrams import BudgetExhausted, Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    Computed,
    Decision,
    Input,
    Path,
    Structure,
    Unseen,
    Zero,
)
from apivet.effects.view import NotHere, UndecidedError, View
from apivet.program.model import Named

#: How many views one question may need before it is left unproven.
VIEW_BUDGET = 3_000


Answer = TypeVar("Answer")


@dataclass(slots=True)
class Explored(Generic[Answer]):
    """The answers to a question, each with the decisions under which it was given."""

    answers: list[tuple[Answer, Assumptions]] = field(default_factory=list)
    exhausted: bool = False


class Outcome:
    """A hook's exits, seen as one guarded picture of what is stored."""

    def __init__(self, machine: Machine, stored: Diagram, exits: Diagram) -> None:
        self.machine = machine
        self.stored = stored
        self.exits = exits
        self._zero: dict[tuple[str, str], Diagram] = {}

    def zero_field(self, dotted: str, name: str) -> Diagram:
        """The default of a field of a structured type, settled."""
        key = (dotted, name)
        known = self._zero.get(key)
        if known is None:
            reference = self.machine.heap.make(Zero(dotted), Named(dotted))
            try:
                value = objects.field(self.machine, reference, name, self.machine.nowhere)
                known = self.machine.heap.settle(value)
            except BudgetExhausted:
                known = self.machine.none
            self._zero[key] = known
        return known

    def ask(
        self,
        question: Callable[[View], Answer],
        assuming: dict[Decision, bool] | None = None,
        innocent: Callable[[Answer], bool] | None = None,
    ) -> Explored[Answer]:
        """Put a question to every consistent view of the exits that it tells apart.

        An answer that is ``innocent`` wherever it is given is taken without asking whether its view is an exit: a
        question about one part then does not pay for the many ways that lead to the exits.
        """
        explored: Explored[Answer] = Explored()
        start = Assumptions()
        for decision, answer in (assuming or {}).items():
            if not start.assume(decision, answer):
                return explored
        pending = [start]
        asked = 0
        while pending:
            assumptions = pending.pop()
            asked += 1
            if asked > VIEW_BUDGET:
                explored.exhausted = True
                break
            view = View(self, assumptions)
            try:
                if innocent is None:
                    view.require(self.exits)
                answered = question(view)
                if innocent is not None and not innocent(answered):
                    view.require(self.exits)
            except NotHere:
                continue
            except UndecidedError as undecided:
                for answer in (True, False):
                    extended = assumptions.copy()
                    if extended.assume(undecided.decision, answer):
                        pending.append(extended)
                continue
            explored.answers.append((answered, assumptions))
        return explored

    def depends(self, value: Any, root: str, path: Path, resolve: Callable[[Diagram], Any] | None = None) -> bool:
        """Whether a settled value may depend on what stood at a path of an object at entry."""

        def inside(diagram: Diagram, below: Path) -> bool:
            if resolve is not None:
                return self.depends(resolve(diagram), root, below, resolve)
            return any(self.depends(leaf.value, root, below) for leaf in leaves(diagram))

        if isinstance(value, Input):
            shorter = min(len(value.path), len(path))
            return value.root == root and value.path[:shorter] == path[:shorter]
        if isinstance(value, (Computed, Unseen)):
            # What an operand depended on was fixed when it was used: all of its leaves count.
            return any(self.depends(leaf.value, root, path) for operand in value.operands for leaf in leaves(operand))
        if isinstance(value, Structure):
            return self._structure_depends(value, root, path, inside)
        return False

    def _structure_depends(
        self, value: Structure, root: str, path: Path, inside: Callable[[Diagram, Path], bool]
    ) -> bool:
        if any(inside(own, path) for _, own in value.fields):
            return True
        if value.entries is not None and any(inside(own, path) for _, _, own in value.entries):
            return True
        replaced = {name for name, _ in value.fields}
        base = value.base.value if isinstance(value.base, Leaf) else None
        if isinstance(base, Input):
            if value.entries is not None and not replaced:
                return False
            # The base counts only where the part in question is not one that was replaced.
            if base.root == root and path[: len(base.path)] == base.path and len(path) > len(base.path):
                return path[len(base.path)] not in replaced
        return inside(value.base, path)
