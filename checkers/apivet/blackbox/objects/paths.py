"""Ways into live objects: to every leaf of one of them, and to what a path of the type model means in all of them."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects.access import ABSENT, field_names, payload_names, read, write
from apivet.blackbox.objects.copying import copied, shallow
from apivet.blackbox.objects.rebuilding import refilled, retold
from apivet.blackbox.objects.snapshots import SCALARS, Snapshot, entry
from apivet.paths import EACH, Key, Path, extended


def leaf_places(value: Any, steps: Path, around: tuple[Any, ...] = ()) -> Iterator[tuple[Path, Any]]:
    """Every value without parts in what lies at these steps, with the steps to it. What lies in itself, as what it is
    in is ``around`` it, is not gone into again."""
    if type(value) in SCALARS:
        yield steps, value
        return
    inner = list(_parts_of(value, around))
    if not inner and (is_plain(value) or isinstance(value, (set, frozenset))):
        yield steps, value
    for step in inner:
        yield from leaf_places(_step(value, step), (*steps, step), (*around, value))


def nodes_of(value: Any, steps: Path, around: tuple[Any, ...] = ()) -> Iterator[tuple[Path, Any]]:
    """The value at these steps and all its parts, outermost first."""
    yield steps, value
    for step in () if type(value) in SCALARS else _parts_of(value, around):
        yield from nodes_of(_step(value, step), (*steps, step), (*around, value))


def places_of(
    value: Any, names: Container[str], steps: Path = (), around: tuple[Any, ...] = (), *, is_root: bool = True
) -> Iterator[Path]:
    """The steps to the fields of these names that lie in none of another name, and to the elements of containers in
    them: of a list, the first stands for all; those of a tuple may each be of another kind. A dict at the top is an
    object, and so is one in it that has keys of these names."""
    is_object = is_root and type(value) is dict and (not steps or any(key in names for key in value))
    for step in () if type(value) in SCALARS else _parts_of(value, around):
        if is_object and isinstance(step, Key):
            step = step.key
        if isinstance(step, str):
            if step not in names:
                continue
        elif isinstance(step, int) and step > 0 and not isinstance(value, tuple):
            return
        inside = (*steps, step)
        if isinstance(inside[0], str):
            yield inside
        yield from places_of(_step(value, step), names, inside, (*around, value), is_root=is_object)


def is_plain(value: Any) -> bool:
    """Whether a value has no parts, and no place for any."""
    if type(value) in SCALARS:
        return True
    return not isinstance(value, (list, tuple, set, frozenset, Mapping)) and field_names(value) is None


def _parts_of(value: Any, around: tuple[Any, ...]) -> Iterator[Any]:
    for each in around:
        if each is value:
            return
    names = payload_names(value)
    if names is not None:
        yield from names
    elif isinstance(value, Mapping):
        yield from (Key(key) for key in value)
    elif isinstance(value, (list, tuple)):
        yield from range(len(value))


def _step(value: Any, step: Any) -> Any:
    if type(step) is str:  # as nearly always
        return read(value, step)
    return value[step.key] if isinstance(step, Key) else value[step]


def value_at(value: Any, steps: Path) -> Any:
    """The value at these steps; :data:`ABSENT` where there is none."""
    for step in steps:
        try:
            value = read(value, step) if type(step) is str else _step(value, step)
        except (LookupError, TypeError):
            return ABSENT
    return value


def with_value_at(holder: Any, steps: Path, value: object) -> Any:
    """The holder with another value there: a new one, which shares all else with the one that is given."""
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    changed = with_value_at(_step(holder, step), rest, value)
    if isinstance(step, int):
        return refilled(holder, (changed if index == step else item for index, item in enumerate(holder)))
    again = shallow(holder)
    if isinstance(step, Key):
        again[step.key] = changed
        return again
    return write(again, step, changed)


_MORE: Final[tuple[tuple[Any, Any], ...]] = ((int, 1), (float, 1), (str, "-other"), (bytes, b"-other"))


def another(value: object) -> object:
    """A value of the same type that is another one; :data:`ABSENT` where nobody knows one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, enum.Enum):
        others = [member for member in type(value) if member is not value]
        return others[0] if others else ABSENT
    for base, more in _MORE:
        if isinstance(value, base):
            made = retold(value, base(value) + more)
            return ABSENT if made is None else made
    return "value-other" if value is None else ABSENT


# ------------------------------------------------------------------------------------- paths of the type model


def get(holder: Any, path: tuple[str, ...]) -> Any:
    """The value at a path of names."""
    for step in path:
        if holder is None or holder is ABSENT:
            return ABSENT
        holder = read(holder, step)
    return holder


def found_at(snapshot: Snapshot, path: tuple[str, ...]) -> dict[str, Any]:
    """The values at a path in each of the elements, by the full paths under which findings tell of them."""
    return snapshot.memo.of(_all_found, snapshot, path)


def _all_found(snapshot: Snapshot, path: tuple[str, ...]) -> dict[str, Any]:
    return dict(_found(snapshot.value, path, ""))


def _found(holder: Any, path: tuple[str, ...], way: str) -> Iterator[tuple[str, Any]]:
    if not path:
        yield way, holder
    elif holder is None or holder is ABSENT:
        return
    elif path[0] != EACH:
        inner = read(holder, path[0])
        if inner is not ABSENT:
            yield from _found(inner, path[1:], extended(way, path[0]))
    elif isinstance(holder, Mapping):
        for key, item in holder.items():
            yield from _found(item, path[1:], entry(way, key))
    elif isinstance(holder, Iterable):
        for index, item in enumerate(holder):
            yield from _found(item, path[1:], extended(way, index))


def put_in(holder: Any, around: tuple[str, ...], name: str, value: object) -> Any:
    """The holder with this very value as the field of what lies at a path of names: a new one, as above."""
    if holder is None or holder is ABSENT:
        return holder
    if not around:
        return write(shallow(holder), name, value)
    return write(shallow(holder), around[0], put_in(read(holder, around[0]), around[1:], name, value))


def put(holder: Any, path: tuple[str, ...], value: object) -> Any:
    """The holder with a value at a path, in every element where it leads through containers: a new one, as above."""
    if not path:
        return copied(value)
    if holder is None or holder is ABSENT:
        return holder
    step, rest = path[0], path[1:]
    if step == EACH:
        if isinstance(holder, dict):
            return refilled(holder, [(key, put(item, rest, value)) for key, item in holder.items()])
        if isinstance(holder, Mapping):
            return {key: put(item, rest, value) for key, item in holder.items()}
        return refilled(holder, [put(item, rest, value) for item in holder])
    return write(shallow(holder), step, put(read(holder, step), rest, value))
