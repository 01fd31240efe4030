"""Probes: values that note what they are compared with, and from which value of a field that would follow.

Code that reckons before it compares (``obj.spec.high == 2 * obj.spec.low``) names nowhere the value that makes the
difference; the comparison itself has it. A probe is the value of a field, and what is reckoned from it is one again
that knows the way back: what the field would have to be for this to be that.
"""

from __future__ import annotations

import contextlib
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final

from msgspec import Struct, field

from apivet.blackbox.limits import NOTED_COMPARISONS, PROBED_FIELDS
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.neighbours import in_order

Back = Callable[[Any], Any]


class Origin(Struct, frozen=True):
    """The field that a value was reckoned from: ``place`` is its caller's name for it, ``back`` the field's value for
    which the reckoning would come to another one. ``is_itself`` where it is the field's own value. Where no change of
    one field alone comes to that, ``leaving`` is the value for which a change of another one does."""

    place: Any
    back: Back = lambda wanted: wanted
    is_itself: bool = False
    leaving: Back = lambda wanted: None


class Wish(Struct, frozen=True):
    """The value that a field would have to have for a comparison to come out otherwise. ``near`` where the comparison
    asks for more or less, so that the values beside it tell as much."""

    place: Any
    value: Any
    near: bool

    @property
    def identity(self) -> tuple[Any, ...]:
        """The wish as a key."""
        value = repr(self.value) if type(self.value) in (list, dict) else self.value
        return self.place, type(self.value), value, self.near


class Comparisons(Struct, eq=False):
    """The comparisons that probes have made; none any more once it is closed."""

    wishes: dict[tuple[Any, ...], Wish] = field(default_factory=dict)
    is_open: bool = True

    def note(self, probe: Any, other: Any, *, near: bool = False) -> None:
        """A probe was compared with another value, which may be a probe, too."""
        if self.is_open:
            self._wish(probe, other, near)
            self._wish(other, probe, near)
            if probe is other and type(probe.plain) is float:
                self._wish(probe, math.nan, near)  # what else would not equal itself

    def want(self, wish: Wish) -> None:
        """A field's value for which code that was seen would go on otherwise."""
        if self.is_open and len(self.wishes) < NOTED_COMPARISONS:
            self.wishes[wish.identity] = wish

    def _wish(self, probe: Any, other: Any, near: bool) -> None:
        origins = origins_of(probe)
        present = plain_of(probe)
        wanted = plain_of(other)
        if type(wanted) in (list, dict):
            wanted = copied(wanted)  # the hook may change its own; and there may be probes in it
        if type(wanted) is not type(present) and not (is_number(wanted) and is_number(present)):
            return
        for origin in origins:
            others = origins_of(other) if origin.is_itself and not near else ()
            if any(each.is_itself and _same_field(origin, each) for each in others):
                continue  # whether the field is another one all others ask, but not which of the two is more
            # Beside a moment lie moments of the same day: where whole days are compared, the next one tells more.
            next_one = wanted + (1 if present < wanted else -1) if near and type(wanted) is int else wanted
            known: list[Any] = []
            # In the place of a part of a text comes what lies beside that; with a whole one, that is tried anyway.
            is_part = near and type(wanted) is str and not origin.is_itself
            for each in in_order(wanted) if is_part else (wanted, next_one):
                with contextlib.suppress(ArithmeticError, ValueError, TypeError):
                    value = origin.back(each)
                    if value is None:
                        value = origin.leaving(each)
                    # Numbers next to a whole one are tried with that.
                    if value is not None and (not known or type(value) is not int or abs(value - known[0]) > 1):
                        known.append(value)
                        self.want(Wish(origin.place, value, near))


def _same_field(one: Origin, other: Origin) -> bool:
    return bool(one.place[1:] == other.place[1:])


def origins_of(value: Any) -> tuple[Origin, ...]:
    """The fields that a value was reckoned from, as far as that is known."""
    return value.origins if isinstance(value, Probe) else ()


def plain_of(value: Any) -> Any:
    """The value without what makes it a probe."""
    return value.plain if isinstance(value, Probe) else value


def is_number(value: Any) -> bool:
    """Whether a value is a number and no probe."""
    return type(value) in (int, float)


def _itself(value: Any) -> Any:
    return value


class Probe:
    """The members that all probes have besides their value."""

    origins: tuple[Origin, ...]
    comparisons: Comparisons
    plain: Any
    #: The types with whose values it can be compared.
    alike: ClassVar[Any]

    @classmethod
    def of(cls, value: Any) -> Any:
        """One that equals a value."""
        return cls(value)  # type: ignore[call-arg]

    # A hook's own copies still tell; what it has kept and stores later is copied by us as the value it stands for.

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self

    def __reduce_ex__(self, protocol: object) -> Any:
        return _itself, (self.plain,)


#: The class of the probes for each type of values.
KINDS: Final[dict[type, type[Probe]]] = {}


def made(value: Any, origins: Iterable[Origin], comparisons: Comparisons) -> Any:
    """A probe for a value that was reckoned from these; the value itself where there are none for its type."""
    kind = KINDS.get(type(value))
    if kind is None:
        return value
    found = kind.of(value)
    # Not by attributes: some are properties, and code may look whether a text or a number has any.
    found.__dict__.update(plain=value, origins=tuple(origins)[:PROBED_FIELDS], comparisons=comparisons)
    return found


def chained(origin: Origin, back: Back) -> Origin:
    """The origin of what is reckoned from a value of this origin."""

    def through(next_one: Back) -> Back:
        return lambda wanted: None if (inner := back(wanted)) is None else next_one(inner)

    return Origin(origin.place, through(origin.back), leaving=through(origin.leaving))


def reckoned(probe: Any, value: Any, *ways: Back) -> Any:
    """The result of reckoning with a probe alone, and the ways back: of one that has several, each leads to another
    value that would come to the same."""
    return made(value, (chained(origin, back) for back in ways for origin in probe.origins), probe.comparisons)


def spliced(whole: Sequence[Any], key: Any, wanted: Any) -> list[Any]:
    """The items of a sequence with others in a place or a slice of it. Raises :class:`ValueError` where they are more,
    or fewer, than a slice with steps has."""
    items = list(whole)
    items[key] = wanted
    return items


def compares(kind: type[Probe]) -> type[Probe]:
    """Have the probes of a class note what they are compared with."""
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(kind, f"__{name}__", _comparison(name, kind.alike if kind.alike in (list, dict) else None))
    return kind


def _comparison(name: str, container: Any) -> Callable[[Any, Any], Any]:
    compare = getattr(operator, name)
    of_container = None if container is None else getattr(container, f"__{name}__")

    def comparison(self: Any, other: Any) -> Any:
        self.comparisons.note(self, other, near=name not in ("eq", "ne"))
        if of_container is not None:  # code may have changed what is in it
            return of_container(self, other)
        plain = plain_of(other)
        if isinstance(plain, self.alike):
            return compare(self.plain, plain)
        return NotImplemented

    return comparison
