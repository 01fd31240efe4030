"""Sorted elements, and the least and the greatest: by themselves, or by what a key gives for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apivet.effects import accepting, iteration, ordering
from apivet.effects.carried import Carried
from apivet.effects.cells import Entry
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.frames import Arguments
from apivet.effects.library.sequences import call_for, pair, reordered
from apivet.effects.plain import GREATEST
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, SORTED, SORTED_BY, TRUE, Computed, Constant, Reference
from apivet.verdicts import Location

#: Elements, each with what a key gives for it.
_Keyed = list[tuple[Entry, Diagram]]


def in_order(machine: Machine, arguments: Arguments, location: Location) -> Diagram:
    """The same elements, sorted; as a whole it is another list."""
    value = arguments.positional[0]
    written, order = sorted_elements(machine, value, arguments, location)
    if written is not None:
        return machine.diagrams.leaf(machine.heap.container("list", written))
    return reordered(machine, value, order, location)


def sorted_elements(
    machine: Machine, value: Diagram, arguments: Arguments, location: Location
) -> tuple[list[Entry] | None, Diagram | None]:
    """Elements that are written out, sorted, where that can be told; else their order: ``None`` where it is that in
    which they were given."""
    keyed = _keyed(machine, value, arguments, location)
    turned_around = arguments.named_value("reverse") or machine.diagrams.leaf(FALSE)
    if not arguments.unknown and turned_around in (machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE)):
        is_turned = turned_around is machine.diagrams.leaf(TRUE)
        found = _written_out(machine, value, keyed, location)
        written = None if found is None else _sorted(machine, found, is_turned)
        if written is not None:
            return written, None
    return None, _order(machine, value, keyed, arguments)


def _order(machine: Machine, value: Diagram, keyed: _Keyed | None, arguments: Arguments) -> Diagram | None:
    """The order of sorted elements: it depends on these, on what a key gives for them, and on whether it is turned;
    ``None`` where it is that in which they were given."""
    keys = _keys(machine, keyed)
    told = [machine.heap.settle(value), *keys, *map(machine.heap.settle, arguments.positional[1:])]
    turned_around = arguments.named_value("reverse")
    told += [] if turned_around is None else [machine.heap.settle(turned_around)]
    before = ordering.order_settled(told[0])
    if isinstance(before, Leaf) and isinstance(before.value, Computed) and before.value.operator in _SORTINGS:
        if before.value.operands[1:] == tuple(told[1:]):
            return before  # what is sorted stays as it is
    if keys and len(set(keys)) == 1 and isinstance(keys[0], Leaf) and isinstance(keys[0].value, Constant):
        return before  # what is alike stays in its order
    if not keys:
        told[0] = ordering.in_any_order(machine, told[0])
    return machine.diagrams.leaf(Computed(SORTED if len(told) == 1 else SORTED_BY, tuple(told)))


#: The orders of what was sorted.
_SORTINGS = (SORTED, SORTED_BY)


def _keyed(machine: Machine, value: Diagram, arguments: Arguments, location: Location) -> _Keyed | None:
    """Each element with the result of the key of a comparison; ``None`` where elements are compared themselves."""
    key = arguments.named_value("key")
    if key is None or key is machine.none:
        return None
    rounds = Carried(machine).and_more(iteration.all_rounds(machine, value, location), location)
    keyed = [(entry, call_for(machine, key, entry, location)) for entry in rounds]
    accepting.ask_order(machine, [machine.diagrams.assuming(given, entry.present) for entry, given in keyed])
    return keyed


def _keys(machine: Machine, keyed: _Keyed | None) -> list[Diagram]:
    """The keys of elements; there is none where each element is its own."""
    own, given = (
        [machine.diagrams.assuming(machine.heap.settle(value), entry.present) for entry, value in side]
        for side in (((entry, entry.value) for entry, _ in keyed or ()), keyed or ())
    )
    return [] if own == given else given


def _written_out(machine: Machine, value: Diagram, keyed: _Keyed | None, location: Location) -> _Keyed | None:
    """The elements of a container that are written out one by one, with their keys."""
    held = value.value if isinstance(value, Leaf) else None
    if not isinstance(held, Reference) or not ordering.is_written(machine, held):
        return None
    if keyed is None:
        return [(entry, entry.value) for entry in iteration.rounds(machine, held, location)]
    return keyed if ordering.told_apart([entry for entry, _ in keyed]) else None


def extreme(machine: Machine, name: str, arguments: Arguments, location: Location) -> tuple[Diagram | None, Arguments]:
    """The least or the greatest of values, where that can be told; and the arguments of ``min`` and ``max``, with what
    the key gives for each of the values that these choose from."""
    values = arguments.positional
    among = values[0] if len(values) == 1 else pair(machine, *values)
    keyed = _keyed(machine, among, arguments, location)
    found = None if arguments.unknown else _written_out(machine, among, keyed, location)
    chosen = None if found is None else _sorted(machine, found, name == GREATEST)
    if chosen and chosen[0].present is machine.diagrams.true:
        return chosen[0].value, arguments
    if keyed is None:
        return None, arguments
    others = [value for name, value in arguments.named if name != "key"]
    return None, Arguments((*values, *others, *_keys(machine, keyed)))


# --------------------------------------------------------------------------------------------------------- comparing


def _sorted(machine: Machine, keyed: _Keyed, is_turned: bool) -> list[Entry] | None:
    """Elements that are told apart, sorted by keys that are written out in each case; ``None`` where they are not."""
    entries = [entry for entry, _ in keyed]
    written = ordering.sorted_entries(entries, [key for _, key in keyed], turned=is_turned)
    if written is not None:
        return written
    if len(entries) > _TOLD or any(entry.present is not machine.diagrams.true for entry in entries):
        return None
    earlier = _earlier(machine, [key for _, key in keyed], is_turned)
    return None if earlier is None else _placed(machine, entries, earlier)


#: Elements whose places are told for each case.
_TOLD = 6


def _earlier(machine: Machine, keys: Sequence[Diagram], is_turned: bool) -> list[list[Diagram]] | None:
    """For each element, and each that stood in front of it or behind, the guard under which that one comes earlier.
    What is alike stays in its order."""
    diagrams = machine.diagrams

    def comes_first(other: Diagram, mine: Diagram, is_in_front: bool) -> Diagram:
        def one(theirs: Any, ours: Any) -> Diagram:
            if theirs.value == ours.value:
                return diagrams.true if is_in_front else diagrams.false
            return diagrams.true if (theirs.value < ours.value) is not is_turned else diagrams.false

        return machine.each_guard(other, lambda theirs: machine.each_guard(mine, lambda ours: one(theirs, ours)))

    if not all(ordering.are_comparable(key, keys[0]) for key in keys):
        return None
    return [
        [comes_first(other, mine, place < number) for place, other in enumerate(keys) if place != number]
        for number, mine in enumerate(keys)
    ]


def _placed(machine: Machine, entries: Sequence[Entry], earlier: Sequence[Sequence[Diagram]]) -> list[Entry]:
    """The elements, each at the place behind those that come earlier."""
    diagrams = machine.diagrams
    values = [entries[-1].value for _ in entries]
    for entry, others in zip(entries, earlier):
        behind = [diagrams.true, *(diagrams.false for _ in others)]
        for comes_first in others:
            moved = [diagrams.false, *(diagrams.both(guard, comes_first) for guard in behind[:-1])]
            stays = [diagrams.both(guard, diagrams.negate(comes_first)) for guard in behind]
            behind = [diagrams.either(one, other) for one, other in zip(moved, stays)]
        values = [diagrams.choose(here, entry.value, value) for here, value in zip(behind, values)]
    return ordering.placed([Entry(entry.key, entry.present, value) for entry, value in zip(entries, values)])
