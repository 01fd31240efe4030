"""Callables made of names and keys, and what a callable gathers over the elements of a container."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.effects import elements, iteration, lookups, objects, operators, ordering
from apivet.effects.carried import Carried
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.last_rounds import LastRounds
from apivet.effects.library.fields import get_field
from apivet.effects.library.sequences import in_order_of, pair
from apivet.effects.slicing import known_elements
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import SEQUENCE, UNBOUND, Computed, Constant, KnownOperation, Partial, stands_for_others
from apivet.program.failures import FailureKind
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: The arguments that put something into a container: it, a key and a value.
_KEY_AND_VALUE: Final = 3
#: The variable of what elements are folded into: it goes from round to round.
_FOLDED: Final = "·folded"


def reader(operation: Operation) -> Callable[[Machine, Arguments, Location], Diagram]:
    """The maker of a callable that does an operation with the arguments that it was made with, and with its own."""

    def made(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
        return machine.diagrams.leaf(
            Partial(machine.diagrams.leaf(KnownOperation(operation)), arguments.positional, arguments.named)
        )

    return made


def read_fields(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``attrgetter("spec", "metadata.labels")(value)``: one field, or a tuple of several."""
    *names, value = arguments.positional
    found = [_at(machine, value, name, location) for name in names]
    return found[0] if len(found) == 1 else pair(machine, *found)


def _at(machine: Machine, value: Diagram, name: Diagram, location: Location) -> Diagram:
    for part in _segments(name):
        named = Arguments((value, name if part is None else machine.diagrams.leaf(Constant.of(part))))
        value = get_field(machine, named, location)
    return value


def _segments(name: Diagram) -> list[str | None]:
    """The names in a dotted one; ``None`` for one that is computed."""
    written = name.value.value if isinstance(name, Leaf) and isinstance(name.value, Constant) else None
    return [*written.split(".")] if isinstance(written, str) else [None]


def read_items(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``itemgetter(0, 1)(value)``: one element, or a tuple of several."""
    *keys, value = arguments.positional
    found = [lookups.get_item(machine, value, key, location) for key in keys]
    return found[0] if len(found) == 1 else pair(machine, *found)


def call_named_method(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``methodcaller("clear")(value)``."""
    name, *given, value = arguments.positional
    (part,) = _segments(name)
    if part is None:
        return unresolved(machine, "a method whose name is computed", arguments.values, location)
    return machine.call(objects.callee(machine, value, part, location), given, arguments.named, location)


def item(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``operator.getitem(value, key)``."""
    return lookups.get_item(machine, arguments.positional[0], arguments.positional[-1], location)


def set_item(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``operator.setitem(value, key, item)``."""
    if len(arguments.positional) != _KEY_AND_VALUE:
        return unresolved(machine, "setitem()", arguments.values, location)
    target, key, value = arguments.positional
    elements.put_item(machine, target, key, value, location)
    return machine.none


def delete_item(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``operator.delitem(value, key)``."""
    elements.delete_item(machine, arguments.positional[0], arguments.positional[-1], location)
    return machine.none


def tuple_type(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``namedtuple("Pair", "new old")``: a callable that makes tuples."""
    names = _names(machine, arguments.at(1))
    if names is None or arguments.named:
        return machine.unseen("the names of a tuple's elements", location, arguments.values)
    held = tuple(machine.diagrams.leaf(Constant.of(name)) for name in names)
    makes = machine.diagrams.leaf(KnownOperation(Operation.NAMED_TUPLE))
    return machine.diagrams.leaf(Partial(makes, (pair(machine, *held),), ()))


def _names(machine: Machine, value: Diagram | None) -> list[str] | None:
    """Names that are written out, in a text or one by one."""
    if isinstance(value, Leaf) and isinstance(value.value, Constant) and isinstance(value.value.value, str):
        return value.value.value.replace(",", " ").split()
    known = known_elements(machine, value) if value is not None else None
    names = [part.value.value for part in known or () if isinstance(part, Leaf) and isinstance(part.value, Constant)]
    texts = [name for name in names if isinstance(name, str)]
    return texts if known is not None and len(texts) == len(known) else None


def named_tuple(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A tuple whose elements have names."""
    names = _names(machine, arguments.positional[0]) or []
    given = {**dict(zip(names, arguments.positional[1:])), **dict(arguments.named)}
    if arguments.unknown or set(given) != set(names):
        return unresolved(machine, "a type of tuples", arguments.values, location)
    made = machine.heap.container("tuple", [])
    cell = machine.heap.cells[made.cell]
    cell.entries = [Entry(str(number), machine.diagrams.true, given[name]) for number, name in enumerate(names)]
    cell.fields = {name: given[name] for name in names}
    return machine.diagrams.leaf(made)


def folded(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``functools.reduce(callee, values[, first])``."""
    callee, values, *first = arguments.positional
    results = _fold(machine, callee, values, first[0] if first else None, location)
    result, order = results[-1].value, ordering.order_of(machine, values)
    if order is not None:
        last = LastRounds(machine, Carried(machine), order, location)
        if not last.is_left_by_any([each.value for each in results]):
            result = last.rests_on_order("a folded value", result)
    machine.fail(machine.diagrams.negate(machine.given(result)), FailureKind.WRONG_KIND)
    return result


def folded_each(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``itertools.accumulate(values[, callee, initial=first])``: sums, where nothing is to be called."""
    callee = arguments.at(1) or arguments.named_value("func") or machine.none
    first = arguments.named_value("initial") or machine.none
    begun, *results = _fold(
        machine, callee, arguments.positional[0], None if first is machine.none else first, location
    )
    entries = [*([] if first is machine.none else [begun]), *results]
    return in_order_of(machine, SEQUENCE, entries, arguments.positional[0])


def _fold(machine: Machine, callee: Diagram, values: Diagram, first: Diagram | None, location: Location) -> list[Entry]:
    """The results of folding values, the one before the first value and one for each of these."""
    variables = machine.frame.variables
    variables[_FOLDED] = first or machine.diagrams.leaf(UNBOUND)
    found = [Entry("begun", machine.diagrams.true, variables[_FOLDED])]
    for entry in Carried(machine).and_more(iteration.all_rounds(machine, values, location), location):
        entered, result = machine.guard, variables[_FOLDED]
        there = machine.diagrams.both(entered, entry.present)
        began = machine.diagrams.both(there, machine.given(result))
        machine.guard = began
        following = result
        if began is not machine.diagrams.false and callee is machine.none:
            following = operators.binary(machine, "+", result, entry.value)
        elif began is not machine.diagrams.false:
            following = machine.call(callee, (result, entry.value), (), location)
        failed = machine.diagrams.both(began, machine.diagrams.negate(machine.guard))
        following = machine.diagrams.choose(began, following, entry.value)
        if any(stands_for_others(each.key) for each in found):
            following = _of_more(machine, following, location)
        variables[_FOLDED] = machine.diagrams.choose(there, following, result)
        found.append(Entry(entry.key, entry.present, variables[_FOLDED]))
        machine.guard = machine.diagrams.both(entered, machine.diagrams.negate(failed))
    del variables[_FOLDED]
    return found


def _of_more(machine: Machine, value: Diagram, location: Location) -> Diagram:
    """A result of folding elements of which one stands for others: what is computed is computed from all of them."""
    unseen = machine.unseen("the result of folding elements", location, (value,))
    return machine.diagrams.transform(value, lambda leaf: unseen if isinstance(leaf.value, Computed) else leaf)
