"""Defaults of parameters: each is evaluated once, where its function is defined, and is one object for all calls."""

from __future__ import annotations

from apivet.effects import definitions
from apivet.effects.diagrams import Diagram
from apivet.effects.memory import changes
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, OLD, Input, Routine
from apivet.program.syntax import Expression, Function, Parameter


def defined(machine: Machine, function: Function) -> Diagram:
    """A function where it is defined: it closes over the frame that is running, in which its defaults are evaluated."""
    defaults = tuple(
        (parameter.name, machine.evaluate(parameter.default))
        for parameter in function.parameters
        if parameter.default is not None
    )
    return machine.diagrams.leaf(Routine(function, None, machine.frame.number, defaults))


def default_of(machine: Machine, routine: Routine, parameter: Parameter) -> Diagram | None:
    """The value of a parameter that a call leaves out, where it has a default."""
    if parameter.default is None:
        return None
    own = dict(routine.defaults).get(parameter.name)
    if own is not None:
        return own
    key = (routine.function.dotted, routine.function.location, parameter.name)
    known = machine.defaults.get(key)
    if known is None:
        known = machine.defaults[key] = _at_definition(machine, routine.function, parameter.name, parameter.default)
    return known


def _at_definition(machine: Machine, function: Function, name: str, default: Expression) -> Diagram:
    """The default of a function of a module or a class. One that the function changes keeps what earlier calls left in
    it, for other callers among them."""
    owner = machine.program.type(function.owner) if function.owner is not None else None
    if owner is not None:
        value = definitions.evaluate_in_class(machine, owner, default)
    else:
        value = definitions.evaluate_in(machine, function.module, default)
    if changes(function, name):
        earlier = [machine.diagrams.leaf(Input(root, ())) for root in (CALLER, OLD)]
        machine.lose([value], f"{name} of {function.name}(), which earlier calls changed,", function.location, earlier)
    return value
