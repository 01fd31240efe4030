"""Whether there are objects of which everything that a view took for granted is true.

The theory of :mod:`apivet.effects.theory` knows what two decisions say of each other. What an equality of changed
objects says of their parts shows only when all decisions are taken: a violation is looked at once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apivet.conventions.limits import COMPARED_DEPTH
from apivet.conventions.subject import Subject
from apivet.effects.arithmetic import Possible, numbers_are_possible
from apivet.effects.declared import is_set_given, may_be_none, shape_of
from apivet.effects.remaining import remaining
from apivet.effects.sameness import every_field_is_same
from apivet.effects.values import (
    EARLIER,
    KEY,
    KEYS,
    LAST,
    MARKS,
    NONE,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Exists,
    Input,
    IsNone,
    Member,
    Same,
    Structure,
    Truthy,
    Zero,
    is_of_many,
    kind_made,
    names_changed,
    stands_for_others,
    values_of,
)
from apivet.effects.view import View
from apivet.program.model import MapOf

#: Objects that were made by the program: they say of their parts what these are.
_MADE: Final = {Structure, Zero}
#: The ends of the paths of the elements that stand for all of a container.
_ELEMENTS: Final = {(EARLIER,), (LAST,)}


def is_possible(subject: Subject, view: View) -> bool:
    """Whether no objects are taken for equal that differ in a part, or for different that equal in every field, and
    every value is one of those that its declared type has."""
    for decision, same in view.assumptions.answers.items():
        if same and isinstance(decision, Same) and _are_two_of_one_set(view, decision):
            return False
        if not same and isinstance(decision, IsNone) and _lies_in_empty_mapping(view, decision.value):
            return False
        if isinstance(decision, Same) and not _MADE.isdisjoint((type(decision.left), type(decision.right))):
            if same and surely_differ(view, decision.left, decision.right, COMPARED_DEPTH):
                return False
            if not same and (view.same(decision.left, decision.right) or _is_same_throughout(view, decision)):
                return False
    if any(_differs_by_name(view, *named) for named in _elements_under_names(view)):
        return False
    found = numbers_are_possible(view)
    are_left = (left or (found is Possible.OPEN and is_of_many(value)) for value, left in remaining(view).items())
    return found is not Possible.NO and all(are_left)


def _are_two_of_one_set(view: View, decision: Same) -> bool:
    """Whether two values are different elements of one set that was given."""
    one, other = decision.left, decision.right
    if not (isinstance(one, Input) and isinstance(other, Input)) or {one.path[-1:], other.path[-1:]} != _ELEMENTS:
        return False
    of, also = (Input(each.root, each.path[:-1]) for each in (one, other))
    return of == also and is_set_given(view.outcome.machine, of)


def _lies_in_empty_mapping(view: View, value: object) -> bool:
    """Whether a value lies in a mapping that was given, and has no elements."""
    around = [Input(value.root, value.path[:end]) for end in range(len(value.path))] if isinstance(value, Input) else []
    empty = (each for each in around if view.knows(Exists(each, LAST)) is False)
    return any(isinstance(shape_of(view.outcome.machine, each), MapOf) for each in empty)


def _elements_under_names(view: View) -> Iterator[tuple[Input, Input]]:
    """The elements of mappings whose keys were found to be names, each with what lies under that name."""
    for decision, answer in view.assumptions.answers.items():
        for key, name in _sides(decision) if answer and isinstance(decision, Same) else ():
            if isinstance(key, Input) and key.path[-1:] == (KEY,) and isinstance(name, Constant):
                if isinstance(name.value, str):
                    yield Input(key.root, key.path[:-1]), Input(key.root, (*key.path[:-2], name.value))


def _differs_by_name(view: View, element: Input, named: Input) -> bool:
    """Whether something was decided of an element, and otherwise of what lies under its key."""
    is_there = view.knows(Exists(Input(element.root, element.path[:-1]), element.path[-1]))
    if is_there and view.knows(IsNone(named)) and not may_be_none(view.outcome.machine, element):
        return True

    def by_name(value: object) -> object:
        way = element.way_to(value) if isinstance(value, Input) else None
        return value if way is None else Input(named.root, (*named.path, *way))

    for decision, answer in view.assumptions.answers.items():
        if isinstance(decision, Same):
            left, right = by_name(decision.left), by_name(decision.right)
            known = view.knows(Same(left, right))
            told = left == right or (view.knows(Same(right, left)) if known is None else known)
        elif isinstance(decision, (IsNone, Truthy)):
            told = view.knows(type(decision)(by_name(decision.value)))
        else:
            continue
        if told is (not answer):
            return True
    return False


def _sides(decision: Same) -> tuple[tuple[object, object], ...]:
    return (decision.left, decision.right), (decision.right, decision.left)


def _is_same_throughout(view: View, decision: Same) -> bool:
    return any(isinstance(other, Input) and every_field_is_same(view, one, other) for one, other in _sides(decision))


def surely_differ(view: View, one: object, other: object, depth: int) -> bool:
    """Whether two settled values can't be equal: a part is something in one of them and nothing in the other."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value != other.value
    if any(view.knows(Same(mine, its)) is False for mine, its in ((one, other), (other, one))):
        return True
    pairs = ((one, other), (other, one))
    if any(_is_something(view, mine) and view.is_null(its) for mine, its in pairs):
        return True
    if any(mine == UNBOUND and _is_there(view, its) for mine, its in pairs):
        return True  # a mapping that has a key, and one that has not
    if any(_differs_from_new(view, mine, its) for mine, its in pairs):
        return True
    if _have_other_lengths(view, one, other):
        return True
    if depth == 0:
        return False
    held = [(view.step(one, name), view.step(other, name)) for name in names_changed(one, other)]
    held += zip(_only_element(view, one), _only_element(view, other))
    return any(surely_differ(view, mine, its, depth - 1) for mine, its in held)


def _differs_from_new(view: View, new: object, given: object) -> bool:
    """Whether something in an object that was given is decided to be otherwise than in a new one."""
    if not (isinstance(new, Zero) and isinstance(given, Input)):
        return False
    depth = len(given.path)
    told = (part for each in view.assumptions.answers for part in values_of(each) if isinstance(part, Input))
    inside = (part for part in told if part.root == given.root and part.path[:depth] == given.path)
    for part in {each for each in inside if len(each.path) > depth}:
        by_default: object = new
        for segment in part.path[depth:]:
            by_default = view.step(by_default, segment)
        is_set = view.knows(IsNone(part)) is False
        if (is_set and by_default == NONE) or (_is_something(view, part) and view.is_null(by_default)):
            return True
    return False


def _only_element(view: View, value: object) -> tuple[object, ...]:
    """The element of a container that was made of one alone, behind the key that was computed for it, if any."""
    if not isinstance(value, Structure) or not kind_made(value.base) or not MARKS.issuperset(dict(value.fields)):
        return ()
    there = [(key, own) for key, present, own in value.entries or () if view.leaf(present)]
    if len(there) != 1 or stands_for_others(there[0][0]):
        return ()
    keys = view.leaf(dict(value.fields).get(KEYS, view.outcome.machine.none))
    before, key = map(view.leaf, keys.operands) if isinstance(keys, Computed) else (NONE, NONE)
    return (view.leaf(there[0][1]), key) if before == NONE else ()


def _is_there(view: View, value: object) -> bool:
    """Whether a value is known not to be ``None``, be it zero or empty."""
    if isinstance(value, Input):
        return view.knows(IsNone(value)) is False or not may_be_none(view.outcome.machine, value)
    return isinstance(value, (Constant, Member, Zero, Blank)) and value != NONE


def _is_something(view: View, value: object) -> bool:
    """Whether a value is known to be neither ``None`` nor zero nor empty."""
    if isinstance(value, Constant):
        return bool(value.value)
    if isinstance(value, Structure) and value.entries is not None:
        return any(view.leaf(present) for _, present, _ in value.entries)
    return view.knows(Truthy(value)) is True or (isinstance(value, Input) and view.knows(Exists(value, LAST)) is True)


def _have_other_lengths(view: View, one: object, other: object) -> bool:
    """Whether of two containers one has several elements and the other one at most."""
    lengths = [_length(view, value) for value in (one, other)]
    return None not in lengths and lengths[0] != lengths[1]


def _length(view: View, value: object) -> int | None:
    """The number of a container's elements, two standing for any above; ``None`` where the decisions don't tell."""
    if isinstance(value, Structure) and value.entries is not None and not value.fields:
        there = [key for key, present, _ in value.entries if view.leaf(present)]
        if kind_made(value.base) == "set" and len(there) > 1:
            return None  # several of what was put in may be one
        return None if len(there) == 1 and stands_for_others(there[0]) else min(2, len(there))
    if not isinstance(value, Input):
        return None
    last, earlier = (view.knows(Exists(value, key)) for key in (LAST, EARLIER))
    if last is False:
        return 0
    return None if last is None or earlier is None else 1 + earlier
