"""The names under which what makes an object takes its fields: an alias, the field's own name, or none at all."""

from __future__ import annotations

from apivet.effects import lacking, objects, told_fields
from apivet.effects.diagrams import Diagram
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.values import Reference
from apivet.program.failures import FailureKind
from apivet.program.model import COMPUTED_ALIAS, Field, Type
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED

#: Forms whose objects are made by aliases; msgspec has them in what is encoded only.
_BY_ALIAS = ("pydantic", "attrs")


def alias_of(type_: Type, declared: Field) -> str:
    """The name under which a field is taken; nothing where that is its own."""
    if declared.treatment.alias or not type_.computes_aliases:
        return declared.treatment.alias
    return COMPUTED_ALIAS


def has_aliases(type_: Type) -> bool:
    """Whether some field of a type goes by another name."""
    return type_.computes_aliases or any(each.treatment.alias or each.treatment.dumped_as for each in type_.fields)


def needs_aliases(type_: Type) -> bool:
    """Whether some field is not taken under its own name."""
    return has_aliases(type_) and not type_.takes_names


def encodes_aliases(type_: Type) -> bool:
    """Whether objects of a type are made by the names of its fields, and encoded by others."""
    return type_.form not in _BY_ALIAS and has_aliases(type_)


def is_alias(type_: Type, name: str) -> bool:
    """Whether a field is taken under this name that has another one of its own: it comes before the field's own."""
    return any(each.treatment.alias == name for each in type_.fields)


def take(
    machine: Machine, type_: Type, reference: Reference, name: str, value: Diagram, location: Location
) -> tuple[str, Diagram] | None:
    """The field of a new object that what is given under a name sets, and the value; ``None`` where it sets none."""
    if name == UNDECLARED and type_.drops_undeclared:
        return None
    if type_.form not in _BY_ALIAS or not has_aliases(type_):
        return name, value
    for each in type_.fields:
        if each.treatment.alias == name:
            return each.name, value
    declared = type_.field(name)
    alias = alias_of(type_, declared) if declared is not None else ""
    if not alias or (type_.takes_names and type_.form == "pydantic"):
        return name, value
    if alias == COMPUTED_ALIAS:
        default = objects.field(machine, reference, name, location)
        return name, machine.unseen(f"{name} of {type_.name}, which has a computed alias,", location, (value, default))
    if type_.form == "attrs" or (declared is not None and not declared.has_default):
        machine.fail(machine.given(value), FailureKind.WRONG_KIND)
    return (UNDECLARED, value) if type_.open else None


def ask_for_all(machine: Machine, type_: Type, places: int, arguments: Arguments) -> None:
    """An object is made of arguments, of which its type may have no fields for some."""
    is_made_of_fields = type_.form in told_fields.DECLARED or type_.is_tuple
    if not is_made_of_fields or type_.has_unknown_base or type_.outside_bases:
        return
    names = {name for each in type_.makers for name in (each.name, each.treatment.alias)}
    others = [name for name, _ in arguments.named if name not in names and not is_alias(type_, name)]
    lacking.ask_for_parameters(machine, max(0, len(arguments.positional) - places), others)
