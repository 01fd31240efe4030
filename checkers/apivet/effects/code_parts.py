"""Parts of code: what functions, methods and partial applications tell of themselves, and let others change."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from msgspec.structs import replace

from apivet.effects import library_state, namespaces
from apivet.effects.captured import captured
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.state import Machine
from apivet.effects.values import Method, ModuleValue, Names, Partial, Reference, Routine, TypeValue
from apivet.program.model import Type
from apivet.verdicts import Location

#: The attribute of a method that is its object.
_BOUND_TO: Final = "__self__"
#: Containers that functions, classes and modules have, for all who ask.
OWN_CONTAINERS: Final = ("__annotations__", "__type_params__")
#: The container of a partial application with what it is given by name.
_NAMED: Final = "keywords"


def told_of_code(machine: Machine, leaf: Any, name: str, location: Location) -> Diagram:
    """The values that running code may read: those that a partial application or a method holds, else all variables."""
    if isinstance(leaf, Method) and name not in namespaces.TELLING_VARIABLES:
        whole = machine.diagrams.leaf(leaf)
        return leaf.receiver if name == _BOUND_TO else machine.diagrams.leaf(Method(whole, name))
    if isinstance(leaf, Partial):
        return _part_of_application(machine, leaf, name)
    return namespaces.all_variables(machine, location)


def _part_of_application(machine: Machine, leaf: Partial, name: str) -> Diagram:
    """The callable of a partial application, or its arguments: the container of those with a name can be changed."""
    if name == "func":
        return leaf.callee
    if name == "args":
        given = [Entry(str(number), machine.diagrams.true, value) for number, value in enumerate(leaf.positional)]
        return machine.diagrams.leaf(machine.heap.container("tuple", given))
    if name == _NAMED:
        return own_container(machine, leaf, name)
    return machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), name))


def container_of_class(machine: Machine, type_: Type, name: str, told: Diagram | None) -> Diagram:
    """A container that a class has, the same for all who ask: with what is ``told`` at first, where that is known."""
    if told is None:
        return own_container(machine, TypeValue(type_), name)
    kept = machine.class_attributes.setdefault((type_.dotted, name), told)
    for held in leaves(told) if kept is told else ():
        if isinstance(held.value, Reference):
            machine.heap.keep(held.value.cell)
    return kept


def own_container(machine: Machine, leaf: Routine | TypeValue | Partial | ModuleValue, name: str) -> Diagram:
    """A container that a function, a class, a module or a partial application has: the same for all who ask."""
    key = _place_of(leaf, name)
    if key not in machine.attributes:
        whole = machine.diagrams.leaf(leaf)
        held = [value for _, value in leaf.named] if isinstance(leaf, Partial) else []
        made = machine.unseen(f"{name}, which can be changed,", None, (whole, *held))
        machine.attributes[key] = machine.heap.made_of(machine.guard, (*held, *captured(machine, held)), made)
    return machine.attributes[key]


def changed_application(machine: Machine, leaf: Partial) -> Diagram | None:
    """The container of what a partial application is given by name, where somebody has it; else ``None``."""
    return machine.attributes.get(_place_of(leaf, _NAMED))


def _place_of(leaf: Routine | TypeValue | Partial | ModuleValue, name: str) -> tuple[Hashable, str]:
    """The place of a container that nobody set: none that a class has from another one, or sets itself."""
    return (namespaces.holder(leaf), "its own"), name


def decorated_as(leaf: Routine) -> str:
    """The name of what decorators made of a function, as of one that keeps what it is told."""
    return f"{leaf.function.dotted} as decorated"


def told_of_routine(machine: Machine, leaf: Routine, name: str, location: Location) -> Diagram | None:
    """The parts of a function, and what it is bound to; ``None`` for a name of its own that was set."""
    if leaf.function.is_cached and name == "cache_info":
        told = machine.told.get(leaf.function.dotted, ())
        return machine.unseen(f"how often {leaf.function.name}() was called", location, told)
    if name == "__globals__":
        return machine.diagrams.leaf(Names(ModuleValue(leaf.function.module)))
    if name in namespaces.MADE_OF:
        place = (leaf.function.dotted, leaf.function.location)
        own = namespaces.stored(machine, leaf, name)
        held = [machine.diagrams.leaf(leaf), *(value for key, value in machine.defaults.items() if key[:2] == place)]
        held += [] if own is None else [own]
        made_of = machine.lose((*held, *captured(machine, held)), f"{name} of {leaf.function.name}()", location)
        if name != "__wrapped__":
            namespaces.store(machine, leaf, name, made_of, None)
        return made_of
    if name == _BOUND_TO and leaf.receiver is not None:
        return leaf.receiver
    if name == "__func__":
        return machine.diagrams.leaf(replace(leaf, receiver=None))
    if namespaces.stored(machine, leaf, name) is None and leaf.function.decorators and not name.startswith("__"):
        given = namespaces.all_variables(machine, location)  # a decorator may have put anything there
        library_state.keep(machine, given, decorated_as(leaf))
        return given
    if name in OWN_CONTAINERS and namespaces.stored(machine, leaf, name) is None:
        return own_container(machine, leaf, name)
    return None
