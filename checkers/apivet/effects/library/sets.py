"""Methods of sets: what operators do, with anything that has elements on the other side."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import elements, operators, value_kinds
from apivet.effects.diagrams import Diagram
from apivet.effects.frames import Arguments
from apivet.effects.library.sequences import without_order
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Reference
from apivet.verdicts import Location

#: Methods that give another set, and the operators that do the same.
_MAKING: Final = {"union": "|", "difference": "-", "intersection": "&", "symmetric_difference": "^"}
#: Methods that tell something of two sets.
_TELLING: Final = frozenset(("issubset", "issuperset", "isdisjoint"))
#: Methods that change the set alone, and the operators that do the same in place.
_CHANGING: Final = {"difference_update": "-", "intersection_update": "&", "symmetric_difference_update": "^"}
#: Operators that change a set in place. What ``|=`` does is done to any container.
IN_PLACE: Final = frozenset(_CHANGING.values())


def call(machine: Machine, leaf: Reference, name: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The result of a method of a set; ``None`` where it is of something else, or does what any container does."""
    whole: Diagram = machine.diagrams.leaf(leaf)
    if name not in (*_MAKING, *_TELLING, *_CHANGING) or arguments.named or arguments.unknown:
        return None
    if not value_kinds.is_set(machine, machine.heap.settle(whole)):
        return None
    if name in _TELLING:
        told = Computed(f".{name}()", tuple(machine.heap.settle(each) for each in (whole, *arguments.positional)))
        return machine.diagrams.leaf(told)
    if name in _CHANGING:
        for other in arguments.positional:
            change(machine, leaf, _CHANGING[name], other, location)
        return machine.none
    result = whole if arguments.positional else machine.diagrams.leaf(machine.heap.copy(leaf))
    for other in arguments.positional:
        result = operators.binary(machine, _MAKING[name], result, _as_set(machine, other, location))
    return result


def change(machine: Machine, leaf: Reference, symbol: str, others: Diagram, location: Location) -> None:
    """``names -= others``: the very set has other elements then."""
    entered = machine.guard
    for where, other in machine.diagrams.cases(others, entered):
        machine.guard = where
        entries = machine.heap.entries(leaf) if elements.is_set(machine, leaf) else None
        left = None
        if entries is not None and symbol == "^":
            left = entries if value_kinds.is_empty(machine, machine.diagrams.leaf(other)) else None
        elif entries is not None and isinstance(other, Reference):
            left = operators.picked_from(machine, entries, other, common=symbol == "&")
        if left is None:
            machine.lose([machine.diagrams.leaf(leaf)], "a set is changed in place", location, [others])
            continue
        machine.heap.replace_entries(where, leaf, left)
        machine.heap.note_store(where, leaf, None, machine.none, location)
    machine.guard = entered


def _as_set(machine: Machine, value: Diagram, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        is_set = value_kinds.is_set(machine, machine.heap.settle(machine.diagrams.leaf(leaf)))
        whole = machine.diagrams.leaf(leaf)
        return whole if is_set else without_order(machine, Arguments((whole,)), location)

    return machine.each(value, one)
