"""Values that say less than the present one, within what is declared: what a failing case is made small with."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects.access import same
from apivet.blackbox.objects.bounds import Bounds, optional_keys
from apivet.blackbox.objects.choices import literal
from apivet.blackbox.objects.wording import CannotFillError
from apivet.blackbox.protocol.models import TypeModel
from apivet.program.annotations import ELLIPSIS, NONE, Annotation, Applied, Declared, Only, OutsideClass, members

#: Texts that say little, as they are or as often as is asked for.
_LETTERS: Final = ("a", "b", "A", "0")
_EMPTY: Final = ""
#: Of what counts time, what says least; a text of it stays short.
_FIRST: Final[Mapping[type, Callable[[Any], Any]]] = {
    datetime.datetime: lambda value: value.replace(2021, 1, 1, 0, 0, 0, 0),
    datetime.date: lambda value: datetime.date(2021, 1, 1),
    datetime.timedelta: lambda value: datetime.timedelta(0),
}


def smaller(
    value: Any,
    annotation: Annotation | None,
    bounds: Bounds,
    types: Mapping[str, TypeModel],
    live: Callable[[str], Any],
) -> Iterator[Any]:
    """Smaller values for this one, the least first. Only values of the very types that are known here get smaller: what
    derives from one may want more than that for its constructor."""
    alternatives = () if annotation is None else members(annotation)
    if value is not None and NONE in alternatives:
        yield None
    literals = [item for item in alternatives if isinstance(item, Only)]
    if literals:
        yield from _before(value, list(_values_of(literals)))
        if any(same(value, one) for one in _values_of(literals)):
            return
    if isinstance(value, enum.Enum):
        yield from _members_before(value)
    elif type(value) is bool:
        yield from (False,) if value else ()
    elif type(value) in (int, float):
        least = bounds.least()
        if least is not None and abs(least) < abs(value):
            yield type(value)(least)
    elif type(value) in (str, bytes):
        texts: Any = _texts(bounds.min_length or 0)
        texts = (text.encode() for text in texts) if type(value) is bytes else texts
        yield from (text for text in texts if len(text) < len(value) and bounds.allow(text))
    elif type(value) in _FIRST:
        first = _FIRST[type(value)](value)
        yield from (first,) if first < value else ()
    elif type(value) in (list, tuple, set, frozenset, dict):
        fewer = _fewer(value, alternatives, types, live)
        yield from (each for each in fewer if bounds.allow(each))


def _values_of(literals: list[Only]) -> Iterator[Any]:
    for item in literals:
        try:
            yield literal(item)
        except CannotFillError:
            continue


def _before(value: Any, ordered: list[Any]) -> Iterator[Any]:
    """Of values in their order, those that come before this one."""
    for each in ordered:
        if same(each, value):
            return
        yield each


def _members_before(value: enum.Enum) -> Iterator[Any]:
    """The members that come before this one; of flags, none and then each alone."""
    kind: Any = type(value)
    if isinstance(value, enum.Flag):
        if value.value:
            yield kind(0)
        yield from (each for each in kind if each is not value and each.value < value.value)
    else:
        yield from _before(value, list(kind))


def _texts(shortest: int) -> Iterator[str]:
    if not shortest:
        yield _EMPTY
    yield from (letter * max(1, shortest) for letter in _LETTERS)


def _fewer(
    value: Any, alternatives: tuple[Annotation, ...], types: Mapping[str, TypeModel], live: Callable[[str], Any]
) -> Iterator[Any]:
    """The container with nothing in it, with one of its elements, and without one of them."""
    kind = type(value)
    if kind is dict and any(isinstance(item, Declared) for item in alternatives):
        for item in alternatives:
            if isinstance(item, Declared) and types[item.dotted].form == "typeddict":
                optional = optional_keys(live(item.dotted))
                yield from ({key: value[key] for key in value if key != gone} for gone in value if gone in optional)
        return
    if kind is tuple and all(is_of_fixed_size(item) for item in alternatives):
        return
    if not value:
        return
    elements: list[Any] = list(value.items()) if kind is dict else list(value)
    if kind in (set, frozenset):
        elements.sort(key=repr)
    yield kind()
    if len(elements) > 1:
        yield from (kind([element]) for element in elements)
        yield from (kind(elements[:index] + elements[index + 1 :]) for index in range(len(elements) - 1, -1, -1))


def is_of_fixed_size(annotation: Annotation) -> bool:
    """Whether a container is declared with each of its elements or keys: ``tuple[int, str]``, a ``TypedDict``."""
    for item in members(annotation):
        if isinstance(item, Declared):
            return True
        if isinstance(item, Applied) and item.generic == OutsideClass("tuple"):
            return item.arguments[1:] != (ELLIPSIS,)
    return False
