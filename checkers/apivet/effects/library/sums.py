"""Sums of numbers, and containers one behind the other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from apivet.effects import counting, elements, iteration, operators, plain
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import in_round
from apivet.effects.frames import Arguments
from apivet.effects.library.containers import extend
from apivet.effects.limits import SUMS
from apivet.effects.ordering import in_any_order, left_out, mark_order, order_of
from apivet.effects.refusing import may_raise
from apivet.effects.state import Machine
from apivet.effects.values import SEQUENCE, Computed, Constant, Reference, is_representative, stands_for_others
from apivet.program.failures import FailureKind
from apivet.verdicts import Location


def total(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``sum(numbers)``: of those that are told apart one by one, as often as there are any where all are one written
    number, else computed from all, where there are any. ``sum(lists, [])`` puts lists together."""
    numbers = arguments.positional[0]
    start = arguments.at(1) or arguments.named_value("start") or machine.diagrams.leaf(Constant.of(0))
    raises = may_raise(machine, location, arguments.values, plain.TOTAL)
    machine.fail(raises, FailureKind.WRONG_KIND, arguments.values)
    settled = tuple(machine.heap.settle(value) for value in arguments.values)
    if all(plain.is_number(machine, leaf.value) for leaf in leaves(start)):
        settled = (in_any_order(machine, settled[0]), *settled[1:])
    result, found = start, iteration.all_rounds(machine, numbers, location)
    if _are_lists(machine, (start, *(entry.value for entry in found))) and order_of(machine, numbers) is None:
        return machine.diagrams.leaf(_joined(machine, start, found, location))
    for place, entry in enumerate(found):
        if is_representative(entry.key) or len(leaves(result)) > SUMS:
            rest = found[place:]
            if (times := _times_one(machine, rest)) is not None:
                return operators.binary(machine, "+", result, times)
            some = reduce(machine.diagrams.either, (entry.present for entry in found), machine.diagrams.false)
            several = machine.diagrams.choose(some, machine.diagrams.leaf(Computed(plain.TOTAL, settled)), start)
            alone = _last_alone(machine, rest)
            return _with(machine, alone, result, rest[-1].value, several)
        result = _with(machine, entry.present, result, entry.value, result)
    return result


def _with(machine: Machine, where: Diagram, result: Diagram, value: Diagram, without: Diagram) -> Diagram:
    """A sum and one number more where that is there: elsewhere it is no number, and adding it does not fail."""
    entered = machine.guard
    machine.guard = machine.diagrams.both(entered, where)
    is_there = machine.guard is not machine.diagrams.false
    more = operators.binary(machine, "+", result, value) if is_there else without
    left = machine.diagrams.both(entered, machine.diagrams.negate(where))
    machine.guard = machine.diagrams.either(machine.guard, left)
    return machine.diagrams.choose(where, more, without)


def _are_lists(machine: Machine, values: Iterable[Diagram]) -> bool:
    """Whether values are all lists of which the elements are known."""
    return all(
        isinstance(leaf.value, Reference)
        and elements.is_sequence(machine, leaf.value)
        and machine.heap.entries(leaf.value) is not None
        for value in values
        for leaf in leaves(value)
    )


def _joined(machine: Machine, first: Diagram | None, each: list[Entry], location: Location) -> Reference:
    """A list with the elements of some containers, one behind the other."""
    made = machine.heap.container(SEQUENCE, [])
    if first is not None:
        extend(machine, made, Arguments((first,)), location)
    for entry in each:
        with in_round(machine, entry):
            extend(machine, made, Arguments((entry.value,)), location)
    return made


def elements_of_each(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``chain.from_iterable(lists)``."""
    given = arguments.positional[0]
    made = _joined(machine, None, iteration.all_rounds(machine, given, location), location)
    mark_order(machine, made, order_of(machine, given))
    return machine.diagrams.leaf(made)


def _last_alone(machine: Machine, entries: list[Entry]) -> Diagram:
    """The guard under which there is the last element and no other."""
    *others, last = entries
    if stands_for_others(last.key):
        return machine.diagrams.false
    some = reduce(machine.diagrams.either, (entry.present for entry in others), machine.diagrams.false)
    more = left_out(machine, ((entry.key, entry.present) for entry in entries))
    return machine.diagrams.both(last.present, machine.diagrams.negate(machine.diagrams.either(some, more)))


def _times_one(machine: Machine, entries: list[Entry]) -> Diagram | None:
    """The sum of elements that are all one written number, as often as there are elements; ``None`` of others."""
    value = entries[0].value
    is_written = isinstance(value, Leaf) and isinstance(value.value, Constant) and isinstance(value.value.value, int)
    if not is_written or any(entry.value is not value for entry in entries):
        return None
    counted = counting.count(machine, entries, machine.heap.container(SEQUENCE, entries))
    return operators.binary(machine, "*", counted, value)
