"""Running a conversion: the two objects it is given, and what the destination holds at its exits."""

from __future__ import annotations

from msgspec import Struct

from apivet.conventions.subject import Configuration
from apivet.effects import hooks, objects, questions
from apivet.effects.diagrams import BudgetExhausted, Diagram, Leaf
from apivet.effects.limits import FULL, SHALLOW
from apivet.effects.outcome import Outcome
from apivet.effects.state import Machine
from apivet.effects.values import CALLER, OLD, Input, Reference, Routine, TypeValue, Unbound
from apivet.program.conversions import Conversion
from apivet.program.model import Program, Shape, Type, Unknown
from apivet.program.syntax import Function, Parameter

#: The root of whatever else a conversion is given.
_ARGUMENT = "argument"


class Converted(Struct, frozen=True):
    """The result of running a conversion. ``source`` and ``destination`` are the names of the two objects in values;
    ``blocked`` says why there is no outcome."""

    outcome: Outcome | None
    source: str
    destination: str
    blocked: str = ""


def convert(conversion: Conversion, program: Program, config: Configuration) -> Converted:
    """Run a conversion over all that its source can hold; where that is too much, without the functions that it calls
    for which it was."""
    source = _root(conversion.source_parameter, "source")
    destination = _root(conversion.destination_parameter or "", "destination")
    costly: frozenset[Function] = frozenset()
    while True:
        machine = hooks.machine_for(program, limits=FULL if conversion.calls_others else SHALLOW)
        machine.recursion.costly = costly
        try:
            return Converted(_run(machine, conversion, source, destination), source, destination)
        except BudgetExhausted as exhausted:
            if costly.issuperset(machine.recursion.met):
                return Converted(None, source, destination, str(exhausted))
            costly |= machine.recursion.met
        except RecursionError:
            return Converted(None, source, destination, "the conversion is nested too deeply to follow")


def _root(name: str, otherwise: str) -> str:
    """The name of an object in values: that of its parameter, unless that means something else elsewhere."""
    return otherwise if name in ("", CALLER, OLD) else name


def _run(machine: Machine, conversion: Conversion, source: str, destination: str) -> Outcome:
    given = {conversion.source_parameter: hooks.given_object(machine, source, conversion.source)}
    target: Reference | None = None
    if conversion.destination_parameter is not None:
        target = hooks.given_object(machine, destination, conversion.destination)
        given[conversion.destination_parameter] = target
    result = call_with(machine, conversion.function, conversion.holder, given)
    stored, exits = _converted(machine, result, target, conversion.destination)
    if conversion.reports_failure:
        exits = machine.diagrams.both(exits, questions.is_none(machine, result))
    machine.guard = machine.diagrams.true
    return Outcome(machine, machine.heap.settle(stored), exits)


def call_with(machine: Machine, function: Function, holder: Type | None, given: dict[str, Reference]) -> Diagram:
    """Call a function with the named objects in their parameters; of the other arguments nothing is known."""
    leaf = machine.diagrams.leaf
    receiver: Diagram | None = None
    parameters = list(function.parameters)
    if function.binding != "none" and parameters:
        own = given.get(parameters.pop(0).name)
        if own is not None:
            receiver = leaf(own)
        elif holder is not None and function.binding == "class":
            receiver = leaf(TypeValue(holder))
        elif holder is not None:
            receiver = hooks.receiver_of(machine, holder, function.location)
    positional: list[Diagram] = []
    named: list[tuple[str, Diagram]] = []
    for parameter in parameters:
        if parameter.name not in given and not _is_required(parameter):
            continue
        reference = given.get(parameter.name)
        if reference is None:
            reference = _argument(machine, function, parameter)
        if parameter.kind == "positional" and len(positional) == parameters.index(parameter):
            positional.append(leaf(reference))
        else:
            named.append((parameter.name, leaf(reference)))
    result = machine.call(leaf(Routine(function, receiver, None)), tuple(positional), tuple(named), function.location)
    return hooks.awaited(machine, result, function.location)


def _argument(machine: Machine, function: Function, parameter: Parameter) -> Reference:
    """Something else that a conversion is given: a context, an option."""
    shape: Shape = Unknown(parameter.name)
    optional = parameter.annotation is None
    if parameter.annotation is not None:
        shape, optional = machine.program.shape(function.module, parameter.annotation)
    return machine.heap.make(Input(_ARGUMENT, (parameter.name,)), shape, optional=optional)


def _is_required(parameter: Parameter) -> bool:
    return parameter.kind in ("positional", "keyword") and parameter.default is None


def _converted(
    machine: Machine, result: Diagram, target: Reference | None, destination: Type
) -> tuple[Diagram, Diagram]:
    """The object that is converted to, and the guard of the exits that have one. A function that returns nothing
    where it was to make an object has not converted anything there."""
    diagrams = machine.diagrams
    if target is not None:
        kept = diagrams.leaf(target)
        chosen = diagrams.transform(result, lambda leaf: leaf if _is_of(machine, leaf.value, destination) else kept)
        return chosen, machine.guard
    made = diagrams.transform(result, lambda leaf: _is_made(machine, leaf))
    return result, diagrams.both(machine.guard, made)


def _is_made(machine: Machine, leaf: Leaf) -> Diagram:
    nothing = leaf is machine.none or isinstance(leaf.value, Unbound)
    return machine.diagrams.false if nothing else machine.diagrams.true


def _is_of(machine: Machine, value: object, destination: Type) -> bool:
    type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
    return type_ is not None and destination.dotted in {base.dotted for base in machine.program.ancestry(type_)}
