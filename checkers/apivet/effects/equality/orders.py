"""Orders in which the elements of containers come that are compared."""

from __future__ import annotations

import enum
from typing import Final

from msgspec.structs import replace

from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.equality.given_content import Element
from apivet.effects.state import Machine
from apivet.effects.values import (
    EARLIER,
    LAST,
    NONE,
    ORDER,
    SORTED,
    SORTED_BY,
    TURNED,
    Computed,
    Constant,
    Input,
    Member,
    Position,
    Structure,
    kind_made,
)

Elements = tuple[Element, ...]


class Order(enum.Enum):
    """The order of a container's elements. Names that are all different sort in one way."""

    OWN = "its own"
    TURNED = "from the last to the first"
    SORTED = "sorted"
    NONE = "none"
    UNKNOWN = "unknown"


#: Orders in which other elements make another container.
EXACT: Final = frozenset((Order.OWN, Order.TURNED))


def order_of(value: Structure, elements: Elements) -> Order:
    """The order in which the elements of a container come."""
    if kind_made(value.base) in ("set", "dict") and elements:
        return Order.NONE
    return _order_given(value, elements)


def _order_given(value: Structure, elements: Elements) -> Order:
    """The order in which a container was given its elements."""
    order = dict(value.fields).get(ORDER)
    if _is_own(order):
        return Order.OWN
    made = order.value if isinstance(order, Leaf) else None
    how = made.operator if isinstance(made, Computed) else ""
    if isinstance(made, Computed) and how == TURNED:
        return Order.TURNED if _is_turned_once(value, made.operands[0], elements) else Order.UNKNOWN
    names = [_name_of(element) for _, _, element in elements]
    if how == SORTED_BY:
        return Order.SORTED
    if how == SORTED:
        return Order.SORTED if None in names or len(set(names)) < len(names) else Order.OWN
    return Order.UNKNOWN


def before_turning(made: Structure) -> Structure | None:
    """The list that was turned and has got no other elements since, where a list is one; ``None`` of others."""
    order = dict(made.fields).get(ORDER)
    how = order.value if isinstance(order, Leaf) else None
    if not isinstance(how, Computed) or how.operator != TURNED or kind_made(made.base) in ("set", "dict"):
        return None
    before = how.operands[0].value if isinstance(how.operands[0], Leaf) else None
    if not isinstance(before, Structure) or kind_made(before.base) in ("set", "dict"):
        return None
    return replace(before, base=made.base) if before.entries == made.entries else None


def _is_turned_once(made: Structure, turned: Diagram, elements: Elements) -> bool:
    """Whether a list that was turned was in its own order, and has got no other elements since."""
    if isinstance(turned, Leaf) and isinstance(turned.value, Input):
        return [key for key, _, _ in elements] == [EARLIER, LAST]
    before = before_turning(made)
    return before is not None and _is_own(dict(before.fields).get(ORDER))


def _is_own(order: Diagram | None) -> bool:
    """Whether elements come as they were put in."""
    return order is None or (isinstance(order, Leaf) and order.value == NONE)


def come_alike(machine: Machine, left: Structure, right: Structure, orders: set[Order]) -> bool:
    """Whether elements come in one order on both sides, where they have any."""
    if len(orders) > 1 or Order.UNKNOWN in orders or _one_may_replace_another(left, right):
        return False
    return Order.SORTED not in orders or sorting(machine, left) == sorting(machine, right)


def _one_may_replace_another(left: Structure, right: Structure) -> bool:
    """Whether mappings have elements under keys which may be one, and were given them in two orders, or in one that
    nobody knows: the last of them stays."""
    told = [name.value if isinstance(name, Leaf) else None for side in (left, right) for name in side.names]
    if kind_made(left.base) != "dict" or all(isinstance(each, (Constant, Member, Position)) for each in told):
        return False
    orders = {_order_given(side, side.entries or ()) for side in (left, right)}
    return len(orders) > 1 or Order.UNKNOWN in orders


def sorting(machine: Machine, made: Structure) -> tuple[Diagram, ...]:
    """The values by which the elements of a sorted container were compared, whatever container these are of."""
    order = dict(made.fields)[ORDER]
    by = order.value.operands[1:] if isinstance(order, Leaf) and isinstance(order.value, Computed) else ()
    return tuple(_of_any(machine, machine.diagrams.assuming(each, machine.guard)) for each in by)


def _of_any(machine: Machine, value: Diagram) -> Diagram:
    """A value with each element of what was given as one of any container."""

    def one(leaf: Leaf) -> Diagram:
        part = leaf.value
        if isinstance(part, Position) and part.given is not None:
            part = part.given
        if isinstance(part, Input):
            ends = [place for place, name in enumerate(part.path) if name in (EARLIER, LAST)]
            return machine.diagrams.leaf(Input("", part.path[ends[-1] :]) if ends else part)
        if isinstance(part, Computed):
            return machine.diagrams.leaf(
                Computed(part.operator, tuple(_of_any(machine, each) for each in part.operands))
            )
        return leaf

    return machine.diagrams.transform(value, one)


def _name_of(element: Diagram) -> object:
    """The constant that a pair begins with."""
    pair = element.value if isinstance(element, Leaf) else None
    if not isinstance(pair, Structure) or not pair.entries:
        return None
    _, _, first = pair.entries[0]
    return first.value if isinstance(first, Leaf) and isinstance(first.value, Constant) else None
