"""State that rounds of a loop hand on to the next ones.

Two elements stand for all that were given, so that a third round never runs. Where the second round leaves what the
first one left, so does any other; a count, or a state that moves on, is another after each.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.effects import questions
from apivet.effects.cells import Cell, Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import CallFrame
from apivet.effects.refusing import are_written
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    LAST,
    MANY,
    MARKS,
    UNBOUND,
    Computed,
    Constant,
    Input,
    Reference,
    Routine,
    Structure,
    is_representative,
    kind_made,
    stands_for_others,
)
from apivet.program import syntax
from apivet.program.model import Scalar
from apivet.program.walking import values_of, walk
from apivet.verdicts import Location

_NONE: Final[Mapping[Any, Diagram]] = {}
#: A variable, by the number of its frame and its name; names of modules and of classes and functions are variables of
#: frames that no call has.
Variable = tuple[int, Hashable]
_OF_MODULES, _OF_CLASSES = -1, -2
#: The values of variables, by frames and names.
Variables = Mapping[int, Mapping[Any, Diagram]]
#: The elements of a container: the key of each, its written name, the guard under which it is there, and its value.
_Content = list[tuple[str, Hashable, Diagram, Diagram]]


class Carried:
    """The variables and fields that rounds leave behind, between one round and the next."""

    def __init__(self, machine: Machine, own: int | None = None) -> None:
        self._machine = machine
        #: The frame whose variables each round has anew.
        self._own = own
        #: The number of objects before the loop.
        self.cells = len(machine.heap.cells)
        #: The elements of the rounds so far, each where its round ran.
        self.entries: list[Entry] = []
        #: The variables before the first round, and after each.
        self.states = [variables_now(machine)]
        self._stores = [len(machine.heap.stores)]
        self._contents: list[dict[int, _Content]] = []
        #: The guards under which all rounds ran up to the first, the second, ...
        self._ran: list[Diagram] = []

    def note(self, entry: Entry) -> None:
        """The state after the round of an element."""
        self.entries.append(entry)
        self.states.append(variables_now(self._machine))
        self._stores.append(len(self._machine.heap.stores))
        self._contents.append(self._touched_contents() if self._is_open else {})
        self._ran.append(self._machine.diagrams.both(self._all, entry.present))

    @property
    def _all(self) -> Diagram:
        """The guard under which all of the rounds ran."""
        return self._ran[-1] if self._ran else self._machine.diagrams.true

    @property
    def first_store(self) -> int:
        """The number of stores before the loop."""
        return self._stores[0]

    @property
    def _is_open(self) -> bool:
        """Whether an element stands for others."""
        return self._repeated is not None

    @property
    def _repeated(self) -> int | None:
        """The number of the first round that others are like."""
        return next((number for number, entry in enumerate(self.entries) if stands_for_others(entry.key)), None)

    def _touched_contents(self) -> dict[int, _Content]:
        """The elements of the containers that rounds have changed, and were there before."""
        heap = self._machine.heap
        touched = dict.fromkeys(store.cell for store in heap.stores[self.first_store :] if store.cell < self.cells)
        return {number: _content_of(self._machine, heap.cells[number]) for number in touched}

    def and_more(self, entries: Sequence[Entry], location: Location) -> Iterator[Entry]:
        """The elements, each for a round that runs, and the same again where rounds leave another state each: more of
        them may come."""
        for entry in entries:
            yield entry
            self.note(entry)
        moving = self.moving(None)
        if not moving and not self.moves_objects():
            return
        forget = partial(
            lose_stored, self._machine, self.first_store, location, [entry.value for entry in self.entries]
        )
        yield from self.until_settled(moving, location, forget)

    def until_settled(
        self, moving: list[Variable], location: Location, forget: Callable[[], None], own: Container[Variable] = ()
    ) -> Iterator[Entry]:
        """The elements of more rounds that may come, of which each begins with anything that rounds have changed. Where
        these change more than was known before, others come after them. To let objects and the loop's ``own`` variables
        hold nothing that is known is for ``forget``."""
        machine = self._machine
        moved: dict[Variable, None] = {}
        lost: set[int] = set()
        while True:
            moved.update(dict.fromkeys(moving))
            lost |= stored_since(machine, self.first_store, self.cells)
            forget()
            blur(machine, moved, location)
            before, first = variables_now(machine), len(machine.heap.stores)
            yield from self.more(location)
            moving = [each for each in set_since(machine, before) if self._is_shared(each) and each not in own]
            if stored_since(machine, first, self.cells) <= lost and moved.keys() >= {*moving}:
                break
        forget()
        blur(machine, moved, location)

    def _is_shared(self, variable: Variable) -> bool:
        """Whether a variable is the same one in all rounds."""
        return variable[0] != self._own and not self._is_new(variable)

    def more(self, location: Location) -> list[Entry]:
        """The elements of more rounds that may come: others than those so far, and these once more."""
        machine = self._machine
        come = questions.truth(machine, machine.unseen("whether there are more elements", location, ()))
        others = [
            replace(entry, key=f"{entry.key}~", value=self._another(entry.value, location))
            for entry in self.entries
            if stands_for_others(entry.key)
        ]
        again = [replace(entry, key=f"{entry.key}+") for entry in self.entries]
        return [replace(each, present=machine.diagrams.both(each.present, come)) for each in (*others, *again)]

    def _another(self, value: Diagram, location: Location) -> Diagram:
        """An element of which nothing is known but what it is like."""
        machine = self._machine

        def one(leaf: Leaf) -> Diagram:
            cell = machine.heap.cells[leaf.value.cell] if isinstance(leaf.value, Reference) else None
            if cell is None or isinstance(cell.shape, Scalar):
                return machine.unseen("another element", location, (leaf,))
            if cell.made == "tuple":
                parts = [replace(each, value=self._another(each.value, location)) for each in cell.entries or ()]
                return machine.diagrams.leaf(machine.heap.container("tuple", parts))
            copy = machine.diagrams.leaf(machine.heap.deep_copy(Reference(cell.number)))
            machine.lose([copy], "another element", location)
            return copy

        return machine.diagrams.transform(value, one)

    def moving(self, node: syntax.ForEach | None) -> list[Variable]:
        """The variables that hold something else after each round, but for those that a round sets before it reads
        them."""
        found, here = [], self._machine.frame.number
        for number, variables in self.states[-1].items() if self._is_open else ():
            before = [state.get(number, _NONE) for state in self.states[:-1]]
            for name, value in variables.items():
                states = [state.get(name) for state in before]
                if all(each is value for each in states) or not self._moves([*states[1:], value]):
                    continue
                is_set = node is not None and number == here and _is_set_first(node, str(name))
                if not is_set and self._is_shared((number, name)):
                    found.append((number, name))
        return found

    def _is_new(self, variable: Variable) -> bool:
        """Whether a variable is one of each round's own, as a declaration in it makes it."""
        number, name = variable
        function = self._machine.frames[number].function if number >= 0 else None
        before = self.states[0].get(number, _NONE).get(name)
        is_static = function is not None and function.is_static
        return is_static and (before is None or before is self._machine.diagrams.leaf(UNBOUND))

    def _moves(self, states: list[Diagram | None]) -> bool:
        """Whether a later round leaves a value that the first of those that others are like did not leave, the last or
        not."""
        number = self._repeated or 0
        first, *later = states[number:]
        known = set[Hashable]() if first is None else self._kinds(first, self._ran[number])
        return any(not known.issuperset(self._kinds(each, self._all)) for each in later if each is not None)

    def moves_objects(self) -> bool:
        """Whether rounds store another constant each in one field of an object that was there before, put other
        elements each into it, or a later one stores something where earlier ones did not."""
        if not self._is_open:
            return False
        contents = self._contents[self._repeated or 0 :]
        first, *later = ({cell: self._told(each) for cell, each in held.items()} for held in contents)
        told = [(first.get(cell), left) for held in later for cell, left in held.items()]
        if any(before is not None and left is not None and before != left for before, left in told):
            return True
        if any(self._moves_elements(*pair) for pair in pairwise(contents)):
            return True
        stores, bounds = self._machine.heap.stores, self._stores
        by_round: list[dict[tuple[int, str], set[Hashable]]] = []
        for start, end in pairwise(bounds):
            left: dict[tuple[int, str], set[Hashable]] = {}
            for store in stores[start:end]:
                if store.cell < self.cells and store.path:
                    left.setdefault((store.cell, store.path[-1]), set()).update(self._kinds(store.value, store.guard))
            by_round.append(left)
        new = {place for before, after in pairwise(by_round[self._repeated or 0 :]) for place in after.keys() - before}
        return any(not self._is_of_each(cell) for cell, _ in new) or any(
            place in first and not kinds <= first[place]
            for first, second in pairwise(by_round)
            for place, kinds in second.items()
        )

    def _is_of_each(self, number: int) -> bool:
        """Whether an object is an element that stands for others, or lies in one: each round may have its own."""
        cells = self._machine.heap.cells
        origin = cells[number].origin
        value = origin.value if isinstance(origin, Leaf) else None
        if isinstance(value, Input):
            return not {EARLIER, LAST}.isdisjoint(value.path)
        reference = self._machine.diagrams.leaf(Reference(number))
        held = (each for cell in cells for each in cell.entries or () if is_representative(each.key))
        return any(reference in leaves(each.value) for each in held)

    def _moves_elements(self, before: dict[int, _Content], after: dict[int, _Content]) -> bool:
        """Whether a round leaves another value at some place in a container than the one before it did."""
        for number, content in after.items():
            left = {key: value for key, _, _, value in before.get(number, ())}
            for key, _, _, value in content:
                if is_representative(key) or key not in left or left[key] is value:
                    continue
                if not self._kinds(value, self._all) <= self._kinds(left[key], self._ran[self._repeated or 0]):
                    return True
        return False

    def _told(self, content: _Content) -> object:
        """The written keys of a mapping's elements, or the number of elements that are told apart, where all ran."""
        is_there = [(key, name) for key, name, present, _ in content if self._is_possible(present, self._all)]
        names = {name for _, name in is_there}
        if names != {None}:
            return names
        return None if any(is_representative(key) for key, _ in is_there) else len(is_there)

    def _is_possible(self, present: Diagram, where: Diagram) -> bool:
        return self._machine.diagrams.both(where, present) is not self._machine.diagrams.false

    def _kinds(self, value: Diagram, where: Diagram) -> set[Hashable]:
        """The constants that a value may be where a guard holds, and the parts of what was given, each element for any
        other. What a round made is all that it holds, and how much that is."""
        found: set[Hashable] = set()
        pending = [(value, 0)]
        while pending:
            part, depth = pending.pop()
            for each in leaves(self._machine.diagrams.assuming(part, where)):
                leaf = each.value
                if isinstance(leaf, Reference) and leaf.cell >= self.cells:
                    pending.append((self._machine.heap.settle(each), depth))
                    continue
                if isinstance(leaf, Reference):
                    origin = self._machine.heap.cells[leaf.cell].origin
                    leaf = next((part.value for part in leaves(origin)), None) if origin is not None else None
                if isinstance(leaf, Constant):
                    found.add(leaf)
                elif isinstance(leaf, Input):
                    found.add((leaf.root, tuple(LAST if part == EARLIER else part for part in leaf.path)))
                elif isinstance(leaf, Computed) and MANY in _operators(leaf):
                    found.add(MANY)
                elif isinstance(leaf, Computed) and are_written((each,)):
                    found.add(leaf)
                elif isinstance(leaf, Structure):
                    entries = [each for each in leaf.entries or () if self._is_possible(each[1], where)]
                    found.add(("depth", depth))
                    parts = [*leaf.fields, *((place, own) for place, (_, _, own) in enumerate(entries))]
                    found.update(
                        (name, own.value)
                        for name, own in parts
                        if isinstance(own, Leaf) and isinstance(own.value, Constant)
                    )
                    found.update(
                        ("key", name.value)
                        for name in leaf.names
                        if isinstance(name, Leaf) and isinstance(name.value, Constant)
                    )
                    if kind_made(leaf.base) == "dict":
                        found.update(("key", name) for name, _ in leaf.fields)
                    elif not any(is_representative(key) for key, _, _ in entries):
                        found.add(("elements", len(entries)))
                    held = [*(own for _, own in leaf.fields), *(own for _, _, own in entries)]
                    pending += [(own, depth + 1) for own in held]
        return found

    def only_count(self, node: syntax.ForEach, moving: list[Variable]) -> bool:
        """Whether rounds read variables, which rise from one to the next, for nothing but their own next value, and no
        function of this call does."""
        machine = self._machine
        if any(isinstance(part, (syntax.Break, syntax.Return)) for part in parts_of(node.body)):
            return False  # it may be left with what it counted so far
        inside = {routine.function for routine in _routines(machine.frame) if routine.closure == machine.frame.number}
        named = [machine.mentioned(function) for function in inside]
        return all(
            number == machine.frame.number
            and self._rises((number, name))
            and _only_counts(node.body, str(name))
            and not any(names is None or name in names for names in named)
            for number, name in moving
        )

    def _rises(self, variable: Variable) -> bool:
        """Whether a variable holds a higher number after each round."""
        number, name = variable
        states = [state.get(number, _NONE).get(name) for state in self.states[self._repeated or 0 :]]
        told = [self._kinds(state, self._all) for state in states if state is not None]
        highest = [max((_number(each) for each in kinds), default=-1) for kinds in told]
        return highest[0] >= 0 and all(before < after for before, after in pairwise(highest))

    def counted(self, variable: Variable, location: Location, *, is_alone: bool) -> None:
        """Let a variable that only counts hold its number or any above where an element that stands for others was
        counted. Where several variables count, others than it may have been counted in each."""
        machine, (number, name) = self._machine, variable
        diagrams, variables = machine.diagrams, holder_of(machine, number)
        unseen = machine.unseen(f"{name} after a loop", location, ())
        many = diagrams.leaf(Computed(MANY, (unseen,)))
        at_least = {1: diagrams.leaf(Computed("-", (many, diagrams.leaf(Constant.of(1)))))}

        def one(leaf: Leaf) -> Diagram:
            count = leaf.value.value if isinstance(leaf.value, Constant) else None
            return at_least.get(count, many if count >= 2 else unseen) if isinstance(count, int) else unseen

        first = self._repeated or 0
        there = self.entries[first].present
        before, after = (state[number].get(name) for state in self.states[first : first + 2])
        if is_alone and before is not None and after is not None:
            there = diagrams.both(there, diagrams.negate(_is_one(machine, before, after)))
        variables[name] = diagrams.choose(there, diagrams.transform(variables[name], one), variables[name])


def _is_one(machine: Machine, before: Diagram, after: Diagram) -> Diagram:
    """The guard under which two diagrams have one value."""
    diagrams = machine.diagrams

    def one(leaf: Leaf) -> Diagram:
        return diagrams.transform(before, lambda other: diagrams.true if other is leaf else diagrams.false)

    return diagrams.transform(after, one)


def _operators(value: Computed) -> list[str]:
    """The operator of a value and those of its operands."""
    inner = [leaf.value for operand in value.operands for leaf in leaves(operand)]
    return [value.operator, *(each.operator for each in inner if isinstance(each, Computed))]


def _number(kind: Hashable) -> int:
    """A constant that is a whole number; less than nothing for any other."""
    value = kind.value if isinstance(kind, Constant) and kind.kind == "int" else -1
    return value if isinstance(value, int) else -1


def _content_of(machine: Machine, cell: Cell) -> _Content:
    entries = [(each.key, _written(each.name), each.present, each.value) for each in cell.entries or ()]
    if cell.made != "dict":
        return entries
    named = ((name, value) for name, value in cell.fields.items() if name not in MARKS)
    return [*entries, *((name, name, machine.given(value), value) for name, value in named)]


def _written(name: Diagram | None) -> Hashable:
    return name.value if isinstance(name, Leaf) and isinstance(name.value, Constant) else None


def holder_of(machine: Machine, number: int) -> dict[Any, Diagram]:
    """The variables of a frame."""
    others: dict[int, dict[Any, Diagram]] = {_OF_MODULES: machine.module_variables, _OF_CLASSES: machine.attributes}
    return others[number] if number in others else machine.frames[number].variables


def blur(machine: Machine, moving: Iterable[Variable], location: Location) -> None:
    """Let variables that move on hold nothing that is known."""
    for number, name in moving:
        variables = holder_of(machine, number)
        unseen = machine.unseen(f"{name} after a loop", location, (variables[name],))
        variables[name] = machine.diagrams.choose(machine.guard, unseen, variables[name])


def set_since(machine: Machine, before: Variables) -> list[Variable]:
    """The variables that hold something else than they did, of the calls that there were."""
    now = variables_now(machine)
    there = [(number, now.get(number, _NONE), then) for number, then in before.items()]
    return [(number, name) for number, held, then in there for name in held if held[name] is not then.get(name)]


def stored_since(machine: Machine, first: int, cells: int) -> set[int]:
    """The objects into which something was stored, from the ``first`` store on: of those that there were when there
    were so many ``cells``."""
    return {store.cell for store in machine.heap.stores[first:] if store.cell < cells}


def lose_stored(machine: Machine, first: int, location: Location, read: Sequence[Diagram]) -> None:
    """Let the objects into which rounds have stored something, from the ``first`` store on, be unseen."""
    touched = dict.fromkeys(store.cell for store in machine.heap.stores[first:])
    changed = [machine.diagrams.leaf(Reference(number)) for number in touched]
    if changed and machine.alive:
        machine.lose(changed, "a loop goes on", location, read)


def variables_now(machine: Machine) -> Variables:
    """The variables of the calls that are running, and of those that functions in these close over, by frame."""
    numbers = dict.fromkeys((*(frame.number for frame in machine.stack), _OF_MODULES, _OF_CLASSES))
    for frame in machine.stack:
        for value in frame.variables.values():
            routine = value.value if isinstance(value, Leaf) else None
            if isinstance(routine, Routine) and routine.closure is not None:
                numbers[routine.closure] = None
    return {number: dict(holder_of(machine, number)) for number in numbers}


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
    """Whether a statement adds something that is written to a variable, and does nothing else."""
    if isinstance(part, syntax.Augment):
        return part.operator == "+" and _is_named(part.target, name) and isinstance(part.value, syntax.Literal)
    if not isinstance(part, syntax.Assign) or not isinstance(part.value, syntax.Binary) or part.value.operator != "+":
        return False
    sides = (part.value.left, part.value.right)
    is_counted = any(_is_named(side, name) for side in sides) and any(
        isinstance(side, syntax.Literal) for side in sides
    )
    return is_counted and len(part.targets) == 1 and _is_named(part.targets[0], name)


def _is_named(part: object, name: str) -> bool:
    return isinstance(part, syntax.Name) and part.name == name
