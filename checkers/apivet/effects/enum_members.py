"""Enums: which values they are, and which of their members has a value."""

from __future__ import annotations

from typing import Any

from apivet.effects import enums
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.objects import type_attribute
from apivet.effects.refusing import refuse_some
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Constant, Member, TypeValue
from apivet.program.constants import spelled_constant
from apivet.program.failures import FailureKind
from apivet.program.model import Type
from apivet.verdicts import Location


def is_enum(value: Diagram) -> bool:
    """Whether a value is an enum itself."""
    return isinstance(value, Leaf) and isinstance(value.value, TypeValue) and value.value.type.form == "enum"


def member_of_value(machine: Machine, type_: Type, value: Diagram, location: Location) -> Diagram:
    """``Policy("Orphan")``: the member of an enum that has this value, or is it."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Member) and leaf.type == type_.dotted:
            return machine.diagrams.leaf(leaf)
        given = enums.given_member(machine, type_, leaf, "value")
        if given is not None:
            return given
        for constant in type_.constants if isinstance(leaf, Constant) else ():
            if constant.value == spelled_constant(leaf.value):
                return type_attribute(machine, type_, constant.name)
        settled = machine.heap.settle(machine.diagrams.leaf(leaf))
        refuse_some(machine, (settled,), location, (FailureKind.WRONG_VALUE,))
        return machine.diagrams.leaf(Computed(f"member of {type_.name}", (settled,)))

    return machine.each(value, one)
