"""Numbers, bytes, moments and spans that the operations of code may take for one, and equal ones with other texts."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from apivet.blackbox.limits import LONGEST_MADE
from apivet.blackbox.objects.resizing import resized

#: Operations that give the whole part of a number.
WHOLE: Final = frozenset(("int", "round", "floor", "ceil", "trunc", "format"))
#: Parts of a moment that code may ask for, and what it asks of moments and of spans.
FIELDS: Final = ("year", "month", "day", "hour", "minute", "second", "microsecond")
MOMENTS: Final = frozenset(("date", "time", "replace", "isoformat", "strftime", "timestamp", "timetuple"))
WEEKDAYS: Final = frozenset(("weekday", "isoweekday", "isocalendar"))
#: Operations that give the text of a value, or what tells its sign.
TEXTS: Final = frozenset(("str", "repr", "format", "join", "copysign", "as_tuple"))
#: Operations that write a value as bytes or as what these are made of.
ENCODINGS: Final = frozenset(("dumps", "encode", "to_builtins", "dump_json", "model_dump_json"))
_ZONE: Final = datetime.timezone(datetime.timedelta(hours=2))
_NEAR: Final = 1e-6

Pair = tuple[Any, Any]


def scalars_alike(value: Any, names: Collection[str], numbers: Sequence[int]) -> Iterator[Pair]:
    """Pairs of values, made from one, that differ, or of which the texts do, and that operations of these names may
    take for the same, or for others; with the numbers that stand beside them."""
    with contextlib.suppress(OverflowError, ValueError):  # before the first day that there is, or after the last
        yield from _scalars_alike(value, names, numbers)


def _scalars_alike(value: Any, names: Collection[str], numbers: Sequence[int]) -> Iterator[Pair]:
    if type(value) is float:
        yield from _fractions_alike(value, names)
    elif type(value) is decimal.Decimal and value.is_finite():
        yield from _decimals_alike(value, names)
    elif type(value) is datetime.timedelta:
        yield from _spans_alike(value, names)
    elif type(value) is bytes:
        yield from _bytes_alike(value, names, numbers)
    if isinstance(value, (datetime.datetime, datetime.time)) and not MOMENTS.isdisjoint(names):
        yield value, value.replace(microsecond=(value.microsecond + 1) % 1_000_000)
        yield value, value.replace(hour=(value.hour + 1) % 24)
    if isinstance(value, datetime.date) and not (MOMENTS | WEEKDAYS | {*FIELDS}).isdisjoint(names):
        yield from _days_alike(value)
    asking = TEXTS | ENCODINGS | MOMENTS | {*FIELDS}
    if isinstance(value, datetime.datetime) and value.tzinfo and not asking.isdisjoint(names):
        yield value, value.astimezone(_ZONE)


def _fractions_alike(value: float, names: Collection[str]) -> Iterator[Pair]:
    if "isclose" in names or ("abs" in names and "-" in names):
        yield value, math.nextafter(value, math.inf)
    if not WHOLE.isdisjoint(names) and math.isfinite(value):
        yield float(int(value)), int(value) + _NEAR
        yield int(value) + 0.5, int(value) + 0.6
    if not (TEXTS | ENCODINGS).isdisjoint(names):
        yield 0.0, -0.0


def _decimals_alike(value: decimal.Decimal, names: Collection[str]) -> Iterator[Pair]:
    whole = decimal.Decimal(int(value))
    if not WHOLE.isdisjoint(names):
        yield whole, whole + decimal.Decimal("0.25")
    if "abs" in names or "-" in names:
        yield value, -value
    if not (TEXTS | ENCODINGS).isdisjoint(names):
        yield whole, whole + decimal.Decimal("0.0")


def _spans_alike(value: datetime.timedelta, names: Collection[str]) -> Iterator[Pair]:
    if "days" in names:
        day = datetime.timedelta(days=value.days)
        yield day, day + datetime.timedelta(seconds=1)
    if "seconds" in names:
        yield value, value + datetime.timedelta(days=1)


def _bytes_alike(value: bytes, names: Collection[str], numbers: Sequence[int]) -> Iterator[Pair]:
    if value and not {"len", "[]", "[:]"}.isdisjoint(names):
        yield value, bytes((*value[:-1], value[-1] ^ 1))
        yield value, bytes((value[0] ^ 1, *value[1:]))
    for number in numbers if "[:]" in names else ():
        if 0 <= number <= LONGEST_MADE:
            long = resized(value, number)
            yield long + b"a", long + b"b"


def _days_alike(value: datetime.date) -> Iterator[Pair]:
    """Pairs of which one part of the day is another one; and those that are a week apart."""
    day = value.replace(day=1 + value.day % 27)
    yield from ((value, day), (day, day.replace(month=1 + day.month % 12)), (day, day.replace(year=day.year + 1)))
    yield day, day + datetime.timedelta(weeks=1)
