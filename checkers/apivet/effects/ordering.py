"""The order of elements that are told apart: keys of a mapping come in the order in which they were put in."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apivet.effects import questions
from apivet.effects.cells import Cell, Entry
from apivet.effects.diagrams import Diagram, Leaf, decisions, leaves
from apivet.effects.limits import BEGINNINGS, ORDERED
from apivet.effects.state import Machine
from apivet.effects.values import (
    BEFORE,
    EARLIER,
    LAST,
    MANY,
    MARKS,
    ORDER,
    SEQUENCES,
    SLICE,
    TURNED,
    Computed,
    Constant,
    Exists,
    Input,
    Reference,
    Stream,
    Structure,
    Truthy,
    is_representative,
    kind_made,
    stands_for_others,
)
from apivet.program.model import MapOf
from apivet.program.syntax import Scalar
from apivet.verdicts import Location

#: The order of keys of which some were taken out and put in again.
_PUT_LAST = "put in last"
#: Operator of the condition that keys with names come before the others of a mapping.
_COMES_FIRST = "comes first"

#: The order of elements that came one after another, as an operator: a key that is there already stays where it is.
JOINED: Final = "joined"


def _keeps_order(cell: Cell) -> bool:
    """Whether a container is a mapping, made by the program or given."""
    return is_made(cell) or isinstance(cell.shape, MapOf)


def is_made(cell: Cell) -> bool:
    """Whether a mapping was made by the program: all of its keys were put in."""
    return cell.made == "dict" or (isinstance(cell.base, Leaf) and isinstance(cell.base.value, Computed))


def put_last(machine: Machine, mapping: Reference, name: str) -> None:
    """Remember that a key is about to be put behind all others, where it is not there, or not any more."""
    cell = machine.heap.cells[mapping.cell]
    if name in (*MARKS, EARLIER, LAST) or not _keeps_order(cell):
        return
    names = list(cell.fields)
    before = cell.fields.get(name)
    there = machine.diagrams.false if is_made(cell) else machine.diagrams.true
    if before is not None:
        there = machine.given(before)
    if before is not None and there is machine.diagrams.false:
        cell.fields[name] = cell.fields.pop(name)
    stays = before is not None and there is not machine.diagrams.false
    passed = names[names.index(name) + 1 :] if stays else []
    behind = [machine.given(cell.fields[other]) for other in passed if other not in MARKS]
    behind += [entry.present for entry in (cell.entries if is_made(cell) else machine.heap.entries(mapping)) or ()]
    moved = machine.diagrams.both(machine.guard, machine.diagrams.negate(there))
    moves = machine.diagrams.false
    for present in behind:
        moves = machine.diagrams.either(moves, machine.diagrams.both(moved, present))
    if moves is not machine.diagrams.false:
        order = cell.fields.get(ORDER, machine.none)
        key = machine.diagrams.leaf(Constant.of(name))
        put = machine.diagrams.leaf(Computed(_PUT_LAST, (order, key)))
        cell.fields[ORDER] = machine.diagrams.choose(moves, put, order)


def is_written(machine: Machine, holder: Reference) -> bool:
    """Whether a container was made by the program, of elements that are told apart."""
    cell = machine.heap.cells[holder.cell]
    return cell.made != "" and told_apart(cell.entries or ())


def told_apart(entries: Sequence[Entry]) -> bool:
    """Whether elements are written out one by one: none stands for many."""
    return not any(is_representative(entry.key) for entry in entries)


def placement(machine: Machine, entries: Sequence[Entry], order: Diagram | None) -> tuple[Diagram, ...]:
    """The placement of a sequence's elements: sequences of one placement have those of one key at one position. It is
    empty where all stand as in a list that was given, and where they are told apart, and so have numbers."""
    if order is None and (told_apart(entries) or _stand_as_given(machine, entries)):
        return ()
    held = tuple(entry.present for entry in entries)
    return held if order is None else (*held, order)


def _stand_as_given(machine: Machine, entries: Sequence[Entry]) -> bool:
    """Whether elements are, here, those of a container that was given, all of them or those before a bound: none was
    left out in between or put in front, nor behind, where the last one of as many elements is another one."""
    if [entry.key for entry in entries] != [EARLIER, LAST]:
        return False
    presents = [entry.present for entry in entries]
    taken = _taken_here(machine, presents)
    earlier, last = (machine.diagrams.assuming(present, taken) for present in presents)
    asked = [machine.diagrams.decisions[number] for number in decisions(earlier) | decisions(last)]
    given = {each.container for each in asked if isinstance(each, Exists)}
    if len(given) != 1 or not all(isinstance(each, Exists) or _bound_of(each) for each in asked):
        return False
    both, negate = machine.diagrams.both, machine.diagrams.negate
    there, also = (machine.heap.exists(next(iter(given)), key) for key in (EARLIER, LAST))
    is_more = both(earlier, negate(there)), both(last, negate(also)), both(last, both(there, negate(earlier)))
    return all(each is machine.diagrams.false for each in is_more)


def _taken_here(machine: Machine, presents: Sequence[Diagram]) -> Diagram:
    """The decisions that some guards take and that are taken here already, other than those about elements."""
    diagrams, found = machine.diagrams, machine.diagrams.true
    for number in sorted({number for present in presents for number in decisions(present)}):
        asked = diagrams.decisions[number]
        if not isinstance(asked, Exists) and not _bound_of(asked):
            ways = (diagrams.decide(asked), diagrams.negate(diagrams.decide(asked)))
            told = (way for way in ways if diagrams.both(machine.guard, diagrams.negate(way)) is diagrams.false)
            found = functools.reduce(diagrams.both, told, found)
    return found


def length_given(machine: Machine, presents: Sequence[Diagram]) -> Computed | None:
    """The length of the container that was given of which just one of these elements is, whatever it is; that of a
    slice is that of the part between its bounds."""
    asked = {number: present for present in presents for number in sorted(decisions(present))}
    known = {number: machine.diagrams.decisions[number] for number in asked}
    given = {each.container: None for each in known.values() if isinstance(each, Exists)}
    if not len(presents) == len(given) == 1:
        return None
    of = part = machine.diagrams.leaf(next(iter(given)))
    for number, decision in known.items():
        if isinstance(decision, Exists):
            continue
        container, bound, *_ = _bound_of(decision) or (None, None)
        before = machine.diagrams.decide(decision)
        is_before, is_behind = (
            machine.diagrams.both(asked[number], elsewhere) is machine.diagrams.false
            for elsewhere in (machine.diagrams.negate(before), before)
        )
        if container != of or bound is None or not (is_before or is_behind):
            return None
        limits = (machine.none, bound) if is_before else (bound, machine.none)
        part = machine.diagrams.leaf(Computed(SLICE, (part, *limits, machine.none)))
    return Computed(MANY, (part,))


def left_out(machine: Machine, elements: Iterable[tuple[str, Diagram]]) -> Diagram:
    """The guard under which a container has an element that stands for others, and that is not among these, of which
    the keys and the guards are told: others may be."""
    diagrams, presents = machine.diagrams, dict[str, Diagram]()
    for key, present in elements:
        if stands_for_others(key):  # after branches there may be one of each
            presents[key] = diagrams.either(presents.get(key, diagrams.false), present)
    found = diagrams.false
    for present in presents.values():
        asked = [diagrams.decisions[number] for number in sorted(decisions(present))]
        containers = [each.container for each in asked if isinstance(each, Exists) and each.key == EARLIER]
        given = [machine.heap.exists(each, EARLIER) for each in containers]
        if given:
            there = functools.reduce(diagrams.both, given, diagrams.true)
            found = diagrams.either(found, diagrams.both(there, diagrams.negate(present)))
    return found


def is_first(machine: Machine, present: Diagram) -> bool:
    """Whether an element is there where it is the first one, and stands for no others then."""
    asked = (_bound_of(machine.diagrams.decisions[number]) for number in decisions(present))
    return any(operands[1:2] == (machine.diagrams.leaf(Constant.of(1)),) for operands in asked)


def _bound_of(decision: object) -> tuple[Diagram, ...]:
    """The container, the bound and the key, of a decision about an element standing before a bound."""
    value = decision.value if isinstance(decision, Truthy) else None
    return value.operands if isinstance(value, Computed) and value.operator == BEFORE else ()


def as_they_come(machine: Machine, holder: Reference, entries: list[Entry], location: Location) -> list[Entry]:
    """Elements that are told apart, as they come where their container is in another order: nobody knows which comes
    when. Two that stand for all of a container come in any order."""
    if len(entries) < 2 or not told_apart(entries):
        return _in_between(machine, holder, entries)
    if machine.heap.cells[holder.cell].made == "set":
        return _in_any_order(machine, holder, entries, location)
    order = machine.heap.cells[holder.cell].fields.get(ORDER, machine.none)
    if order is machine.none:
        return entries
    own = machine.diagrams.either(
        machine.diagrams.where(order, machine.none), machine.diagrams.negate(machine.given(order))
    )
    came = _in_any_order(machine, holder, entries, location)
    choose = machine.diagrams.choose
    return [
        Entry(one.key, choose(own, one.present, other.present), choose(own, one.value, other.value))
        for one, other in zip(entries, came)
    ]


def _in_between(machine: Machine, holder: Reference, entries: list[Entry]) -> list[Entry]:
    """The keys of a mapping that have names, before all of the others or behind them: nobody knows where they stand."""
    cell = machine.heap.cells[holder.cell]
    fields = cell.fields
    named = [entry for entry in entries if entry.key in fields and entry.key not in (EARLIER, LAST)]
    others = [entry for entry in entries if all(entry is not each for each in named)]
    if not named or not others:
        return entries
    places = (*(entry.present for entry in others), *(machine.diagrams.leaf(Constant.of(each.key)) for each in named))
    places += cell.base, fields.get(ORDER, machine.none)  # of two mappings, one may have been filled in another order
    first = machine.diagrams.decide(Truthy(Computed(_COMES_FIRST, places)))
    behind = machine.diagrams.negate(first)
    return [
        *(replace(each, present=machine.diagrams.both(each.present, first)) for each in named),
        *others,
        *(replace(each, present=machine.diagrams.both(each.present, behind)) for each in named),
    ]


def _in_any_order(machine: Machine, holder: Reference, entries: list[Entry], location: Location) -> list[Entry]:
    """Elements of which nobody knows which comes when: each comes once."""
    read = machine.heap.settle(machine.diagrams.leaf(holder))
    orders = [list(order) for order in itertools.permutations(entries)] if len(entries) <= ORDERED else _turns(entries)
    # So few decisions as tell the orders apart: each more would double what is asked of them.
    halves = [questions.truth(machine, _unseen(machine, location, read)) for _ in range((len(orders) - 1).bit_length())]
    return _one_of(machine, orders, halves)


def _turns(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Orders of many elements: whichever begins, ends, or stands behind another does so in one of some."""
    step = -(-len(entries) // BEGINNINGS)
    turned = [[*entries[place:], *entries[:place]] for place in range(0, len(entries), step)]
    return [*turned, list(reversed(entries))]


def _one_of(machine: Machine, orders: list[list[Entry]], halves: Sequence[Diagram]) -> list[Entry]:
    """The elements in one of these orders, as decisions choose: each goes on in one half of them."""
    if len(orders) == 1:
        return orders[0]
    middle, choose = (len(orders) + 1) // 2, machine.diagrams.choose
    first, second = (_one_of(machine, half, halves[1:]) for half in (orders[:middle], orders[middle:]))
    return [
        Entry(one.key, choose(halves[0], one.present, other.present), choose(halves[0], one.value, other.value))
        for one, other in zip(first, second)
    ]


def _unseen(machine: Machine, location: Location, *read: Diagram) -> Diagram:
    return machine.unseen("which element comes first", location, read)


def sorted_entries(entries: Sequence[Entry], by: Sequence[Diagram], *, turned: bool) -> list[Entry] | None:
    """Elements that are told apart, sorted by keys that are written out; ``None`` where that can't be told."""
    keys = [_written(key) for key in by]
    if not told_apart(entries) or None in keys:
        return None
    try:
        places = sorted(range(len(keys)), key=lambda place: keys[place], reverse=turned)  # type: ignore[arg-type,return-value]
    except TypeError:
        return None
    return placed([entries[place] for place in places])


def are_comparable(one: Diagram, other: Diagram) -> bool:
    """Whether two values are written out in each case, and have an order."""
    written = [leaf.value for value in (one, other) for leaf in leaves(value)]
    held = [each.value for each in written if isinstance(each, Constant)]
    is_told = len(held) == len(written)
    return is_told and any(all(isinstance(each, kinds) for each in held) for kinds in ((int, float), (str,)))


def placed(entries: Sequence[Entry]) -> list[Entry]:
    """Elements that are told apart, in other places."""
    return [Entry(str(place), entry.present, entry.value) for place, entry in enumerate(entries)]


def _written(value: Diagram) -> Scalar | None:
    constant = value.value if isinstance(value, Leaf) else None
    return constant.value if isinstance(constant, Constant) else None


def before_it_was_turned(machine: Machine, settled: Diagram) -> Diagram | None:
    """The list from whose last element to the first one a list goes: turned once more it is that list again."""
    marked = order_settled(settled)
    order = None if marked is None else machine.only(marked)
    if isinstance(order, Leaf) and isinstance(order.value, Computed) and order.value.operator == TURNED:
        return order.value.operands[0]
    return None


def order_settled(settled: Diagram) -> Diagram | None:
    """The order of a container that is not in that of what it was made from."""
    leaf = settled.value if isinstance(settled, Leaf) else None
    return dict(leaf.fields).get(ORDER) if isinstance(leaf, Structure) else None


def in_any_order(machine: Machine, settled: Diagram) -> Diagram:
    """A container as something takes it that does not mind the order: with all elements of a given one, and no others,
    it is that."""

    def one(leaf: Leaf) -> Diagram:
        value = leaf.value
        if not isinstance(value, Structure):
            return leaf
        value = replace(value, fields=tuple(each for each in value.fields if each[0] != ORDER))
        if value.fields:
            return machine.diagrams.leaf(value)
        if value.entries is None and isinstance(value.base, Leaf) and isinstance(value.base.value, Input):
            return value.base
        given = _container_of(value)
        return machine.diagrams.leaf(value if given is None or not _has_all(machine, value, given) else given)

    return machine.diagrams.transform(settled, one)


def _container_of(made: Structure) -> Input | None:
    """The given container of the element that stands last in a list."""
    if kind_made(made.base) not in SEQUENCES or not made.entries:
        return None
    last = made.entries[-1][2]
    value = last.value if isinstance(last, Leaf) else None
    return Input(value.root, value.path[:-1]) if isinstance(value, Input) and value.path[-1:] == (LAST,) else None


def _has_all(machine: Machine, made: Structure, given: Input) -> bool:
    """Whether a list has each element of a given container once."""
    keys = [key for key in (EARLIER, LAST) if machine.heap.exists(given, key) is not machine.diagrams.false]
    wanted = [(machine.heap.exists(given, key), machine.diagrams.leaf(given.child(key))) for key in keys]
    return [(there, value) for _, there, value in made.entries or ()] == wanted


def order_of(machine: Machine, value: Diagram) -> Diagram | None:
    """The order in which the elements of a value come, where it is not the one in which they were given."""
    order = machine.diagrams.transform(value, lambda leaf: _order_of(machine, leaf.value) or machine.none)
    return None if order is machine.none else order


def _order_of(machine: Machine, value: Any) -> Diagram | None:
    if isinstance(value, Stream):
        return machine.sources[value.number].order
    if not isinstance(value, Reference):
        return None
    cell = machine.heap.cells[value.cell]
    if cell.made == "set" and len(cell.entries or ()) > 1:
        return machine.diagrams.leaf(Computed("unordered", (machine.heap.settle(machine.diagrams.leaf(value)),)))
    is_told = cell.entries is not None and told_apart(cell.entries)  # a loop over them is given them as they come
    return None if is_told else cell.fields.get(ORDER)


def take_order(machine: Machine, target: Diagram, source: Diagram) -> None:
    """Remember in which order a mapping was given the elements of something: in that of the source, and behind what the
    mapping had already."""
    order = order_of(machine, source)
    for leaf in leaves(source):
        if isinstance(leaf.value, Reference) and order is None:
            order = machine.heap.cells[leaf.value.cell].fields.get(ORDER)
        if isinstance(leaf.value, Reference) and leaf is source and _has_nothing(machine, leaf.value):
            return
    for where, leaf in machine.diagrams.cases(target, machine.guard):
        if isinstance(leaf, Reference):
            before, machine.guard = machine.guard, where
            joined = _joined(machine, leaf, source)
            mark_order(machine, leaf, order if joined is None else joined)
            machine.guard = before


def _joined(machine: Machine, mapping: Reference, source: Diagram) -> Diagram | None:
    """The order of a mapping's elements with others behind those that it has; ``None`` where it has none."""
    if _has_nothing(machine, mapping):
        return None
    settled = (machine.heap.settle(machine.diagrams.leaf(mapping)), machine.heap.settle(source))
    return machine.diagrams.leaf(Computed(JOINED, settled))


def _has_nothing(machine: Machine, container: Reference) -> bool:
    """Whether a container is certainly empty."""
    fields = machine.heap.cells[container.cell].fields
    held = [machine.given(value) for name, value in fields.items() if name not in MARKS]
    held += [entry.present for entry in machine.heap.entries(container) or ()]
    return all(machine.diagrams.both(machine.guard, there) is machine.diagrams.false for there in held)


def mark_order(machine: Machine, made: Reference, order: Diagram | None) -> None:
    """Remember that the elements of a container came, or come, in another order than they were given in."""
    if order is not None:
        fields = machine.heap.cells[made.cell].fields
        fields[ORDER] = machine.diagrams.choose(machine.guard, order, fields.get(ORDER, machine.none))
