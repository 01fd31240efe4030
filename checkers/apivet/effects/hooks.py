"""Running a hook: the objects it is given, the promises of the framework, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.effects import (
    calls,
    expressions,
    forms,
    gates,
    making,
    objects,
    places,
    questions,
    secretive,
    special,
    statements,
    storing,
    tasks,
)
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.field_slices import FieldSlice, WithoutStatements
from apivet.effects.frames import Arguments
from apivet.effects.gates import asked_once
from apivet.effects.lifetime import mortal
from apivet.effects.limits import COLLABORATORS, FULL, Limits
from apivet.effects.outcome import Outcome
from apivet.effects.persistent_state import forget, set_by_makers
from apivet.effects.slices import Asked, SlicedRun
from apivet.effects.state import Machine, MachineParts
from apivet.effects.values import Computed, Constant, Input, Partial, Pending, Reference, Routine, Stream, Zero
from apivet.program.model import Named, Program, Shape, Type, Unknown
from apivet.program.operations import Operation
from apivet.program.syntax import Function
from apivet.verdicts import Location

ROOMS = MachineParts(
    expressions.evaluate, statements.execute, calls.call, calls.await_value, special.truth_of, places.value_at
)


def machine_for(
    program: Program,
    gates: Callable[[], frozenset[str]] = frozenset,
    asked: Asked | WithoutStatements | None = None,
    limits: Limits = FULL,
) -> Machine:
    """A machine at the start of an interpretation, with a frame to stand in. ``gates`` gives those of the objects'
    fields; a slice is followed where only some parts are ``asked`` about."""
    machine = mortal(Machine(program, ROOMS, limits))
    machine.gates = gates
    machine.is_enabled = isinstance(asked, Asked) and asked.is_enabled
    if isinstance(asked, Asked) and not asked.is_enabled:
        machine.slice = SlicedRun(machine, asked)
    elif isinstance(asked, WithoutStatements):
        machine.slice = FieldSlice(asked)
        machine.diagrams.assumed.update(asked.assuming)
    machine.push(None, "", None)
    return machine


#: Declarations that make the initialiser from the fields.
_MADE_FROM_FIELDS = ("dataclass", "attrs", "pydantic", "msgspec", "struct")
#: Of these, forms of types of which a program makes its instance once: what its fields hold is unknown, not any.
_MADE_ONCE = ("struct",)


def receiver_of(machine: Machine, type_: Type, location: Location, depth: int = 0, declared: str = "") -> Diagram:
    """An instance of a strategy, or of what it is made with, made by its own initialiser with arguments of which only
    the types are known. A field that is asked for by itself is as it is ``declared``."""
    with asked_once(machine):
        return _made(machine, type_, location, depth, declared)


def _made(machine: Machine, type_: Type, location: Location, depth: int, declared: str) -> Diagram:
    reference = machine.heap.make(Zero(type_.dotted), Named(type_.dotted))
    value, given_fields = machine.diagrams.leaf(reference), machine.heap.cells[reference.cell].fields
    for name in set_by_makers(machine.program, type_):
        given_fields[name] = machine.unseen(f"{name}, which __new__ sets,", location, ())
    found = objects.member(machine, type_, "__init__")
    if found is not None and isinstance(found[1], Function):
        initialiser = found[1]
        given = [
            (each, _collaborator(machine, initialiser, each.annotation, each.name, depth))
            for each in initialiser.parameters[1:]
            if each.kind in ("positional", "keyword")
        ]
        spread = any(each.kind in ("*", "**") for each in initialiser.parameters)
        rest = (machine.unseen("what else the strategy is made with", location, (), free=True),) if spread else ()
        by_place = tuple(held for each, held in given if each.kind == "positional")
        by_name = tuple((each.name, held) for each, held in given if each.kind == "keyword")
        calls.run(machine, Routine(initialiser, value, None), Arguments(by_place, by_name, rest), location)
        machine.guard = machine.diagrams.true
    elif type_.form in _MADE_FROM_FIELDS:
        extra: dict[str, Diagram] = {}
        for each in (*type_.fields, *(one for one in type_.parameters if one.treatment.taken_only)):
            if each.name != declared and not each.name.startswith("_") and each.treatment.taken:
                free = type_.form not in _MADE_ONCE
                held = extra if each.treatment.taken_only else given_fields
                held[each.name] = (
                    _of_shape(machine, each.shape, each.optional, each.name, each.location, depth, free=free)
                    if each.settled is None
                    else machine.evaluate(each.settled)
                )
        making.after_making(machine, type_, reference, extra, location)
        machine.guard = machine.diagrams.true
    forget(machine, reference, type_, location)
    return value


def _collaborator(machine: Machine, function: Function, annotation: object, name: str, depth: int) -> Diagram:
    """An object that a strategy is made with: any of its declared type, where that is in the tree. A default is only
    one of those that it can be."""
    shape, optional = machine.program.shape(function.module, annotation) if annotation is not None else (None, False)  # type: ignore[arg-type]
    return _of_shape(machine, shape, optional, name, function.location, depth)


def _of_shape(
    machine: Machine,
    shape: Shape | None,
    optional: bool,
    name: str,
    at: Location,
    depth: int,
    *,
    free: bool = True,
) -> Diagram:
    if shape is not None:
        type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
        made: Diagram | None = None
        if type_ is not None and depth < COLLABORATORS and type_.form not in ("enum", "protocol"):
            made = receiver_of(machine, type_, at, depth + 1)
        elif isinstance(shape, Named) and (type_ is None or type_.form != "enum"):
            made = machine.diagrams.leaf(machine.heap.make(Zero(shape.dotted), shape))
        if made is not None and optional:
            hidden = machine.unseen(f"whether {name} is given", at, (), free=free)
            return machine.diagrams.choose(questions.truth(machine, hidden), made, machine.none)
        if made is not None:
            return made
    kind: tuple[Diagram, ...] = ()
    if isinstance(shape, Unknown) and machine.program.function_operation(shape.name) is Operation.MAKE:
        kind = (machine.diagrams.leaf(Computed(shape.name, ())),)
    if not free:
        kind += tuple(gates.asked_before(machine, f"{name}, which the strategy is made with", at))
    return machine.unseen(f"{name}, which the strategy is made with", at, kind, free=free)


def given_object(machine: Machine, root: str, object_type: Type | None) -> Reference:
    """One of the objects that a hook is given, as it stands at entry."""
    shape: Shape = Named(object_type.dotted) if object_type is not None else Unknown(root)
    return machine.heap.make(Input(root, ()), shape)


def promise_generation(machine: Machine, obj: Reference, old: Reference) -> None:
    """Before an update hook runs, the framework has copied the generation from old to new."""
    words = machine.vocabulary
    type_ = objects.type_of(machine, obj)
    *holders, name = (words.metadata, words.generation)
    if type_ is not None:
        *holders, name = type_.way_to(words.generation, words.metadata)
    given: list[Diagram] = [machine.diagrams.leaf(obj), machine.diagrams.leaf(old)]
    for holder in holders:
        given = [objects.get(machine, value, holder, machine.nowhere) for value in given]
    storing.put(machine, given[0], name, objects.get(machine, given[1], name, machine.nowhere), machine.nowhere)
    machine.heap.stores.clear()


#: The reason where a hook returns something that no server can store.
_NO_OBJECT = "a value that the hook returns, and that is no object,"


def finish(machine: Machine, result: Diagram, obj: Reference) -> Outcome:
    """The outcome of a hook that returned ``result``: that is stored unless it is ``None``."""
    given = machine.diagrams.leaf(obj)
    tasks.let_run(machine, machine.nowhere)
    secretive.let_go(machine, result, machine.nowhere)

    def one(leaf: Leaf) -> Diagram:
        if leaf is machine.none or isinstance(leaf.value, Stream):
            return given  # an iterator that nobody asks does nothing
        return machine.unseen(_NO_OBJECT, None, (leaf, given)) if _is_no_object(machine, leaf.value) else leaf

    stored = machine.diagrams.transform(result, one)
    forms.tell_mappings(machine, stored)
    exits = machine.guard
    machine.guard = machine.diagrams.true
    outcome = Outcome(machine, machine.heap.settle(stored), exits)
    outcome.roots = frozenset(leaf.value.cell for leaf in leaves(stored) if isinstance(leaf.value, Reference))
    return outcome


def _is_no_object(machine: Machine, value: object) -> bool:
    """Whether what a hook returns can't be an object: a constant, a list of warnings. Nobody knows what is stored."""
    if isinstance(value, Reference):
        return machine.heap.cells[value.cell].made not in ("", "dict")
    return isinstance(value, Constant)


def answered(machine: Machine, value: Diagram, location: Location) -> Outcome:
    """The outcome of an option: the value itself, or the result of the function that is given, called with arguments of
    which nothing is known."""
    value = machine.each(value, lambda leaf: _asked(machine, leaf, location))
    exits = machine.guard
    machine.guard = machine.diagrams.true
    return Outcome(machine, machine.heap.settle(value), exits)


def _asked(machine: Machine, leaf: Any, location: Location) -> Diagram:
    value, given, named = machine.diagrams.leaf(leaf), 0, frozenset[str]()
    while isinstance(leaf, Partial) and isinstance(leaf.callee, Leaf):
        given, named = given + len(leaf.positional), named | {name for name, _ in leaf.named}
        leaf = leaf.callee.value
    if not isinstance(leaf, Routine):
        return awaited(machine, value, location)
    behind = given + (leaf.receiver is not None and leaf.function.binding != "none")
    places = [each for each in leaf.function.parameters if each.kind in ("positional", "keyword")]
    needed = [each for each in places[behind:] if each.default is None and each.name not in named]
    unknown = [(each, machine.diagrams.leaf(given_object(machine, each.name, None))) for each in needed]
    by_place = tuple(thing for each, thing in unknown if each.kind == "positional")
    by_name = tuple((each.name, thing) for each, thing in unknown if each.kind == "keyword")
    return awaited(machine, machine.call(value, by_place, by_name, location), location)


def awaited(machine: Machine, result: Diagram, location: Location) -> Diagram:
    """The result of a hook: the framework awaits an awaitable."""
    for _, leaf in machine.diagrams.cases(result, machine.guard):
        if isinstance(leaf, Pending):
            return machine.wait(result, location)
    return result
