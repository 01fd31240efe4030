"""``is``: whether two values are one object. What is one is equal; what is equal may still be two."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import enums, own_class, questions, value_kinds
from apivet.effects.declared import annotation_of
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality import comparing
from apivet.effects.state import Machine
from apivet.effects.values import (
    FALSE,
    NONE,
    TRUE,
    TYPE,
    Computed,
    Constant,
    Input,
    IsA,
    Member,
    Reference,
    Truthy,
    Unseen,
)
from apivet.program.annotations import NONE as NO_VALUE
from apivet.program.annotations import OutsideClass, members
from apivet.program.model import Scalar

#: The operator of what says whether two equal values are one object.
IDENTITY: Final = "is"


def identical(machine: Machine, left: Diagram, right: Diagram) -> Diagram:
    """The guard under which two values are one."""
    return machine.each_guard(
        left, lambda first: machine.each_guard(right, lambda second: _are_one(machine, first, second))
    )


def _are_one(machine: Machine, first: Any, second: Any) -> Diagram:
    diagrams = machine.diagrams
    if first == second:
        return diagrams.true
    of_classes = own_class.are_one_class(machine, first, second)
    if of_classes is not None:
        return of_classes
    sides = (diagrams.leaf(first), diagrams.leaf(second))
    if NONE in (first, second):
        return questions.is_none(machine, sides[first == NONE])
    if all(_is_one_of_its_kind(machine, side) for side in sides):
        return comparing.same(machine, *sides)
    for pair in (sides, sides[::-1]):
        of_its_class = _is_of_its_class(machine, *pair)
        if of_its_class is not None:
            return diagrams.both(comparing.same(machine, *pair), of_its_class)
    if isinstance(first, Reference) and isinstance(second, Reference):
        absent = diagrams.both(*(questions.is_none(machine, side) for side in sides))
        bases = [machine.heap.cells[each.cell].base for each in (first, second)]
        if not all(_is_copied_freely(machine, each) for each in (first, second)) and not machine.led_to(bases):
            # Objects that were given or made apart from each other are never one; what is unseen may be any.
            company = machine.heap.company(diagrams.true, first)
            return diagrams.either(absent, next((where for where, other in company if other == second), diagrams.false))
        return diagrams.either(absent, _perhaps_one(machine, sides))
    if _is_copied_freely(machine, first) or _is_copied_freely(machine, second):
        return _perhaps_one(machine, sides)
    return comparing.same(machine, *sides)


def _perhaps_one(machine: Machine, sides: tuple[Diagram, Diagram]) -> Diagram:
    """Equal numbers and texts may be one object or two: that is the interpreter's own affair."""
    settled = tuple(machine.heap.settle(side) for side in sides)
    chance = machine.diagrams.decide(Truthy(Computed(IDENTITY, settled)))
    return machine.diagrams.both(comparing.same(machine, *sides), chance)


def _is_copied_freely(machine: Machine, value: Any) -> bool:
    """Whether a value is a number or a text, or may be one: of these there can be many that are equal."""
    if isinstance(value, Constant):
        return value.value is not None and not isinstance(value.value, bool)
    if isinstance(value, Reference):
        return isinstance(machine.heap.cells[value.cell].shape, Scalar)
    return isinstance(value, (Unseen, Computed)) and not _is_class_of_objects(machine, value)


def _is_class_of_objects(machine: Machine, value: Any) -> bool:
    """Whether a value is the class of an object, of which there is one: equal numbers may be of two."""
    of = value.operands[0] if isinstance(value, Computed) and value.operator == TYPE else None
    given = of.value if isinstance(of, Leaf) else None
    return isinstance(given, Input) and not isinstance(machine.heap.shape_of(given), Scalar)


def _is_of_its_class(machine: Machine, single: Diagram, side: Diagram) -> Diagram | None:
    """The guard under which a given value is of the class of a truth value or of a member of an enum, which alone is
    left to ask of two that are equal: ``0`` equals ``False``, and is another. ``None`` for all other values."""
    one, other = _told(machine, single), _told(machine, side)
    of = "builtins.bool" if one in (TRUE, FALSE) else one.type if isinstance(one, Member) else ""
    if not of or not isinstance(other, Input):
        return None
    declared = value_kinds.is_instance_of(machine, other, of.removeprefix("builtins."))
    if declared is None:
        return machine.diagrams.decide(IsA(other, of))
    return machine.diagrams.true if declared else machine.diagrams.false


def _told(machine: Machine, side: Diagram) -> Any:
    """The value as it is now, where that depends on nothing."""
    settled = machine.heap.settle(side)
    return settled.value if isinstance(settled, Leaf) else None


def _is_one_of_its_kind(machine: Machine, side: Diagram) -> bool:
    """Whether a value is true, false or a member of an enum, or what tells one: two of these are equal where they are
    one."""
    value = _told(machine, side)
    if isinstance(value, Constant):
        return isinstance(value.value, bool)
    if isinstance(value, Input):
        annotation = annotation_of(machine, value)
        held = [each for each in members(annotation) if each != NO_VALUE] if annotation is not None else []
        return enums.enum_of(machine, value) is not None or held == [OutsideClass("bool")]
    return isinstance(value, Member) or enums.is_told(value)
