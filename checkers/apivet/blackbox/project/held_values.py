"""Constants and functions that a value holds: a table, the fields of an object of settings, what a function was made
with. Code that is given the value goes by them, though it does not write them out."""

from __future__ import annotations

import contextlib
import functools
import re
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from apivet.blackbox.limits import CONSTANTS, HELD_DEPTH
from apivet.blackbox.objects.access import attributes_of, is_a, is_class, slots_of
from apivet.blackbox.objects.matching import texts_matching
from apivet.blackbox.project.made_constants import MADE

#: Types of constants.
TYPES: Final = (str, int, float, bytes, *MADE)
_COLLECTIONS: Final = (tuple, frozenset, set, list, dict)


def held_by(value: Any, is_own: Callable[[str], bool], depth: int = HELD_DEPTH) -> Iterator[Any]:
    """The constants in a value, and functions that lie in it. Of objects, those of the project's own classes are looked
    into, with what their classes have for all; nothing of them is run."""
    if type(value) in TYPES:
        yield value
    elif is_a(value, re.Pattern):
        yield from texts_matching(value)
    else:
        if is_a(value, types.FunctionType):
            yield value
        for item in _parts_of(value, is_own) if depth else ():
            yield from held_by(item, is_own, depth - 1)


def _parts_of(value: Any, is_own: Callable[[str], bool]) -> Iterable[Any]:
    collection: Any = next((each for each in _COLLECTIONS if is_a(value, each)), None)
    if collection is not None:  # a class that derives from one may have ways of its own to be gone through
        inner = list(collection.__iter__(value)) if collection.__len__(value) <= 2 * CONSTANTS else []
        if collection in (set, frozenset):
            return sorted((item for item in inner if type(item) in TYPES), key=repr)
        return [*inner, *(dict.values(value) if collection is dict and inner else ())]
    if is_a(value, functools.partial):
        return value.func, *value.args, *value.keywords.values()
    if is_a(value, types.FunctionType):
        return _made_with(value)
    kind: Any = type(value)
    if is_class(value) or is_a(value, types.ModuleType) or not is_own(kind.__module__):
        return ()
    return _fields_of(value)


def _made_with(function: types.FunctionType) -> Iterator[Any]:
    """Defaults of parameters, and what the function finds in the one around it."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not bound yet
            yield cell.cell_contents


def _fields_of(value: Any) -> Iterator[Any]:
    kind: Any = type(value)
    yield from list(attributes_of(value).values())
    for slot in slots_of(kind):
        with contextlib.suppress(AttributeError):
            yield slot.__get__(value)
    yield from (member for name, member in list(vars(kind).items()) if not name.startswith("__"))
