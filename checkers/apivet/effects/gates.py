"""Calls that ask for a feature gate: their value is a decision (contract section 5)."""

from __future__ import annotations

from apivet.effects.diagrams import Diagram
from apivet.effects.questions import boolean
from apivet.effects.state import Arguments, Machine
from apivet.effects.values import Constant, GateOn, Member, Method, Outside, Routine
from apivet.program import syntax
from apivet.program.model import ListOf, MapOf, Named, Shape


def gate_check(machine: Machine, node: syntax.Call) -> Diagram | None:
    """Whether a call asks for a feature gate: then its value is a decision (contract section 5)."""
    name = node.callee.name if isinstance(node.callee, (syntax.Name, syntax.Attribute)) else ""
    if not node.arguments or not _asks_for_gates(machine, node.callee, name):
        return None
    for argument in node.arguments:
        value = machine.evaluate(argument.value)
        gates = [(where, _gate_name(leaf)) for where, leaf in machine.diagrams.cases(value, machine.guard)]
        known = [gate for _, gate in gates if gate is not None]
        if len(known) == len(gates) and known and _is_gate(machine, node.callee, known):
            return _answer(machine, gates)
    return None


def gate_called(machine: Machine, function: object, arguments: Arguments) -> Diagram | None:
    """The same for a function that is called by way of another: of ``map``, of a table, of a partial application."""
    if _own_name(function) not in machine.vocabulary.gate_functions:
        return None
    for value in arguments.positional:
        gates = [(where, _gate_name(leaf)) for where, leaf in machine.diagrams.cases(value, machine.guard)]
        if gates and all(gate is not None and _is_known(machine, gate) for _, gate in gates):
            return _answer(machine, gates)
    return None


def _answer(machine: Machine, gates: list[tuple[Diagram, str | None]]) -> Diagram:
    answer = machine.diagrams.false
    for where, gate in gates:
        on = machine.diagrams.decide(GateOn(gate or ""))
        answer = machine.diagrams.either(answer, machine.diagrams.both(where, on))
    return boolean(machine, answer)


def _is_known(machine: Machine, gate: str) -> bool:
    return machine.program.is_gate_name(gate, _tagged(machine))


def _asks_for_gates(machine: Machine, callee: syntax.Expression, name: str) -> bool:
    """Whether a function is one that is asked for gates, by its own name where it goes by another here: it was imported
    under that, or put into a variable."""
    if name in machine.vocabulary.gate_functions:
        return True
    if not isinstance(callee, syntax.Name):
        return False
    functions = [leaf for _, leaf in machine.diagrams.cases(machine.evaluate(callee), machine.guard)]
    return all(_own_name(function) in machine.vocabulary.gate_functions for function in functions)


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


def _is_gate(machine: Machine, callee: syntax.Expression, gates: list[str]) -> bool:
    if all(_is_known(machine, gate) for gate in gates):
        return True
    value = machine.evaluate(callee)
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        dotted = leaf.function.dotted if isinstance(leaf, Routine) else getattr(leaf, "dotted", "")
        if not dotted or not machine.program.registers_gates(dotted):
            return False
    return True
