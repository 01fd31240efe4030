"""Mappings made of others, under their keys, with all that their elements hold: equal ones are made of equals.

``{name: (port.number, port.protocol) for name, port in ports.items()}`` is one, where a port has nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apivet.effects.decided import Decided
from apivet.effects.declared import is_mapping_given, public_names, shape_of
from apivet.effects.diagrams import Leaf
from apivet.effects.values import EARLIER, KEY, LAST, Blank, Input, Path, Position, Same, Structure, kind_made
from apivet.program.model import MapOf, Named

#: The places of the parts of an element in what was made of it, each with its path below the element.
Layout = tuple[tuple[Path, Path], ...]


def are_retold_alike(view: Decided, left: Input, right: Input) -> bool:
    """Whether mappings that were made of all of two given ones, in one way, were found equal."""
    if not is_mapping_given(view.outcome.machine, left):
        return False
    for decision, answer in view.taken(Same):
        if answer and isinstance(decision.left, Structure) and isinstance(decision.right, Structure):
            for one, other in ((decision.left, decision.right), (decision.right, decision.left)):
                layout = _layout_of(view, one, left)
                if layout is not None and layout == _layout_of(view, other, right):
                    return True
    return False


def _layout_of(view: Decided, made: Structure, given: Input) -> Layout | None:
    """The layout of a mapping's elements that tell all that those of a given one hold, under their keys."""
    if kind_made(made.base) != "dict" or made.fields or len(made.names) != len(made.entries or ()):
        return None
    layouts: list[Layout] = []
    for (key, there, value), name in zip(made.entries or (), made.names):
        told = name.value if isinstance(name, Leaf) else None
        element = given.child(key)
        is_own = isinstance(told, Position) and told.given == element.child(KEY)
        if not is_own or there is not view.outcome.machine.heap.exists(given, key):
            return None
        parts = tuple(_parts(value, element, ()))
        if None in parts:
            return None
        layouts.append(tuple(part for part in parts if part is not None))
    if [key for key, _, _ in made.entries or ()] != [EARLIER, LAST] or layouts[0] != layouts[1]:
        return None
    shape = shape_of(view.outcome.machine, given)
    inner = shape.value if isinstance(shape, MapOf) else None
    type_ = view.outcome.machine.program.type(inner.dotted) if isinstance(inner, Named) else None
    if type_ is None or type_.open or (isinstance(shape, MapOf) and shape.optional):
        return None
    return layouts[0] if {(name,) for name in public_names(type_)} <= {path for _, path in layouts[0]} else None


def _parts(value: Any, element: Input, place: Path) -> Iterator[tuple[Path, Path] | None]:
    """The parts of an element in a tuple or list of them, each with its place; ``None`` of anything else."""
    leaf = value.value if isinstance(value, Leaf) else None
    way = element.way_to(leaf) if isinstance(leaf, Input) else None
    if way is not None:
        yield place, way
    elif isinstance(leaf, Structure) and isinstance(leaf.base, Leaf) and isinstance(leaf.base.value, Blank):
        is_fixed = leaf.base.value.kind in ("tuple", "list") and not leaf.fields
        for key, there, own in leaf.entries or ():
            is_there = isinstance(there, Leaf) and there.value is True
            yield from _parts(own, element, (*place, key)) if is_fixed and is_there else (None,)
    else:
        yield None
