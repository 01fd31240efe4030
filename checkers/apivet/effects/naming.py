"""Names and keys that are computed: each of the fields that are known may be meant, and nobody knows which."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apivet.effects import objects, storing
from apivet.effects.diagrams import Diagram
from apivet.effects.equality import comparing
from apivet.effects.limits import NAMED
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Position, Reference, Same, Unseen
from apivet.verdicts import Location

#: Each field that a name can mean, with the guard under which it does.
Choices = list[tuple[Diagram, str]]


def fields_of(machine: Machine, reference: Reference) -> list[str] | None:
    """The names under which something is known to stand; ``None`` where others may be."""
    return objects.names_in(machine, reference) if objects.is_data(machine, reference) else None


def chosen(machine: Machine, reference: Reference, key: Any, *, to_change: bool) -> Choices | None:
    """The fields that a computed name can mean; ``None`` where the fields are not known, or are too many."""
    names = fields_of(machine, reference)
    if names is None or len(names) > NAMED:
        return None
    wanted = [(Constant.of(name), name) for name in names]
    hidden = _hidden(machine, key) if to_change or isinstance(key, (Unseen, Position)) else None
    if hidden is not None:
        return [(machine.diagrams.decide(Same(hidden, constant)), name) for constant, name in wanted]
    leaf = machine.diagrams.leaf
    return [(comparing.same(machine, leaf(key), leaf(constant)), name) for constant, name in wanted]


def _hidden(machine: Machine, key: Any) -> Unseen:
    """A name of which nobody can tell what it is, whatever it is made of: the same for the same name."""
    if isinstance(key, Unseen):
        return replace(key, free=False)
    settled = machine.heap.settle(machine.diagrams.leaf(key))
    number = machine.serial() if isinstance(key, Position) else -machine.rank(settled)
    return Unseen("a computed name", None, number, (settled,))


def put(machine: Machine, reference: Reference, key: Any, value: Diagram, location: Location) -> None:
    """Store something under a computed name: every field may hold it afterwards, or what it held before."""
    choices = chosen(machine, reference, key, to_change=True)
    if choices is None:
        given = (machine.diagrams.leaf(reference), value)
        machine.lose(given, "a field whose name is computed is set", location, [machine.diagrams.leaf(key)])
        return
    left = machine.guard
    for where, name in choices:
        machine.guard = reached = machine.diagrams.both(left, where)
        if machine.alive:
            storing.put_field(machine, reference, name, value, location)
        raised = machine.diagrams.both(reached, machine.diagrams.negate(machine.guard))
        left = machine.diagrams.both(left, machine.diagrams.negate(raised))
    machine.guard = left


def get(machine: Machine, reference: Reference, key: Any, otherwise: Diagram, location: Location) -> Diagram:
    """The value under a computed name, where it is one that is known."""
    result = otherwise
    for where, name in chosen(machine, reference, key, to_change=False) or ():
        entered = machine.guard
        machine.guard = machine.diagrams.both(entered, where)
        if machine.alive:
            result = machine.diagrams.choose(where, objects.field(machine, reference, name, location), result)
        machine.guard = entered
    return result
