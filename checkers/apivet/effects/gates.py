"""Calls that ask for a feature gate: their value is a decision (contract section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apivet.effects.diagrams import Diagram
from apivet.effects.questions import boolean
from apivet.effects.state import Arguments, Machine
from apivet.effects.values import Constant, GateOn, Member, Method, Outside, Routine
from apivet.program import syntax
from apivet.program.model import ListOf, MapOf, Named, Shape


def gate_check(machine: Machine, node: syntax.Call) -> Diagram | None:
    """Whether a call asks for a feature gate: then its value is a decision (contract section 5)."""
    name = node.callee.name if isinstance(node.callee, (syntax.Name, syntax.Attribute)) else ""
    if name not in machine.vocabulary.gate_functions:
        return None
    values = (machine.evaluate(argument.value) for argument in node.arguments)
    return _asked(machine, values, lambda: machine.evaluate(node.callee))


def gate_called(machine: Machine, function: Any, arguments: Arguments) -> Diagram | None:
    """The same for a function that goes by another name, or is called by way of another: it was imported under that, or
    put into a variable, a table, a partial application, ``map``."""
    if _own_name(function) not in machine.vocabulary.gate_functions:
        return None
    return _asked(machine, arguments.values, lambda: machine.diagrams.leaf(function))


def _asked(machine: Machine, values: Iterable[Diagram], function: Callable[[], Diagram]) -> Diagram | None:
    """The decision about the gates that the first of some values names, if it names gates."""
    for value in values:
        gates = [(where, _gate_name(leaf)) for where, leaf in machine.diagrams.cases(value, machine.guard)]
        known = [gate for _, gate in gates if gate is not None]
        if len(known) == len(gates) and known and _are_gates(machine, known, function):
            answer = machine.diagrams.false
            for where, gate in gates:
                on = machine.diagrams.decide(GateOn(gate or ""))
                answer = machine.diagrams.either(answer, machine.diagrams.both(where, on))
            return boolean(machine, answer)
    return None


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


def _tagged(machine: Machine) -> frozenset[str]:
    """The gates that fields of the objects at hand are tagged with: the files that declare them need not be among those
    that are checked."""
    if machine.tagged_gates is None:
        machine.tagged_gates = frozenset(_tags_within(machine, machine.heap.given_shapes()))
    return machine.tagged_gates


def _tags_within(machine: Machine, shapes: list[Shape]) -> set[str]:
    """The gates of all fields inside of some shapes."""
    found: set[str] = set()
    seen: set[str] = set()
    while shapes:
        shape = shapes.pop()
        while isinstance(shape, (ListOf, MapOf)):
            shape = shape.element if isinstance(shape, ListOf) else shape.value
        if isinstance(shape, Named) and shape.dotted not in seen:
            seen.add(shape.dotted)
            type_ = machine.program.type(shape.dotted)
            for field in () if type_ is None else type_.fields:
                found.update(field.gates)
                shapes.append(field.shape)
    return found


def _are_gates(machine: Machine, gates: list[str], function: Callable[[], Diagram]) -> bool:
    """Whether names are those of gates, or a function that is given them belongs to a module that registers gates."""
    if all(machine.program.is_gate_name(gate, _tagged(machine)) for gate in gates):
        return True
    for _, leaf in machine.diagrams.cases(function(), machine.guard):
        dotted = leaf.function.dotted if isinstance(leaf, Routine) else getattr(leaf, "dotted", "")
        if not dotted or not machine.program.registers_gates(dotted):
            return False
    return True
