"""The fields of a type as the type itself tells them: their names, and mappings from these."""

from __future__ import annotations

from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import Blank, Constant, Member, Outside, TypeValue
from apivet.program.model import MapOf, Type, Unknown

#: Forms whose classes have a name of their own for their fields.
DECLARED = ("dataclass", "attrs", "msgspec")
_NAMES = _OF_DATACLASSES, _FIELDS_THEMSELVES, _OF_STRUCTS = (
    "__dataclass_fields__",
    "__attrs_attrs__",
    "__struct_fields__",
)
#: The forms by these names.
FORMS = dict(zip((_OF_DATACLASSES, _FIELDS_THEMSELVES, _OF_STRUCTS), DECLARED))
#: Attributes by which a class tells its fields: as a mapping from their names, and as names.
_FIELD_MAPPINGS = (_OF_DATACLASSES, "__annotations__", "model_fields", "__fields__")
_FIELD_NAMES = (_OF_STRUCTS, "_fields", "__match_args__")


def fields_told_by(machine: Machine, type_: Type, name: str) -> Diagram | None:
    """A type's own list of its fields, under the name that its form of declaration gives it."""
    diagrams = machine.diagrams
    told = None
    if name in _FIELD_NAMES:
        told = [each.name for each in type_.fields]
    elif name == "__slots__" and len(type_.slots) == 1 and {each.owner for each in type_.fields} == {type_.dotted}:
        told = list(type_.slots[0])
    if told is not None:
        names = [Entry(each, diagrams.true, diagrams.leaf(Constant.of(each))) for each in told]
        return diagrams.leaf(machine.heap.container("tuple", names))
    if name == "__mro__" and not type_.has_unknown_base and not type_.outside_bases:
        classes = [TypeValue(base) for base in machine.program.ancestry(type_)]
        held = [diagrams.leaf(each) for each in (*classes, Outside("builtins.object"))]
        entries = [Entry(str(number), diagrams.true, each) for number, each in enumerate(held)]
        return diagrams.leaf(machine.heap.container("tuple", entries))
    if name == _FIELDS_THEMSELVES:
        return fields_themselves(machine, type_)
    if name not in _FIELD_MAPPINGS:
        return None
    return all_fields(machine, type_, own=name == "__annotations__")


def all_fields(machine: Machine, type_: Type, *, own: bool = False) -> Diagram:
    """The fields of a type by their names; only its ``own``, where those that it inherits are left out."""
    made = machine.heap.make(Blank("dict"), MapOf(Unknown("field")))
    for each in type_.fields:
        if not own or each.owner == type_.dotted:
            field_itself = machine.diagrams.leaf(Member(type_.dotted, each.name, None))
            machine.heap.cells[made.cell].fields[each.name] = field_itself
    return machine.diagrams.leaf(made)


def fields_themselves(machine: Machine, type_: Type) -> Diagram:
    """The descriptions of the fields that a type declares, in order."""
    leaf = machine.diagrams.leaf
    members = [
        Entry(each.name, machine.diagrams.true, leaf(Member(type_.dotted, each.name, None))) for each in type_.fields
    ]
    return leaf(machine.heap.container("tuple", members))
