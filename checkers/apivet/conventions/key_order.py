"""Values that tell in which order the keys of a mapping come: equal mappings may have theirs in another one."""

from __future__ import annotations

from typing import Final

from apivet.conventions.opaque_conditions import parts
from apivet.effects.declared import has_mapping, shape_of
from apivet.effects.diagrams import Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import SEQUENCES, Blank, Computed, Input, Position, Same, Structure

#: Operations that render a value as text, mappings in the order of their keys.
_TEXTS: Final = ("text", "builtins.str", "builtins.format", "%", "image:builtins.repr")


def compares_order_of_keys(machine: Machine, decision: Same) -> bool:
    """Whether a comparison tells in which order keys come: it may come out different for equal mappings."""
    return any(tells_order_of_keys(machine, side) for side in (decision.left, decision.right))


def tells_order_of_keys(machine: Machine, value: object, *, in_text: bool = False) -> bool:
    """Whether a value has the keys of a mapping in their order: equal mappings may have theirs in another one."""
    if isinstance(value, Input):
        return in_text and has_mapping(machine.program, shape_of(machine, value))
    base = value.base.value if isinstance(value, Structure) and isinstance(value.base, Leaf) else None
    if in_text and base == Blank("dict"):
        return True
    is_ordered = isinstance(base, Blank) and base.kind in SEQUENCES
    held = [leaf.value for part in parts(value) for leaf in leaves(part)]
    if is_ordered and any(isinstance(each, Position) and each.of is not None for each in held):
        return True
    in_text = in_text or (isinstance(value, Computed) and value.operator in _TEXTS)
    return any(tells_order_of_keys(machine, each, in_text=in_text) for each in held)
