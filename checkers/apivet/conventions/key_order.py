"""Values that tell in which order the keys of a mapping come: equal mappings may have theirs in another one."""

from __future__ import annotations

from typing import Final

from apivet.conventions.opaque_conditions import parts
from apivet.effects.declared import has_unordered
from apivet.effects.diagrams import Leaf, leaves
from apivet.effects.plain import EXTREMES
from apivet.effects.state import Machine
from apivet.effects.values import SEQUENCES, Blank, Computed, Input, Position, Same, Structure, all_within

#: Operations that render a value as text, mappings in the order of their keys.
_TEXTS: Final = ("text", "builtins.str", "builtins.format", "%", "image:builtins.repr", ".join()")


def compares_order_of_keys(machine: Machine, decision: Same) -> bool:
    """Whether a comparison tells in which order keys come: it may come out different for equal mappings."""
    return any(tells_order_of_keys(machine, side) for side in (decision.left, decision.right))


def tells_order_of_keys(machine: Machine, value: object) -> bool:
    """Whether a value has the keys of a mapping in their order: equal mappings may have theirs in another one."""
    pending, seen = [(value, False)], set()
    for each, is_text in pending:  # what several values are made of is looked at once
        if (id(each), is_text) in seen:
            continue
        seen.add((id(each), is_text))
        if isinstance(each, Input):
            if is_text and has_unordered(machine, each):
                return True
            continue
        base = each.base.value if isinstance(each, Structure) and isinstance(each.base, Leaf) else None
        held = [leaf.value for part in parts(each) for leaf in leaves(part)]
        if is_text and isinstance(base, Blank) and base.kind == "dict":
            return True
        if isinstance(base, Blank) and base.kind in SEQUENCES and any(map(_is_place_in_mapping, held)):
            return True
        is_text = is_text or (isinstance(each, Computed) and (each.operator in _TEXTS or _is_first_of_equals(each)))
        pending += [(inner, is_text) for inner in held]
    return False


def _is_first_of_equals(value: Computed) -> bool:
    """Whether a value is the least or the greatest by something that is asked of each: the first one of several."""
    return value.operator in EXTREMES and any(isinstance(each, Position) for each in all_within(value))


def _is_place_in_mapping(value: object) -> bool:
    return isinstance(value, Position) and value.of is not None
