"""Iterators: what makes their elements runs when these are asked for, each once, and never where nobody asks.

A :class:`~apivet.effects.values.Stream` stands for the iterator; what is left of it is kept by the machine, under the
guard where nobody has asked yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from apivet.effects import elements, questions
from apivet.effects.changes import Watch
from apivet.effects.diagrams import Diagram
from apivet.effects.heap import Entry
from apivet.effects.state import Arguments, Machine, Source
from apivet.effects.values import Constant, Stream
from apivet.verdicts import Location

_Result = TypeVar("_Result")


def stream(
    machine: Machine, read: Sequence[Diagram], make: Callable[[], Diagram], *, is_quiet: bool = False
) -> Diagram:
    """An iterator that may ``read`` these values. ``make`` runs what makes its elements, and gives a container of them;
    a quiet one changes nothing."""
    settled = tuple(machine.heap.settle(value) for value in read)
    made = Stream(len(machine.sources), settled)
    machine.sources.append(Source(make, machine.diagrams.true, is_quiet))
    return machine.diagrams.leaf(made)


def gathered(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """A value, or all elements of it where it is an iterator."""

    def one(leaf: Any) -> Diagram:
        if not isinstance(leaf, Stream):
            return machine.diagrams.leaf(leaf)
        made = machine.heap.container("list", elements.rounds(machine, leaf, location))
        elements.mark_order(machine, made, elements.order_of(machine, machine.diagrams.leaf(leaf)))
        return machine.diagrams.leaf(made)

    return machine.each(value, one) if is_iterator(machine, value) else value


def consumed(machine: Machine, arguments: Arguments, location: Location) -> Arguments:
    """Arguments with all elements in the place of an iterator."""
    if not any(is_iterator(machine, value) for value in arguments.values):
        return arguments
    positional = tuple(gathered(machine, value, location) for value in arguments.positional)
    named = tuple((name, gathered(machine, value, location)) for name, value in arguments.named)
    return Arguments(positional, named, tuple(gathered(machine, value, location) for value in arguments.unknown))


def is_iterator(machine: Machine, value: Diagram) -> bool:
    """Whether a value can be an iterator."""
    return any(isinstance(leaf, Stream) for _, leaf in machine.diagrams.cases(value, machine.guard))


def asked_in_part(machine: Machine, value: Diagram, location: Location, ask: Callable[[], _Result]) -> _Result:
    """Ask an iterator for elements, nobody knows how many: what makes the later ones may not run."""
    held = [leaf for _, leaf in machine.diagrams.cases(value, machine.guard) if isinstance(leaf, Stream)]
    if all(machine.sources[leaf.number].is_quiet for leaf in held):
        return ask()
    return perhaps(machine, "how many elements are asked for", location, ask)


def some_of(machine: Machine, value: Diagram, location: Location) -> list[Entry]:
    """The elements of a value of which only some are asked for; nobody knows what is left of an iterator then."""
    found = asked_in_part(machine, value, location, partial(elements.all_rounds, machine, value, location))
    for _, leaf in machine.diagrams.cases(value, machine.guard):
        if isinstance(leaf, Stream):
            rest = machine.unseen("what is left of an iterator", location, leaf.operands)
            machine.sources[leaf.number] = Source(lambda rest=rest: rest, machine.diagrams.true, True)  # type: ignore[misc]
    return found


def first_of(machine: Machine, value: Diagram, location: Location) -> list[Entry]:
    """The elements of a value of which the first is taken from an iterator."""
    entered = machine.guard
    known = [leaf for _, leaf in machine.diagrams.cases(value, entered) if isinstance(leaf, Stream)]
    left = machine.sources[known[0].number].left if len(known) == 1 else machine.diagrams.false
    found = some_of(machine, value, location)
    chosen = elements.choose_entries(machine, found, Constant.of(0))
    if elements.order_of(machine, value) is not None:
        first = machine.unseen("the first of other elements", location, (value, *(entry.value for entry in found)))
        return [Entry(entry.key, entry.present, first) for entry in found]
    if chosen is not None and len(known) == 1 and left is entered:
        absent = machine.diagrams.negate
        rest = [Entry(e.key, machine.diagrams.both(e.present, absent(where)), e.value) for where, e in chosen]
        source = machine.sources[known[0].number]
        source.rest, source.left = rest, left
    return found


def perhaps(machine: Machine, reason: str, location: Location, act: Callable[[], _Result]) -> _Result:
    """Do something of which nobody knows whether, or how far, it is done: what it changes may be as it was."""
    watch = Watch(machine.heap)
    result = act()
    if watch.end():
        watch.mix(questions.truth(machine, machine.unseen(reason, location)))
    return result
