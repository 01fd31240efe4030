"""Assignments that a type takes into its own hands: ``__setattr__``, ``on_setattr=``, a descriptor's ``__set__``."""

from __future__ import annotations

from typing import Final

from apivet.effects import checking, objects, storing
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import Constant, Reference
from apivet.program.model import Type
from apivet.program.syntax import Attribute, Call, Expression, Name
from apivet.verdicts import Location

_SETTER: Final = "__setattr__"
#: Hooks of attrs that store what they are given, or refuse it.
_HARMLESS: Final = ("NO_OP", "convert", "validate", "frozen")


def assign(machine: Machine, target: Diagram, name: str, value: Diagram, location: Location) -> None:
    """``target.name = value``. A type's own ``__setattr__`` is followed; what else a type makes of it by itself is not
    known."""
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        before, machine.guard = machine.guard, where
        whole = machine.diagrams.leaf(leaf)
        own = _own_way(machine, leaf) if isinstance(leaf, Reference) else None
        if own is not None:
            machine.call(own, (machine.diagrams.leaf(Constant.of(name)), value), (), location)
        elif isinstance(leaf, Reference) and _is_intercepted(machine, leaf, name):
            machine.lose([whole], f"{name} is set by a way of the type's own", location, [value])
        else:
            put = _as_checked(machine, leaf, name, value, location) if isinstance(leaf, Reference) else value
            storing.put(machine, whole, name, put, location)
        failed = machine.diagrams.both(where, machine.diagrams.negate(machine.guard))
        machine.guard = machine.diagrams.both(before, machine.diagrams.negate(failed))


def _as_checked(machine: Machine, leaf: Reference, name: str, value: Diagram, location: Location) -> Diagram:
    """The value that is stored where a type checks what its fields are set to."""
    type_ = objects.type_of(machine, leaf)
    if type_ is None or not type_.checks_changes or machine.heap.cells[leaf.cell].mapping:
        return value
    return checking.checked(machine, type_, leaf, name, value, location)


def _own_way(machine: Machine, leaf: Reference) -> Diagram | None:
    """The type's own ``__setattr__``; inside one, fields are set as they are everywhere else."""
    if machine.heap.cells[leaf.cell].mapping:
        return None
    if any(frame.function is not None and frame.function.name == _SETTER for frame in machine.stack):
        return None
    return objects.own_method(machine, leaf, _SETTER)


def _is_intercepted(machine: Machine, leaf: Reference, name: str) -> bool:
    type_ = objects.type_of(machine, leaf)
    if type_ is None or machine.heap.cells[leaf.cell].mapping:
        return False
    if _has_hook(type_, name) or (type_.checks_changes and any(not each.field for each in type_.checks)):
        return True
    declared = type_.field(name)
    default = declared.default if declared is not None else None
    if not isinstance(default, Call) or not isinstance(default.callee, Name):
        return False
    made = machine.program.resolve(type_.module, default.callee.name)
    return isinstance(made, Type) and objects.member(machine, made, "__set__") is not None


def _has_hook(type_: Type, name: str) -> bool:
    """Whether attrs asks a function before a field is set."""
    if type_.form != "attrs":
        return False
    declared = type_.field(name)
    hooks = [declared.treatment.on_set] if declared is not None else []
    for decorator in type_.decorators:
        if isinstance(decorator, Call):
            hooks += [each.value for each in decorator.arguments if each.name == "on_setattr"]
    return any(hook is not None and not _is_harmless(hook) for hook in hooks)


def _is_harmless(hook: Expression) -> bool:
    return isinstance(hook, (Name, Attribute)) and hook.name in _HARMLESS
