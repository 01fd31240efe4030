"""Objects of classes that derive from that of a part: a field of the declared class may hold one."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any, Final

from apivet.blackbox.objects.access import field_names, read
from apivet.blackbox.objects.constructing import attempt
from apivet.blackbox.objects.values import live_class

#: Names by which code asks for the class of an object.
_CLASS_OF: Final = ("type", "__class__")
#: Objects of so many classes, of one part.
_MOST: Final = 2


def derived_ones(part: Any, names: Collection[str]) -> Iterator[Any]:
    """The part as objects of classes that derive from its own and are among these names; of any, where code
    asks which class something is of."""
    fields = field_names(part)
    if fields:
        is_asked = any(name in names for name in _CLASS_OF)
        kinds = (kind for kind in _deriving(type(part)) if is_asked or kind.__name__ in names)
        yield from islice(_made(kinds, {name: read(part, name) for name in fields}), _MOST)


def _made(kinds: Iterator[type], values: dict[str, Any]) -> Iterator[Any]:
    for kind in kinds:
        with contextlib.suppress(Exception):  # its own code
            made = attempt(kind, values, 0)
            if type(made) is kind:
                yield made


def _deriving(kind: type) -> Iterator[type]:
    """The classes that derive from one, nearest first, as far as their modules know them by their names: others are
    what a decorator has put another one in the place of."""
    found: list[type] = [kind]
    for base in found:
        nearest: list[type] = type.__subclasses__(base)
        found += [each for each in nearest if each not in found]
        if base is not kind:
            with contextlib.suppress(Exception):
                if live_class(f"{base.__module__}.{base.__qualname__}") is base:
                    yield base
