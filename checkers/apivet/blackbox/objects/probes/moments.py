"""Probes for dates, times of day on them, and spans between them."""

from __future__ import annotations

import contextlib
import datetime
import operator
from typing import Any, Final

from apivet.blackbox.objects.probes.base import Back, Probe, chained, compares, made, origins_of, plain_of, reckoned

_DATE = ("year", "month", "day")
#: Parts that may have to change, too: not every month has so many days, nor that month in every year.
_OTHERS: Final[tuple[dict[str, int], ...]] = ({}, {"year": 2024}, {"day": 1})
_CLOCK = ("hour", "minute", "second", "microsecond")


@compares
class MomentProbe(Probe):
    """A date that notes what it is compared with."""

    alike = datetime.date

    def weekday(self) -> Any:
        """The day of the week; for another one, the day of that week."""
        return reckoned(self, self.plain.weekday(), self._on_day(self.plain.weekday()))

    def isoweekday(self) -> Any:
        """The same, beginning with 1."""
        return reckoned(self, self.plain.isoweekday(), self._on_day(self.plain.isoweekday()))

    def _on_day(self, present: int) -> Back:
        return lambda wanted: self.plain + datetime.timedelta(days=wanted - present)

    def isoformat(self, *arguments: Any) -> Any:
        """The date as text."""
        return reckoned(self, self.plain.isoformat(*arguments), type(self.plain).fromisoformat)

    def replace(self, *arguments: Any, **fields: Any) -> Any:
        """Another date, which is no probe: what was replaced is no longer the field's."""
        return self.plain.replace(*map(plain_of, arguments), **{name: plain_of(each) for name, each in fields.items()})

    __replace__ = replace

    def __add__(self, other: Any) -> Any:
        span = plain_of(other)
        if not isinstance(span, datetime.timedelta):
            return NotImplemented
        mine = [chained(each, lambda wanted: wanted - span) for each in self.origins]
        others = [chained(each, lambda wanted: wanted - self.plain) for each in origins_of(other)]
        return made(self.plain + span, (*mine, *others), self.comparisons)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        there = plain_of(other)
        if not isinstance(there, (datetime.date, datetime.timedelta)):
            return NotImplemented
        mine = [chained(each, lambda wanted: wanted + there) for each in self.origins]
        others = [chained(each, lambda wanted: self.plain - wanted) for each in origins_of(other)]
        return made(self.plain - there, (*mine, *others), self.comparisons)

    def __rsub__(self, other: Any) -> Any:
        if not isinstance(other, datetime.date):
            return NotImplemented
        return reckoned(self, other - self.plain, lambda wanted: other - wanted)


def _part(name: str) -> property:
    def read(self: Any) -> Any:
        return reckoned(self, getattr(self.plain, name), lambda wanted: _with(self.plain, name, wanted))

    return property(read)


def _with(moment: Any, name: str, wanted: Any) -> Any:
    """The moment with another part; ``None`` where no year and no month have that."""
    for others in _OTHERS:
        with contextlib.suppress(ValueError):
            return moment.replace(**{**others, name: wanted})
    return None


class _Day(MomentProbe, datetime.date):
    __hash__ = datetime.date.__hash__

    @classmethod
    def of(cls, value: Any) -> Any:
        return cls(value.year, value.month, value.day)


class _Moment(MomentProbe, datetime.datetime):
    __hash__ = datetime.datetime.__hash__

    @classmethod
    def of(cls, value: Any) -> Any:
        clock = value.hour, value.minute, value.second, value.microsecond
        return cls(value.year, value.month, value.day, *clock, value.tzinfo, fold=value.fold)

    def date(self) -> Any:
        """The day; another one has the same time of day."""
        return reckoned(self, self.plain.date(), lambda day: datetime.datetime.combine(day, self.plain.timetz()))

    def timestamp(self) -> Any:
        """Seconds since 1970."""
        return reckoned(self, self.plain.timestamp(), lambda w: datetime.datetime.fromtimestamp(w, self.plain.tzinfo))

    def astimezone(self, *zone: Any) -> Any:
        """The same moment elsewhere."""
        mine = self.plain.tzinfo
        return reckoned(self, self.plain.astimezone(*zone), lambda wanted: wanted.astimezone(mine))


for _name in _DATE:
    setattr(_Day, _name, _part(_name))
for _name in (*_DATE, *_CLOCK):
    setattr(_Moment, _name, _part(_name))


@compares
class _Span(Probe, datetime.timedelta):
    __hash__ = datetime.timedelta.__hash__
    alike = datetime.timedelta

    @classmethod
    def of(cls, value: Any) -> Any:
        return cls(value.days, value.seconds, value.microseconds)

    @property
    def days(self) -> Any:
        """Whole days; another number of them has the same rest."""
        present = self.plain.days
        return reckoned(self, present, lambda wanted: self.plain + datetime.timedelta(days=wanted - present))

    def total_seconds(self) -> Any:
        """Seconds, with a fraction."""
        return reckoned(self, self.plain.total_seconds(), lambda wanted: datetime.timedelta(seconds=wanted))

    def __abs__(self) -> Any:
        return reckoned(self, abs(self.plain), lambda wanted: wanted)

    def __neg__(self) -> Any:
        return reckoned(self, -self.plain, operator.neg)


#: The classes of these probes, by the types of their values.
MOMENTS: Final[dict[type, type[Probe]]] = {datetime.date: _Day, datetime.datetime: _Moment, datetime.timedelta: _Span}
