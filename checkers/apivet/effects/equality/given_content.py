"""Containers that were put together of all that another one has which was given, and what was given with changes."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

from apivet.effects import questions
from apivet.effects.declared import is_unordered
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.equality.own_methods import Equal
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    IN_ONE_ORDER,
    KEY,
    LAST,
    MARKS,
    UNBOUND,
    Blank,
    Computed,
    Input,
    Position,
    Structure,
    Truthy,
    Zero,
    all_within,
    is_representative,
    kind_made,
)
from apivet.program.model import MapOf

Element = tuple[str, Diagram, Diagram]
_PAIR: Final = 2


def same_with_changes(machine: Machine, left: object, right: object, same: Equal) -> Diagram | None:
    """An object or a mapping that was given with some changes, and the same one with others or none."""
    sides = [each for each in (left, right) if isinstance(each, Structure)]
    names = list(dict.fromkeys(name for side in sides for name, _ in side.fields if name not in MARKS))
    one, other = _changed(machine, left, names), _changed(machine, right, names)
    if one is None or other is None or one[0] != other[0]:
        return None
    is_marked = any(name in MARKS for side in sides for name, _ in side.fields)
    if (len(sides) > 1 or is_marked) and not isinstance(machine.heap.shape_of(one[0]), MapOf):
        return None  # types tell which of their fields are compared, and lists have an order
    result: Diagram = machine.diagrams.true
    for mine, its in zip(one[1], other[1]):
        result = machine.diagrams.both(result, same(machine, mine, its))
    return result


def _changed(machine: Machine, value: object, names: Sequence[str]) -> tuple[Input, list[Diagram]] | None:
    """The object that was given, and the values in it under these names now; ``None`` where others may be changed."""
    made = value if isinstance(value, Structure) else None
    given = made.base.value if made is not None and isinstance(made.base, Leaf) else value
    is_left_out = False
    if made is not None and kind_made(made.base) == "dict":
        whole = all_given(machine, made, made.entries or ())
        is_left_out = whole is None
        whole = all_given(machine, made, made.entries or (), names) if is_left_out else whole
        given = whole.value if isinstance(whole, Leaf) else None
    elif made is not None and made.entries is not None:
        return None
    if not isinstance(given, Input):
        return None
    own = {} if made is None else dict(made.fields)
    absent = machine.diagrams.leaf(UNBOUND)
    return given, [own.get(name, absent if is_left_out else machine.diagrams.leaf(given.child(name))) for name in names]


def in_given_order(machine: Machine, value: Diagram) -> Diagram:
    """The mapping whose elements, all of them and in its order, were put into a new one; else the value itself."""

    def one(leaf: Leaf) -> Diagram:
        made = leaf.value
        if not isinstance(made, Structure) or not is_new(made) or made.fields or kind_made(made.base) != "dict":
            return leaf
        entered, where = machine.guard, machine.diagrams.where(value, leaf)
        machine.guard = machine.diagrams.both(entered, where)
        found = all_given(machine, made, made.entries or ())
        machine.guard = entered
        return found or leaf

    return machine.diagrams.transform(machine.diagrams.assuming(value, machine.guard), one)


def all_given(
    machine: Machine, made: Structure, elements: Sequence[Element], but: Sequence[str] = ()
) -> Diagram | None:
    """The container that these are the elements of, or the items, all of them and as they were given; those under some
    keys may be left out."""
    if [key for key, _, _ in elements] != [EARLIER, LAST]:
        return None
    given = [_without_key(machine, key, element) for key, *element in elements]
    last = given[-1]
    if not (isinstance(last, Input) and last.path[-1:] == (LAST,)):
        return None
    container = Input(last.root, last.path[:-1])
    here = functools.partial(machine.diagrams.both, machine.guard)
    for (key, present, _), value in zip(elements, given):
        there = machine.heap.exists(container, key)
        is_whole = here(present) in (here(there), here(questions.under_none(machine, container.child(key), but, there)))
        if not is_whole or value != container.child(key):
            return None
    if isinstance(machine.heap.shape_of(container), MapOf) is not are_items(machine, made, elements):
        return None  # a mapping's values alone, or elements under keys of the hook's making
    for (key, _, _), name in zip(elements, made.names):
        told = name.value if isinstance(name, Leaf) else None
        if name is not None and not (isinstance(told, Position) and told.given == container.child(key).child(KEY)):
            return None  # under the keys of another mapping
    return machine.diagrams.leaf(container)


def _where_present(machine: Machine, element: Sequence[Diagram]) -> object:
    """The one value that an element has where it is there; ``None`` where it has several."""
    present, value = element
    found = [leaf for _, leaf in machine.diagrams.cases(value, present)]
    return found[0] if len(found) == 1 else None


def _without_key(machine: Machine, key: str, element: Sequence[Diagram]) -> object:
    """An element, or the value that a mapping has under the key that it is paired with."""
    present, _ = element
    value = _where_present(machine, element)
    if isinstance(value, Structure) and value.entries is not None and len(value.entries) == _PAIR:
        first, second = (_where_present(machine, (present, item)) for _, _, item in value.entries)
        return second if isinstance(first, Position) and first.key == key else value
    return value


def are_items(machine: Machine, made: Structure, elements: Sequence[Element]) -> bool:
    """Whether elements are what a mapping has, with their keys: these come in no order of their own."""
    if kind_made(made.base) == "dict":
        return True
    return any(
        _without_key(machine, key, element) is not _where_present(machine, element) for key, *element in elements
    )


def keys_in_one_order(machine: Machine, *sides: Structure) -> Diagram:
    """The guard under which mappings of equal content have their keys in one order: that of mappings which were given,
    or the one in which they were put in by name."""
    names = [_names_in_order(each) for each in sides]
    if names[0] is not None and names[0] == names[1]:
        return machine.diagrams.true
    operands = tuple(in_given_order(machine, machine.diagrams.leaf(each)) for each in sides)
    if all(isinstance(each, Leaf) and isinstance(each.value, Input) for each in operands):
        return machine.diagrams.decide(Truthy(Computed(IN_ONE_ORDER, operands)))
    return questions.truth(machine, machine.unseen("in which order the keys of a mapping come", None, operands))


def _names_in_order(made: Structure) -> list[str] | None:
    """The names of a mapping's keys, as they were put in; ``None`` where it has others, or any were put in anew."""
    is_told = not made.entries and not any(name in MARKS for name, _ in made.fields)
    return [name for name, _ in made.fields] if is_told else None


def unordered_behind(machine: Machine, made: Structure) -> Input | None:
    """The mapping that was given of which the elements of a list are the keys, the values or both, or the set."""
    elements = [leaf.value for key, _, part in made.entries or () if key in (EARLIER, LAST) for leaf in leaves(part)]
    pairs = [each for each in elements if isinstance(each, Structure)]
    elements += [leaf.value for pair in pairs for _, _, part in pair.entries or () for leaf in leaves(part)]
    found = [_unordered_with(machine, each) for each in elements]
    return next((each for each in found if each is not None), None) or unordered_around(machine, made)


def unordered_around(machine: Machine, made: Structure) -> Input | None:
    """The mapping or the set that was given of which a list has what is in its elements, or in those of several, one
    behind the other."""
    given: set[Input] = set()
    for key, _, own in made.entries or ():
        parts = [part for leaf in leaves(own) for part in all_within(leaf.value, (Computed, Structure))]
        for value in (part.given if isinstance(part, Position) else part for part in parts):
            if isinstance(value, Input) and is_representative(key):
                inside = len(value.path) - (key in (EARLIER, LAST))  # an element itself is told by ``unordered_behind``
                given |= {Input(value.root, value.path[: place + 1]) for place in range(inside)}
    around = {Input(each.root, each.path[:-1]) for each in given if each.path[-1] == EARLIER}
    around &= {Input(each.root, each.path[:-1]) for each in given if each.path[-1] == LAST}
    return next((each for each in sorted(around, key=machine.rank) if is_unordered(machine, each)), None)


def _unordered_with(machine: Machine, value: object) -> Input | None:
    """The mapping that was given of which a value is a key or a value, the set of which it is an element."""
    if isinstance(value, Position):
        value = value.given
    path = value.path if isinstance(value, Input) else ()
    path = path[:-1] if path[-1:] == (KEY,) else path
    if not isinstance(value, Input) or path[-1:] not in ((LAST,), (EARLIER,)):
        return None
    container = Input(value.root, path[:-1])
    return container if is_unordered(machine, container) else None


def is_new(value: Structure) -> bool:
    """Whether an object was made by the program, of nothing that was given."""
    return isinstance(value.base, Leaf) and isinstance(value.base.value, (Blank, Zero))
