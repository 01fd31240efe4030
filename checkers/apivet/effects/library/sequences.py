"""Functions over the elements of containers: each stays told apart, with the guard under which it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.effects import elements, iteration, operators, ordering, parsed, plain, questions, raising, value_kinds
from apivet.effects.carried import Carried
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import in_round
from apivet.effects.equality import comparing
from apivet.effects.equality.own_methods import unequal_by_method
from apivet.effects.frames import Act, Arguments
from apivet.effects.library import copies
from apivet.effects.refusing import may_raise, refuse_some
from apivet.effects.state import Machine
from apivet.effects.streams import Ends, first_of, go_through, some_of
from apivet.effects.unresolved import unresolved
from apivet.effects.values import (
    DECLINED,
    DICT,
    NONE,
    ORDER,
    SEQUENCE,
    TURNED,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Reference,
    Unseen,
)
from apivet.program.failures import FailureKind
from apivet.program.model import Unknown
from apivet.verdicts import Location


def pair(machine: Machine, *values: Diagram) -> Diagram:
    """A tuple."""
    entries = [Entry(str(number), machine.diagrams.true, value) for number, value in enumerate(values)]
    return machine.diagrams.leaf(machine.heap.container("tuple", entries))


def mapped(machine: Machine, value: Diagram, location: Location, act: Callable[[Entry], Diagram]) -> Diagram:
    """A new list with something made of each element."""

    def one(leaf: Any) -> Diagram:
        found = iteration.rounds(machine, leaf, location)
        rounds = Carried(machine).and_more(found, location)
        entries = [Entry(entry.key, entry.present, act(entry)) for entry in rounds]
        return in_order_of(machine, SEQUENCE, entries, machine.diagrams.leaf(leaf))

    return machine.each(value, one)


def in_order_of(machine: Machine, kind: str, entries: list[Entry], *sources: Diagram) -> Diagram:
    """A new container with elements that were made of, or taken from, those of others."""
    made = machine.heap.container(kind, entries)
    for source in sources if kind != "set" else ():
        ordering.mark_order(machine, made, ordering.order_of(machine, source))
    return machine.diagrams.leaf(made)


def same_elements(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A new list of the same elements."""
    return _gathered(machine, arguments, "list", location)


def fixed_elements(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A new tuple of the same elements."""
    return _gathered(machine, arguments, "tuple", location)


def without_order(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A new set of the same elements."""
    return _gathered(machine, arguments, "set", location)


def _gathered(machine: Machine, arguments: Arguments, kind: str, location: Location) -> Diagram:
    if len(arguments.positional) == 1:
        return machine.each(arguments.positional[0], lambda leaf: _with_elements_of(machine, leaf, kind, location))
    entries = [entry for value in arguments.positional for entry in iteration.all_rounds(machine, value, location)]
    return in_order_of(machine, kind, entries, *arguments.positional)


def _with_elements_of(machine: Machine, leaf: Any, kind: str, location: Location) -> Diagram:
    entries = [Entry(entry.key, entry.present, entry.value) for entry in iteration.rounds(machine, leaf, location)]
    return in_order_of(machine, kind, entries, machine.diagrams.leaf(leaf))


def turned_as_written(machine: Machine, held: Reference, location: Location) -> list[Entry] | None:
    """Elements that are written out, from the last to the first; ``None`` where that can't be told."""
    if not ordering.is_written(machine, held):
        return None
    return ordering.placed(iteration.rounds(machine, held, location)[::-1])


def turned(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The same elements, from the last to the first."""
    value = arguments.positional[0]
    held = value.value if isinstance(value, Leaf) else None
    written = turned_as_written(machine, held, location) if isinstance(held, Reference) else None
    if written is not None:
        return machine.diagrams.leaf(machine.heap.container("list", written))
    settled = machine.heap.settle(value)
    before = ordering.before_it_was_turned(machine, settled)
    order = machine.diagrams.leaf(Computed(TURNED, (settled,))) if before is None else ordering.order_settled(before)
    return reordered(machine, value, order, location)


def reordered(machine: Machine, value: Diagram, order: Diagram | None, location: Location) -> Diagram:
    """A list of the elements of a value that come in an order; in theirs where there is none."""
    made = mapped(machine, value, location, lambda entry: entry.value)
    for _, leaf in machine.diagrams.cases(made, machine.guard):
        if isinstance(leaf, Reference) and order is not None:
            machine.heap.cells[leaf.cell].fields[ORDER] = order
        elif isinstance(leaf, Reference):
            machine.heap.cells[leaf.cell].fields.pop(ORDER, None)
    return made


def new_mapping(machine: Machine, arguments: Arguments, location: Location, kind: Blank = DICT) -> Diagram:
    """A new dict, from mappings and named values."""
    values = [*arguments.positional, *arguments.unknown]
    is_copy = kind == DICT and values
    if is_copy and all(_is_keyed(machine, leaf) for _, leaf in machine.diagrams.cases(values[0], machine.guard)):
        made = copies.as_new_mapping(machine, values.pop(0))
    else:
        made = machine.diagrams.leaf(machine.heap.make(kind, Unknown("dict")))
    for value in values:
        copies.update_from(machine, made, value, location)
    for name, value in arguments.named:
        elements.put_item(machine, made, machine.diagrams.leaf(Constant.of(name)), value, location)
    if arguments.unknown and arguments.named:
        unseen = machine.unseen("named arguments before or behind others", location, arguments.unknown)
        for leaf in leaves(made):
            if isinstance(leaf.value, Reference):
                ordering.mark_order(machine, leaf.value, unseen)
    return made


def new_keys(machine: Machine, arguments: Arguments, location: Location, kind: Blank = DICT) -> Diagram:
    """``dict.fromkeys(keys[, value])``: every key has the very same value."""
    value = arguments.at(1) or machine.none
    made = machine.diagrams.leaf(machine.heap.make(kind, Unknown("dict")))
    entered = machine.guard
    for where, leaf in machine.diagrams.cases(arguments.positional[0], entered):
        machine.guard = where
        for entry in iteration.rounds(machine, leaf, location):
            with in_round(machine, entry):
                if machine.alive:
                    elements.put_item(machine, made, entry.value, value, location)
        ordering.take_order(machine, made, machine.diagrams.leaf(leaf))
    machine.guard = entered
    return made


def _is_keyed(machine: Machine, leaf: Any) -> bool:
    """Whether a value is a mapping whose keys no code of its own tells, not a list of pairs."""
    is_told = copies.has_own_keys(machine, machine.diagrams.leaf(leaf))
    return isinstance(leaf, Reference) and not is_told and elements.is_keyed(machine, leaf)


def equal(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``operator.eq(a, b)`` and ``a.__eq__(b)``."""
    return questions.boolean(machine, _are_equal(machine, arguments))


def unequal(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``operator.ne(a, b)`` and ``a.__ne__(b)``."""
    differ = unequal_by_method(machine, *arguments.positional) if len(arguments.positional) == 2 else None
    if differ is None:
        differ = machine.diagrams.negate(_are_equal(machine, arguments))
    return questions.boolean(machine, differ)


def _are_equal(machine: Machine, arguments: Arguments) -> Diagram:
    if len(arguments.positional) != 2:
        machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
        return machine.diagrams.false
    return comparing.same(machine, *arguments.positional)


def answered(ask: Callable[[Machine, Arguments, Location], Diagram]) -> Callable[..., Diagram]:
    """The same as a method, ``a.__eq__(b)``, which declines to answer where the two are of different kinds."""

    def model(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
        answer = ask(machine, arguments, location)
        if len(arguments.positional) != 2 or not machine.alive:
            return answer
        diagrams, (first, second) = machine.diagrams, arguments.positional
        sides = [leaves(machine.heap.settle(each)) for each in (first, second)]
        pairs = [(one.value, other.value) for one in sides[0] for other in sides[1]]
        alike = {value_kinds.are_of_one_kind(machine, *pair) for pair in pairs if NONE not in pair}
        declined: Diagram = diagrams.leaf(DECLINED)
        if not alike <= {True, False}:
            declined = machine.unseen("what a value says of one of another kind", location, arguments.positional)
        none = [questions.is_none(machine, each) for each in (first, second)]
        one_alone = diagrams.choose(none[0], diagrams.negate(none[1]), none[1])
        is_declined = one_alone if alike <= {True} else diagrams.negate(diagrams.both(*none))
        return diagrams.choose(is_declined, declined, answer)

    return model


def truth_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether a value is true."""
    return questions.boolean(machine, questions.truth(machine, arguments.positional[0]))


def any_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether any element is true."""
    found, raises = machine.diagrams.false, Ends(machine)
    for entry in some_of(machine, arguments.positional[0], location, raises):
        here = machine.diagrams.both(entry.present, questions.truth(machine, entry.value))
        found = machine.diagrams.either(found, here)
    raises.reached(machine.diagrams.negate(found))
    return questions.boolean(machine, found)


def all_of(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """Whether all elements are true."""
    holds, raises = machine.diagrams.true, Ends(machine)
    for entry in some_of(machine, arguments.positional[0], location, raises):
        absent = machine.diagrams.negate(entry.present)
        holds = machine.diagrams.both(holds, machine.diagrams.either(absent, questions.truth(machine, entry.value)))
    raises.reached(holds)
    return questions.boolean(machine, holds)


def call_for(
    machine: Machine, callee: Diagram, entry: Entry, location: Location, given: Arguments | None = None
) -> Diagram:
    """Call something with an element, or with what is given for it, where the element is there."""
    entered = machine.guard
    machine.guard = machine.diagrams.both(entered, entry.present)
    given = given or Arguments((entry.value,))
    result = machine.call_with(callee, given, location) if machine.alive else machine.none
    machine.guard = machine.diagrams.either(
        machine.guard, machine.diagrams.both(entered, machine.diagrams.negate(entry.present))
    )
    return result


def select(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The elements for which a callable gives true."""
    callee, values = arguments.positional[0], arguments.positional[-1]
    entries = []
    found = iteration.all_rounds(machine, values, location)
    for entry in Carried(machine).and_more(found, location):
        chosen = entry.value if callee is machine.none else call_for(machine, callee, entry, location)
        kept = machine.diagrams.both(entry.present, questions.truth(machine, chosen))
        entries.append(Entry(entry.key, kept, entry.value))
    return in_order_of(machine, SEQUENCE, entries, values)


def apply_one_by_one(machine: Machine, arguments: Arguments, location: Location, act: Act) -> None:
    """``map(f, values)`` for somebody who does something with each before the next is asked for."""
    callee, values = arguments.positional
    go_through(machine, values, location, lambda value, key: act(machine.call(callee, (value,), (), location), key))


def select_one_by_one(machine: Machine, arguments: Arguments, location: Location, act: Act) -> None:
    """``filter(f, values)`` in the same way."""
    callee, values = arguments.positional

    def one(value: Diagram, key: str) -> None:
        chosen = value if callee is machine.none else machine.call(callee, (value,), (), location)
        kept, entered = questions.truth(machine, chosen), machine.guard
        machine.guard = machine.diagrams.both(entered, kept)
        if machine.alive:
            act(value, key)
        left_out = machine.diagrams.both(entered, machine.diagrams.negate(kept))
        machine.guard = machine.diagrams.either(machine.guard, left_out)

    go_through(machine, values, location, one)


def first_element(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The first element, else a default."""
    default = arguments.at(1)
    for leaf in leaves(arguments.positional[0]):
        if isinstance(leaf.value, (Computed, Unseen)):
            machine.heap.behind(leaf.value)  # it has gone on then
            return unresolved(machine, "next()", arguments.values, location)
    found = machine.diagrams.leaf(UNBOUND) if default is None else default
    present = machine.diagrams.false
    for entry in reversed(first_of(machine, arguments.positional[0], location)):
        found = machine.diagrams.choose(entry.present, entry.value, found)
        present = machine.diagrams.either(present, entry.present)
    if default is None:
        machine.refuse(machine.diagrams.negate(present), FailureKind.NO_MORE, (*arguments.positional, machine.returned))
    return found


def _read_off(machine: Machine, text: str) -> Diagram:
    """The whole number that a text is that is written out; any other text fails."""
    try:
        return machine.diagrams.leaf(Constant.of(int(text)))
    except ValueError:
        machine.refuse(machine.diagrams.true, FailureKind.WRONG_VALUE)
        return machine.none


def whole_number(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """A value as a whole number."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Constant) and isinstance(leaf.value, (bool, int)):
            return machine.diagrams.leaf(Constant.of(int(leaf.value)))
        if isinstance(leaf, Constant) and isinstance(leaf.value, str) and len(arguments.values) == 1:
            return _read_off(machine, leaf.value)
        if plain.is_of(machine, leaf, plain.WHOLE):
            machine.fail(questions.is_none(machine, machine.diagrams.leaf(leaf)), FailureKind.WRONG_KIND)
            return machine.diagrams.leaf(leaf)
        settled = machine.heap.settle(machine.diagrams.leaf(leaf))
        before = machine.guard
        parsed.refuse(machine, settled)
        is_text = plain.is_of(machine, leaf, plain.TEXTS)
        if is_text:
            machine.fail(questions.is_none(machine, settled), FailureKind.WRONG_KIND)
        failures = raising.OF_TEXTS if is_text else raising.OF_NUMBERS
        refuse_some(machine, (settled,), location, failures, "whole number")
        machine.fail(may_raise(machine, location, (settled,), "whole number"), failures, (settled,))
        parsed.note(machine, settled, before)
        return machine.diagrams.leaf(Computed("whole number", (settled,)))

    return machine.each(arguments.positional[0], one)


def divided(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """``divmod(number, by)``."""
    number, by = arguments.positional
    return pair(machine, *(operators.binary(machine, symbol, number, by) for symbol in ("//", "%")))
