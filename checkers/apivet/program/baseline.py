"""The API types as they were: what new fields are told by (contract section 5, ``ungated-new-field``).

A baseline holds plain text only, so that it can be kept in a file: the name of each type, the fields that it declares
itself, with their types in one spelling, and the types of the tree that it derives from.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct, field

from apivet.verdicts import Problem

#: A dotted name; that of a language with import paths begins with one.
_DOTTED: Final = re.compile(r"(?:(?:[\w.~-]+/)+[\w~-]+|[^\W\d]\w*)(?:\.[^\W\d]\w*)+")
#: Spelling of a field's type where nothing says what it is.
UNTOLD: Final = "?"


class EarlierType(Struct, frozen=True):
    """An API type as it was. ``fields`` are those that it declares itself: name to spelled type. ``bases`` are the
    dotted names of the types of the tree that it derives from directly."""

    dotted: str
    fields: Mapping[str, str] = field(default_factory=dict)
    bases: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return last_name(self.dotted)


class Baseline:
    """The API types of an earlier state of the tree. ``name`` is what people call that state: ``v1.2``,
    ``apivet.lock``.

    ``aliases`` are further names that API types went by in the modules of API groups: the name to the type's own.
    """

    def __init__(self, name: str, types: Iterable[EarlierType], aliases: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.types: dict[str, EarlierType] = {type_.dotted: type_ for type_ in types}
        self.aliases: dict[str, str] = dict(aliases or {})

    @classmethod
    def joined(cls, parts: Iterable[Baseline]) -> Baseline:
        """The types of several parts of one state, which go by one name."""
        first, *others = parts
        for each in others:
            first = cls(first.name, (*first.types.values(), *each.types.values()), {**first.aliases, **each.aliases})
        return first

    def find(self, dotted: str) -> EarlierType | None:
        """The type of that name, which may be an alias."""
        return self.types.get(dotted) or self.types.get(self.aliases.get(dotted, ""))

    def fields_of(self, dotted: str) -> dict[str, str]:
        """All fields of a type, inherited ones too. The order says nothing."""
        fields: dict[str, str] = {}
        for type_ in self._ancestry(dotted):
            for name, spelled in type_.fields.items():
                fields.setdefault(name, spelled)
        return fields

    def _ancestry(self, dotted: str) -> Iterator[EarlierType]:
        pending, seen = [dotted], set()
        while pending:
            type_ = self.find(pending.pop())
            if type_ is not None and type_.dotted not in seen:
                seen.add(type_.dotted)
                yield type_
                pending += reversed(type_.bases)

    def named(self, name: str) -> tuple[str, ...]:
        """The full names of the types and aliases that have this last name, in order."""
        return self._by_last_name.get(name, ())

    @functools.cached_property
    def _by_last_name(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for dotted in sorted({*self.types, *self.aliases}):
            found[last_name(dotted)].append(dotted)
        return {name: tuple(full) for name, full in found.items()}

    @property
    def last_names(self) -> frozenset[str]:
        """Names of the types in their own modules: a file that has none of these words declares none of them."""
        return frozenset(self._by_last_name)

    def within(self, dotted: str) -> tuple[str, ...]:
        """The types that are declared inside of a class (or module), over any number of levels."""
        return self._nested.get(dotted, ())

    @functools.cached_property
    def _nested(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for dotted in sorted(self.types):
            outer = dotted.rpartition(".")[0]
            while outer:
                found[outer].append(dotted)
                outer = outer.rpartition(".")[0]
        return {outer: tuple(inner) for outer, inner in found.items()}

    def derived_from(self, dotted: str) -> tuple[EarlierType, ...]:
        """The types that derived from this one, over any number of steps."""
        found: dict[str, EarlierType] = {}
        pending = [dotted]
        while pending:
            for type_ in self._derived.get(pending.pop(), ()):
                if type_.dotted not in found and type_.dotted != dotted:
                    found[type_.dotted] = type_
                    pending.append(type_.dotted)
        return tuple(found.values())

    @functools.cached_property
    def _derived(self) -> dict[str, list[EarlierType]]:
        found: defaultdict[str, list[EarlierType]] = defaultdict(list)
        for _, type_ in sorted(self.types.items()):
            for base in type_.bases:
                found[base].append(type_)
        return dict(found)

    def is_held(self, dotted: str) -> bool:
        """Whether the type of some field named this type: then it was not only there to be derived from."""
        return dotted in self._held

    @functools.cached_property
    def _held(self) -> frozenset[str]:
        return frozenset(
            name for type_ in self.types.values() for spelled in type_.fields.values() for name in names_in(spelled)
        )

    def holders(self, name: str, spelled: str) -> tuple[EarlierType, ...]:
        """The types that declared a field of this name and type, in whatever modules its classes lay."""
        return tuple(type_ for type_ in self._by_field.get(name, ()) if without_modules(type_.fields[name]) == spelled)

    @functools.cached_property
    def _by_field(self) -> dict[str, list[EarlierType]]:
        found: defaultdict[str, list[EarlierType]] = defaultdict(list)
        for _, type_ in sorted(self.types.items()):
            for name in type_.fields:
                found[name].append(type_)
        return dict(found)

    @functools.cached_property
    def digest(self) -> str:
        """A hash of everything that can change what is found by this baseline."""
        digest = hashlib.sha256(self.name.encode("utf-8", "replace"))
        for dotted, type_ in sorted(self.types.items()):
            digest.update(repr((dotted, sorted(type_.fields.items()), type_.bases)).encode("utf-8", "replace"))
        digest.update(repr(sorted(self.aliases.items())).encode("utf-8", "replace"))
        return digest.hexdigest()


def last_name(dotted: str) -> str:
    """``Widget`` of ``apis.widget.Widget``."""
    return dotted.rpartition(".")[2]


def names_in(spelled: str) -> list[str]:
    """The dotted names in a spelled type."""
    return _DOTTED.findall(spelled)


def without_modules(spelled: str) -> str:
    """A spelled type with the last names of its classes alone: a type stays the same when its classes move."""
    return _DOTTED.sub(lambda found: last_name(found.group()), spelled)


class FoundBaseline(Struct, frozen=True):
    """The baseline, where there is one, and the problems with the files that it should come from."""

    baseline: Baseline | None = None
    problems: tuple[Problem, ...] = ()
