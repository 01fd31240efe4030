"""Methods of sets: what operators do, with anything that has elements on the other side."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import operators, value_kinds
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
#: Methods that change the set alone.
_CHANGING: Final = frozenset(("difference_update", "intersection_update", "symmetric_difference_update"))


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
        machine.lose([whole], f"{name}() of a set", location, arguments.positional)
        return machine.none
    result = whole if arguments.positional else machine.diagrams.leaf(machine.heap.copy(leaf))
    for other in arguments.positional:
        result = operators.binary(machine, _MAKING[name], result, _as_set(machine, other, location))
    return result


def _as_set(machine: Machine, value: Diagram, location: Location) -> Diagram:
    def one(leaf: Any) -> Diagram:
        is_set = value_kinds.is_set(machine, machine.heap.settle(machine.diagrams.leaf(leaf)))
        whole = machine.diagrams.leaf(leaf)
        return whole if is_set else without_order(machine, Arguments((whole,)), location)

    return machine.each(value, one)
