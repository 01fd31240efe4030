"""State that a loop leaves as it does because its rounds came in some order.

Rounds run for the elements as they were given, also where these were sorted or turned: which of them was the first or
the last is not known then, and what rests on it comes of the order as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from apivet.effects import ordering, plain
from apivet.effects.carried import Carried, holder_of, set_since
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import (
    LAST,
    MARKS,
    ORDER,
    UNBOUND,
    Constant,
    Input,
    Reference,
    Structure,
    all_within,
    stands_for_others,
)
from apivet.verdicts import Location

#: A field of an object, by the number of its cell.
_Field = tuple[int, str]


class LastRounds:
    """Values of variables and fields that rounds of a loop have left, in an order of their own. A loop that
    ``may_be_left`` before its elements end does not add all of them."""

    def __init__(
        self, machine: Machine, carried: Carried, order: Diagram, location: Location, *, may_be_left: bool = False
    ) -> None:
        self._machine = machine
        self._carried = carried
        self._order = order
        self._location = location
        self._may_be_left = may_be_left

    def tell(self) -> None:
        """Let nothing be known of what another order may leave otherwise. What is told apart comes in its own order."""
        if not self._machine.alive or not any(stands_for_others(each.key) for each in self._carried.entries):
            return
        for variable in set_since(self._machine, self._carried.states[0]):
            states = [state.get(variable[0], {}).get(variable[1]) for state in self._carried.states]
            variables = holder_of(self._machine, variable[0])
            values = [value for value in states if value is not None]
            variables[variable[1]] = self._told(str(variable[1]), values, variables[variable[1]])
        for field in self._fields():
            self._tell_field(field)

    def is_left_by_any(self, values: Sequence[Diagram]) -> bool:
        """Whether something that had these values, from round to round, would have the last one in any order: a round
        sets it to a constant that all others leave, or adds a number to it."""
        before, *later = values
        new = dict.fromkeys(leaf for value in later for leaf in leaves(value) if leaf not in leaves(before))
        constant = next(iter(new), None)
        if len(new) == 1 and constant is not None and isinstance(constant.value, Constant):
            set_by = [self._machine.diagrams.where(value, constant) for value in later]
            if all(self._is_within(one, then) for one, then in pairwise(set_by)):
                return True
        return self._is_sum(self._steps(values))

    def _steps(self, values: Sequence[Diagram]) -> Iterator[tuple[Any, Any]]:
        """Each value with the one that a round made of it."""
        diagrams = self._machine.diagrams
        for one, then in pairwise(values):
            for where, first in diagrams.cases(one, diagrams.true):
                yield from ((first, second) for _, second in diagrams.cases(then, where) if second != first)

    def _is_within(self, one: Diagram, other: Diagram) -> bool:
        diagrams = self._machine.diagrams
        return diagrams.both(one, diagrams.negate(other)) is diagrams.false

    def _is_sum(self, steps: Iterable[tuple[Any, Any]]) -> bool:
        """Whether each of these is the number before it and others, the same constant or none. Of what is not known
        before, as of a field, a sum has it once."""
        added = set[float]()
        for first, second in steps:
            more = plain.difference(second, Constant.of(0) if first == UNBOUND else first)
            added.add(more.pop(None, 0))
            has = [] if first == UNBOUND else plain.atoms(first)
            is_more = all(self._is_of_itself(atom, has) for atom in more)
            is_once = first != UNBOUND or all(abs(times) == 1 for times in more.values())
            if any(more[atom] for atom in has) or not is_more or not is_once:
                return False
        return not self._may_be_left and len(added - {0}) <= 1

    def _is_grown(self, first: Any, second: Any) -> bool:
        """Whether a container has what the one before it has, and more."""
        held, more = (self._elements(value) for value in (first, second))
        return more is not None and (held is None or held <= more)

    def _elements(self, value: Any) -> set[Diagram] | None:
        """The elements of a container; ``None`` of anything else."""
        if isinstance(value, Reference):
            entries = self._machine.heap.cells[value.cell].entries
            return None if entries is None else {each.value for each in entries}
        has_some = isinstance(value, Structure) and value.entries is not None
        return {own for _, _, own in value.entries} if has_some else None

    def _is_of_itself(self, atom: object, before: Sequence[object]) -> bool:
        """Whether a number is none that was computed from the sum so far."""
        is_other = atom in before or set(all_within(atom)).isdisjoint(before)
        return is_other and plain.is_number(self._machine, atom, if_there=True)

    def rests_on_order(self, name: str, value: Diagram) -> Diagram:
        """A value that comes of the order as well."""
        machine, read = self._machine, (value, self._order)
        unseen = machine.unseen(f"{name}, which rests on the order of rounds", self._location, read)
        return machine.diagrams.choose(machine.guard, unseen, value)

    def _told(self, name: str, values: Sequence[Diagram], value: Diagram) -> Diagram:
        """The value after the last round, as far as any order leaves it. A container that grew from round to round is
        told the order of what was put into it."""
        if self.is_left_by_any(values):
            return value
        if not all(self._is_grown(*step) for step in self._steps(values)):
            return self.rests_on_order(name, value)
        for where, leaf in self._machine.diagrams.cases(value, self._machine.guard):
            if isinstance(leaf, Reference) and ORDER not in self._machine.heap.cells[leaf.cell].fields:
                entered, self._machine.guard = self._machine.guard, where
                ordering.mark_order(self._machine, leaf, self._order)
                self._machine.guard = entered
        return value

    def _fields(self) -> list[_Field]:
        """The fields that rounds set, of objects that are the same in all of them."""
        stores = self._machine.heap.stores[self._carried.first_store :]
        found = dict.fromkeys((store.cell, store.path[-1]) for store in stores if store.path)
        own = _Own(self._machine, self._carried.entries)
        return [(cell, name) for cell, name in found if name not in (*MARKS, LAST) and self._is_one(cell, own)]

    def _is_one(self, number: int, own: _Own) -> bool:
        """Whether an object was there before the loop, and is no part of an element."""
        is_given = self._machine.heap.cells[number].origin is not None
        return (number < self._carried.cells or is_given) and not own.has(number)

    def _tell_field(self, field: _Field) -> None:
        heap, (number, name) = self._machine.heap, field
        values: list[Diagram] = [self._machine.diagrams.leaf(UNBOUND)]
        for store in heap.stores[self._carried.first_store :]:
            if store.cell == number and store.path[-1:] == (name,):
                values.append(self._machine.diagrams.choose(store.guard, store.value, values[-1]))
        before = heap.cells[number].fields.get(name, self._machine.diagrams.leaf(UNBOUND))
        told = self._told(name, values, before)
        if told is not before:
            heap.store(self._machine.guard, Reference(number), name, told, before)


class _Own:
    """The objects that are elements of a loop, or lie in one: each round has its own."""

    def __init__(self, machine: Machine, elements: Sequence[Entry]) -> None:
        self._machine = machine
        held = (leaf.value for each in elements for leaf in leaves(each.value))
        self._cells = {value.cell for value in held if isinstance(value, Reference)}
        self._origins = {origin for cell in self._cells if (origin := self._origin(cell)) is not None}

    def has(self, number: int) -> bool:
        """Whether an object is one of them."""
        origin = self._origin(number)
        if number in self._cells or origin is None:
            return number in self._cells
        return any(origin.root == each.root and origin.path[: len(each.path)] == each.path for each in self._origins)

    def _origin(self, number: int) -> Input | None:
        origin = self._machine.heap.cells[number].origin
        value = origin.value if isinstance(origin, Leaf) else None
        return value if isinstance(value, Input) else None
