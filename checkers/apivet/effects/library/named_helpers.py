"""Functions that are known by their names: the helpers of the conventions, and those that operators are called by."""

from __future__ import annotations

from collections.abc import Sequence

from apivet.effects import objects, questions, storing
from apivet.effects.diagrams import Diagram
from apivet.effects.equality import comparing
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Reference
from apivet.program import syntax
from apivet.program.operators import NAMED, TELLING
from apivet.verdicts import Location


def call_convention(machine: Machine, name: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The helpers that the conventions know by name, where their body can't be seen."""
    if name in machine.vocabulary.reset_metadata and len(arguments.positional) == 2:
        new, old = arguments.positional
        for field in machine.vocabulary.kept_metadata:
            if _declares(machine, new, field):
                storing.put(machine, new, field, objects.get(machine, old, field, location), location)
        return machine.none
    if name in machine.vocabulary.equality and len(arguments.positional) == 2:
        return questions.boolean(machine, comparing.same(machine, *arguments.positional))
    return None


def _declares(machine: Machine, value: Diagram, field: str) -> bool:
    """Whether an object's type, where it is known, has a field."""
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        type_ = objects.type_of(machine, leaf) if isinstance(leaf, Reference) else None
        if type_ is not None and type_.field(field) is None:
            return False
    return True


def operated(machine: Machine, name: str, operands: Sequence[Diagram], location: Location) -> Diagram:
    """``operator.add(a, b)``: what the expression with the operator is."""
    symbol, told = NAMED[name], [f"<operand {number}>" for number in range(len(operands))]
    for each, value in zip(told, operands):
        machine.bind(each, value)
    parts = [syntax.Name(location, each) for each in told]
    if len(parts) == 1 and (symbol in ("+", "-") or symbol in _OF_ONE):
        return machine.evaluate(syntax.Unary(location, symbol, *parts))
    if len(parts) != _OF_TWO or symbol in _OF_ONE:
        return unresolved(machine, f"{name}()", tuple(operands), location)
    if symbol in (*TELLING, "is not"):
        left, right = parts[::-1] if symbol == "in" else parts
        return machine.evaluate(syntax.Comparison(location, symbol, left, right))
    return machine.evaluate(syntax.Binary(location, symbol, *parts))


_OF_ONE = ("~", "not")
_OF_TWO = 2
