"""Calls that ask for a feature gate: their value is a decision (contract section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.questions import boolean
from apivet.effects.state import Machine
from apivet.effects.values import (
    Computed,
    Constant,
    GateOn,
    Input,
    Member,
    Method,
    Outside,
    Reference,
    Routine,
    SomeGateOn,
    Unseen,
)
from apivet.program import syntax
from apivet.program.model import Named, Shape, Unknown, innermost
from apivet.verdicts import Location


@contextmanager
def asked_once(machine: Machine, is_once: bool = True) -> Iterator[None]:
    """Let code run that does so once, before the hook or for several runs of it: where a module is loaded, a strategy
    made, a result remembered. The gates that it asks for may be set since."""
    before = machine.is_once
    machine.is_once = before or is_once
    try:
        yield
    finally:
        machine.is_once = before


def gate_check(machine: Machine, node: syntax.Call) -> Diagram | None:
    """Whether a call asks for a feature gate: then its value is a decision (contract section 5)."""
    name = node.callee.name if isinstance(node.callee, (syntax.Name, syntax.Attribute)) else ""
    if name not in machine.vocabulary.gate_functions:
        return None
    if any(is_awaited(leaf.value) for leaf in leaves(machine.evaluate(node.callee))):
        return None
    values = (machine.evaluate(argument.value) for argument in node.arguments)
    return _asked(machine, values, lambda: machine.evaluate(node.callee), node.location)


def gate_called(machine: Machine, function: Any, arguments: Arguments, location: Location) -> Diagram | None:
    """The same for a function that goes by another name, or is called by way of another: it was imported under that, or
    put into a variable, a table, a partial application, ``map``."""
    if _own_name(function) not in machine.vocabulary.gate_functions:
        return None
    return _asked(machine, arguments.values, lambda: machine.diagrams.leaf(function), location)


def is_awaited(function: object) -> bool:
    """Whether a call of a function answers only once it is awaited: what it gives until then is always true."""
    return isinstance(function, Routine) and function.function.is_async


def is_on(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether the gate is on that a value names, for what is known to be asked of a gate; without a value, whether one
    is that nobody can tell, where there are any."""
    if not arguments.positional:
        return (
            _is_untold_on(machine, "a value that is set elsewhere", location)
            if there_are_gates(machine)
            else machine.none
        )
    cases = list(machine.diagrams.cases(arguments.positional[0], machine.guard))
    return _decided(machine, cases, all(_gate_name(leaf) is not None for _, leaf in cases), location)


def asked_unseen(machine: Machine, what: str, location: Location) -> list[Diagram]:
    """The question for a gate that nobody can tell, which code may ask that can't be seen through. Where a call names
    what it asks for, as in most languages, one that names no gate is none for a gate."""
    asking = machine.frame.function
    return [] if asking is None or not asking.is_static else asked_before(machine, what, location)


def asked_before(machine: Machine, what: str, location: Location) -> list[Diagram]:
    """The question for a gate that nobody can tell, of which something may come that was made before the hook ran."""
    return [_is_untold_on(machine, what, location)] if there_are_gates(machine) else []


def _is_untold_on(machine: Machine, what: str, location: Location) -> Diagram:
    untold = Unseen(what, location, machine.serial(), ())
    return boolean(machine, machine.diagrams.decide(SomeGateOn(untold)))


def _asked(
    machine: Machine, values: Iterable[Diagram], function: Callable[[], Diagram], location: Location
) -> Diagram | None:
    """The decision about the gates that the first of some values names, if it names gates; else about the gate that the
    first of them names that may be anything."""
    untold: Diagram | None = None
    for value in values:
        cases = list(machine.diagrams.cases(value, machine.guard))
        known = [gate for gate in (_gate_name(leaf) for _, leaf in cases) if gate is not None]
        if len(known) == len(cases) and known and _are_gates(machine, known, function):
            return _decided(machine, cases, True, location)
        if untold is None and any(_may_name_a_gate(machine, leaf) for _, leaf in cases):
            untold = value
    if untold is None or not there_are_gates(machine):
        return None
    return _decided(machine, list(machine.diagrams.cases(untold, machine.guard)), False, location)


def _decided(machine: Machine, cases: list[tuple[Diagram, Any]], all_are_gates: bool, location: Location) -> Diagram:
    """Whether the gate is on that each of some values names."""
    answer = machine.diagrams.false
    for where, leaf in cases:
        gate = _gate_name(leaf)
        if machine.is_enabled:
            on = machine.diagrams.true
        elif gate is None or not (all_are_gates or names_a_gate(machine, gate)):
            on = machine.diagrams.decide(SomeGateOn(_settled(machine, leaf)))
        else:
            on = machine.diagrams.decide(GateOn(gate, location if machine.is_once else None))
        answer = machine.diagrams.either(answer, machine.diagrams.both(where, on))
    return boolean(machine, answer)


def _settled(machine: Machine, leaf: object) -> object:
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    return settled.value if isinstance(settled, Leaf) else settled


def _may_name_a_gate(machine: Machine, leaf: object) -> bool:
    """Whether a value may be the name of a gate, or a member that stands for one, for all that can be told."""
    if isinstance(leaf, Reference):
        cell = machine.heap.cells[leaf.cell]
        base = cell.base.value if isinstance(cell.base, Leaf) else None
        if not isinstance(cell.shape, Unknown) or cell.entries is not None or cell.fields:
            return False
        return isinstance(base, Unseen) or (isinstance(base, Input) and bool(base.path))
    return isinstance(leaf, (Unseen, Input, Computed))


def _own_name(function: object) -> str:
    if isinstance(function, Routine):
        return function.function.name
    if isinstance(function, Method):
        return function.name
    if isinstance(function, Outside):
        return function.dotted.rpartition(".")[2]
    return ""


def _gate_name(leaf: object) -> str | None:
    if isinstance(leaf, Member):
        value = leaf.value.value if leaf.value is not None else leaf.name
        return value if isinstance(value, str) else leaf.name
    if isinstance(leaf, Constant) and isinstance(leaf.value, str):
        return leaf.value
    return None


def names_a_gate(machine: Machine, name: str) -> bool:
    """Whether a text is the name of a gate that is registered or that a field is tagged with."""
    return machine.program.is_gate_name(name, _tagged(machine))


def there_are_gates(machine: Machine) -> bool:
    """Whether any gate is registered, or any field tagged with one."""
    return machine.program.has_gates() or bool(_tagged(machine))


def _tagged(machine: Machine) -> frozenset[str]:
    """The gates that fields of the objects at hand are tagged with: the files that declare them need not be among those
    that are checked."""
    if machine.tagged_gates is None:
        machine.tagged_gates = machine.gates().union(_tags_within(machine, machine.heap.given_shapes()))
    return machine.tagged_gates


def _tags_within(machine: Machine, shapes: list[Shape]) -> set[str]:
    """The gates of all fields inside of some shapes."""
    found: set[str] = set()
    seen: set[str] = set()
    while shapes:
        shape = innermost(shapes.pop())
        if isinstance(shape, Named) and shape.dotted not in seen:
            seen.add(shape.dotted)
            type_ = machine.program.type(shape.dotted)
            for field in () if type_ is None else type_.fields:
                found.update(field.gates)
                shapes.append(field.shape)
    return found


def _are_gates(machine: Machine, gates: list[str], function: Callable[[], Diagram]) -> bool:
    """Whether names are those of gates, or a function that is given them belongs to a module that registers gates."""
    if all(names_a_gate(machine, gate) for gate in gates):
        return True
    for _, leaf in machine.diagrams.cases(function(), machine.guard):
        dotted = leaf.function.dotted if isinstance(leaf, Routine) else getattr(leaf, "dotted", "")
        if not dotted or not machine.program.registers_gates(dotted):
            return False
    return True
