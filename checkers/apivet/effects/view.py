"""A view: one consistent set of decisions, under which everything asked for has one value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from apivet.effects.diagrams import Diagram, Fork
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
from apivet.program.model import ListOf, MapOf, Named, Shape, Type

if TYPE_CHECKING:
    from apivet.effects.outcome import Outcome


#: How many objects deep two objects are compared field by field.
_NESTED = 4


class UndecidedError(Exception):
    """A view was asked for something that depends on what it has not decided: ``value`` is it, as far as is known."""

    def __init__(self, value: Diagram) -> None:
        self.value = value


class NotHere(Exception):
    """The view is no exit that stores something: the question does not arise."""


class View:
    """One consistent set of decisions, and a condition on those that are still open.

    Where it is ``at_exit``, something is stored wherever the condition holds."""

    def __init__(self, outcome: Outcome, assumptions: Assumptions, condition: Diagram, at_exit: bool) -> None:
        self.outcome = outcome
        self.assumptions = assumptions
        self.condition = condition
        self.at_exit = at_exit

    def leaf(self, diagram: Diagram) -> Any:
        """The one value that a diagram has here."""
        diagrams = self.outcome.machine.diagrams
        while isinstance(diagram, Fork):
            answer = self.assumptions.answers.get(diagrams.decisions[diagram.decision])  # type: ignore[call-overload]
            if answer is None:
                return self._possible_leaf(diagram)
            diagram = diagram.high if answer else diagram.low
        return diagram.value

    def _possible_leaf(self, diagram: Diagram) -> Any:
        diagrams = self.outcome.machine.diagrams
        rest = diagrams.restrict(diagram, self._answer)
        if isinstance(rest, Fork) and self.condition is not diagrams.true:
            possible = diagrams.cases(rest, self.condition)
            if len(possible) == 1:
                return possible[0][1]
        if isinstance(rest, Fork):
            raise UndecidedError(rest)
        return rest.value

    def _answer(self, number: int) -> bool | None:
        return self.knows(self.outcome.machine.diagrams.decisions[number])  # type: ignore[arg-type]

    def knows(self, decision: Decision) -> bool | None:
        """What was decided, or ``None`` where the question has not come up."""
        return self.assumptions.answers.get(decision)

    def decide(self, decision: Decision) -> bool:
        """What is decided; both answers are tried where nothing is yet."""
        answer = self.assumptions.answers.get(decision)
        if answer is None:
            raise UndecidedError(self.outcome.machine.diagrams.decide(decision))
        return answer

    def may_store(self) -> bool:
        """Whether some of these views are exits at which something is stored."""
        diagrams = self.outcome.machine.diagrams
        exits = diagrams.restrict(self.outcome.exits, self._answer)
        return diagrams.both(self.condition, exits) is not diagrams.false

    # ----------------------------------------------------------------------------------------------------- values

    def stored(self, path: Path) -> Any:
        """What is stored at a path: a settled value, with its own changes resolved as far as they are looked at."""
        return self.at(self.outcome.stored, path)

    def at(self, diagram: Diagram, path: Path) -> Any:
        """The settled value at a path below a settled value."""
        value = self.leaf(diagram)
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
            return self.step(self.leaf(value.base), segment)
        if isinstance(value, Zero):
            return self.leaf(self.outcome.zero_field(value.type, segment))
        if value == NONE or isinstance(value, (Blank, Constant)):
            return NONE
        return Computed(f".{segment}", (self.outcome.machine.diagrams.leaf(value),))

    def _input_step(self, value: Input, segment: str) -> Any:
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
        """Whether a settled value is ``None``; ``None`` where the decisions don't tell."""
        if isinstance(value, Input):
            return self.knows(IsNone(value))
        if isinstance(value, (Computed, Unseen)):
            return None
        return bool(value == NONE)

    def constant(self, value: Any) -> Constant | Member | Zero | None:
        """The one value that the decisions leave: what was found equal to a constant is that constant."""
        for decision, answer in self.assumptions.answers.items():
            if answer and isinstance(decision, Same):
                for side, other in ((decision.left, decision.right), (decision.right, decision.left)):
                    if side == value and isinstance(other, (Constant, Member, Zero)):
                        return other
        return None

    def same(self, left: Any, right: Any) -> bool:
        """Whether two settled values are certainly equal here."""
        if left == right:
            return True
        if self.knows(Same(left, right)) or self.knows(Same(right, left)):
            return True
        if isinstance(left, Input) and isinstance(right, Input):
            if self._equal_through_wholes(left, right):
                return True
            if self._is_absent(left) and self._is_absent(right):
                return True
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Input):
                if (one == NONE and self._is_absent(other)) or self._equal_through_structures(one, other):
                    return True
        if isinstance(left, Structure) and isinstance(right, (Structure, Input)):
            return self._same_parts(left, right)
        if isinstance(right, Structure) and isinstance(left, Input):
            return self._same_parts(right, left)
        return False

    def every_field_is_same(self, value: Any, other: Input, type_: Type | None) -> bool:
        """Whether an object of that type equals another field by field, none left out, nested objects' fields and the
        elements of lists too."""
        return self._is_same_throughout(value, other, type_, (ListOf,), _NESTED)

    def every_field_is_same_but_for_keys(self, value: Any, other: Input, type_: Type | None) -> bool:
        """The same where mappings have equal values, whatever keys they have them under."""
        return self._is_same_throughout(value, other, type_, (ListOf, MapOf), _NESTED)

    def _is_same_throughout(
        self, value: Any, other: Input, type_: Type | None, followed: tuple[type, ...], depth: int
    ) -> bool:
        if type_ is None or not type_.parts or not isinstance(value, (Input, Structure)):
            return False
        for declared in type_.parts:
            part, its = self.step(value, declared.name), other.child(declared.name)
            if self.same(part, its):
                continue
            if (
                depth == 0
                or declared.optional
                or not self._is_same_part(part, its, declared.shape, followed, depth - 1)
            ):
                return False
        return True

    def _is_same_part(self, value: Any, other: Input, shape: Shape, followed: tuple[type, ...], depth: int) -> bool:
        if isinstance(shape, Named):
            inner = self.outcome.machine.program.type(shape.dotted)
            return self._is_same_throughout(value, other, inner, followed, depth)
        if not isinstance(shape, (ListOf, MapOf)) or type(shape) not in followed:
            return False
        if not isinstance(value, (Input, Structure)) or self._has_more(value):
            return False
        element = shape.element if isinstance(shape, ListOf) else shape.value
        for key in (EARLIER, LAST):
            here, there = self._has(value, key), self._has(other, key)
            if here is None or here is not there:
                return False
            item, its = self.step(value, key), other.child(key)
            if here and not self.same(item, its) and not self._is_same_part(item, its, element, followed, depth):
                return False
        return True

    def _has_more(self, value: Any) -> bool:
        """Whether a container has elements besides the two that stand for those of one that was given, or an order of
        its own."""
        if not isinstance(value, Structure):
            return False
        keys = [key for key, present, _ in value.entries or () if self.leaf(present)]
        return bool(value.fields) or keys not in ([], [LAST], [EARLIER, LAST])

    def _has(self, value: Any, key: str) -> bool | None:
        """Whether a container has such an element; ``None`` where nothing tells."""
        if isinstance(value, Structure) and value.entries is not None:
            return any(self.leaf(present) for name, present, _ in value.entries if name == key)
        given = self.leaf(value.base) if isinstance(value, Structure) else value
        if not isinstance(given, Input):
            return None
        known = self.knows(Exists(given, key))
        return False if known is None and self.knows(Exists(given, LAST)) is False else known

    def _equal_through_wholes(self, left: Input, right: Input) -> bool:
        for length in range(min(len(left.path), len(right.path)) + 1):
            if left.path[len(left.path) - length :] != right.path[len(right.path) - length :]:
                break
            whole = Input(left.root, left.path[: len(left.path) - length])
            other = Input(right.root, right.path[: len(right.path) - length])
            if self.knows(Same(whole, other)) or self.knows(Same(other, whole)):
                return True
        return False

    def _is_absent(self, value: Input) -> bool:
        """Whether something that was given is ``None``, or a part of what is ``None``."""
        return any(
            self.knows(IsNone(Input(value.root, value.path[:length]))) for length in range(len(value.path), 0, -1)
        )

    def _equal_through_structures(self, value: Any, given: Input) -> bool:
        """Whether objects with changes were found equal of which the two values are the same part."""
        for decision, answer in self.assumptions.answers.items():
            if answer and isinstance(decision, Same) and Structure in (type(decision.left), type(decision.right)):
                for whole, other in ((decision.left, decision.right), (decision.right, decision.left)):
                    base = self.leaf(other.base) if isinstance(other, Structure) else other
                    if not isinstance(base, Input) or base.root != given.root:
                        continue
                    rest = given.path[len(base.path) :]
                    if (
                        rest
                        and given.path[: len(base.path)] == base.path
                        and self._is_unchanged(self._at(other, rest), given)
                    ):
                        if self._at(whole, rest) == value:
                            return True
        return False

    def _at(self, value: Any, path: Path) -> Any:
        for segment in path:
            value = self.step(value, segment)
        return value

    def _is_unchanged(self, value: Any, given: Input) -> bool:
        """Whether an object that was changed on other paths is here what was given."""
        if not isinstance(value, Structure):
            return bool(value == given)
        if self.leaf(value.base) != given:
            return False
        if value.entries is not None and not self._same_elements(value.entries, given, self._is_unchanged):
            return False
        return all(self._is_unchanged(self.leaf(own), given.child(name)) for name, own in value.fields)

    def _same_parts(self, left: Structure, right: Any) -> bool:
        """Whether an object with changes equals another: the bases and every changed part must."""
        other_base = self.leaf(right.base) if isinstance(right, Structure) else right
        if left.entries is not None and isinstance(right, Input):
            return not left.fields and self._same_elements(left.entries, right, self.same)
        if left.entries is not None and not (isinstance(right, Structure) and right.entries == left.entries):
            return False
        if not self.same(self.leaf(left.base), other_base):
            return False
        names = {name for name, _ in left.fields}
        if isinstance(right, Structure):
            names |= {name for name, _ in right.fields}
        return all(self.same(self.step(left, name), self.step(right, name)) for name in sorted(names))

    def _same_elements(
        self, entries: tuple[tuple[str, Diagram, Diagram], ...], other: Input, alike: Callable[[Any, Input], bool]
    ) -> bool:
        """Whether a container has exactly the elements of one that the hook was given, in their order."""
        present = [(key, value) for key, there, value in entries if self.leaf(there)]
        heap = self.outcome.machine.heap
        expected = [key for key in (EARLIER, LAST) if self.leaf(heap.exists(other, key))]
        if [key for key, _ in present] != expected:
            return False
        return all(alike(self.leaf(value), other.child(key)) for key, value in present)

    def supposing(self, decision: Decision) -> View:
        """This view with one more thing taken for true, whatever else is decided."""
        assumptions = self.assumptions.copy()
        assumptions.answers[decision] = True
        return View(self.outcome, assumptions, self.condition, self.at_exit)

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
