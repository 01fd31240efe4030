"""Values that were made of others in a way that may change nothing: without what a list has twice, say."""

from __future__ import annotations

from apivet.conventions.opaque_conditions import unseen_in
from apivet.effects.declared import shape_of
from apivet.effects.ordering import JOINED
from apivet.effects.values import (
    EARLIER,
    LAST,
    ORDER,
    SEQUENCE,
    Blank,
    Computed,
    Input,
    Structure,
    Unseen,
    stands_for_others,
)
from apivet.effects.view import View
from apivet.program.model import ListOf

#: An element of a container: whether it stands for others, and its value.
_Element = tuple[bool, object]


def is_made_again(view: View, stored: object, was: object) -> bool:
    """Whether a value was made of another one in the way in which that was made before, which may change nothing: a
    text without blanks around it, a list in its order, or without what it has twice."""
    if isinstance(stored, Computed) and isinstance(was, Computed):
        is_named = any(map(str.isalpha, stored.operator))
        is_same = stored.operator == was.operator and is_named
        return is_same and any(view.same(view.leaf(each), was) for each in stored.operands)
    if not isinstance(stored, Structure) or not _are_of_one_kind(view, stored, was):
        return False
    elements, others = _elements(view, stored), _elements(view, was)
    if elements is None or others is None or len(elements) != len(others) or not _is_in_order_of(view, stored, was):
        return False
    return all(_may_be_as_many(view, *pair) for pair in zip(elements, others))


def _may_be_as_many(view: View, stored: _Element, was: _Element) -> bool:
    """Whether an element may be the one that was in its place, and both stand for others or for themselves."""
    return stored[0] is was[0] and _may_be_one(view, stored[1], was[1])


def _may_be_one(view: View, stored: object, was: object) -> bool:
    """Whether an element may be the one that it stands for."""
    return isinstance(stored, Unseen) or view.same(stored, was) or is_made_again(view, stored, was)


def _are_of_one_kind(view: View, stored: Structure, was: object) -> bool:
    """Whether two containers may be of one kind, as far as it is told how they were made."""
    bases = [view.leaf(each.base) for each in (stored, was) if isinstance(each, Structure)]
    kinds = {base.kind for base in bases if isinstance(base, Blank) and base.kind != SEQUENCE}
    return len(kinds) < len((stored, was))


def _is_in_order_of(view: View, stored: Structure, was: object) -> bool:
    """Whether elements may come in the order of another container's: one that their keys give is the one in which they
    were put in, and of one that was asked of something unseen nobody knows."""
    order, before = (_order_of(view, each) for each in (stored, was))
    told, known = (each.operator if isinstance(each, Computed) else "" for each in (order, before))
    return told in (known, "", JOINED) or unseen_in(order) is not None


def _order_of(view: View, value: object) -> object:
    own = dict(value.fields) if isinstance(value, Structure) else {}
    return view.leaf(own[ORDER]) if ORDER in own else None


def _elements(view: View, value: object) -> list[_Element] | None:
    """The elements that a container has; ``None`` of anything else, and of one that has none."""
    if isinstance(value, Structure) and value.entries:
        held = [(key, view.leaf(own)) for key, there, own in value.entries if view.leaf(there)]
        return [(stands_for_others(key), own) for key, own in held]
    machine = view.outcome.machine
    if not isinstance(value, Input) or not isinstance(shape_of(machine, value), ListOf):
        return None
    keys = [key for key in (EARLIER, LAST) if view.leaf(machine.heap.exists(value, key))]
    return [(stands_for_others(key), value.child(key)) for key in keys]
