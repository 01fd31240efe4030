"""Whether two annotations say the same of memory (contract section 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from apivet.program.annotations import (
    Annotation,
    Applied,
    Declared,
    OneOf,
    Only,
    OutsideClass,
    TypeVariable,
    Unclear,
    members,
)


class Match(Struct, frozen=True):
    """The comparison of two annotations: they differ, or are the same as far as these classes are (pairs of dotted
    names, here and there), or it can't be told for a ``doubt``."""

    same: bool = True
    nested: tuple[tuple[str, str], ...] = ()
    doubt: str = ""

    def __and__(self, other: Match) -> Match:
        if not (self.same and other.same):
            return DIFFERENT
        return Match(True, tuple(dict.fromkeys((*self.nested, *other.nested))), self.doubt or other.doubt)


SAME: Final = Match()
DIFFERENT: Final = Match(same=False)


class Matcher:
    """Compares annotations. Two classes of the tree always match as far as the annotations around them are concerned:
    what differs inside of them is theirs. ``likely`` tells which member of a union is meant by which."""

    def __init__(self, likely: Callable[[str, str], bool]) -> None:
        self._likely_classes = likely
        #: Results for the parts of large annotations: aliases of aliases have the same parts many times over.
        self._known: dict[tuple[Annotation, Annotation], Match] = {}

    def match(self, here: Annotation, there: Annotation) -> Match:
        """Compare two annotations."""
        if not isinstance(here, (Applied, OneOf)):
            return self._match(here, there)
        known = self._known.get((here, there))
        if known is None:
            known = self._known[here, there] = self._match(here, there)
        return known

    def _match(self, here: Annotation, there: Annotation) -> Match:
        if isinstance(here, Unclear) or isinstance(there, Unclear):
            return _doubtful(here, there)
        if here == there and not _is_unclear_within(here):
            return SAME
        if isinstance(here, OneOf) or isinstance(there, OneOf):
            return self._unions(members(here), members(there))
        if isinstance(here, Declared) and isinstance(there, Declared):
            return SAME if here == there else Match(nested=((here.dotted, there.dotted),))
        if isinstance(here, Applied) and isinstance(there, Applied):
            return self._applied(here, there)
        if isinstance(here, TypeVariable) and isinstance(there, TypeVariable):
            return SAME
        if isinstance(here, Only) and isinstance(there, Only):
            return self._members_of_enums(here, there)
        hidden = next((item for item in (here, there) if isinstance(item, OutsideClass) and item.is_hidden), None)
        if hidden is not None and isinstance(here, Applied) != isinstance(there, Applied):
            return Match(doubt=f"what {hidden.name} is can't be told")
        return _outside(here, there)

    def surely_same(self, here: Annotation, there: Annotation) -> bool:
        """Whether two annotations match beyond doubt, with classes that are known to correspond."""
        match = self.match(here, there)
        return match.same and not match.doubt and all(self._likely_classes(*pair) for pair in match.nested)

    def _applied(self, here: Applied, there: Applied) -> Match:
        if len(here.arguments) != len(there.arguments):
            return DIFFERENT
        result = self.match(here.generic, there.generic)
        for one, other in zip(here.arguments, there.arguments):
            if not result.same:
                return DIFFERENT
            result &= self.match(one, other)
        return result

    def _members_of_enums(self, here: Only, there: Only) -> Match:
        """Members of one name are the same as far as their enums are."""
        if here.enum is None or there.enum is None or here.value.rpartition(".")[2] != there.value.rpartition(".")[2]:
            return DIFFERENT
        return self.match(here.enum, there.enum)

    def _unions(self, here: tuple[Annotation, ...], there: tuple[Annotation, ...]) -> Match:
        """Unions are sets. Members that are the same on both sides go together; each other one needs a partner, which
        is looked for among the likely ones first: one whose classes all are pairs, else any that matches. What can't be
        made out takes what is left."""
        shared = {member for member in set(here) & set(there) if not _is_unclear_within(member)}
        left = [member for member in there if member not in shared]
        result = SAME
        for member in sorted((item for item in here if item not in shared), key=_is_unclear):
            candidates = sorted(left, key=lambda other: (_is_unclear(other), not self._likely(member, other)))
            partner = self._partner(member, candidates)
            if partner is None:
                return _unless_unclear(here, there)
            left.remove(partner[0])
            result &= partner[1]
        return result if not left else _unless_unclear(here, there)

    def _partner(self, member: Annotation, candidates: list[Annotation]) -> tuple[Annotation, Match] | None:
        first: tuple[Annotation, Match] | None = None
        for other in candidates:
            match = self.match(member, other)
            if match.same and all(self._likely_classes(*pair) for pair in match.nested):
                return other, match
            if match.same and first is None:
                first = other, match
        return first

    def _likely(self, here: Annotation, there: Annotation) -> bool:
        if isinstance(here, Declared) and isinstance(there, Declared):
            return self._likely_classes(here.dotted, there.dotted)
        return _last_name(here) == _last_name(there)


def _last_name(annotation: Annotation) -> str:
    if isinstance(annotation, Declared):
        return annotation.dotted.rpartition(".")[2]
    if isinstance(annotation, OutsideClass):
        return annotation.name.rpartition(".")[2]
    return _last_name(annotation.generic) if isinstance(annotation, Applied) else ""


def _outside(here: Annotation, there: Annotation) -> Match:
    """Two names of one class: it may be the same one, imported from two places, of which one can't be looked into."""
    names = (_name(here), _name(there))
    if all(names) and any(isinstance(item, OutsideClass) and item.is_hidden for item in (here, there)):
        return Match(doubt=f"whether {names[0]} and {names[1]} are the same can't be told")
    if all(names) and "." in "".join(names) and _last_name(here) == _last_name(there):
        return Match(doubt=f"whether {names[0]} and {names[1]} are one class can't be told")
    return DIFFERENT


def _name(annotation: Annotation) -> str:
    if isinstance(annotation, Declared):
        return annotation.dotted
    return annotation.name if isinstance(annotation, OutsideClass) else ""


def _doubtful(here: Annotation, there: Annotation) -> Match:
    reasons = [f"{item.text}: {item.reason}" for item in (here, there) if isinstance(item, Unclear)]
    return Match(doubt=reasons[0])


def _unless_unclear(here: tuple[Annotation, ...], there: tuple[Annotation, ...]) -> Match:
    """Unions that do not agree differ, unless a member that can't be made out may be the one that is missing."""
    unclear = [member for member in (*here, *there) if isinstance(member, Unclear)]
    return _doubtful(unclear[0], unclear[0]) if unclear else DIFFERENT


def _is_unclear(annotation: Annotation) -> bool:
    return isinstance(annotation, Unclear)


def _is_unclear_within(annotation: Annotation) -> bool:
    if isinstance(annotation, Applied):
        return any(_is_unclear_within(argument) for argument in annotation.arguments)
    if isinstance(annotation, OneOf):
        return any(_is_unclear_within(member) for member in annotation.members)
    return isinstance(annotation, Unclear)
