"""Bounds that ``Annotated`` and ``Field`` set for the values of a field, and values that satisfy them.

pydantic, msgspec and annotated-types write their demands into annotations, under the same few names (``gt``,
``min_length``, ``pattern``). The live class is asked for them: the type model knows the types alone.
"""

from __future__ import annotations

import decimal
import functools
import math
import re
import types
import typing
import uuid
from collections.abc import Iterable, Mapping, Sized
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.blackbox.limits import BOUND_DEPTH
from apivet.blackbox.objects.access import is_class

_NUMBERS: Final = ("int", "float", "decimal.Decimal")
#: Divides a stretch so that the numbers from 0 on come to lie far from each other.
_GOLDEN: Final = 0.6180339887498949
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Bounds(Struct, frozen=True):
    """The bounds of a value, by the names that the libraries have for them; ``None`` where there is none."""

    gt: Any = None
    ge: Any = None
    lt: Any = None
    le: Any = None
    multiple_of: Any = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    decimal_places: int | None = None
    max_digits: int | None = None
    uuid_version: int | None = None
    options: tuple[Any, ...] | None = None

    def count(self, ordinary: int) -> int:
        """The number of a container's elements."""
        least = max(ordinary, self.min_length or 0)
        return least if self.max_length is None else min(least, self.max_length)

    def fit(self, name: str, value: Any, number: int) -> Any:
        """The value of a type where it is within the bounds, else one that is, made from the same number."""
        if self.options:
            return value if value in self.options else self.options[number % len(self.options)]
        if name in _NUMBERS and self._limits_numbers():
            return self._number(name, value, number)
        if name == "str":
            return self._text(value, number)
        if name in ("bytes", "bytearray"):
            return self._sized(value, type(value)(_in_letters(number).encode()), b"x")
        if name == "uuid.UUID" and self.uuid_version is not None:
            return uuid.UUID(int=value.int, version=self.uuid_version)
        return value

    def allow(self, value: Any) -> bool:
        """Whether a value is within the bounds."""
        if self == _UNBOUNDED:
            return True
        if self.options is not None and value not in self.options:
            return False
        if isinstance(value, (int, float, decimal.Decimal)):
            return not self._limits_numbers() or bool(self._takes(value))
        if not isinstance(value, Sized):
            return True
        length, fits = len(value), True
        if isinstance(value, str) and self.pattern is not None:
            fits = re.search(self.pattern, value) is not None
        return fits and length >= (self.min_length or 0) and (self.max_length is None or length <= self.max_length)

    def least(self) -> int | None:
        """The whole number within the bounds that is nearest to zero; ``None`` where there is none that is easily
        found."""
        if not self._limits_numbers():
            return 0
        ways = (0, 1, -1, *(self._stepped(number) for number in (0, 1)))
        lowest = [math.ceil(limit) + step for limit in (self.ge, self.gt) if limit is not None for step in (0, 1)]
        highest = [math.floor(limit) - step for limit in (self.le, self.lt) if limit is not None for step in (0, 1)]
        allowed = [each for each in (*ways, *lowest, *highest) if self._takes(each)]
        return min(allowed, key=lambda each: (abs(each), each < 0)) if allowed else None

    def steps_near(self, value: Any) -> list[Any]:
        """The value or, where numbers go by steps of which it is none, those on both sides of it."""
        step = self.multiple_of
        if isinstance(value, bool) or not isinstance(value, int) or not isinstance(step, int) or value % step == 0:
            return [value]
        return [type(value)(value - value % step), type(value)(value - value % step + step)]

    # ---------------------------------------------------------------------------------------------------- numbers

    def _limits_numbers(self) -> bool:
        limits = (self.gt, self.ge, self.lt, self.le, self.multiple_of)
        given = [limit for limit in limits if limit is not None]
        return bool(given) and all(isinstance(limit, (int, float, decimal.Decimal)) for limit in given)

    def _number(self, name: str, value: Any, number: int) -> Any:
        if self._takes(value):
            return value
        if name == "int" or self.multiple_of is not None:
            found: Any = self._stepped(number)
        else:
            found = self._between(number)
        if name == "decimal.Decimal":
            return round(decimal.Decimal(str(found)), 2 if self.decimal_places is None else self.decimal_places)
        return found

    def _takes(self, value: Any) -> bool:
        return (
            (self.gt is None or value > self.gt)
            and (self.ge is None or value >= self.ge)
            and (self.lt is None or value < self.lt)
            and (self.le is None or value <= self.le)
            and (self.multiple_of is None or value % self.multiple_of == 0)
            and (self.max_digits is None or len(str(value).replace(".", "")) <= self.max_digits)
        )

    def _stepped(self, number: int) -> Any:
        """One of the steps between the bounds; zero only where there is no other."""
        step = 1 if self.multiple_of is None else self.multiple_of
        lowest = max(
            (math.ceil(self.ge / step) if self.ge is not None else -math.inf),
            (math.floor(self.gt / step) + 1 if self.gt is not None else -math.inf),
        )
        highest = min(
            (math.floor(self.le / step) if self.le is not None else math.inf),
            (math.ceil(self.lt / step) - 1 if self.lt is not None else math.inf),
        )
        if highest >= 1:
            # What is below zero is left to those who have nothing else.
            lowest = max(lowest, 1)
        elif lowest <= -1:
            highest = min(highest, -1)
        if lowest == -math.inf:
            return (int(highest) - number) * step
        span = highest - lowest + 1
        return (int(lowest) + (number if span == math.inf else number % max(1, int(span)))) * step

    def _between(self, number: int) -> float:
        lows = [float(limit) for limit in (self.gt, self.ge) if limit is not None]
        highs = [float(limit) for limit in (self.lt, self.le) if limit is not None]
        low, high = max(lows, default=-math.inf), min(highs, default=math.inf)
        if high == math.inf:
            return low + number + 0.5
        if low == -math.inf:
            if high <= 0:
                return high - number - 0.5
            low = 0.0
        return low + (high - low) * ((number + 1) * _GOLDEN % 1)

    # ------------------------------------------------------------------------------------------------------ texts

    def _text(self, value: str, number: int) -> str:
        candidates = (value, f"v{number}", _in_letters(number), _in_letters(number).upper(), str(number))
        for candidate in candidates:
            found: str = self._sized(candidate, candidate, "x")
            if self.pattern is None or re.search(self.pattern, found):
                return found
        from apivet.blackbox.objects.drawing import matching

        return matching(self.pattern or "", self.min_length or 0, self.max_length, number)

    def _sized(self, value: Any, short: Any, filling: Any) -> Any:
        """A text that is as long as it may be: of what is too long, the end, where numbers differ."""
        if self.max_length is not None and len(value) > self.max_length:
            value = short[len(short) - self.max_length :] if len(short) > self.max_length else short
        return value + filling * ((self.min_length or 0) - len(value))


def _in_letters(number: int) -> str:
    """The number in letters: ``a`` to ``z``, ``ba`` to ``zz``, ..."""
    text = ""
    while True:
        number, rest = divmod(number, len(_LETTERS))
        text = _LETTERS[rest] + text
        if not number:
            return text


_UNBOUNDED: Final = Bounds()


# ---------------------------------------------------------------------------------------------- out of live classes

#: Bounds of the values of a field, by the canonical names of the types in its annotation.
Demands = Mapping[str, Bounds]
_ASKED: Final = Bounds.__struct_fields__
#: Operators of attrs' validators, and its ways to match a text, as patterns that are searched for.
_COMPARISONS: Final = {">": "gt", ">=": "ge", "<": "lt", "<=": "le"}
_MATCHED: Final = {"fullmatch": r"\A(?:{})\Z", "match": r"\A(?:{})"}


@functools.cache
def demands_of(class_: Any) -> Mapping[str, Demands]:
    """By field, what a live class asks of its values; fields of which nothing is asked are left out."""
    found: dict[str, Demands] = {}
    checks = {item.name: _validated(item.validator) for item in getattr(class_, "__attrs_attrs__", ())}
    for name, hint in hints_of(class_).items():
        demands: dict[str, Bounds] = {}
        described = getattr(class_, "model_fields", {})
        extras = getattr(described.get(name), "metadata", ()) if isinstance(described, Mapping) else ()
        _collect(hint, extras or checks.get(name, ()), demands, 0)
        if demands:
            found[name] = demands
    return found


def _validated(validator: Any) -> list[Bounds]:
    """The bounds that validators of attrs set: ``ge(2)``, ``in_(...)``, ``matches_re(...)``, several of them, or one
    for what is not ``None``. Others are asked by making an object."""
    kind = type(validator).__name__
    if not type(validator).__module__.startswith("attr"):
        return []
    if kind == "_AndValidator":
        return [bounds for each in validator._validators for bounds in _validated(each)]
    if kind == "_OptionalValidator":
        return _validated(validator.validator)
    if kind == "_NumberValidator":
        name = _COMPARISONS.get(validator.compare_op)
        return [Bounds(**{name: validator.bound})] if name else []
    if kind == "_InValidator":
        return [Bounds(options=tuple(validator.options))]
    if kind == "_MatchesReValidator":
        around = _MATCHED.get(validator.match_func.__name__, "{}")
        return [Bounds(pattern=around.format(validator.pattern.pattern))]
    if kind in ("_MinLengthValidator", "_MaxLengthValidator"):
        lengths = {name: getattr(validator, name, None) for name in ("min_length", "max_length")}
        return [Bounds(**lengths)]
    return []


def prepare(class_: Any) -> None:
    """Find out beforehand what a class asks of its values. Raises what annotations raise that can't be worked out: what
    they speak of may be there later."""
    _hints_of(class_)
    demands_of(class_)


def hints_of(class_: Any) -> Mapping[str, Any]:
    """The annotations of a live class, with what ``Annotated`` adds; nothing where they can't be worked out."""
    try:
        return _hints_of(class_)
    except Exception:
        return {}


@functools.cache
def _hints_of(class_: Any) -> Mapping[str, Any]:
    described = getattr(class_, "model_fields", None)
    if isinstance(described, Mapping):
        return {name: item.annotation for name, item in described.items()}
    return typing.get_type_hints(class_, include_extras=True)


def hint_of(class_: Any, name: str) -> Any:
    """The annotation of one field of a live class, with all that is asked of its values; ``None`` where there is
    none."""
    hint = hints_of(class_).get(name)
    described = getattr(class_, "model_fields", None)
    extras = getattr(described.get(name), "metadata", None) if isinstance(described, Mapping) else None
    if hint is None or not extras:
        return hint
    annotated: Any = typing.Annotated
    parts = (hint, *extras)
    return annotated[parts]


@functools.cache
def optional_keys(class_: Any) -> frozenset[str]:
    """The keys of a ``TypedDict`` that need not be there. Where annotations are texts, Python has not read those words
    itself."""
    keys = set(getattr(class_, "__optional_keys__", ()))
    for name, hint in hints_of(class_).items() if keys or hasattr(class_, "__required_keys__") else ():
        word = str(typing.get_origin(hint)).rpartition(".")[2]
        if word == "NotRequired":
            keys.add(name)
        elif word == "Required":
            keys.discard(name)
    return frozenset(keys)


def _collect(hint: Any, extras: Iterable[Any], found: dict[str, Bounds], depth: int) -> None:
    """Note what is asked of each type in an annotation; ``extras`` is asked of the outermost."""
    if depth > BOUND_DEPTH:
        return
    if hasattr(hint, "__metadata__"):
        _collect(hint.__origin__, (*hint.__metadata__, *extras), found, depth + 1)
        return
    for step in ("__value__", "__supertype__"):  # ``type Port = ...`` and NewType
        if hasattr(hint, step):
            _collect(getattr(hint, step), extras, found, depth + 1)
            return
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        for member in typing.get_args(hint):
            _collect(member, extras, found, depth + 1)
        return
    class_ = origin or hint
    asked = _asked(extras)
    if asked is not None and is_class(class_):
        module = "" if class_.__module__ == "builtins" else f"{class_.__module__}."
        found[f"{module}{class_.__qualname__}"] = asked
    for argument in typing.get_args(hint) if origin is not typing.Literal else ():
        _collect(argument, (), found, depth + 1)


def _asked(extras: Iterable[Any]) -> Bounds | None:
    """The bounds that annotations set together; ``None`` where there are none."""
    bounds = Bounds()
    pending = list(extras)
    while pending:
        extra = pending.pop(0)
        nested = getattr(extra, "metadata", None)
        if isinstance(nested, (list, tuple)):
            pending += nested
            continue
        if isinstance(extra, (str, type)):
            continue
        for name in _ASKED:
            limit = getattr(extra, name, None)
            if limit is None or callable(limit):
                continue
            limit = getattr(limit, "pattern", limit) if name == "pattern" else limit
            bounds = replace(bounds, **{name: limit})
    return None if bounds == Bounds() else bounds
