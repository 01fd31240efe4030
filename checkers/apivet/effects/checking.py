"""Checks that a type makes of what its objects are given: what becomes of a value, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from apivet.effects import definitions, objects, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.refusing import refuse_some
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Computed, Constant, Reference, Routine, TypeValue
from apivet.program.failures import FailureKind
from apivet.program.model import Check, Field, Type
from apivet.program.operators import ORDERS
from apivet.program.syntax import Function
from apivet.verdicts import Location


def unchecked(type_: Type) -> Type:
    """A type of which an object is made without any check."""
    fields = tuple(replace(each, treatment=replace(each.treatment, checks=())) for each in type_.fields)
    return replace(type_, fields=fields, checks=())


def has_checks(type_: Type) -> bool:
    """Whether anything is done with what objects of a type are given."""
    return bool(type_.checks) or any(each.treatment.checks for each in type_.fields)


def checked(
    machine: Machine,
    type_: Type,
    reference: Reference,
    name: str,
    value: Diagram,
    location: Location,
    *,
    is_encoded: bool = False,
) -> Diagram:
    """The value that is stored under a name for one that is given, or that was read from something ``is_encoded``."""
    declared = type_.field(name)
    taken = ("value", "encoded") if is_encoded else ("value",)
    for check in _of(type_, declared) if declared is not None else ():
        if check.handed in taken or (check.gives and check.handed == "other"):
            result = _done(machine, type_, reference, check, value, location)
            value = result if check.gives else value
    return value


def look_at(machine: Machine, type_: Type, reference: Reference, name: str, value: Diagram, location: Location) -> None:
    """Have what only looks at a field look at a value for it."""
    declared = type_.field(name)
    for check in _of(type_, declared) if declared is not None else ():
        if check.handed == "object":
            _done(machine, type_, reference, check, value, location)


def check_again(machine: Machine, type_: Type, reference: Reference, location: Location) -> None:
    """Store what becomes of all that an object holds, as where it is made of that."""
    for declared in type_.fields if has_checks(type_) else ():
        value = objects.field(machine, reference, declared.name, location)
        result = checked(machine, type_, reference, declared.name, value, location)
        machine.heap.cells[reference.cell].fields[declared.name] = result


def check_defaults(machine: Machine, type_: Type, reference: Reference, location: Location) -> None:
    """Make the defaults of a new object that methods make, and look at all where its type does."""
    fields = machine.heap.cells[reference.cell].fields
    if not has_checks(type_):
        return
    value = machine.diagrams.leaf(reference)
    for declared in type_.fields:
        if declared.name in fields:
            continue
        made = next((each for each in _of(type_, declared) if each.handed == "nothing"), None)
        if made is not None:
            method = _callee(machine, type_, reference, made)
            fields[declared.name] = machine.call(method, (), (), location) if method is not None else value
        if type_.checks_defaults or declared.treatment.default_checked:
            default = objects.field(machine, reference, declared.name, location)
            fields[declared.name] = checked(machine, type_, reference, declared.name, default, location)


def check_object(machine: Machine, type_: Type, reference: Reference, location: Location) -> None:
    """Look at a new object as a whole."""
    value = machine.diagrams.leaf(reference)
    for declared in type_.fields:
        if any(check.handed == "object" for check in _of(type_, declared)):
            given = objects.field(machine, reference, declared.name, location)
            look_at(machine, type_, reference, declared.name, given, location)
    for check in type_.checks:
        if not check.field:
            method = _callee(machine, type_, reference, check)
            if method is None or check.handed == "other":
                held = (value, *(() if method is None else (method,)))
                unresolved(machine, f"{check.method}, which checks {type_.name},", held, location)
            else:
                _called(machine, method, (), location)


def _of(type_: Type, declared: Field) -> list[Check]:
    """The checks of a field in the order in which they are done."""
    found: list[Check] = []
    for check in (*declared.treatment.checks, *(each for each in type_.checks if each.field in (declared.name, "*"))):
        if check.order == "wrap":
            # It decides which of the others are done.
            found = [replace(each, gives=True, handed="other") if each.handed == "value" else each for each in found]
        elif check.order == "plain":
            found = [each for each in found if each.handed not in ("value", "other", "encoded")]
        found.insert(0 if check.order == "before" else len(found), check)
    return found


def callees(machine: Machine, type_: Type, reference: Reference, name: str) -> Iterator[Diagram]:
    """The functions that look at an object as a whole, and at one of its fields."""
    declared = type_.field(name)
    of_field = _of(type_, declared) if declared is not None else []
    for check in (*of_field, *(each for each in type_.checks if not each.field)):
        if check.function is not None or check.method:
            found = _callee(machine, type_, reference, check)
            if found is not None:
                yield found


def _done(
    machine: Machine, type_: Type, reference: Reference, check: Check, value: Diagram, location: Location
) -> Diagram:
    """The result of one check of a value."""
    if check.spares_none:
        present = machine.diagrams.negate(questions.is_none(machine, value))
        entered, machine.guard = machine.guard, machine.diagrams.both(machine.guard, present)
        result = _done(machine, type_, reference, replace(check, spares_none=False), value, location)
        failed = machine.diagrams.both(present, machine.diagrams.negate(machine.guard))
        machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(failed))
        return machine.diagrams.choose(present, result, value)
    if check.function is None and not check.method:
        _keep_within(machine, type_, check, value, location)
        made = f"a value that {type_.name} makes another one of"
        return machine.unseen(made, location, (value,)) if check.gives else value
    callee = _callee(machine, type_, reference, check)
    held = () if callee is None else (callee,)
    if callee is None or check.handed == "other":
        name = check.method or "a function"
        given = (*held, *_methods_behind(machine, held), value)
        return unresolved(machine, f"{name}, which checks {type_.name},", given, location)
    before: tuple[Diagram, ...] = ()
    if check.handed == "object":
        before = () if check.method else (machine.diagrams.leaf(reference),)
        before = (*before, machine.unseen("what tells of the field", location, ()))
    return _called(machine, callee, (*before, value), location)


def _methods_behind(machine: Machine, held: tuple[Diagram, ...]) -> Iterator[Diagram]:
    """The methods of the classes, and of the objects, that say what becomes of a value."""
    for value in held:
        for _, leaf in machine.diagrams.cases(value, machine.guard):
            own = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
            own = leaf.type if isinstance(leaf, TypeValue) else own
            for method in own.methods.values() if own is not None else ():
                yield machine.diagrams.leaf(Routine(method, value, None))


def _keep_within(machine: Machine, type_: Type, check: Check, value: Diagram, location: Location) -> None:
    """Refuse values outside of bounds. Where the bounds are not known, nobody knows which values these are."""
    for symbol, written in check.bounds:
        bound = machine.heap.settle(definitions.evaluate_in(machine, check.module or type_.module, written))
        within = questions.truth(machine, machine.each(value, partial(_compared, machine, symbol, bound)))
        told = machine.diagrams.both(machine.given(value), machine.diagrams.negate(questions.is_none(machine, value)))
        machine.fail(machine.diagrams.both(told, machine.diagrams.negate(within)), FailureKind.WRONG_VALUE)
    if not check.bounds:
        refuse_some(machine, (machine.heap.settle(value),), location)


def _compared(machine: Machine, symbol: str, bound: Diagram, leaf: Any) -> Diagram:
    """Whether a value is on this side of a bound, as a value."""
    limit = bound.value.value if isinstance(bound, Leaf) and isinstance(bound.value, Constant) else None
    number = leaf.value if isinstance(leaf, Constant) else None
    if isinstance(number, (int, float)) and isinstance(limit, (int, float)):
        return machine.diagrams.leaf(Constant.of(bool(ORDERS[symbol](number, limit))))
    return machine.diagrams.leaf(Computed(symbol, (machine.heap.settle(machine.diagrams.leaf(leaf)), bound)))


def _called(machine: Machine, callee: Diagram, given: tuple[Diagram, ...], location: Location) -> Diagram:
    """Call a function that may take something more, which tells of what is checked."""
    function = getattr(getattr(callee, "value", None), "function", None)
    if isinstance(function, Function):
        places = [each for each in function.parameters if each.kind == "positional" and each.default is None]
        bound = function.binding != "none"
        more = max(len(places) - len(given) - bound, 0)
        given = (*given, *(machine.unseen("what tells of the check", location, ()) for _ in range(more)))
    return machine.call_with(callee, Arguments(given), location)


def _callee(machine: Machine, type_: Type, reference: Reference, check: Check) -> Diagram | None:
    if not check.method:
        owner = next((each.owner for each in type_.fields if check in each.treatment.checks), type_.dotted)
        declaring = machine.program.type(owner) or type_
        return definitions.evaluate_in(machine, check.module or declaring.module, check.function)
    found = objects.member(machine, type_, check.method)
    if found is None or not isinstance(found[1], Function):
        return None
    of_class = check.gives and check.handed != "nothing"
    receiver = TypeValue(type_) if of_class or found[1].binding == "class" else reference
    bare = replace(found[1], decorators=())
    return machine.diagrams.leaf(Routine(bare, machine.diagrams.leaf(receiver), None))
