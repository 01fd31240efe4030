"""Members of enums that were given: what their ``value`` and their ``name`` tell of them, which is all."""

from __future__ import annotations

from typing import Any, Final

from apivet.effects import value_kinds
from apivet.effects.declared import annotation_of
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.flags import JOINED
from apivet.effects.state import Machine
from apivet.effects.values import Computed, Constant, Input, Member, Reference
from apivet.program.annotations import NONE, Declared, members
from apivet.program.constants import spelled_constant
from apivet.program.model import Type

_VALUE: Final = "image:.value"
_NAME: Final = "image:.name"
_TOLD_BY: Final = {"value": _VALUE, "_value_": _VALUE, "name": _NAME, "_name_": _NAME}


def enum_of(machine: Machine, given: Input) -> Type | None:
    """The enum of which something that was given is a member, unless it is ``None``."""
    annotation = annotation_of(machine, given)
    held = [each for each in members(annotation) if each != NONE] if annotation is not None else []
    type_ = machine.program.type(held[0].dotted) if len(held) == 1 and isinstance(held[0], Declared) else None
    return type_ if type_ is not None and type_.form == "enum" else None


def told(machine: Machine, reference: Reference, name: str) -> Diagram | None:
    """``given.value``, ``given.name``; ``None`` for anything else."""
    base = machine.heap.cells[reference.cell].base
    given = base.value if name in _TOLD_BY and isinstance(base, Leaf) else None
    type_ = enum_of(machine, given) if isinstance(given, Input) else None
    if type_ is None or any(name in each.methods for each in machine.program.ancestry(type_)):
        return None
    if _TOLD_BY[name] == _NAME and any(each in type_.enum_bases for each in JOINED):
        return None
    return machine.diagrams.leaf(Computed(_TOLD_BY[name], (machine.heap.settle(machine.diagrams.leaf(reference)),)))


def is_told(value: object) -> bool:
    """Whether a value is the ``value`` or the ``name`` of a member."""
    return isinstance(value, Computed) and value.operator in (_VALUE, _NAME)


def given_member(machine: Machine, type_: Type, leaf: Any, told_by: str) -> Diagram | None:
    """The member of an enum that was given, where a value is it, or its ``value`` or ``name``."""
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    found = settled.value if isinstance(settled, Leaf) else None
    if isinstance(found, Computed) and found.operator == _TOLD_BY[told_by]:
        inner = found.operands[0]
        whole = inner.value if isinstance(inner, Leaf) else None
        is_of = isinstance(whole, Input) and annotation_of(machine, whole) == Declared(type_.dotted)
        return inner if is_of else None
    if isinstance(found, Input) and annotation_of(machine, found) == Declared(type_.dotted):
        return machine.diagrams.leaf(leaf)
    return None


def member_told_by(machine: Machine, value: Computed, constant: Constant) -> tuple[Input, Member | None] | None:
    """Something that was given, with the member that it is where its ``value`` or ``name`` is a constant, or with
    nothing where none has it; ``None`` where that can't be told."""
    given = value.operands[0].value if isinstance(value.operands[0], Leaf) else None
    type_ = enum_of(machine, given) if isinstance(given, Input) else None
    if type_ is None or not isinstance(given, Input):
        return None
    by_name = value.operator == _NAME
    for each in type_.constants:
        if (each.name == constant.value) if by_name else (each.value == spelled_constant(constant.value)):
            worth = value_kinds.written(each.value)
            first = next(other.name for other in type_.constants if other.value == each.value)
            return None if worth is None else (given, Member(type_.dotted, first, Constant.of(worth)))
    return (given, None) if by_name else None


def worth_of(type_: Type, name: str) -> Constant | None:
    """The value of a member, where that is certain: of one that is counted on, too."""
    told = next((each.value for each in type_.constants if each.name == name and not each.doubt), "")
    worth = value_kinds.written(told) if told else None
    return None if worth is None else Constant.of(worth)


#: The methods of a type by which a mapping finds a key.
_TELLING_KEYS: Final = ("__eq__", "__hash__")


def plain_key(machine: Machine, key: Any) -> Any:
    """The text or the number that a member of an enum is as well: the two are one key."""
    type_ = machine.program.type(key.type) if isinstance(key, Member) and key.value is not None else None
    if type_ is None or not (value_kinds.is_text_enum(type_) or value_kinds.is_number_enum(type_)):
        return key
    has_own = any(name in each.methods for each in machine.program.ancestry(type_) for name in _TELLING_KEYS)
    return key if has_own else key.value


def has_worth(type_: Type) -> bool:
    """Whether members count as true or not as their values do: texts, numbers and flags."""
    return value_kinds.is_text_enum(type_) or value_kinds.is_number_enum(type_) or "enum.Flag" in type_.enum_bases
