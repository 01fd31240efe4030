"""Assignments that a type takes into its own hands: ``__setattr__``, ``on_setattr=``, a descriptor's ``__set__``."""

from __future__ import annotations

from typing import Final

from apivet.effects import checking, objects, storing
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Constant, Reference
from apivet.program.model import Type
from apivet.program.syntax import Attribute, Call, Expression, Literal, Name, Sequence
from apivet.verdicts import Location

_SETTER: Final = "__setattr__"
#: Hooks of attrs that store what they are given, or refuse it.
_STEPS: Final = ("NO_OP", "convert", "validate", "frozen")


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
            _set_unseen(machine, leaf, name, value, location)
        else:
            put = _as_checked(machine, leaf, name, value, location) if isinstance(leaf, Reference) else value
            storing.put(machine, whole, name, put, location)
        failed = machine.diagrams.both(where, machine.diagrams.negate(machine.guard))
        machine.guard = machine.diagrams.both(before, machine.diagrams.negate(failed))


def _as_checked(machine: Machine, leaf: Reference, name: str, value: Diagram, location: Location) -> Diagram:
    """The value that is stored where a type checks what its fields are set to."""
    type_ = objects.type_of(machine, leaf)
    steps = _steps(type_, name) if type_ is not None else None
    if type_ is None or not steps or machine.heap.is_fields(leaf):
        return value
    if "convert" in steps:
        value = checking.checked(machine, type_, leaf, name, value, location)
    if "validate" in steps:
        checking.look_at(machine, type_, leaf, name, value, location)
    return value


def _set_unseen(machine: Machine, leaf: Reference, name: str, value: Diagram, location: Location) -> None:
    """Set a field in a way that can't be followed: by code of the type, which is given the object and the value."""
    type_ = objects.type_of(machine, leaf)
    whole = machine.diagrams.leaf(leaf)
    if type_ is None or type_.checks_changes is False:
        machine.lose([whole], f"{name} is set by a way of the type's own", location, [value])
    else:
        what = f"what {type_.name} does when {name} is set"
        looking = checking.callees(machine, type_, leaf, name)
        unresolved(machine, what, (whole, *looking), location, (value,))


def _own_way(machine: Machine, leaf: Reference) -> Diagram | None:
    """The type's own ``__setattr__``; inside one, fields are set as they are everywhere else."""
    if machine.heap.is_fields(leaf):
        return None
    if any(frame.function is not None and frame.function.name == _SETTER for frame in machine.stack):
        return None
    return objects.own_method(machine, leaf, _SETTER)


def _is_intercepted(machine: Machine, leaf: Reference, name: str) -> bool:
    type_ = objects.type_of(machine, leaf)
    if type_ is None or machine.heap.is_fields(leaf):
        return False
    if _steps(type_, name) is None or (type_.checks_changes and any(not each.field for each in type_.checks)):
        return True
    declared = type_.field(name)
    default = declared.default if declared is not None else None
    if not isinstance(default, Call) or not isinstance(default.callee, Name):
        return False
    made = machine.program.resolve(type_.module, default.callee.name)
    return isinstance(made, Type) and objects.member(machine, made, "__set__") is not None


def _steps(type_: Type, name: str) -> tuple[str, ...] | None:
    """The things that a type does with a value before a field is set to it; nothing where that can't be told."""
    if type_.form != "attrs":
        if type_.checks_changes is None:
            return None if checking.has_checks(type_) else ()
        return ("convert",) if type_.checks_changes else ()
    declared = type_.field(name)
    hooks = [declared.treatment.on_set] if declared is not None else []
    for decorator in type_.decorators:
        if isinstance(decorator, Call):
            hooks += [each.value for each in decorator.arguments if each.name == "on_setattr"]
    for hook in hooks:
        if hook is not None and not (isinstance(hook, Literal) and hook.value is None):
            return _named(hook)
    return ("convert", "validate") if type_.checks_changes else ()


def _named(hook: Expression) -> tuple[str, ...] | None:
    """The names of attrs' own steps that make up a hook."""
    parts = hook.items if isinstance(hook, Sequence) else (hook,)
    if isinstance(hook, Call) and isinstance(hook.callee, (Name, Attribute)) and hook.callee.name == "pipe":
        parts = tuple(each.value for each in hook.arguments)
    names = tuple(each.name if isinstance(each, (Name, Attribute)) else "" for each in parts)
    return names if all(name in _STEPS for name in names) else None
