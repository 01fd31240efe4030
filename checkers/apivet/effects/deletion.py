"""Attributes that are taken away."""

from __future__ import annotations

from apivet.effects import definitions, descriptors, lacking, objects, opaque, storing
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import UNBOUND, Reference
from apivet.program.syntax import Function
from apivet.verdicts import Location


def delete(machine: Machine, target: Diagram, name: str, location: Location) -> None:
    """``del target.name``: a field that is gone counts as ``None``."""
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        before, machine.guard = machine.guard, where
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        found = objects.member(machine, type_, name) if type_ is not None else None
        gone: Diagram = machine.none
        if type_ is not None and type_.field(name) is None and found is None:
            gone = machine.diagrams.leaf(UNBOUND)
            if isinstance(leaf, Reference):
                lacking.ask_for_attribute(machine, leaf, type_, name)
        if isinstance(leaf, Reference) and opaque.is_made(machine, leaf):
            gone = machine.diagrams.leaf(UNBOUND)
        held: Diagram = machine.none
        if found is not None and not isinstance(found[1], (Function, objects.Assigned)):
            held = definitions.class_attribute(machine, found[0], name)
        if not descriptors.taken_away(machine, held, machine.diagrams.leaf(leaf), location):
            storing.put(machine, machine.diagrams.leaf(leaf), name, gone, location)
        failed = machine.diagrams.both(where, machine.diagrams.negate(machine.guard))
        machine.guard = machine.diagrams.both(before, machine.diagrams.negate(failed))
