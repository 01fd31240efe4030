"""Persistent state: kept by an object from earlier calls, as a hook may have run any number of times before."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final, TypeGuard

from apivet.effects import definitions, descriptors, library_state, objects
from apivet.effects.diagrams import Leaf
from apivet.effects.making import AFTERWARDS
from apivet.effects.scopes import changed_in_module, local_names, parts_of, set_outside, targets_of
from apivet.effects.state import Machine
from apivet.effects.values import Reference
from apivet.program import syntax
from apivet.program.methods import of_objects
from apivet.program.model import Program, Type
from apivet.verdicts import Location

_MAKER: Final = "__new__"
_INITIALISERS: Final = ("__init__", *AFTERWARDS, _MAKER, "__init_subclass__")


def forget(machine: Machine, reference: Reference, type_: Type, location: Location) -> None:
    """Make unknown what methods leave in an object for later calls. What begins as ``None`` is worked out when it is
    first needed, and stays what it is."""
    fields = machine.heap.cells[reference.cell].fields
    for name in remembered(machine, type_):
        if _is_kept_elsewhere(machine, type_, name):
            continue
        value, member = fields.get(name), objects.member(machine, type_, name)
        in_class = value is None and member is not None
        if in_class:
            value = objects.field(machine, reference, name, location)
        if value is not None and value is not machine.none:
            reason = f"{name} of the strategy, which its methods change,"
            fields[name] = machine.unseen(reason, location, library_state.of_one_kind(machine, value), free=True)
            if in_class and member is not None and isinstance(value, Leaf) and isinstance(value.value, Reference):
                machine.bound_in_classes[member[0].dotted, name] = fields[name]  # the class has the very object


def _is_kept_elsewhere(machine: Machine, type_: Type, name: str) -> bool:
    """Whether a property or a descriptor of the class puts away what an attribute is set to."""
    found = objects.member(machine, type_, name)
    if found is None:
        return False
    if isinstance(found[1], syntax.Function):
        return objects.member(machine, type_, f"{name}.setter") is not None
    return descriptors.take(machine, definitions.class_attribute(machine, found[0], name))


def remembered(machine: Machine, type_: Type) -> list[str]:
    """The attributes that methods change besides those that make the object."""
    found: dict[str, None] = {}
    for base in machine.program.ancestry(type_):
        for name, method in of_objects(base.methods):
            if name not in _INITIALISERS:
                found.update(dict.fromkeys(_changed(method)))
    return list(found)


def writers(program: Program, type_: Type, besides: frozenset[str]) -> list[syntax.Function]:
    """The methods ``besides`` some by which others than the object itself change what it, or a module, holds."""
    methods: dict[str, syntax.Function] = {}
    for base in program.ancestry(type_):
        for name, method in base.methods.items():
            methods.setdefault(name, method)
    called = {part.name for method in methods.values() for part in parts_of(method.body) if _is_attribute(part)}
    outside = [method for name, method in methods.items() if name not in called.union(besides, _INITIALISERS)]
    return [method for method in outside if _keeps(program, method)]


def _is_attribute(part: object) -> TypeGuard[syntax.Attribute]:
    return isinstance(part, syntax.Attribute)


def _keeps(program: Program, method: syntax.Function) -> bool:
    """Whether a method changes its object, the object's class, or something of its module; the object may be changed
    where it is handed on, or has another name."""
    own = method.parameters[0].name if method.binding != "none" and method.parameters else ""
    given = local_names(method) | {parameter.name for parameter in method.parameters if parameter.name != own}
    parts = list(parts_of(method.body))
    is_changed = any(_stays(target, given) for target in targets_of(parts))
    is_handed_on = any(isinstance(each, syntax.Name) and each.name == own for part in parts for each in _handed(part))
    return bool(set_outside(method) or changed_in_module(program, method) or is_changed or is_handed_on)


def _stays(target: syntax.Expression, passing: frozenset[str]) -> bool:
    """Whether a part of something is changed that is in none of the variables that pass with a call."""
    root = target
    while isinstance(root, (syntax.Subscript, syntax.Attribute)):
        root = root.value
    return root is not target and not (isinstance(root, syntax.Name) and root.name in passing)


def _handed(part: object) -> list[syntax.Expression]:
    """The values that a function or a variable is given."""
    if isinstance(part, syntax.Call) and isinstance(part.callee, syntax.Name):
        return [each.value for each in part.arguments]
    return [part.value] if isinstance(part, syntax.Assign) else []


def makes_itself(program: Program, type_: Type) -> bool:
    """Whether code of the tree runs where an object of a type is made."""
    return any(name in base.methods for base in program.ancestry(type_) for name in _INITIALISERS)


def set_by_initialisers(program: Program, type_: Type) -> frozenset[str]:
    """The attributes that an object is given when it is made."""
    bases = program.ancestry(type_)
    made = [base.methods[name] for base in bases for name in _INITIALISERS if name in base.methods]
    return frozenset(name for method in made if method.parameters for name in _changed(method))


def set_by_makers(program: Program, type_: Type) -> tuple[str, ...]:
    """The attributes that ``__new__`` sets, on whatever object it makes."""
    made = (base.methods[_MAKER] for base in program.ancestry(type_) if _MAKER in base.methods)
    targets = (target for method in made for target in targets_of(parts_of(method.body)))
    return tuple(dict.fromkeys(each.name for each in targets if _is_attribute(each)))


@functools.lru_cache(maxsize=2048)
def _changed(method: syntax.Function) -> tuple[str, ...]:
    """The attributes of its object that a method changes, each once, in the order of a walk."""
    own = method.parameters[0].name
    found = (name for target in targets_of(parts_of(method.body)) for name in _attribute(target, own))
    return tuple(dict.fromkeys(found))


def _attribute(target: syntax.Expression, own: str) -> Iterator[str]:
    """The object's own attribute that is changed by a change there."""
    while isinstance(target, syntax.Subscript):
        target = target.value
    if isinstance(target, syntax.Attribute) and isinstance(target.value, syntax.Name) and target.value.name == own:
        yield target.name
