"""Names of modules and of class bodies: what the source binds to them, or the hook did since."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from apivet.effects import code_parts, lacking, namespaces, questions
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.gate_tables import note_shared
from apivet.effects.gates import asked_once
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import (
    Computed,
    Constant,
    Descriptor,
    ModuleValue,
    Outside,
    Reference,
    Routine,
    TypeValue,
    Unseen,
)
from apivet.program.failures import FailureKind
from apivet.program.model import ASSERTIONS_RUN, External, Global, LaterChange, Module, Type
from apivet.program.syntax import Function, Name
from apivet.verdicts import Location

#: The function that an object, or a module, asks for attributes that it lacks.
ANSWERING: Final = "__getattr__"
#: The functions that an object asks for attributes: for those that it lacks, or for all.
ANSWERING_ALL: Final = (ANSWERING, "__getattribute__")

_NOTHING: Final[Mapping[str, Diagram]] = MappingProxyType({})


def global_value(machine: Machine, module: str, name: str) -> Diagram:
    """The value of a name in a module, where no function binds it."""
    entity = machine.program.resolve(module, name)
    lost = machine.rewritten and namespaces.stored(machine, ModuleValue(module), name)
    if lost and not (isinstance(entity, External) and entity.dotted.startswith("builtins.")):
        return lost
    if isinstance(entity, External):
        added = namespaces.stored(machine, Outside("builtins"), entity.dotted.removeprefix("builtins."))
        if added is not None:
            return where_set(machine, added)
        lacking.ask_for_name(machine, entity)
        if entity.otherwise:
            return _if_there(machine, module, name, entity)
    return _as_it_stands(machine, module, name, entity)


def _if_there(machine: Machine, module: str, name: str, entity: External) -> Diagram:
    """Something outside the tree, or what its name stands for where it could not be imported: either way may be."""
    known = machine.constants.get((module, name))
    if known is None:
        known = entity_value(machine, entity)
        for constant in entity.otherwise:
            missing = machine.unseen(f"whether {entity.dotted} is there", None, (), free=True)
            other = machine.diagrams.leaf(Constant.of(constant))
            known = machine.diagrams.choose(questions.truth(machine, missing), other, known)
        machine.constants[module, name] = known
    return known


def _as_it_stands(machine: Machine, module: str, name: str, entity: Any) -> Diagram:
    """An entity under its name in a module, as long as nothing is put in its place."""
    if name in code_parts.OWN_CONTAINERS and isinstance(entity, External):
        return code_parts.own_container(machine, ModuleValue(module), name)
    reason = None if isinstance(entity, Global) else machine.program.replaced(module, name)
    return entity_value(machine, entity) if reason is None else machine.unseen(reason, None, machine.variables())


def entity_value(machine: Machine, entity: Any) -> Diagram:
    """A name of a module's scope, as a value."""
    diagrams = machine.diagrams
    if isinstance(entity, Type):
        return diagrams.leaf(TypeValue(entity))
    if isinstance(entity, Function):
        return diagrams.leaf(Routine(entity, None, None))
    if isinstance(entity, Module):
        return diagrams.leaf(ModuleValue(entity.dotted))
    if isinstance(entity, External):
        return of_library(machine, entity.dotted)
    assert isinstance(entity, Global)
    key = (entity.module, entity.name)
    known = machine.constants.get(key)
    if known is not None:
        return known
    machine.constants[key] = machine.unseen(f"{entity.name} refers to itself", None, ())
    if entity.value is None:
        value = machine.unseen(f"{entity.name}, which may be set elsewhere", None, ())
    else:
        change = machine.program.change_of(*key)
        value = note_shared(machine, evaluate_in(machine, entity.module, entity.value, change=change))
    machine.heap.lasting_values.update(_lasting(value))
    machine.constants[key] = value = _with_kept(machine, value, machine.heap.kept)
    return value


def keep_in_variables(machine: Machine, kept: Diagram) -> None:
    """Something was put where nobody can tell: any variable of a package that code elsewhere may set holds it from now
    on, if it is not what it was."""
    machine.heap.kept.append(kept)
    for key, value in machine.constants.items():
        machine.constants[key] = _with_kept(machine, value, [kept])


def _with_kept(machine: Machine, value: Diagram, kept: list[Diagram]) -> Diagram:
    """The value of a variable in which these may have been put, where it can't be told anyway."""
    lasting = _lasting(value) if kept else []
    if not lasting:
        return value
    for each in lasting:
        machine.heap.behind(each)
    reason = next((each.reason for each in lasting if isinstance(each, Unseen)), "a variable of a module")
    made = machine.heap.made_of(machine.guard, [value, *kept], machine.unseen(reason, None, (value, *kept)))
    machine.heap.lasting_values.update(_lasting(made))
    return made


def _lasting(value: Diagram) -> list[Unseen | Computed]:
    return [leaf.value for leaf in leaves(value) if isinstance(leaf.value, (Computed, Unseen))]


def of_module(machine: Machine, module: str, name: str, location: Location) -> Diagram:
    """``module.name``: what the source binds to the name, else what the module's own function answers."""
    entity = machine.program.locate(f"{module}.{name}")
    is_lacking = isinstance(entity, External) and name not in code_parts.OWN_CONTAINERS
    answering = answering_for(machine, module) if is_lacking else None
    if answering is not None:
        return machine.call(answering, (machine.diagrams.leaf(Constant.of(name)),), (), location)
    return _as_it_stands(machine, module, name, entity)


def answering_for(machine: Machine, module: str) -> Diagram | None:
    """The function that a module asks for names that it lacks."""
    found = machine.program.resolve(module, ANSWERING)
    return machine.diagrams.leaf(Routine(found, None, None)) if isinstance(found, Function) else None


def of_library(machine: Machine, dotted: str) -> Diagram:
    """Something outside the tree, as long as the tree itself puts nothing in its place."""
    if dotted == ASSERTIONS_RUN:
        return machine.diagrams.leaf(Computed(dotted, ()))
    module, _, name = dotted.rpartition(".")
    change = machine.program.change_of(module, name) if module else None
    if change is None:
        lacking.ask_library(machine, dotted)
    return machine.diagrams.leaf(Outside(dotted)) if change is None else machine.unseen(change.reason, None, ())


def evaluate_in(
    machine: Machine,
    module: str,
    node: Any,
    bound: Mapping[str, Diagram] = _NOTHING,
    around: int | None = None,
    change: LaterChange | None = None,
) -> Diagram:
    """The value of an expression in a module's scope, whatever the guard at this moment; ``bound`` are names that come
    before the module's, as do the variables of the frame ``around`` it. A ``change`` was made to it since."""
    before, machine.guard = machine.guard, machine.diagrams.true
    catchers, machine.catchers = machine.catchers, []
    frame = machine.push(None, module, around)
    frame.variables.update(bound)
    frame.is_class = bool(bound)
    has_effect = machine.has_effect
    first = len(machine.heap.cells), len(machine.frames), len(machine.sources)
    try:
        with asked_once(machine, around is None):
            value = machine.evaluate(node)
        if change is not None:
            lost = machine.lose((value,), change.reason, None)
            for held in [leaf.value for leaf in leaves(value) if isinstance(leaf.value, Reference)]:
                for name in change.fields:
                    machine.heap.store(machine.guard, held, name, lost, lost)
            value = lost if change.is_set else value
        return value
    finally:
        machine.stack.pop()
        # What is evaluated when a module is loaded is no doing of the hook's, and stays.
        machine.has_effect = has_effect
        machine.keep(*first)
        machine.guard, machine.catchers = before, catchers


def evaluate_in_class(
    machine: Machine, owner: Type, node: Any, seen: tuple[str, ...] = (), change: LaterChange | None = None
) -> Diagram:
    """The value of an expression in a class's body: names that are bound there come before those around it."""
    names = {part.name for part in parts_of((node,)) if isinstance(part, Name)}
    methods = {name: method_itself(machine, owner.methods[name]) for name in sorted(names) if name in owner.methods}
    own = [name for name in sorted(names) if name in owner.attributes and name not in seen]
    found = {
        name: class_attribute(machine, owner, name, (*seen, name)) for name in own if owner.attributes[name] is not node
    }
    home = machine.homes.get(owner.dotted)
    return note_shared(machine, evaluate_in(machine, owner.module, node, {**methods, **found}, home, change))


def class_attribute(machine: Machine, owner: Type, name: str, seen: tuple[str, ...] = ()) -> Diagram:
    """The value that a class's body binds to a name."""
    if namespaces.class_where(machine, owner, name):
        stored = namespaces.stored(machine, TypeValue(owner), name)
        return machine.none if stored is None else where_set(machine, stored)
    return _written_attribute(machine, owner, name, seen)


def _written_attribute(machine: Machine, owner: Type, name: str, seen: tuple[str, ...]) -> Diagram:
    """The value that the source of a class's body binds to a name: for all who ask, the same object."""
    bound = machine.bound_in_classes.get((owner.dotted, name))
    if bound is not None:
        return bound
    known = None if seen else machine.class_attributes.get((owner.dotted, name))
    if known is None:
        change = machine.program.change_of(owner.module, f"{owner.dotted[len(owner.module) + 1 :]}.{name}")
        known = evaluate_in_class(machine, owner, owner.attributes[name], seen, change)
    if not seen:
        machine.class_attributes[owner.dotted, name] = known
    return known


def where_set(machine: Machine, value: Diagram) -> Diagram:
    """A value that was set on some paths; on the others there is none."""
    missing = machine.diagrams.negate(machine.given(value))
    if missing is machine.diagrams.false:
        return value
    machine.fail(missing, FailureKind.MISSING_FIELD)
    return machine.diagrams.choose(missing, machine.none, value)


def method_itself(machine: Machine, method: Function) -> Diagram:
    """The value that the name of a method has in the class's own body."""
    routine = machine.diagrams.leaf(Routine(method, None, None))
    if method.is_property:
        return machine.diagrams.leaf(Descriptor("property", routine))
    if method.binding == "instance":
        return routine
    return machine.diagrams.leaf(Descriptor("class" if method.binding == "class" else "static", routine))
