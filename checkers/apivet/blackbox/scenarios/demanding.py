"""Values that ask more of a conversion or a codec than the ordinary ones: numbers below zero and beyond what a float
holds, texts in capitals, in other scripts, with blanks and line breaks, lists in no order and with the same twice."""

from __future__ import annotations

import contextlib
import datetime
import decimal
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects.access import ABSENT, field_names, read, same, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.domain import admits, are_admitted, is_admitted_around, limits_at
from apivet.blackbox.objects.paths import another, nodes_of, value_at, with_value_at
from apivet.blackbox.objects.rebuilding import refilled
from apivet.paths import Key, Path

#: Floats hold every whole number up to here.
_EXACT: Final = 2**53
_LONG: Final = 300
_OWN: Final = ("value-", "key-")
#: Names that tell an object from others are the framework's, with a form of its own; a version and a kind say what
#: it is.
_NAMES: Final = frozenset(
    ("name", "generate_name", "namespace", "uid", "resource_version", "self_link", "api_version", "kind")
)
#: Where all places at once are refused, so many are tried one by one.
_ALONE: Final = 40

Demand = Callable[[Any], Any]


def _text(change: Callable[[str], str]) -> Demand:
    """The change of a text of our own making: any other has a form that is asked for."""
    return lambda value: change(value) if type(value) is str and value.startswith(_OWN) else value


def _number(change: Callable[[Any], Any], *kinds: type) -> Demand:
    return lambda value: change(value) if type(value) in kinds else value


def _list(change: Callable[[list[Any]], list[Any]]) -> Demand:
    """The change of a list that may have any number of elements."""
    return lambda value: change(value) if type(value) is list and value else value


def _twice(items: list[Any]) -> list[Any]:
    """With an element twice; of structures, each may have to have a name of its own."""
    return [*items, items[0]] if type(items[0]) in (str, int, float) else items


def _more(items: list[Any]) -> list[Any]:
    found = list(items)
    while type(items[0]) in (str, int, float) and len(found) < len(items) + 4:
        other = another(found[-1])
        if other is ABSENT:
            break
        found.append(other)
    return found


def _keys(value: Any) -> Any:
    if type(value) is not dict or not all(type(key) is str and key.startswith(_OWN) for key in value):
        return value
    return {f"{key.upper()} é": item for key, item in value.items()}


#: Each is asked of all places at once.
_DEMANDS: Final[tuple[Demand, ...]] = (
    _number(lambda value: -value, int, float, decimal.Decimal),
    _number(lambda value: _EXACT + 2 * value + 1, int),
    _number(lambda value: value + type(value)("0.0625"), float, decimal.Decimal),
    _text(str.upper),
    _text(lambda value: f" {value} "),
    _text(lambda value: f"{value} é 日本"),
    _text(lambda value: f"{value}{'x' * _LONG}"),
    _text(lambda value: f"{value},a;b|c:d/e=f&g"),
    _text(lambda value: f'{value}\nnext\r\n"last"\t\'\\'),
    _list(lambda value: value[::-1]),
    _list(_twice),
    _list(_more),
    _keys,
    lambda value: value.replace(microsecond=123_456) if type(value) in (datetime.datetime, datetime.time) else value,
    lambda value: value + datetime.timedelta(microseconds=1) if type(value) is datetime.timedelta else value,
    lambda value: b"\xff\x00" + value if type(value) is bytes else value,
)


def demanding(full: Any, still: Callable[[Any], bool]) -> Iterator[Any]:
    """The object with each demand in all places that allow it or, where it is not ``still`` taken then, in one place
    after the other."""
    held = [(steps, value_at(full, steps)) for steps in _places(full)]
    held.reverse()
    left = _ALONE
    for demand in _DEMANDS:
        every, places = _at_once(full, held, demand)
        if not places:
            continue
        yield every
        if still(every):
            continue
        for steps in places[:left]:
            other = demand(value_at(full, steps))
            if _allows(full, steps, other):
                yield with_value_at(full, steps, other)
        left = max(0, left - len(places))


def filled_in_place(bare: Any, full: Any) -> Iterator[Any]:
    """An object that is made with nothing and gets its values afterwards, deep inside, as code sets them: what goes by
    what a constructor was given has not seen them."""
    made = copied(bare)
    with contextlib.suppress(Exception):
        _fill(made, full)
        yield made


def _fill(holder: Any, full: Any) -> None:
    for name in field_names(holder) or ():
        value, wanted = read(holder, name), read(full, name)
        if type(value) is list and type(wanted) is list:
            value.extend(copied(wanted[len(value) :]))
        elif type(value) is dict and type(wanted) is dict:
            value.update(copied(wanted))
        elif field_names(value) and type(value) is type(wanted):
            _fill(value, wanted)
        elif wanted is not ABSENT:
            write(holder, name, copied(wanted))


def _at_once(full: Any, held: list[tuple[Path, Any]], demand: Demand) -> tuple[Any, list[Path]]:
    """The object with a demand in as many places as allow it together, and these places."""
    others = ((steps, value, demand(value)) for steps, value in held)
    changed = [(steps, other) for steps, value, other in others if not same(other, value)]
    places = [steps for steps, other in changed if limits_at(full, steps, other).allow(other)]
    every = _with_demand(full, (), demand, frozenset(places))
    if are_admitted(every, places):
        return every, places
    return _one_after_the_other(full, [steps for steps, other in changed if _allows(full, steps, other)], demand)


def _with_demand(node: Any, steps: Path, demand: Demand, chosen: frozenset[Path]) -> Any:
    """A part of an object, made anew from the inside out with a demand in the chosen places."""
    below: dict[Any, set[Path]] = defaultdict(set)
    for place in chosen:
        if place != steps:
            below[place[len(steps)]].add(place)
    for step, inside in below.items():
        part = _with_demand(value_at(node, (step,)), (*steps, step), demand, frozenset(inside))
        node = with_value_at(node, (step,), part)
    return demand(node) if steps in chosen else node


def _one_after_the_other(full: Any, places: list[Path], demand: Demand) -> tuple[Any, list[Path]]:
    """The object with a demand in as many places as all classes around take together, and these places."""
    every, taken = full, []
    for steps in places:
        other = demand(value_at(every, steps))
        if _allows(every, steps, other):
            every = with_value_at(every, steps, other)
            taken.append(steps)
    return every, taken


def _places(root: Any) -> Iterator[Path]:
    """The places of an object in which a value is the caller's to choose, and can be told."""
    for steps, _ in nodes_of(root, ()):
        is_told = all(not isinstance(step, Key) or isinstance(step.key, str) for step in steps)
        if steps and steps[-1] not in _NAMES and is_told:
            yield steps


def _allows(root: Any, steps: Path, value: Any) -> bool:
    return admits(root, steps, value) and is_admitted_around(with_value_at(root, steps, value), steps)


# -------------------------------------------------------------------------------------------------- the smallest one

#: So often a value is made smaller.
_TRIES: Final = 200


def least_values(obj: Any, still: Callable[[Any], bool]) -> Any:
    """The object with values as small as they can be while it still shows the same."""
    tries = _TRIES
    for steps in sorted(_places(obj), key=len):
        if value_at(obj, steps) is ABSENT:
            continue
        progress = True
        while progress and tries > 0:
            progress = False
            for other in _smaller(value_at(obj, steps)):
                tries -= 1
                if _allows(obj, steps, other) and still(with_value_at(obj, steps, other)):
                    obj, progress = with_value_at(obj, steps, other), True
                    break
                if tries <= 0:
                    break
    return obj


def _smaller(value: Any) -> Iterator[Any]:
    if type(value) is str:
        yield from (letter for letter in ("A", " a", "é", "日") if len(letter) < len(value))
        for step in (2, 4, 8, 16, 32):
            size = len(value) // step
            yield from (value[:-size], value[size:]) if size else ()
        yield from (value[:at] + value[at + 1 :] for at in (len(value) - 1, *range(min(len(value) - 1, 12))))
    elif type(value) is int:
        yield from (each for each in (1, -1, _EXACT + 1) if abs(each) < abs(value))
    elif type(value) is list and value:
        yield from (refilled(value, value[:at] + value[at + 1 :]) for at in range(len(value) - 1, -1, -1))
    elif isinstance(value, Mapping) and type(value) is dict:
        yield from ({key: item for key, item in value.items() if key != gone} for gone in value)


__all__ = ["demanding", "filled_in_place", "least_values"]
