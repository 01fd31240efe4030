"""Defaults of parameters: each is evaluated once, where its function is defined, and is one object for all calls."""

from __future__ import annotations

from apivet.effects import definitions
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import Routine
from apivet.program.syntax import Expression, Function, Parameter


def defined(machine: Machine, function: Function) -> Diagram:
    """A function where it is defined: it closes over the frame that is running, in which its defaults are evaluated."""
    defaults = tuple(
        (parameter.name, machine.evaluate(parameter.default))
        for parameter in function.parameters
        if parameter.default is not None
    )
    return machine.diagrams.leaf(Routine(function, None, machine.frame.seen_inside, defaults))


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
        known = machine.defaults[key] = _at_definition(machine, routine.function, parameter.default)
    return known


def _at_definition(machine: Machine, function: Function, default: Expression) -> Diagram:
    """The default of a function of a module or a class."""
    owner = machine.program.type(function.owner) if function.owner is not None else None
    if owner is not None:
        return definitions.evaluate_in_class(machine, owner, default)
    return definitions.evaluate_in(machine, function.module, default)
