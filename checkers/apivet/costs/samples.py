"""The objects that conversions are measured with: which classes they are of, and what is nested in what.

A sample has every field filled in, one element in each list and each map, and as many nested objects as are met first,
level by level, up to a limit: what recurses ends, and so does what nests a thousand levels deep. How many fields an
object has is limited as well.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, Literal

from msgspec import Struct

from apivet.program.annotations import Annotation, Applied, Declared, OneOf, OutsideClass
from apivet.program.model import Field, Type

#: Objects in a sample besides the outermost one. More tell nothing new: a conversion costs the same for each.
MOST_NESTED: Final = 31
#: Fields of one object. To make a class with ten thousand of them takes longer than to convert its objects.
MOST_FIELDS: Final = 1000

#: Ways in which a nested object is held: by the field itself, as an element of a list or tuple, as a value of a map.
Holding = Literal["one", "list", "tuple", "map"]
_HOLDINGS: Final[dict[str, Holding]] = {
    **dict.fromkeys(("list", "set", "frozenset", "collections.deque", "collections.abc.Iterable"), "list"),
    **dict.fromkeys(("collections.abc.Sequence", "collections.abc.MutableSequence", "collections.abc.Set"), "list"),
    "tuple": "tuple",
    **dict.fromkeys(("dict", "collections.abc.Mapping", "collections.abc.MutableMapping"), "map"),
}


class SampleLayout(Struct, frozen=True):
    """The layout of one side's objects. ``split`` are the numbers of slots that each class adds, base classes
    first, where there is more than one."""

    form: str
    slotted: bool
    frozen: bool
    split: tuple[int, ...] = ()

    @classmethod
    def of(cls, type_: Type) -> SampleLayout:
        """The layout of a type."""
        sizes = tuple(len(names) for names in type_.slots)
        return cls(type_.form, type_.slotted, type_.frozen, sizes if len(sizes) > 1 else ())

    @property
    def words(self) -> str:
        """``attrs, slotted, frozen``."""
        adjectives = [word for word, holds in (("slotted", self.slotted), ("frozen", self.frozen)) if holds]
        if self.split:
            adjectives.append("slots split over base classes")
        return ", ".join((self.form, *adjectives))


class SampleNode(Struct, frozen=True):
    """One object of a sample. ``shared`` fields are copied, the first of them those that hold nested objects:
    ``children`` has for each its holding and the index of the node. ``hub_only`` and ``served_only`` count the fields
    that the other side lacks."""

    hub: SampleLayout
    served: SampleLayout
    shared: int
    hub_only: int
    served_only: int
    children: tuple[tuple[Holding, int], ...] = ()


#: A whole sample, the outermost object first. Equal samples cost the same.
Sample = tuple[SampleNode, ...]

#: Finds the types of a nested pair: ``None`` where one of them is not in the tree or is no structured type.
Lookup = Callable[[str], "Type | None"]


def sample(hub: Type, served: Type, lookup: Lookup) -> Sample:
    """A sample of the hub type, to be converted to the served type."""
    pending: deque[tuple[Type, Type]] = deque([(hub, served)])
    met = 1
    nodes: list[SampleNode] = []
    while pending:
        here, there = pending.popleft()
        children: list[tuple[Holding, int]] = []
        names = {field.name for field in here.fields}
        partners = {field.name: field for field in there.fields}
        for field in here.fields:
            if met > MOST_NESTED:
                break
            partner = partners.get(field.name)
            nested = None if partner is None else _nested(field, partner, lookup)
            if nested is not None:
                holding, inner, other = nested
                children.append((holding, met))
                pending.append((inner, other))
                met += 1
        shared = len(names & partners.keys())
        nodes.append(
            SampleNode(
                SampleLayout.of(here),
                SampleLayout.of(there),
                min(shared, MOST_FIELDS),
                min(len(names) - shared, MOST_FIELDS),
                min(len(partners) - shared, MOST_FIELDS),
                tuple(children),
            )
        )
    return tuple(nodes)


def _nested(here: Field, there: Field, lookup: Lookup) -> tuple[Holding, Type, Type] | None:
    """The first two classes that lie in the same place of both fields and have to be converted into each other. A
    class that both sides share is handed on as it is."""
    others = dict(reversed([(path, dotted) for path, dotted in _places(there.annotation)]))
    for path, dotted in _places(here.annotation):
        other = others.get(path)
        if other is None or other == dotted:
            continue
        types = lookup(dotted), lookup(other)
        if types[0] is not None and types[1] is not None:
            return path[-1] if path else "one", types[0], types[1]
    return None


def _places(annotation: Annotation) -> Iterator[tuple[tuple[Holding, ...], str]]:
    """Every class of the tree in an annotation, with the containers around it, outermost first."""
    pending: list[tuple[tuple[Holding, ...], Annotation]] = [((), annotation)]
    while pending:
        path, item = pending.pop()
        if isinstance(item, Declared):
            yield path, item.dotted
        elif isinstance(item, OneOf):
            pending += [(path, member) for member in reversed(item.members)]
        elif isinstance(item, Applied):
            name = item.generic.name if isinstance(item.generic, OutsideClass) else ""
            holding = _HOLDINGS.get(name)
            if isinstance(item.generic, Declared):
                yield path, item.generic.dotted
            elif holding == "map" and len(item.arguments) == 2:
                pending.append(((*path, holding), item.arguments[1]))
            elif holding is not None and holding != "map" and item.arguments:
                pending.append(((*path, holding), item.arguments[0]))
