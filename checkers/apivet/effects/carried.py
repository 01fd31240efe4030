"""State that rounds of a loop hand on to the next ones.

Two elements stand for all that were given, so that a third round never runs. Where the second round leaves what the
first one left, so does any other; a count, or a state that moves on, is another after each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from apivet.effects import questions
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import CallFrame
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, LAST, MANY, UNBOUND, Computed, Constant, Input, Reference, Routine
from apivet.program import syntax
from apivet.program.walking import values_of, walk
from apivet.verdicts import Location

_NONE: Final[Mapping[str, Diagram]] = {}
#: A variable, by the number of its frame and its name.
Variable = tuple[int, str]


class Carried:
    """The variables and fields that rounds leave behind, between one round and the next."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cells = len(machine.heap.cells)
        #: The elements of the rounds so far, each where its round ran.
        self.entries: list[Entry] = []
        self._variables = [_variables(machine)]
        self._stores = [len(machine.heap.stores)]

    def note(self, entry: Entry) -> None:
        """The state after the round of an element."""
        self.entries.append(entry)
        self._variables.append(_variables(self._machine))
        self._stores.append(len(self._machine.heap.stores))

    @property
    def first_store(self) -> int:
        """The number of stores before the loop."""
        return self._stores[0]

    @property
    def _is_open(self) -> bool:
        """Whether an element stands for others."""
        return any(entry.key == EARLIER for entry in self.entries)

    def and_more(self, entries: list[Entry], where: Diagram, location: Location) -> Iterator[Entry]:
        """The elements, each for a round of a comprehension that runs under a guard, and the same again where rounds
        leave another state each: more of them may come."""
        for entry in entries:
            yield entry
            self.note(entry)
        moving = self.moving(None)
        if not moving and not self.moves_objects():
            return
        machine = self._machine
        machine.guard = where
        more = questions.truth(machine, machine.unseen("whether there are more elements", location, ()))
        self._lose(moving, location)
        for entry in entries:
            yield Entry(f"{entry.key}+", machine.diagrams.both(entry.present, more), entry.value)
        machine.guard = where
        self._lose(moving, location)

    def _lose(self, moving: list[Variable], location: Location) -> None:
        """Let what rounds of a comprehension have changed hold nothing that is known."""
        lose_stored(self._machine, self.first_store, location, [entry.value for entry in self.entries])
        self.blur(moving, location)

    def moving(self, node: syntax.ForEach | None) -> list[Variable]:
        """The variables that hold something else after each round, but for those that a round sets before it reads
        them. Without a loop: those of a comprehension's own are left out."""
        found, here = [], self._machine.frame.number
        for number, variables in self._variables[-1].items() if self._is_open else ():
            before = [state.get(number, _NONE) for state in self._variables[:-1]]
            for name, value in variables.items():
                states = [state.get(name) for state in before]
                if all(each is value for each in states) or not self._moves([*states, value]):
                    continue
                if not self._is_new((number, name)) and (
                    number != here or (node is not None and not _is_set_first(node, name))
                ):
                    found.append((number, name))
        return found

    def _is_new(self, variable: Variable) -> bool:
        """Whether a variable is one of each round's own, as a declaration in it makes it."""
        function = self._machine.frames[variable[0]].function
        before = self._variables[0].get(variable[0], _NONE).get(variable[1])
        is_static = function is not None and function.is_static
        return is_static and (before is None or before is self._machine.diagrams.leaf(UNBOUND))

    def _moves(self, states: list[Diagram | None]) -> bool:
        """Whether a later round leaves a value that none before it left."""
        known = {key for state in states[:2] if state is not None for key in self._kinds(state)}
        return any(not known.issuperset(self._kinds(state)) for state in states[2:] if state is not None)

    def moves_objects(self) -> bool:
        """Whether rounds store another constant each in one field of an object that was there before."""
        if not self._is_open:
            return False
        stores, bounds = self._machine.heap.stores, self._stores
        by_round: list[dict[tuple[int, str], set[Hashable]]] = []
        for start, end in pairwise(bounds):
            left: dict[tuple[int, str], set[Hashable]] = {}
            for store in stores[start:end]:
                if store.cell < self._cells and store.path:
                    left.setdefault((store.cell, store.path[-1]), set()).update(self._kinds(store.value))
            by_round.append(left)
        return any(
            place in first and not kinds <= first[place]
            for first, second in pairwise(by_round)
            for place, kinds in second.items()
        )

    def _kinds(self, value: Diagram) -> set[Hashable]:
        """The constants that a value may be, and the parts of what was given, each element for any other."""
        found: set[Hashable] = set()
        for each in leaves(value):
            leaf = each.value
            if isinstance(leaf, Reference):
                origin = self._machine.heap.cells[leaf.cell].origin
                leaf = next((part.value for part in leaves(origin)), None) if origin is not None else None
            if isinstance(leaf, Constant):
                found.add(leaf)
            elif isinstance(leaf, Input):
                found.add((leaf.root, tuple(LAST if part == EARLIER else part for part in leaf.path)))
        return found

    def only_count(self, node: syntax.ForEach, moving: list[Variable]) -> bool:
        """Whether rounds read variables for nothing but their own next value, and no function of this call does."""
        machine = self._machine
        inside = {routine.function for routine in _routines(machine.frame) if routine.closure == machine.frame.number}
        named = [machine.mentioned(function) for function in inside]
        return all(
            number == machine.frame.number
            and _only_counts(node.body, name)
            and not any(names is None or name in names for names in named)
            for number, name in moving
        )

    def counted(self, variable: Variable, location: Location) -> None:
        """Let a variable that only counts hold any number from two on where it was counted that far, and nothing that
        is known where it is no such number."""
        machine, (number, name) = self._machine, variable
        states = [state.get(number, _NONE).get(name) for state in self._variables[:2]]
        known = {key for state in states if state is not None for key in self._kinds(state)}
        unseen = machine.unseen(f"{name} after a loop", location, ())
        many = machine.diagrams.leaf(Computed(MANY, (unseen,)))

        def one(leaf: Leaf) -> Diagram:
            value = leaf.value
            if not isinstance(value, Constant) or value in known:
                return leaf
            return many if isinstance(value.value, int) and value.value >= 2 else unseen

        variables = machine.frames[number].variables
        variables[name] = machine.diagrams.transform(variables[name], one)

    def blur(self, moving: list[Variable], location: Location) -> None:
        """Let variables of other calls that move on hold nothing that is known."""
        machine = self._machine
        for number, name in moving:
            variables = machine.frames[number].variables
            unseen = machine.unseen(f"{name} after a loop", location, (variables[name],))
            variables[name] = machine.diagrams.choose(machine.guard, unseen, variables[name])


def lose_stored(machine: Machine, first: int, location: Location, read: Sequence[Diagram]) -> None:
    """Let the objects into which rounds have stored something, from the ``first`` store on, be unseen."""
    touched = dict.fromkeys(store.cell for store in machine.heap.stores[first:])
    changed = [machine.diagrams.leaf(Reference(number)) for number in touched]
    if changed and machine.alive:
        machine.lose(changed, "a loop goes on", location, read)


def _variables(machine: Machine) -> dict[int, Mapping[str, Diagram]]:
    """The variables of the calls that are running, and of those that functions in these close over, by frame."""
    numbers = {frame.number: None for frame in machine.stack}
    for frame in machine.stack:
        for value in frame.variables.values():
            routine = value.value if isinstance(value, Leaf) else None
            if isinstance(routine, Routine) and routine.closure is not None:
                numbers[routine.closure] = None
    return {number: dict(machine.frames[number].variables) for number in numbers}


def _routines(frame: CallFrame) -> Iterator[Routine]:
    """The functions that variables of a call are."""
    for value in frame.variables.values():
        for leaf in leaves(value):
            if isinstance(leaf.value, Routine):
                yield leaf.value


def _is_set_first(node: syntax.ForEach, name: str) -> bool:
    """Whether each round gives a variable a value before anything reads it."""
    if _mentions(node.target, name):
        return True
    first = next((statement for statement in node.body if _mentions(statement, name)), None)
    if not isinstance(first, syntax.Assign) or _mentions(first.value, name):
        return False
    return any(isinstance(target, syntax.Name) and target.name == name for target in first.targets)


def _mentions(part: object, name: str) -> bool:
    return any(isinstance(each, syntax.Name) and each.name == name for each in walk(part))


def _only_counts(body: syntax.Block, name: str) -> bool:
    """Whether a block reads a variable for nothing but its own next value."""
    pending: list[object] = [body]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, syntax.Name) and part.name == name:
            return False
        elif isinstance(part, Struct) and not isinstance(part, Location) and not _sets(part, name):
            pending.extend(values_of(part))
    return True


def _sets(part: object, name: str) -> bool:
    """Whether a statement gives a variable its next value, and does nothing else."""
    targets = part.targets if isinstance(part, syntax.Assign) else ()
    targets = (part.target,) if isinstance(part, syntax.Augment) else targets
    return len(targets) == 1 and isinstance(targets[0], syntax.Name) and targets[0].name == name
