"""The fields of a type as the type itself tells them: their names, and mappings from these."""

from __future__ import annotations

from apivet.effects import definitions
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import NO_DEFAULT, Blank, Computed, Constant, Member, Outside, Reference, TypeValue
from apivet.program.model import Field, MapOf, Type, Unknown

#: Forms whose classes have a name of their own for their fields.
DECLARED = _DATACLASS, _ATTRS, _STRUCT = ("dataclass", "attrs", "msgspec")
_OF_DATACLASSES, _FIELDS_THEMSELVES, _OF_STRUCTS = ("__dataclass_fields__", "__attrs_attrs__", "__struct_fields__")
#: The forms by these names.
FORMS = dict(zip((_OF_DATACLASSES, _FIELDS_THEMSELVES, _OF_STRUCTS), DECLARED))
#: Attributes by which a class tells its fields: as a mapping from their names, and as names.
_FIELD_MAPPINGS = (_OF_DATACLASSES, "__annotations__", "model_fields", "__fields__")
#: Forms of declaration whose classes go on having the defaults of fields under their names.
_KEEPING_DEFAULTS = ("plain", "dataclass", "enum", "protocol", "struct")
_FIELD_NAMES = (_OF_STRUCTS, "_fields", "__match_args__")
#: The attribute by which the description of a field says whether objects are made with it.
_TAKEN = "init"
#: The attribute by which it says whether ``==`` looks at the field, for each form that says so.
_SAYING = dict(zip(DECLARED, ("compare", "eq")))


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


def told_of_field(machine: Machine, leaf: Member, name: str) -> Diagram | None:
    """The value that the description of a field has under a name, which is no method; ``None`` where a member is one of
    an enum."""
    type_ = machine.program.type(leaf.type)
    declared = None if type_ is None or type_.form == "enum" or leaf.name is None else type_.field(leaf.name)
    if type_ is None or declared is None:
        return None
    if name == "name":
        return machine.diagrams.leaf(Constant.of(declared.name))
    if type_.form in _SAYING and name == _TAKEN:
        return machine.diagrams.leaf(Constant.of(declared.treatment.taken))
    if name == _SAYING.get(type_.form):
        return machine.diagrams.leaf(Constant.of(declared.compared))
    default = _default_told(machine, declared, name)
    return machine.diagrams.leaf(Computed(f".{name}", (machine.diagrams.leaf(leaf),))) if default is None else default


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


#: The attributes by which a field tells what it is where nobody names it.
_DEFAULT, _FACTORY = "default", "default_factory"


def keeps_defaults(owner: Type) -> bool:
    """Whether a class goes on having the defaults of its fields under their names: slots take their places."""
    return owner.form in _KEEPING_DEFAULTS and not (owner.form != "plain" and owner.slots)


def _default_told(machine: Machine, declared: Field, name: str) -> Diagram | None:
    """The default, or what makes it, as the description of a field tells it; ``None`` of all else that it tells."""
    owner = machine.program.type(declared.owner)
    if owner is None or (owner.dotted, declared.name) in machine.bound_in_classes:
        return None
    is_known = (owner.form, name) in ((_DATACLASS, _DEFAULT), (_DATACLASS, _FACTORY), (_ATTRS, _DEFAULT))
    written = {_DEFAULT: declared.default, _FACTORY: declared.factory}.get(name)
    if not is_known or (written is None and owner.form != _DATACLASS):
        return None
    if written is None:
        return machine.diagrams.leaf(NO_DEFAULT)
    if name == _FACTORY:
        return factory_of(machine, owner.module, declared)
    value = definitions.evaluate_in(machine, owner.module, written)
    is_object = isinstance(value, Leaf) and isinstance(value.value, Reference)
    return None if is_object else value  # one for all of them, which may have been changed


def factory_of(machine: Machine, scope: str, declared: Field) -> Diagram:
    """The function that makes a field of each new object: one for all of them, with what it holds."""
    key = (declared.owner, declared.name)
    known = machine.class_attributes.get(key)
    if known is None:
        known = machine.class_attributes[key] = definitions.evaluate_in(machine, scope, declared.factory)
    return known


def worth_told(machine: Machine, type_: Type, name: str) -> Diagram:
    """The value of a member that is computed where the enum is made, by methods of its own or by counting on, too:
    of those nobody can tell."""
    own = [each for base in machine.program.ancestry(type_) for each in base.methods if each.startswith("_")]
    worth = None if own or name not in type_.attributes else definitions.class_attribute(machine, type_, name)
    if worth is None or any(isinstance(leaf.value, Computed) and not leaf.value.operands for leaf in leaves(worth)):
        return machine.unseen(f"the value of {type_.name}.{name}", None, ())
    return worth
