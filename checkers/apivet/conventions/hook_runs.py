"""Runs of hooks: the arguments from the framework, and the call."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from apivet.effects import hooks, objects
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, OLD, Partial, Reference, Routine
from apivet.program import signatures
from apivet.program.model import Type
from apivet.program.syntax import Function
from apivet.vocabulary import CREATE


def given_objects(
    machine: Machine, object_type: Type | None, notion: str, roots: Mapping[str, str] = MappingProxyType({})
) -> tuple[Reference, Reference | None]:
    """The objects that the framework hands to a hook, in this call or under the ``roots`` of another one."""
    obj = hooks.given_object(machine, roots.get(CALLER, CALLER), object_type)
    if notion == CREATE:
        return obj, None
    old = hooks.given_object(machine, roots.get(OLD, OLD), object_type)
    hooks.promise_generation(machine, obj, old)
    return obj, old


def call_with_objects(
    machine: Machine, hook: Diagram, function: Function, obj: Reference, old: Reference | None
) -> Diagram:
    """Call a hook with its parameters in their places. A context that is asked for is handed: it is never
    ``None``, though it may be false."""
    names = signatures.create_parameters(function) if old is None else signatures.update_parameters(function)
    places = {names.obj: obj, names.old: old}
    given: list[Diagram] = []
    named: list[tuple[str, Diagram]] = []
    parameters = function.parameters[0 if function.binding == "none" else 1 :]
    for parameter in parameters:
        if parameter.kind == "*":
            given += [machine.diagrams.leaf(hooks.given_object(machine, "ctx", None))] if names.obj is None else []
            given += [machine.diagrams.leaf(part) for part in (obj, old) if part is not None and names.obj is None]
            continue
        if parameter.kind == "**":
            continue
        place = places.get(parameter.name)
        if place is None and parameter.default is not None:
            continue
        reference = place if place is not None else hooks.given_object(machine, parameter.name, None)
        value = machine.diagrams.leaf(reference)
        if parameter.kind == "keyword" or len(given) < parameters.index(parameter):
            named.append((parameter.name, value))
        else:
            given.append(value)
    result = machine.call(hook, tuple(given), tuple(named), function.location)
    return hooks.awaited(machine, result, function.location)


def function_of(machine: Machine, value: Diagram) -> Function | None:
    """The function behind a value that is called as a hook, with the parameters that its caller gives."""
    if isinstance(value, Leaf) and isinstance(value.value, Reference):
        value = objects.own_method(machine, value.value, objects.CALLED) or value
    found = value.value if isinstance(value, Leaf) else None
    positional, names = 0, set[str]()
    while isinstance(found, Partial) and isinstance(found.callee, Leaf):
        positional += len(found.positional)
        names.update(name for name, _ in found.named)
        found = found.callee.value
    if not isinstance(found, Routine):
        return None
    function = found.function
    if positional and found.receiver is None and function.binding == "instance":
        function = replace(function, binding="none")  # what it is bound to is among the arguments
    return signatures.left_open(function, positional, names) if positional or names else function
