"""One consistent set of decisions, under which everything asked for has one value."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, TypeVar

from apivet.effects.diagrams import Diagram, Fork, decisions
from apivet.effects.picture import Picture
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    EARLIER,
    LAST,
    MARKS,
    NONE,
    Blank,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsNone,
    Member,
    Path,
    Same,
    Structure,
    Truthy,
    Unbound,
    Unseen,
    Zero,
)

Own = TypeVar("Own", bound="Decided")
Kind = TypeVar("Kind", bound=Decision)


class UndecidedError(Exception):
    """A view was asked for something that depends on what it has not decided: ``value`` is it, as far as is known."""

    def __init__(self, value: Diagram) -> None:
        self.value = value


class NotHere(Exception):
    """The view is no exit that stores something: the question does not arise."""


class Decided:
    """One consistent set of decisions, a condition on those that are still open, and the values that they leave.

    Where it is ``at_exit``, something is stored wherever the condition holds."""

    def __init__(self, outcome: Picture, assumptions: Assumptions, condition: Diagram, at_exit: bool) -> None:
        self.outcome = outcome
        self.condition = condition
        self.at_exit = at_exit
        self._assumptions = assumptions
        self._cofactors: dict[int, Diagram] = {}
        #: Decisions that were asked for and are open, and the kinds of which all that are taken were looked at.
        self._missed: list[Decision] = []
        self._listed: tuple[type, ...] = ()

    @property
    def assumptions(self) -> Assumptions:
        """All decisions that are taken: who looks at them may tell any more of them from these."""
        self._listed = (object,)
        return self._assumptions

    def taken(self, kind: type[Kind]) -> Iterator[tuple[Kind, bool]]:
        """The decisions of a kind that are taken, each with its answer."""
        for decision, answer in self._assumptions.answers.items():
            if isinstance(decision, kind):
                yield decision, answer
        self._listed += (kind,)

    def is_settled(self) -> bool:
        """Whether all that was looked at here stays as it is, whatever is decided of what is still open."""
        diagrams = self.outcome.machine.diagrams
        still_open = [diagrams.decisions[number] for number in decisions(self.condition)]
        return not any(isinstance(each, self._listed) or each in self._missed for each in still_open)

    def leaf(self, diagram: Diagram) -> Any:
        """The one value that a diagram has here."""
        diagrams = self.outcome.machine.diagrams
        while isinstance(diagram, Fork):
            answer = self._assumptions.answers.get(diagrams.decisions[diagram.decision])  # type: ignore[call-overload]
            if answer is None:
                return self._possible_leaf(diagram)
            diagram = diagram.high if answer else diagram.low
        return diagram.value

    def _possible_leaf(self, diagram: Diagram) -> Any:
        rest = self._cofactor(diagram)
        if isinstance(rest, Fork):
            raise UndecidedError(rest)
        return rest.value

    def base_of(self, value: Any) -> Any:
        """The value without what was changed since: the given object, of one of which fields were set."""
        return self.leaf(value.base) if isinstance(value, Structure) else value

    def open_part(self, diagram: Diagram) -> Diagram:
        """The values that a diagram may have here, which may be fewer where more is decided."""
        self._listed = (object,)
        return self._cofactor(diagram)

    def _cofactor(self, diagram: Diagram) -> Diagram:
        rest = self._cofactors.get(id(diagram))
        if rest is None:
            diagrams = self.outcome.machine.diagrams
            rest = diagrams.assuming(diagrams.where_taken(diagram, self._assumptions.answers), self.condition)
            self._cofactors[id(diagram)] = rest
        return rest

    def knows(self, decision: Decision) -> bool | None:
        """The answer to a decision, or ``None`` where the question has not come up."""
        answer = self._assumptions.answers.get(decision)
        if answer is None:
            self._missed.append(decision)
        return answer

    def decide(self, decision: Decision) -> bool:
        """The answer to a decision; both answers are tried where nothing is decided yet."""
        answer = self._assumptions.answers.get(decision)
        if answer is None:
            raise UndecidedError(self.outcome.machine.diagrams.decide(decision))
        return answer

    def open_decisions(self) -> list[Decision]:
        """Decisions that are still open on the ways that lead to what was asked for."""
        self._listed = (object,)
        diagrams = self.outcome.machine.diagrams
        return [diagrams.decisions[number] for number in sorted(decisions(self.condition))]  # type: ignore[misc]

    def deciding(self, path: Path, among: Set[Decision]) -> set[Decision]:
        """Decisions among these on which the value at a path depends, where all others are taken as here."""
        diagrams = self.outcome.machine.diagrams
        taken, found = Assumptions(), set()
        taken.answers = {each: answer for each, answer in self.assumptions.answers.items() if each not in among}
        while True:
            try:
                type(self)(self.outcome, taken, diagrams.true, self.at_exit).stored(path)
            except UndecidedError as undecided:
                decision: Decision = diagrams.decisions[min(decisions(undecided.value))]  # type: ignore[assignment]
                taken.answers[decision] = self.decide(decision)
                found.add(decision)
                continue
            return found

    def may_store(self) -> bool:
        """Whether some of these views are exits at which something is stored."""
        diagrams = self.outcome.machine.diagrams
        exits = diagrams.where_taken(self.outcome.exits, self.assumptions.answers)
        return diagrams.both(self.condition, exits) is not diagrams.false

    # ----------------------------------------------------------------------------------------------------- values

    def stored(self, path: Path) -> Any:
        """The value at a path: settled, with its own changes resolved as far as they are looked at."""
        return self.at(self.outcome.stored, path)

    def at(self, diagram: Diagram, path: Path) -> Any:
        """The settled value at a path below a settled value."""
        value = self.leaf(diagram)
        for segment in path:
            value = self.step(value, segment)
        return value

    def part_at(self, value: Any, path: Path) -> Any:
        """The part of a settled value at a path below it."""
        for segment in path:
            value = self.step(value, segment)
        return value

    def step(self, value: Any, segment: str) -> Any:
        """One step down. What is not there (a part of ``None``, an absent element) is ``None``."""
        if isinstance(value, Input):
            return self._input_step(value, segment)
        if isinstance(value, Structure):
            for name, own in value.fields:
                if name == segment:
                    return self.leaf(own)
            if segment in (LAST, EARLIER) and value.entries is not None:
                return self._entry(value, segment)
            if segment not in MARKS and any(self.leaf(present) for _, present, _ in value.entries or ()):
                return Computed(f".{segment}", (self.outcome.machine.diagrams.leaf(value),))
            return self.step(self.leaf(value.base), segment)
        if isinstance(value, Unseen):
            return value.child(segment)
        if isinstance(value, Zero):
            return self.leaf(self.outcome.zero_field(value.type, segment))
        if value == NONE or isinstance(value, (Blank, Constant)):
            return NONE
        return Computed(f".{segment}", (self.outcome.machine.diagrams.leaf(value),))

    def _input_step(self, value: Input, segment: str) -> Any:
        if segment in MARKS:
            return NONE  # what was given is in its own order
        if segment in (LAST, EARLIER):
            last = self.knows(Exists(value, LAST))
            here = last if segment == LAST else self.knows(Exists(value, EARLIER))
            if here is False or last is False:
                return NONE
        if self.knows(IsNone(value)):
            return NONE
        return value.child(segment)

    def _entry(self, value: Structure, segment: str) -> Any:
        for key, present, entry in value.entries or ():
            if key == segment and self.leaf(present):
                return self.leaf(entry)
        return NONE

    def elements(self, value: Any) -> Iterator[Any]:
        """The elements that a container certainly or possibly has, one by one."""
        if isinstance(value, Structure) and value.entries is not None:
            for _, present, entry in value.entries:
                if self.leaf(present):
                    yield self.leaf(entry)
        elif isinstance(value, Structure):
            yield from self.elements(self.leaf(value.base))
        elif isinstance(value, Input):
            yield value.child(LAST)

    def is_null(self, value: Any) -> bool | None:
        """Whether a settled value is nothing (``None``, zero, empty); ``None`` where the decisions don't tell."""
        if isinstance(value, Constant):
            return not value.value
        if isinstance(value, (Blank, Unbound, Zero)):
            return True
        if isinstance(value, Structure):
            is_list = value.entries is not None and all(name in MARKS for name, _ in value.fields)
            if is_list and isinstance(self.leaf(value.base), (Blank, Input)):
                return not any(self.leaf(present) for _, present, _ in value.entries or ())
            return False
        if self.knows(IsNone(value)) or self.knows(Truthy(value)) is False:
            return True
        if isinstance(value, Input) and self.knows(Exists(value, LAST)) is False:
            return True
        return None

    def is_none(self, value: Any) -> bool | None:
        """Whether a settled value is ``None``, or there is none; ``None`` where the decisions don't tell."""
        if isinstance(value, Input):
            return self.knows(IsNone(value))
        if isinstance(value, (Computed, Unseen)):
            return None
        return bool(value == NONE) or isinstance(value, Unbound)

    def constant(self, value: Any) -> Constant | Member | Zero | None:
        """The one value that the decisions leave: what was found equal to a constant is that constant."""
        for decision, answer in self.taken(Same):
            if answer:
                for side, other in ((decision.left, decision.right), (decision.right, decision.left)):
                    if side == value and isinstance(other, (Constant, Member, Zero)):
                        return other
        return None

    def supposing(self: Own, decision: Decision, answer: bool = True) -> Own:
        """This view with one more thing taken for true, or for false, whatever else is decided."""
        assumptions = self.assumptions.copy()
        assumptions.take(decision, answer)
        return type(self)(self.outcome, assumptions, self.condition, self.at_exit)

    def replaced(self, value: Any, path: Path, part: Any) -> Any:
        """A settled value with another part at a path."""
        if not path:
            return part
        inner = self.replaced(self.step(value, path[0]), path[1:], part)
        leaf = self.outcome.machine.diagrams.leaf
        fields = dict(value.fields) if isinstance(value, Structure) else {}
        fields[path[0]] = leaf(inner)
        base = value.base if isinstance(value, Structure) else leaf(value)
        return Structure(base, tuple(sorted(fields.items(), key=lambda item: item[0])), None)

    # ------------------------------------------------------------------------------------------------ dependence

    def depends(self, value: Any, root: str, path: Path) -> bool:
        """Whether a settled value may depend on what stood at a path of an object at entry."""
        return self.outcome.depends(value, root, path, self.leaf)
