"""What an object remembers from one call of its methods to the next: a hook may have run any number of times before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apivet.effects import objects
from apivet.effects.making import AFTERWARDS
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import Reference
from apivet.program import syntax
from apivet.program.model import Program, Type
from apivet.verdicts import Location

_INITIALISERS: Final = ("__init__", *AFTERWARDS, "__new__", "__init_subclass__")
_CHANGING: Final = frozenset(
    ("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update")
)


def forget(machine: Machine, reference: Reference, type_: Type, location: Location) -> None:
    """Make unknown what methods leave in an object for later calls. What begins as ``None`` is worked out when it is
    first needed, and stays what it is."""
    fields = machine.heap.cells[reference.cell].fields
    for name in remembered(machine, type_):
        value = fields.get(name)
        if value is None and objects.member(machine, type_, name) is not None:
            value = objects.field(machine, reference, name, location)
        if value is not None and value is not machine.none:
            fields[name] = machine.unseen(f"{name} of the strategy, which its methods change,", location, (), free=True)


def remembered(machine: Machine, type_: Type) -> list[str]:
    """The attributes that methods change besides those that make the object."""
    found: dict[str, None] = {}
    for base in machine.program.ancestry(type_):
        for name, method in base.methods.items():
            if name not in _INITIALISERS and method.parameters:
                found.update(dict.fromkeys(_changed(method)))
    return list(found)


def changes(function: syntax.Function, name: str) -> bool:
    """Whether a function changes the object that one of its parameters is given, or hands it out."""
    for part in parts_of(function.body):
        if isinstance(part, syntax.Return) and isinstance(part.value, syntax.Name) and part.value.name == name:
            return True
    return any(
        _root(target) == name and (is_part or not isinstance(target, syntax.Name))
        for target, is_part in _targets(function)
    )


def _root(target: syntax.Expression) -> str | None:
    """The variable that holds the object in which something is changed."""
    while isinstance(target, (syntax.Subscript, syntax.Attribute)):
        target = target.value
    return target.name if isinstance(target, syntax.Name) else None


def set_by_initialisers(program: Program, type_: Type) -> frozenset[str]:
    """The attributes that an object is given when it is made."""
    bases = program.ancestry(type_)
    made = [base.methods[name] for base in bases for name in _INITIALISERS if name in base.methods]
    return frozenset(name for method in made if method.parameters for name in _changed(method))


def _changed(method: syntax.Function) -> Iterator[str]:
    own = method.parameters[0].name
    for target, _ in _targets(method):
        yield from _attribute(target, own)


def _targets(function: syntax.Function) -> Iterator[tuple[syntax.Expression, bool]]:
    """All that a function binds, takes away or changes, each with whether the very object there is changed."""
    for part in parts_of(function.body):
        if isinstance(part, (syntax.Assign, syntax.Delete)):
            yield from ((target, False) for target in part.targets)
        elif isinstance(part, syntax.Augment):
            yield part.target, True
        elif isinstance(part, syntax.Call) and isinstance(part.callee, syntax.Attribute):
            if part.callee.name in _CHANGING:
                yield part.callee.value, True


def _attribute(target: syntax.Expression, own: str) -> Iterator[str]:
    """The object's own attribute that is changed by a change there."""
    while isinstance(target, syntax.Subscript):
        target = target.value
    if isinstance(target, syntax.Attribute) and isinstance(target.value, syntax.Name) and target.value.name == own:
        yield target.name
