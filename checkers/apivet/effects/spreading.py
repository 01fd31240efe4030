"""Mappings that are spread into a new object: ``T(**mapping)``."""

from __future__ import annotations

from typing import Any

from apivet.effects import checking, objects, opaque
from apivet.effects.cells import Cell
from apivet.effects.diagrams import Diagram
from apivet.effects.library import mappings
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Reference
from apivet.program.model import Type
from apivet.verdicts import Location

_State = tuple[dict[str, Diagram], Diagram]


def spread(machine: Machine, type_: Type, reference: Reference, mapping: Diagram, location: Location) -> None:
    """Give a new object the fields of a mapping, which may be one of several: each leaves what it has."""
    cell = machine.heap.cells[reference.cell]
    before: _State = (cell.fields, cell.base)
    states: list[_State] = []

    def one(leaf: Any) -> Diagram:
        cell.fields, cell.base = dict(before[0]), before[1]
        _spread_one(machine, type_, reference, leaf, location)
        states.append((cell.fields, cell.base))
        return machine.diagrams.leaf(Constant.of(len(states) - 1))

    which = machine.each(mapping, one)
    if len(states) > 1:
        _merge(machine, cell, states, which, location)


def _merge(machine: Machine, cell: Cell, states: list[_State], which: Diagram, location: Location) -> None:
    """Let an object be, where each of some mappings is spread, as that leaves it."""
    names = dict.fromkeys(name for fields, _ in states for name in fields)
    held: list[dict[str, Diagram]] = []
    for fields, base in states:
        cell.fields, cell.base = dict(fields), base
        whole = machine.diagrams.leaf(Reference(cell.number))
        held.append({name: fields.get(name) or objects.get(machine, whole, name, location) for name in names})

    def chosen(values: list[Diagram]) -> Diagram:
        result = values[-1]
        for number in reversed(range(len(values) - 1)):
            where = machine.diagrams.where(which, machine.diagrams.leaf(Constant.of(number)))
            result = machine.diagrams.choose(where, values[number], result)
        return result

    cell.fields = {name: chosen([each[name] for each in held]) for name in names}
    cell.base = chosen([base for _, base in states])


def _spread_one(machine: Machine, type_: Type, reference: Reference, leaf: Any, location: Location) -> None:
    """Known keys are fields, anything else may set any field."""
    cell = machine.heap.cells[reference.cell]
    if isinstance(leaf, Reference):
        source = machine.heap.cells[leaf.cell]
        if objects.is_data(machine, leaf) or source.entries == []:
            mappings.take_fields(machine, type_, reference, leaf, location, makes_parts=type_.makes_parts)
            return
        for name, value in source.fields.items():
            if name not in cell.fields and (type_.open or type_.field(name) is not None):
                cell.fields[name] = checking.checked(machine, type_, reference, name, value, location)
    kept = dict(cell.fields)
    spread = opaque.holding(machine, "fields spread from a value", location, (machine.diagrams.leaf(leaf),))
    cell.base = spread
    cell.fields = kept
