"""Names of fields by which static code is cut to a question, each with the names beside it where these are known: two
fields of one name in different types are not taken for each other. Types that can be seen as each other have the same
fields, so that nobody gets to a field by another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from apivet.effects.pieces import ANY, Inside
from apivet.effects.values import EARLIER, LAST, Path
from apivet.program.model import BESIDE, ListOf, MapOf, Named, Program, Shape, Type, field_key, innermost


def plain(key: str) -> str:
    """The name of a field alone."""
    return key.partition(BESIDE)[0]


class FieldNames:
    """A set of names that grows, of which some lack those beside them: these stand for any field of that name."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._keys: set[str] = set()
        self._plain: set[str] = set()
        self.update(keys)

    def __len__(self) -> int:
        return len(self._keys)

    def update(self, keys: Iterable[str]) -> None:
        """Add more names."""
        for key in keys:
            if key not in self._keys:
                self._keys.add(key)
                self._plain.add(plain(key))

    def meets(self, key: str) -> bool:
        """Whether a field of that name may be one of these."""
        return key in self._keys or plain(key) in (self._keys if BESIDE in key else self._plain)


class FieldTree:
    """The names of the fields of one type of object, and of all that lies in them."""

    def __init__(self, program: Program, root: Type) -> None:
        self._program = program
        self._root = root

    def below(self, key: str) -> frozenset[str] | None:
        """The names of all that lies in fields of a name; ``None`` where that can't be told."""
        found = self._below.get(key)
        return self._below_plain.get(plain(key)) if found is None else found

    def own(self, part: str) -> str:
        """The name of a part of the object."""
        return key_of(self._root, part)

    def at(self, path: Path) -> set[str]:
        """The names of the fields on a path."""
        found: set[str] = set()
        shape: Shape | None = Named(self._root.dotted)
        for name in path:
            type_ = self._program.type(shape.dotted) if isinstance(shape, Named) else None
            if name in (LAST, EARLIER):
                shape = (
                    shape.element if isinstance(shape, ListOf) else shape.value if isinstance(shape, MapOf) else None
                )
                continue
            found.add(name if type_ is None else key_of(type_, name))
            declared = type_.field(name) if type_ is not None else None
            shape = declared.shape if declared is not None else None
        return found

    def in_part(self, part: str, keys: frozenset[str], inside: Iterable[Inside], made: frozenset[str]) -> list[str]:
        """The names in a part of the object, its own included, that may be among these, or ``inside`` of others, or lie
        in fields of these names and in one of the types that are ``made`` anew."""
        own = self.own(part)
        here = FieldNames((own, *(self.below(own) or ())))
        keys = keys.union(each.place for each in inside if here.meets(each.around))
        asked, within = FieldNames(keys), FieldNames()
        for key in keys:
            within.update(self.below(key) or ())
        rebuilt = {
            key_of(type_, each.name)
            for type_, _ in self._types.values()
            if type_.dotted in made
            for each in type_.fields
        }
        every = self.below(own) or frozenset()
        found = [key for key in every if asked.meets(key) or (key in rebuilt and within.meets(key))]
        if ANY in keys or asked.meets(own):
            found.append(own)
        return sorted(found)

    def around(self, key: str) -> set[str]:
        """The names of the fields in which one of that name may lie, its own included."""
        return {key, *(each for each, inner in self._below.items() if key in inner)}

    @cached_property
    def _types(self) -> dict[str, tuple[Type, frozenset[str]]]:
        """The types of the object's parts, each with those that lie in its fields."""
        found: dict[str, tuple[Type, frozenset[str]]] = {}
        pending = [self._root]
        while pending:
            type_ = pending.pop()
            if type_.dotted not in found:
                inner = [each for declared in type_.fields if (each := self._inner(declared.shape)) is not None]
                found[type_.dotted] = type_, frozenset(each.dotted for each in inner)
                pending += inner
        return found

    def _inner(self, shape: Shape) -> Type | None:
        shape = innermost(shape)
        return self._program.type(shape.dotted) if isinstance(shape, Named) else None

    @cached_property
    def _below(self) -> dict[str, frozenset[str]]:
        reached = {dotted: self._keys_from(dotted) for dotted in self._types}
        found: dict[str, frozenset[str]] = {}
        for type_, _ in self._types.values():
            for each in type_.fields:
                inner, key = self._inner(each.shape), key_of(type_, each.name)
                found[key] = found.get(key, frozenset()) | (reached[inner.dotted] if inner is not None else frozenset())
        return found

    @cached_property
    def _below_plain(self) -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for key, inner in self._below.items():
            found[plain(key)] = found.get(plain(key), frozenset()) | inner
        return found

    def _keys_from(self, dotted: str) -> frozenset[str]:
        """The names in a type and in the types inside of it."""
        return frozenset(
            key_of(self._types[each][0], declared.name)
            for each in self._reached(dotted)
            for declared in self._types[each][0].fields
        )

    def _reached(self, dotted: str) -> Iterator[str]:
        seen: set[str] = set()
        pending = [dotted]
        while pending:
            each = pending.pop()
            if each not in seen:
                seen.add(each)
                yield each
                pending += self._types[each][1]


def key_of(type_: Type, name: str) -> str:
    """The name of a type's field, with those beside it."""
    return field_key(name, (each.declared_as or each.name for each in type_.fields))
