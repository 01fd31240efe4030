"""The classes of values. An object that was given in a field may be of a class that derives from the declared one,
wherever that stands: the class itself is then left open, though it counts as the declared one where it is used."""

from __future__ import annotations

from apivet.effects import questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import NONE, NONE_TYPE, TYPE, Computed, Input, Outside, Reference, TypeValue
from apivet.program.model import Type


def class_of(machine: Machine, value: object, type_: Type | None) -> Diagram:
    """The class of a value that is declared, or was made, as one of this type; that of nothing where it may be
    absent."""
    whole, of_nothing = machine.diagrams.leaf(value), machine.diagrams.leaf(NONE_TYPE)
    if value == NONE:
        return of_nothing
    is_mapping = isinstance(value, Reference) and machine.heap.is_fields(value)
    if type_ is None and not is_mapping:
        return machine.diagrams.leaf(Computed(TYPE, (machine.heap.settle(whole),)))
    made = (
        Outside("builtins.dict") if type_ is None or is_mapping else TypeValue(type_, _given_in(machine, value, type_))
    )
    return machine.diagrams.choose(questions.is_none(machine, whole), of_nothing, machine.diagrams.leaf(made))


def _given_in(machine: Machine, value: object, type_: Type) -> Input | None:
    """The field that an object was given in, where it may be of a class that derives from the declared one."""
    base = machine.heap.cells[value.cell].base if isinstance(value, Reference) else None
    given = base.value if isinstance(base, Leaf) and isinstance(base.value, Input) and base.value.path else None
    return None if type_.final or type_.form in _NEVER_DERIVED else given


#: Forms whose objects are of no other class than the declared one.
_NEVER_DERIVED = ("enum", "typeddict")


def are_one_class(machine: Machine, first: object, second: object) -> Diagram | None:
    """The guard under which two classes are one, of which at least one is that of something given; ``None`` of all
    other values."""
    if not (isinstance(first, TypeValue) and isinstance(second, TypeValue)) or first.of is second.of is None:
        return None
    if first == second:
        return machine.diagrams.true
    if not any(_may_be(machine, *pair) for pair in ((first, second), (second, first))):
        return machine.diagrams.false
    operands = tuple(machine.diagrams.leaf(each.of) for each in (first, second) if each.of is not None)
    reason = "of which class an object is that may be of one that derives from the declared one"
    return questions.truth(machine, machine.unseen(reason, None, operands))


def _may_be(machine: Machine, given: TypeValue, other: TypeValue) -> bool:
    """Whether an object that was given may be of another class: what derives from both is seen from neither."""
    above = {base.dotted for base in machine.program.ancestry(other.type)}
    return given.of is not None and (given.type.dotted in above or other.of is not None)
