"""Earlier calls of a strategy's methods, and what they leave behind: in the strategy, in modules and classes, in what
functions close over. A later call finds it there, or what stood there at first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from apivet.effects.captured import captured
from apivet.effects.cells import CellContent
from apivet.effects.definitions import class_attribute
from apivet.effects.diagrams import Diagram, decisions, leaves
from apivet.effects.frames import ElementSource
from apivet.effects.gates import asked_once
from apivet.effects.limits import EARLIER_RUNS
from apivet.effects.objects import member, type_of
from apivet.effects.state import Machine
from apivet.effects.values import (
    FORMER,
    UNBOUND,
    UNKNOWN_ROOT,
    Catches,
    Constant,
    Input,
    Member,
    Outside,
    Raises,
    Reference,
    Routine,
    Truthy,
    TypeValue,
    Unbound,
    Unseen,
    parts_of_value,
    values_of,
)

#: Values that say all that there is to them.
_PLAIN: Final = (Constant, Member, Outside, TypeValue, Unbound)


def leaves_something(machine: Machine) -> bool:
    """Whether a hook that has run left anything that a later call may find."""
    if machine.module_variables or machine.attributes or machine.rewritten or machine.heap.changed():
        return True
    if any(machine.frames[number].variables != stood for number, stood in machine.lasting_frames.items()):
        return True
    return any(machine.sources[number] != stood for number, stood in machine.lasting_sources.items())


def run_before(machine: Machine, calls: Sequence[Callable[[], object]]) -> None:
    """Let earlier calls happen, each or not: from here on nobody knows which of what they left is there."""
    left = _Left(machine)
    for call in (*calls,) * EARLIER_RUNS:
        with asked_once(machine):
            call()
        machine.guard = machine.diagrams.true
        left.mix()
        machine.restart()


class _Left:
    """All that earlier calls left, each beside what stood there at first."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._stood: dict[object, Diagram] = {}
        self._contents: dict[int, CellContent] = {}
        self._known: list[dict[Any, Diagram]] = []
        self._told: dict[object, set[Input]] = {}
        self._note()

    def _note(self) -> None:
        self._known = [dict(names) for names in self._names()]

    def _names(self) -> list[dict[Any, Diagram]]:
        """The names that calls may set: of modules, of classes and functions, of calls that functions close over."""
        machine = self._machine
        frames = [machine.frames[number].variables for number in machine.lasting_frames]
        return [machine.module_variables, machine.attributes, *frames]

    def mix(self) -> None:
        """Let everything that was changed be as it was left, or as it stood there at first."""
        machine = self._machine
        for number in machine.heap.changed():
            self._object(number, self._contents.setdefault(number, machine.heap.began[number]))
        for place, (names, known) in enumerate(zip(self._names(), self._known)):
            for key, value in list(names.items()):
                if value is not known.get(key):
                    before = known.get(key) or machine.diagrams.leaf(UNBOUND)
                    names[key] = self._either(
                        (place, key), key if isinstance(key, str) else str(key[-1]), value, before
                    )
        for number, stood in machine.lasting_sources.items():
            if machine.sources[number] != stood:
                machine.sources[number] = self._iterator(number)
        self._note()

    def _iterator(self, number: int) -> ElementSource:
        """An iterator that was asked for some of its elements, by whatever the callers sent."""
        machine = self._machine
        given = tuple(machine.diagrams.leaf(Input(root, ())) for root in FORMER.values())
        unseen = self._unseen(("iterator", number), "what earlier calls left of an iterator", given)
        rest = machine.diagrams.leaf(unseen)
        return ElementSource(lambda: rest, machine.diagrams.true, is_quiet=True)

    def _object(self, number: int, first: CellContent) -> None:
        """An object that was changed: field by field where it has fields of its own, else as a whole."""
        machine = self._machine
        reference, cell, began = Reference(number), machine.heap.cells[number], machine.heap.began[number]
        if type_of(machine, reference) is None or cell.base is not began.base or cell.entries is not None:
            unseen = self._unseen(number, "what earlier calls left in a container", (machine.diagrams.leaf(reference),))
            machine.heap.restore(number, first)
            machine.heap.lose([(self._happened(number, unseen), reference)], unseen)
            return
        for name, value in list(cell.fields.items()):
            if value is not began.fields.get(name):
                before = first.fields.get(name) or self._inherited(reference, name)
                cell.fields[name] = self._either((number, name), name, value, before)

    def _inherited(self, reference: Reference, name: str) -> Diagram:
        """The value that an object has under a name of its own class, if any."""
        machine = self._machine
        type_ = type_of(machine, reference)
        found = member(machine, type_, name) if type_ is not None else None
        if type_ is None or found is None or name not in found[0].attributes:
            return machine.diagrams.leaf(UNBOUND)
        return class_attribute(machine, found[0], name)

    def _either(self, place: object, name: str, value: Diagram, before: Diagram) -> Diagram:
        """The value that was left, or the one from before. Of several that are written out, nobody knows which."""
        machine = self._machine
        before = self._stood.setdefault(place, before)
        unseen = self._unseen(place, f"{name}, as earlier calls left it,", (value,))
        kinds = [leaf.value for leaf in leaves(value)]
        if self._told[place] or not all(self._is_plain(kind) for kind in kinds):
            left: Diagram = machine.diagrams.leaf(unseen)
            return machine.diagrams.choose(self._happened(place, unseen), left, before)
        for number, kind in enumerate(kinds):
            happened = self._happened((place, number), unseen)
            before = machine.diagrams.choose(happened, machine.diagrams.leaf(kind), before)
        return before

    def _is_plain(self, value: object) -> bool:
        """Whether a value says all that there is to it."""
        if isinstance(value, Reference):
            return type_of(self._machine, value) is not None
        return isinstance(value, _PLAIN) or (isinstance(value, Routine) and value.closure is None)

    def _happened(self, place: object, unseen: Unseen) -> Diagram:
        """The guard under which an earlier call left something at a place."""
        told = Unseen("whether there was an earlier call", None, -self._machine.rank(("earlier call", place)), (), True)
        return self._machine.diagrams.decide(Truthy(told))

    def _unseen(self, place: object, reason: str, held: tuple[Diagram, ...]) -> Unseen:
        """Something that earlier calls left. It may tell of the objects that these were given, or nothing of them."""
        told = self._told.setdefault(place, set())
        told.update(_inputs(self._machine, (*held, *captured(self._machine, held))))
        operands = tuple(
            self._machine.diagrams.leaf(each) for each in sorted(told, key=lambda each: (each.root, each.path))
        )
        kept = ((), (self._machine.vocabulary.status,))
        is_free = all(each.path[:1] not in kept for each in told)  # anything else can be what it likes
        return Unseen(reason, None, self._machine.serial(), operands, is_free)


def _inputs(machine: Machine, values: Sequence[Diagram]) -> Iterator[Input]:
    """The parts of the objects that earlier calls were given, of which these values may tell anything."""
    pending = [machine.heap.settle(value) for value in values]
    seen: set[object] = set()
    while pending:
        part = pending.pop()
        if part in seen:
            continue
        seen.add(part)
        taken: list[Any] = [machine.diagrams.decisions[number] for number in sorted(decisions(part))]
        pending += [each for one in taken if isinstance(one, (Raises, Catches)) for each in one.operands]
        for value in (*(leaf.value for leaf in leaves(part)), *(each for one in taken for each in values_of(one))):
            if isinstance(value, Input) and value.root in FORMER.values():
                yield value
            elif isinstance(value, Input) and value.root == UNKNOWN_ROOT:
                pending.append(machine.unknown_containers[Input(value.root, value.path[:1])])
            else:
                pending += parts_of_value(value)
