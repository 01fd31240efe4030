"""``==`` of containers whose elements are known one by one: what is written out, comprehensions, ``sorted(...)``.

As everywhere, the elements of a container that a hook was given are two, the last one and those before it, each with
the guard under which it is there.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from apivet.effects import enums, objects, ordering, questions, value_kinds
from apivet.effects.diagrams import Diagram, Fork, Leaf, leaves
from apivet.effects.equality.given_content import (
    Element,
    all_given,
    are_items,
    is_new,
    keys_in_one_order,
    same_with_changes,
    unordered_around,
    unordered_behind,
)
from apivet.effects.equality.orders import (
    EXACT,
    Elements,
    Order,
    before_turning,
    come_alike,
    order_of,
    sorting,
)
from apivet.effects.equality.own_methods import Equal
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    IN_ONE_ORDER,
    KEY,
    KEYS,
    LAST,
    ORDER,
    ORDERED_DICT,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Position,
    Same,
    Structure,
    Truthy,
    Zero,
    all_within,
    is_representative,
    kind_made,
    stands_for_others,
)
from apivet.program.model import ListOf, MapOf, Named

#: Elements of which it is not certain that they are there, at most: each doubles the cases.
_UNCERTAIN: Final = 2


def same_written(machine: Machine, left: object, right: object, same: Equal) -> Diagram | None:
    """The guard under which two values are equal of which one is such a container; ``None`` where that can't be told
    from the elements."""
    equal = same_with_changes(machine, left, right, same)
    if equal is None:
        is_given = isinstance(left, Input) or isinstance(right, Input)
        equal = (_same_as_given if is_given else _same_content)(machine, left, right, same)
    kind = machine.diagrams.leaf(ORDERED_DICT)
    ordered = [each for each in (left, right) if isinstance(each, Structure) and each.base is kind]
    if equal is None or len(ordered) < len((left, right)):
        return equal
    return machine.diagrams.both(equal, keys_in_one_order(machine, *ordered))


def _same_content(machine: Machine, left: object, right: object, same: Equal) -> Diagram | None:
    left, right = _with_fields(machine, left), _with_fields(machine, right)
    if not (isinstance(left, Structure) and isinstance(right, Structure) and is_new(left) and is_new(right)):
        return None
    if _type_of(left) != _type_of(right):
        return None
    before = before_turning(left), before_turning(right)
    if before[0] is not None and before[1] is not None:
        return _same_content(machine, *before, same)
    keyed = _keyed(machine, left), _keyed(machine, right)
    if keyed[0] is not None and keyed[1] is not None:
        return _same_under_keys(machine, keyed[0], keyed[1], same)
    ours, theirs = left.entries or (), right.entries or ()
    alike = _same_fields(machine, left, right, same)
    if alike is None:
        return None
    if not (ours and theirs) and kind_made(left.base) == kind_made(right.base) in ("list", "tuple", "set"):
        for _, present, _ in (*ours, *theirs):
            alike = machine.diagrams.both(alike, machine.diagrams.negate(present))
        return alike
    if max(_uncertain(machine, ours), _uncertain(machine, theirs)) > _UNCERTAIN:
        return _same_one_behind_the_other(machine, left, right)
    orders = {order_of(left, ours), order_of(right, theirs)}
    one, other = all_given(machine, left, ours), all_given(machine, right, theirs)
    are_exact = come_alike(machine, left, right, orders) and (orders <= EXACT or are_items(machine, left, ours))
    if one is not None and other is not None and (are_exact or _tell_all_of_sets(machine, (left, right), (one, other))):
        alike = machine.diagrams.both(alike, same(machine, one, other))
        return machine.diagrams.both(alike, _in_one_order(machine, left, right))
    if kind_made(left.base) == kind_made(right.base) == "set" and not left.names and not right.names:
        if not any(is_representative(key) for key, _, _ in (*ours, *theirs)):
            held = _holds_all(machine, ours, theirs, same), _holds_all(machine, theirs, ours, same)
            return machine.diagrams.both(alike, machine.diagrams.both(*held))
    if not come_alike(machine, left, right, orders) or _placements(left) != _placements(right):
        return None
    are_placed = (_is_numbered(left) and _is_numbered(right)) or (_are_keys(left) and _are_keys(right))
    order = Order.OWN if are_placed else orders.pop()
    if order in EXACT and (_turns(machine, ours, theirs) or _turns(machine, theirs, ours)):
        return machine.diagrams.false
    whole = machine.diagrams.false if order is Order.NONE else machine.diagrams.decide(Same(left, right))
    equal = machine.diagrams.both(alike, _same_elements(machine, ours, theirs, order, same, whole))
    if order is Order.NONE:
        # The same elements make the same set or dict, others may make it too.
        return machine.diagrams.either(equal, machine.diagrams.decide(Same(left, right)))
    return machine.diagrams.both(equal, _in_one_order(machine, left, right))


def _same_one_behind_the_other(machine: Machine, left: Structure, right: Structure) -> Diagram | None:
    """The guard under which lists are equal that have what is in the elements of mappings or sets: equal ones of these
    may have it in two orders. ``None`` of others."""
    if unordered_around(machine, left) is None and unordered_around(machine, right) is None:
        return None
    return machine.diagrams.both(machine.diagrams.decide(Same(left, right)), _in_one_order(machine, left, right))


def _tell_all_of_sets(machine: Machine, made: Sequence[Structure], given: Sequence[Diagram]) -> bool:
    """Whether sets, or sorted lists, were made of all that sets which were given have: they tell no more than these."""
    if not all(value_kinds.is_set(machine, each) for each in given):
        return False
    if {order_of(each, each.entries or ()) for each in made} != {Order.SORTED}:
        return all(kind_made(each.base) == "set" for each in made)
    by = [sorting(machine, each) for each in made]
    return by[0] == by[1] and all(_sorts_apart(machine, each) for each in made)


def _has_others(elements: Elements) -> bool:
    return any(stands_for_others(key) for key, _, _ in elements)


def _in_one_order(machine: Machine, left: Structure, right: Structure) -> Diagram:
    """The guard under which lists of what two mappings or sets have come in one order: equal ones may have it in
    two."""
    held = [unordered_behind(machine, side) for side in (left, right)]
    if None in held or held[0] == held[1] or kind_made(left.base) == "dict":
        return machine.diagrams.true
    operands = tuple(map(machine.diagrams.leaf, held))
    orders = {order_of(side, side.entries or ()) for side in (left, right)}
    if orders <= EXACT:
        return machine.diagrams.decide(Truthy(Computed(IN_ONE_ORDER, operands)))
    if orders == {Order.SORTED} and not all(_sorts_apart(machine, side) for side in (left, right)):
        return questions.truth(machine, machine.unseen("in which order equals are sorted", None, operands))
    return machine.diagrams.true


def _sorts_apart(machine: Machine, made: Structure) -> bool:
    """Whether no two elements of a mapping or a set are equal in what they are sorted by: it has the key, or the
    element of the set."""
    own = (KEY,) if _is_of_mapping(machine, made) else ()

    def is_own(value: object) -> bool:
        parts = all_within(value, (Structure,))
        return any(isinstance(part, Position) or (isinstance(part, Input) and part.path[1:] == own) for part in parts)

    return all(is_own(leaf.value) for each in sorting(machine, made) for leaf in leaves(each))


def _is_of_mapping(machine: Machine, made: Structure) -> bool:
    behind = unordered_behind(machine, made)
    return behind is not None and isinstance(machine.heap.shape_of(behind), MapOf)


def _with_fields(machine: Machine, value: object) -> object:
    """An object with nothing but defaults, as one of which fields could be set; an empty container with no elements; a
    sorted one in the order that it has here."""
    if isinstance(value, Structure) and any(name == ORDER and isinstance(own, Fork) for name, own in value.fields):
        return replace(
            value, fields=tuple((name, machine.diagrams.assuming(own, machine.guard)) for name, own in value.fields)
        )
    if not isinstance(value, (Zero, Blank)):
        return value
    return Structure(machine.diagrams.leaf(value), (), None if isinstance(value, Zero) else ())


def _same_as_given(machine: Machine, left: object, right: object, same: Equal) -> Diagram | None:
    """A container that was given, and one of all the elements of one; an object, and the same with changes."""
    made, given = (left, right) if isinstance(left, Structure) else (right, left)
    if not (isinstance(made, Structure) and isinstance(given, Input)) or not is_new(made):
        return None
    elements = made.entries or ()
    if _holds_others(machine, made, given):
        return machine.diagrams.false
    source = all_given(machine, made, elements)
    if source is None or (order_of(made, elements) is not Order.OWN and not are_items(machine, made, elements)):
        has_all = _has_all(machine, elements, given) if isinstance(machine.heap.shape_of(given), ListOf) else None
        return None if has_all is None else machine.diagrams.both(has_all, machine.diagrams.decide(Same(given, made)))
    return same(machine, source, machine.diagrams.leaf(given))


def _has_all(machine: Machine, elements: Elements, given: Input) -> Diagram | None:
    """The guard under which some elements of a list that was given, none of them twice, are all that it has: fewer are
    another list. ``None`` of other elements."""
    both, either, negate = machine.diagrams.both, machine.diagrams.either, machine.diagrams.negate
    found = {given.child(key): machine.diagrams.false for key in (EARLIER, LAST)}
    for _, present, part in elements:
        value = part.value if isinstance(part, Leaf) else None
        if value not in found or both(found[value], present) is not machine.diagrams.false:
            return None
        found[value] = either(found[value], present)
    lacking = (both(machine.heap.exists(given, value.path[-1]), negate(there)) for value, there in found.items())
    return negate(functools.reduce(either, lacking, machine.diagrams.false))


def _holds_others(machine: Machine, made: Structure, given: Input) -> bool:
    """Whether a list has an element for certain that no element of one that was given can equal."""
    if not isinstance(machine.heap.shape_of(given), ListOf) or kind_made(made.base) == "dict":
        return False
    held = [
        leaf.value
        for _, present, part in made.entries or ()
        if present is machine.diagrams.true and isinstance(leaf := part, Leaf)
    ]
    return any(not value_kinds.may_be_equal(machine, value, given.child(LAST)) for value in held)


def _type_of(value: Structure) -> str | None:
    """The type of an object that was made from its fields; ``None`` for a container."""
    made = value.base.value if isinstance(value.base, Leaf) else None
    return made.type if isinstance(made, Zero) else None


def _same_fields(machine: Machine, left: Structure, right: Structure, same: Equal) -> Diagram | None:
    """The guard under which what lies under names is the same."""
    ours, theirs = ({name: value for name, value in side.fields if name != ORDER} for side in (left, right))
    if set(ours) != set(theirs) and _type_of(left) is None:
        return None
    result: Diagram = machine.diagrams.true
    for name in dict.fromkeys((*ours, *theirs)):
        one, other = (side.get(name) or _default(machine, left, name) for side in (ours, theirs))
        result = machine.diagrams.both(result, same(machine, one, other))
    return result


def _default(machine: Machine, made: Structure, name: str) -> Diagram:
    """The value of a field that nobody set."""
    dotted = _type_of(made) or ""
    value = objects.field(machine, machine.heap.make(Zero(dotted), Named(dotted)), name, machine.nowhere)
    return machine.heap.settle(value)


def _placements(made: Structure) -> list[tuple[Diagram, ...]]:
    """The placements of the sequences under whose positions the elements of a mapping stand."""
    told = [name.value if isinstance(name, Leaf) else None for name in made.names]
    return [each.placement for each in told if isinstance(each, Position) and each.of is None]


def _is_numbered(made: Structure) -> bool:
    """Whether the elements of a mapping stand under their positions, and under no other keys."""
    return bool(made.names) and len(_placements(made)) == len(made.names)


def _are_keys(made: Structure) -> bool:
    """Whether the elements of a set are the keys of one mapping: no two of them are one, and those of two mappings that
    stand in one place are those that may be."""
    told = [part.value if isinstance(part, Leaf) else None for _, _, part in made.entries or ()]
    return kind_made(made.base) == "set" and all(isinstance(each, Position) and each.given for each in told)


def _same_elements(
    machine: Machine, ours: Elements, theirs: Elements, order: Order, same: Equal, whole: Diagram
) -> Diagram:
    """The guard under which the elements that are there are the same, in their order or, sorted, in any. Where they
    don't tell, it is the answer for the ``whole``."""
    diagrams = machine.diagrams
    result: Diagram = diagrams.false
    hidden = diagrams.false
    if _has_others(ours) is not _has_others(theirs) and order is not Order.NONE:
        hidden = diagrams.either(*(ordering.left_out(machine, [each[:2] for each in side]) for side in (ours, theirs)))
    if hidden is not diagrams.false:
        hidden = diagrams.both(hidden, _some_are(machine, ours, theirs))
    for here, present in _choices(machine, ours):
        for there, also in _choices(machine, theirs):
            both = diagrams.both(present, also)
            if (len(here) < len(there)) if _has_others(ours) else (len(there) < len(here)):
                result = diagrams.either(result, diagrams.both(both, hidden))
            beside = None if both is diagrams.false else _beside(machine, here, there, same, whole)
            if beside is None:
                continue
            mine, its, as_many = beside
            is_sorted = order is Order.SORTED and len(its) <= _UNCERTAIN
            for arranged in itertools.permutations(its) if is_sorted else [its]:
                alike = diagrams.both(as_many, _same_one_by_one(machine, mine, arranged, same))
                result = diagrams.either(result, diagrams.both(both, alike))
    return result


def _beside(
    machine: Machine, ours: Elements, theirs: Elements, same: Equal, whole: Diagram
) -> tuple[list[Diagram], list[Diagram], Diagram] | None:
    """The values that stand beside each other on two sides, and the guard under which there are as many on both; one
    that stands for others stands for as many as there are. It is ``None`` where there never are as many."""
    mine, its = ([value for _, _, value in side] for side in (ours, theirs))
    several = [[each for each in side if stands_for_others(each[0])] for side in (ours, theirs)]
    presents = [[present for _, present, _ in side] for side in several]
    if presents[0] == presents[1]:
        return (mine, its, machine.diagrams.true) if len(ours) == len(theirs) else None
    lengths = [ordering.length_given(machine, side) for side in presents]
    if several[0] and several[1]:
        if whole is machine.diagrams.false and len(ours) == len(theirs):
            return mine, its, machine.diagrams.true  # in no order, it is all one how often each is there
        if len(ours) != len(theirs) or lengths[0] is None or lengths[1] is None:
            return [], [], whole
        return mine, its, same(machine, *map(machine.diagrams.leaf, lengths))
    if several[1]:
        beside = _beside(machine, theirs, ours, same, whole)
        return None if beside is None else (beside[1], beside[0], beside[2])
    more = len(theirs) - len(ours)
    if more < 0:
        return None
    as_many, place = whole, ours.index(several[0][0])
    if lengths[0] is not None and [key for key, _, _ in ours] == [EARLIER, LAST]:
        number = machine.diagrams.leaf(Constant.of(len(theirs)))
        as_many = same(machine, machine.diagrams.leaf(lengths[0]), number)
    mine[place:place] = [mine[place]] * more
    alike = [same(machine, one, other) for one, other in zip(mine[place:], its[place : place + more + 1])]
    is_told = len(several[0]) == 1 and (more == 0 or all(isinstance(each, Leaf) for each in alike))
    if not is_told and more and whole is not machine.diagrams.false and ours[-1][0] != LAST:
        return [], [], _some_are(machine, ours, theirs)
    return (mine, its, as_many) if is_told else ([], [], machine.diagrams.both(as_many, whole))


def _turns(machine: Machine, range_: Elements, written: Elements) -> bool:
    """Whether some elements are the numbers of a range, which go up or down all the way, while others do not."""
    told = [leaf.value for _, present, leaf in written if present is machine.diagrams.true and isinstance(leaf, Leaf)]
    numbers = [each.value for each in told if isinstance(each, Constant) and isinstance(each.value, (int, float))]
    counted = [leaf.value for key, _, leaf in range_ if isinstance(leaf, Leaf)]
    places = [each.key for each in counted if isinstance(each, Position) and each.of is None]
    if len(numbers) < len(written) or [key for key, _, _ in range_] != [EARLIER, LAST] or places != [EARLIER, LAST]:
        return False
    return len({one < other for one, other in itertools.pairwise(numbers)}) > 1 or len(set(numbers)) < len(numbers)


def _some_are(machine: Machine, ours: Elements, theirs: Elements) -> Diagram:
    """The guard under which those that an element stands for are other ones: nobody knows them."""
    operands = tuple(value for _, _, value in (*ours, *theirs))
    return questions.truth(machine, machine.unseen("which elements one stands for", None, operands))


def _keyed(machine: Machine, made: Structure) -> dict[object, Element] | None:
    """The elements of a mapping by their keys; ``None`` where not all of these are written."""
    entries = made.entries or ()
    told = [name.value if isinstance(name, Leaf) else None for name in made.names]
    is_told = len(told) == len(entries) and all(isinstance(each, (Constant, Member)) for each in told)
    if kind_made(made.base) != "dict" or not is_told or any(name == KEYS for name, _ in made.fields):
        return None
    found: dict[object, Element] = {
        Constant.of(name): ("", machine.given(value), value) for name, value in made.fields if name != ORDER
    }
    for name, (_, there, value) in zip(told, entries):
        key = enums.plain_key(machine, name)
        _, before, other = found.get(key, ("", machine.diagrams.false, value))
        found[key] = "", machine.diagrams.either(before, there), machine.diagrams.choose(there, value, other)
    return found


def _same_under_keys(
    machine: Machine, ours: dict[object, Element], theirs: dict[object, Element], same: Equal
) -> Diagram:
    """The guard under which two mappings have the same keys, with the same under each."""
    both, either, negate = machine.diagrams.both, machine.diagrams.either, machine.diagrams.negate
    absent = ("", machine.diagrams.false, machine.none)
    result: Diagram = machine.diagrams.true
    for key in dict.fromkeys((*ours, *theirs)):
        (_, here, mine), (_, there, its) = (side.get(key, absent) for side in (ours, theirs))
        alike = both(both(here, there), same(machine, mine, its)) if here is not machine.diagrams.false else here
        result = both(result, either(alike, both(negate(here), negate(there))))
    return result


def _holds_all(machine: Machine, ours: Elements, theirs: Elements, same: Equal) -> Diagram:
    """The guard under which each element of one set equals some element of another."""
    diagrams = machine.diagrams
    result: Diagram = diagrams.true
    for _, present, value in ours:
        found = diagrams.negate(present)
        for _, also, other in theirs:
            found = diagrams.either(found, diagrams.both(also, same(machine, value, other)))
        result = diagrams.both(result, found)
    return result


def _same_one_by_one(machine: Machine, ours: Sequence[Diagram], theirs: Sequence[Diagram], same: Equal) -> Diagram:
    result: Diagram = machine.diagrams.true
    for one, other in zip(ours, theirs):
        if result is not machine.diagrams.false:
            result = machine.diagrams.both(result, same(machine, one, other))
    return result


def _choices(machine: Machine, elements: Elements) -> Iterator[tuple[Elements, Diagram]]:
    """Choices of elements that may be there, each with the guard under which it is just these."""
    found: list[tuple[Elements, Diagram]] = [((), machine.diagrams.true)]
    for element in elements:
        present = element[1]
        absent = machine.diagrams.negate(present)
        found = [
            (chosen, where)
            for values, guard in found
            for chosen, where in (
                ((*values, element), machine.diagrams.both(guard, present)),
                (values, machine.diagrams.both(guard, absent)),
            )
            if where is not machine.diagrams.false
        ]
    yield from found


def _uncertain(machine: Machine, elements: Elements) -> int:
    return sum(present is not machine.diagrams.true for _, present, _ in elements)
