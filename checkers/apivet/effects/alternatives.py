"""Alternatives of a value that was given, where its declaration has several of which it is one: ``Disk | Net``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from apivet.effects import questions, value_kinds
from apivet.effects.declared import annotation_of, spelled_name
from apivet.effects.diagrams import Diagram
from apivet.effects.state import Machine
from apivet.effects.values import Input, IsA, Same
from apivet.program.annotations import NONE, Annotation, Applied, members

#: Alternatives are so many types at least.
_FEWEST: Final = 2
_NUMBERS: Final = ("int", "float")


def given_is_a(machine: Machine, value: object, given: Input, wanted: str) -> Diagram:
    """The guard under which a value that was given is of a class, by its canonical name."""
    asked = wanted.removeprefix("builtins.")
    declared = value_kinds.is_instance_of(machine, given, asked)
    if declared is None:
        found: Diagram = machine.diagrams.false
        for each, here in _alternatives(machine, given):
            is_one = _is_it(machine, each, asked, [name for _, name in _several(machine, given)])
            if is_one is None:
                return machine.diagrams.decide(IsA(given, wanted))
            found = machine.diagrams.either(found, here) if is_one else found
        if found is machine.diagrams.false:
            return machine.diagrams.decide(IsA(given, wanted))
    else:
        found = machine.diagrams.true if declared else machine.diagrams.false
    absent = questions.is_none(machine, machine.diagrams.leaf(value))
    return machine.diagrams.both(machine.diagrams.negate(absent), found)


def told_by_field(machine: Machine, given: Input, other: object) -> Diagram | None:
    """The guard under which a field equals a value, where that tells of which class the field's object is; ``None``
    where it does not."""
    if not given.path:
        return None
    found: Diagram = machine.diagrams.false
    is_told = False
    for each, here in _alternatives(machine, Input(given.root, given.path[:-1])):
        type_ = machine.program.type(spelled_name(each))
        field = type_.field(given.path[-1]) if type_ is not None else None
        if field is None or field.annotation is None:
            return None
        equals = value_kinds.equals_declared(machine, field.annotation, other)
        is_told |= equals is not None
        alike = machine.diagrams.decide(Same(given, other)) if equals is None else machine.diagrams.true
        found = found if equals is False else machine.diagrams.either(found, machine.diagrams.both(here, alike))
    return found if is_told else None


def _alternatives(machine: Machine, given: Input) -> Iterator[tuple[Annotation, Diagram]]:
    """The types of which something that is there is one, with the guard under which it is that: the last where it is
    none of the others. There are none where it may be of two."""
    held = _several(machine, given)
    names = [name for _, name in held]
    if len(names) < _FEWEST or not all(names):
        return
    if any(
        _is_it(machine, each, other, [name, other]) is not False for each, name in held for other in {*names} - {name}
    ):
        return
    rest: Diagram = machine.diagrams.true
    for place, (each, name) in enumerate(held):
        is_last = place == len(held) - 1
        here = rest if is_last else machine.diagrams.both(rest, machine.diagrams.decide(IsA(given, name)))
        yield each, here
        rest = machine.diagrams.both(rest, machine.diagrams.negate(here))


def _several(machine: Machine, given: Input) -> list[tuple[Annotation, str]]:
    """The types that a declaration names, ``None`` apart, with the names of their classes."""
    annotation = annotation_of(machine, given)
    held = [each for each in members(annotation) if each != NONE] if annotation is not None else []
    return [(each, spelled_name(each.generic if isinstance(each, Applied) else each)) for each in held]


def _is_it(machine: Machine, declared: Annotation, asked: str, names: Sequence[str]) -> bool | None:
    """Whether what is declared so is of a class. A whole number passes for one with a fraction, unless it is among the
    alternatives itself."""
    if spelled_name(declared) == "float" and asked in _NUMBERS and "int" in names:
        return asked == "float"
    return value_kinds.is_declared_as(machine, declared, asked)
