"""The values that a declaration allows: what no caller could send convinces nobody."""

from __future__ import annotations

import functools
import inspect
import types
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from apivet.blackbox.limits import KNOWN_OBJECTS
from apivet.blackbox.objects.accepting import is_plain_struct, looks_into, takes_anything
from apivet.blackbox.objects.access import ABSENT, field_names, identity_of, read
from apivet.blackbox.objects.bounds import Bounds, demands_of, hint_of
from apivet.blackbox.objects.constructing import parameter_of
from apivet.blackbox.objects.copying import copied, fields_alone
from apivet.blackbox.objects.fitting import fits
from apivet.blackbox.objects.paths import value_at, with_value_at
from apivet.blackbox.objects.snapshots import are_alike
from apivet.paths import Path

_NOTHING: Final = Bounds()


def admits(root: Any, steps: Path, other: object, declared: Any = None) -> bool:
    """Whether an object may have another value in one place: the limits and the type that its field is declared with
    allow it, and all classes around it take it where they take the present one. An object that is a mapping does not
    know the class that it is ``declared`` by."""
    if type(root) is dict and not _still_fits(declared, root, with_value_at(root, steps, other)):
        return False
    index = _field_in(steps)
    if index is None:
        return True
    holder, name, inner = value_at(root, steps[:index]), steps[index], steps[index + 1 :]
    if not limits_of(holder, name, other).allow(other):
        return False
    present = read(holder, name)
    held = with_value_at(present, inner, other)
    if not _still_fits(hint_of(type(holder), name), present, held):
        return False
    names = field_names(holder)
    kind: Any = type(holder)
    if names is not None and not _asks_nothing(kind, name) and not _is_accepted(holder, names, name, held):
        return False
    return all(_is_taken_by(value_at(root, steps[:at]), steps[at:], other) for at in _fields_around(steps, index))


def _still_fits(hint: Any, present: object, other: object) -> bool:
    """Whether an annotation allows another value, where it allows the present one."""
    return hint is None or fits(hint, other) or not fits(hint, present)


def _fields_around(steps: Path, index: int) -> Iterator[int]:
    """The indices of the fields that the last one lies in, from within."""
    return (at for at in range(index - 1, -1, -1) if isinstance(steps[at], str))


def _is_taken_by(holder: Any, inside: Path, other: object) -> bool:
    """Whether the class of an object takes another value deep inside of it: validators see all that lies there."""
    names = field_names(holder)
    kind: Any = type(holder)
    if names is None or takes_anything(kind) or not looks_into(kind, inside[0]):
        return True
    return not _is_made_of_fields(holder, names) or _keeps(with_value_at(holder, inside, other), [inside])


def is_admitted_around(root: Any, steps: Path) -> bool:
    """Whether all that lies around a place takes what it holds: validators see what is deep inside as well."""
    for index in range(len(steps) - 1, -1, -1):
        holder = value_at(root, steps[:index])
        if isinstance(steps[index], str) and _made_again(holder) is None:
            return False
    return True


def are_admitted(root: Any, places: Iterable[Path]) -> bool:
    """Whether all that lies around some places takes what they hold, and keeps it as it is."""
    inside: dict[Path, list[Path]] = defaultdict(list)
    for steps in places:
        for index, step in enumerate(steps):
            if isinstance(step, str):
                inside[steps[:index]].append(steps[index:])
    return all(_keeps(value_at(root, steps), below) for steps, below in inside.items())


def _keeps(holder: Any, places: list[Path]) -> bool:
    made = _made_again(holder)
    if made is None or made is holder:
        return made is not None
    return all(are_alike(value_at(made, steps), value_at(holder, steps)) for steps in places)


def limits_at(root: Any, steps: Path, value: object) -> Bounds:
    """The bounds of such a value in one place."""
    index = _field_in(steps)
    return _NOTHING if index is None else limits_of(value_at(root, steps[:index]), steps[index], value)


def limits_of(holder: Any, name: str, value: object) -> Bounds:
    """The bounds that an object sets for such values of its field, or for those that lie in them."""
    kind = type(value)
    holding: Any = type(holder)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return demands_of(holding).get(name, {}).get(f"{module}{kind.__qualname__}", _NOTHING)


def _field_in(steps: Path) -> int | None:
    """The index of the last field on a way into an object."""
    return next((index for index in range(len(steps) - 1, -1, -1) if isinstance(steps[index], str)), None)


@functools.cache
def _asks_nothing(kind: Any, name: str) -> bool:
    """Whether a class takes whatever it is given for a field."""
    if is_plain_struct(kind):
        return True
    if not fields_alone(kind) or kind.__setattr__ is not object.__setattr__:
        return False
    described = inspect.getattr_static(kind, name, None)
    return not hasattr(described, "__set__") or isinstance(described, types.MemberDescriptorType)  # a slot


def _is_accepted(holder: Any, names: tuple[str, ...], name: str, other: Any) -> bool:
    """Whether the class of the holder takes such a value where it takes the present one: no caller gets past a
    validator."""
    if not _is_made_of_fields(holder, names):
        return True  # it asks for something else than its fields
    made = _made(type(holder), {**_given(holder, names), name: other})
    return made is not None and are_alike(read(made, name), other)


#: The objects that were asked about last, by their identity.
_ASKED: Final[dict[int, tuple[Any, bool]]] = {}


def _is_made_of_fields(holder: Any, names: tuple[str, ...]) -> bool:
    """Whether its class takes what an object holds. What is tried of objects is made of them and leaves them as they
    are, so that it is asked once for many values."""
    known = _ASKED.get(identity_of(holder))
    if known is None or known[0] is not holder:
        if len(_ASKED) >= KNOWN_OBJECTS:
            _ASKED.clear()
        known = _ASKED[identity_of(holder)] = holder, _takes(type(holder), _given(holder, names))
    return known[1]


def _made_again(holder: Any) -> Any:
    """A new object of the same class and values; ``None`` where the class does not take them. Where it would take
    anything, the object itself."""
    names = field_names(holder)
    kind: Any = type(holder)
    return holder if names is None or takes_anything(kind) else _made(kind, _given(holder, names))


def _given(holder: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Copies of an object's values by name; a constructor may change its arguments."""
    held = {name: copied(read(holder, name)) for name in names}
    return {name: item for name, item in held.items() if item is not ABSENT}


def _takes(kind: Any, given: dict[str, Any]) -> bool:
    return _made(kind, given) is not None


def _made(kind: Any, given: dict[str, Any]) -> Any:
    try:
        return kind(**{parameter_of(kind, name): item for name, item in given.items()})
    except Exception:
        return None
