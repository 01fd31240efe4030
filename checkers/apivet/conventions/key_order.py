"""Values that tell in which order the keys of a mapping come, or how a number or a moment is written: equal ones may
have another order, or another text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from apivet.conventions.opaque_conditions import parts
from apivet.effects.declared import OF_MANY_TEXTS, annotation_of, has_several_texts, is_unordered
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.method_kinds import TELLING_FORMS
from apivet.effects.plain import EXTREMES, LENGTH, TOTAL
from apivet.effects.state import Machine
from apivet.effects.values import (
    DICT,
    EARLIER,
    LAST,
    MANY,
    ORDER,
    SEQUENCES,
    SORTED,
    SORTED_BY,
    Blank,
    Computed,
    Input,
    Position,
    Same,
    Structure,
    all_within,
)
from apivet.program.annotations import OutsideClass, members

#: Operations that render a value as text, mappings in the order of their keys.
_TEXTS: Final = ("text", "builtins.str", "builtins.format", "%", ".join()", *TELLING_FORMS)
#: The beginning of operations that write a value as a text or as bytes, and the last names of functions that read it
#: again: mappings have their keys in any order then.
_WRITTEN: Final = "image:"
_READING: Final = ("loads", "decode")
#: Operations on containers that come out alike in whatever order the elements are.
_OF_ANY_ORDER: Final = (LENGTH, MANY, TOTAL, *EXTREMES, "in")


def compares_order_of_keys(machine: Machine, decision: Same) -> bool:
    """Whether a comparison tells in which order keys come: it may come out different for equal mappings."""
    return any(tells_order_of_keys(machine, side) for side in (decision.left, decision.right))


def tells_order_of_keys(machine: Machine, value: object) -> bool:
    """Whether a value has the keys of a mapping in their order: equal mappings may have theirs in another one."""
    pending, seen = [(value, _Surroundings())], set()
    for each, way in pending:  # what several values are made of is looked at once
        if (id(each), way) in seen:
            continue
        seen.add((id(each), way))
        if isinstance(each, Input):
            is_told = way.is_text and has_several_texts(machine, each, in_order=way.is_read)
            if is_told or is_part_of_moment(machine, each):
                return True
            continue
        if isinstance(each, Structure) and _tells_by_its_order(machine, each, way):
            return True
        if isinstance(each, Computed):
            is_written = each.operator in _TEXTS or each.operator.startswith(_WRITTEN)
            is_text = way.is_text or is_written or _is_first_of_equals(each)
            is_read = way.is_read or each.operator.rpartition(".")[2] in _READING
            way = _Surroundings(is_text, each.operator not in _OF_ANY_ORDER, is_read)
        held = [*_parts_but_order(each), *([each.base] if isinstance(each, Structure) else ())]
        pending += [(leaf.value, way) for part in held for leaf in leaves(part)]
    return False


def is_part_of_moment(machine: Machine, value: Input) -> bool:
    """Whether a value is the hour, say, of a moment that was given: in another zone it is another one."""
    of = annotation_of(machine, Input(value.root, value.path[:-1])) if value.path else None
    return of is not None and any(isinstance(each, OutsideClass) and each.name in OF_MANY_TEXTS for each in members(of))


def _parts_but_order(value: object) -> Iterator[Diagram]:
    """The diagrams that a value was made of, without what tells how a container was sorted."""
    how = _order_of(value) if isinstance(value, Structure) else None
    is_sorted = isinstance(how, Computed) and how.operator in (SORTED, SORTED_BY)
    return (each for each in parts(value) if not (is_sorted and isinstance(each, Leaf) and each.value is how))


def _order_of(made: Structure) -> object:
    order = dict(made.fields).get(ORDER)
    return order.value if isinstance(order, Leaf) else None


class _Surroundings(NamedTuple):
    """The surroundings of a part of a value: whether it is within a text, within what hangs on the order of elements,
    and within what is read from a text again."""

    is_text: bool = False
    is_of_order: bool = False
    is_read: bool = False


def _tells_by_its_order(machine: Machine, made: Structure, way: _Surroundings) -> bool:
    """Whether something was put together in the order of a mapping or a set."""
    base = made.base.value if isinstance(made.base, Leaf) else None
    if not isinstance(base, Blank):
        return False
    if way.is_text and not way.is_read and base.kind == DICT.kind:
        return True
    if base.kind not in SEQUENCES:
        return False
    held = [leaf.value for part in parts(made) for leaf in leaves(part)]
    return any(map(_is_place_in_mapping, held)) or (way.is_of_order and _lists_unordered(machine, made))


def _lists_unordered(machine: Machine, made: Structure) -> bool:
    """Whether a list has what lies in the elements of a mapping or a set, one behind the other; sorted, it has the same
    whatever came first."""
    how = _order_of(made)
    if isinstance(how, Computed) and how.operator == SORTED:
        return False
    values = (leaf.value for _, _, own in made.entries or () for leaf in leaves(own))
    held = (part for value in values for part in all_within(value, (Computed, Structure)))
    return any(_lies_in_unordered(machine, part.given if isinstance(part, Position) else part) for part in held)


def _lies_in_unordered(machine: Machine, value: object) -> bool:
    path = value.path if isinstance(value, Input) else ()
    places = [place for place, name in enumerate(path) if name in (EARLIER, LAST)]
    return isinstance(value, Input) and any(is_unordered(machine, Input(value.root, path[:each])) for each in places)


def _is_first_of_equals(value: Computed) -> bool:
    """Whether a value is the least or the greatest by something that is asked of each: the first one of several."""
    return value.operator in EXTREMES and any(isinstance(each, Position) for each in all_within(value))


def _is_place_in_mapping(value: object) -> bool:
    return isinstance(value, Position) and value.of is not None
