"""Values of the same class with something else in them: what derives from ``str`` or ``list`` may want more for its
constructor than the text or the items, and is made around it."""

from __future__ import annotations

import enum
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.zeros import is_trivial

_PLAIN: Final[tuple[Any, ...]] = (str, bytes, int, float, list, dict)
_BUILTIN: Final = frozenset((list, tuple, set, frozenset, dict))


def refilled(holder: Any, items: Iterable[Any]) -> Any:
    """The container with these items instead of its own; a mapping takes pairs."""
    kind = type(holder)
    if kind in _BUILTIN:
        return kind(items)
    for base in (tuple, frozenset):
        if isinstance(holder, base):
            made: Any = base.__new__(kind, items)
            if hasattr(holder, "__dict__"):
                vars(made).update(copied(vars(holder)))
            return made
    made = copied(holder)
    if isinstance(made, OrderedDict):  # it keeps an order beside the mapping that it is
        OrderedDict.clear(made)
        for key, item in items:
            OrderedDict.__setitem__(made, key, item)
        return made
    for mutable, add in ((list, list.extend), (set, set.update), (dict, dict.update)):
        if isinstance(made, mutable):
            mutable.clear(made)  # type: ignore[arg-type]
            add(made, items)  # type: ignore[arg-type]
            return made
    return kind(items)


def retold(value: Any, plain: Any) -> Any:
    """Another text, number or the like of the same class; ``None`` where the class does not make it of that."""
    kind = type(value)
    if kind is type(plain):
        return plain
    try:
        made = kind(plain)
    except Exception:
        return None
    return made if type(made) is kind and made == plain else None


def plain_form(value: Any) -> Any:
    """The text, number or container that a value is one of by its class; of a set or a tuple, the list of its elements;
    any other value itself."""
    if type(value) in _PLAIN or isinstance(value, (bool, enum.Enum)):
        return value
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return list(value)
    return next((base(value) for base in _PLAIN if isinstance(value, base)), value)


def restored(value: Any, plain: Any) -> Any:
    """The like of a plain form, of the class of the value; ``None`` where that does not make it."""
    if type(plain) is type(value) or type(plain) not in _PLAIN:
        return plain
    if type(plain) is list and isinstance(value, (list, tuple, set, frozenset)):
        return refilled(value, plain)
    if not isinstance(value, type(plain)):
        return plain
    return refilled(value, plain.items()) if type(plain) is dict else retold(value, plain)


def zero_of(value: Any) -> Any:
    """The value of the same class that says nothing: of an enum, a member that does, else the first; ``None`` where
    there is no such."""
    if isinstance(value, enum.Flag):
        return type(value)(0)
    if isinstance(value, enum.Enum):
        members = list(type(value))
        return next((member for member in members if is_trivial(member)), members[0])
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return refilled(value, ())
    for base in (bool, int, float, str, bytes):
        if isinstance(value, base):
            return retold(value, base())
    try:
        return type(value)()
    except Exception:
        return None
