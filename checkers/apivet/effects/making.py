"""The methods that run when an object was made, and what they are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apivet.effects import checking, objects, told_fields
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import Partial, Reference, Routine
from apivet.program.model import Type
from apivet.program.syntax import Function
from apivet.verdicts import Location

AFTERWARDS: Final = ("__post_init__", "__attrs_post_init__", "model_post_init")


def after_making(
    machine: Machine, type_: Type, reference: Reference, extra: Mapping[str, Diagram], location: Location
) -> None:
    """Run what a type does with a new object; ``extra`` is what was given for that alone."""
    value = machine.diagrams.leaf(reference)
    checking.check_defaults(machine, type_, reference, location)
    for name in AFTERWARDS:
        found = objects.member(machine, type_, name)
        if found is None or not isinstance(found[1], Function):
            continue
        given: tuple[Diagram, ...] = (machine.none,) if name == "model_post_init" else ()
        if name == "__post_init__":
            given = tuple(
                extra.get(each.name) or objects.default_of(machine, reference, each, location)
                for each in type_.parameters
                if each.treatment.taken_only
            )
        method = machine.diagrams.leaf(Routine(found[1], value, None))
        machine.call_with(method, Arguments(given), location)
    checking.check_object(machine, type_, reference, location)


def make_defaults(machine: Machine, reference: Reference, type_: Type, location: Location) -> None:
    """Give a new object the fields that functions of the tree make: they may give something else later."""
    cell = machine.heap.cells[reference.cell]
    for declared in type_.fields:
        if declared.factory is not None and declared.name not in cell.fields:
            owner = machine.program.type(declared.owner)
            factory = None if owner is None else told_fields.factory_of(machine, owner.module, declared)
            if isinstance(factory, Leaf) and isinstance(factory.value, (Routine, Partial)):
                cell.fields[declared.name] = objects.default_of(machine, reference, declared, location)
