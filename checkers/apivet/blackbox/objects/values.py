"""Values of types that the tree does not declare, each made from a number: recognisable, never zero, and another for
every number."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import importlib
import ipaddress
import pathlib
import re
import uuid
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.objects.wording import CannotFillError, one_line

_EPOCH: Final = datetime.datetime(2021, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)
_SECONDS: Final = 86_400
#: Whole hours from UTC, so that they are there wherever the database of zones is.
_ZONES: Final = ("Europe/Berlin", "Asia/Tokyo", "America/New_York", "Africa/Cairo", "Australia/Perth", "Asia/Dubai")

_SCALARS: Final[Mapping[str, Callable[[int], Any]]] = {
    "int": lambda number: 1000 + number,
    "str": lambda number: f"value-{number}",
    "bool": lambda number: True,
    "float": lambda number: number + 0.5,
    "complex": lambda number: complex(number, 1),
    "bytes": lambda number: b"bytes-%d" % number,
    "bytearray": lambda number: bytearray(b"bytes-%d" % number),
    "memoryview": lambda number: memoryview(b"bytes-%d" % number),
    "range": lambda number: range(number, number + 2),
    "slice": lambda number: slice(number, number + 2),
    "object": lambda number: f"value-{number}",
    "typing.Any": lambda number: f"value-{number}",
    "collections.abc.Hashable": lambda number: f"value-{number}",
    "numbers.Number": lambda number: 1000 + number,
    "numbers.Real": lambda number: number + 0.5,
    "numbers.Integral": lambda number: 1000 + number,
    "datetime.datetime": lambda number: _EPOCH + datetime.timedelta(minutes=number),
    "datetime.date": lambda number: _EPOCH.date() + datetime.timedelta(days=number),
    "datetime.time": lambda number: (_EPOCH + datetime.timedelta(seconds=number % _SECONDS)).time(),
    "datetime.timedelta": lambda number: datetime.timedelta(seconds=1 + number),
    "datetime.timezone": lambda number: datetime.timezone(datetime.timedelta(minutes=1 + number % 1439)),
    "datetime.tzinfo": lambda number: datetime.timezone(datetime.timedelta(minutes=1 + number % 1439)),
    "decimal.Decimal": lambda number: decimal.Decimal(number) + decimal.Decimal("0.25"),
    "fractions.Fraction": lambda number: fractions.Fraction(7 * number + 1, 7),
    "uuid.UUID": lambda number: uuid.UUID(int=(number + 1) << 80, version=4),
    "os.PathLike": lambda number: pathlib.Path(f"/value/{number}"),
    "pathlib.Path": lambda number: pathlib.Path(f"/value/{number}"),
    "pathlib.PurePath": lambda number: pathlib.PurePath(f"/value/{number}"),
    "pathlib.PosixPath": lambda number: pathlib.PosixPath(f"/value/{number}"),
    "pathlib.PurePosixPath": lambda number: pathlib.PurePosixPath(f"/value/{number}"),
    "pathlib.PureWindowsPath": lambda number: pathlib.PureWindowsPath(f"C:/value/{number}"),
    "ipaddress.IPv4Address": lambda number: ipaddress.IPv4Address(0x0A000000 + number),
    "ipaddress.IPv6Address": lambda number: ipaddress.IPv6Address((0xFD << 120) + number),
    "ipaddress.IPv4Network": lambda number: ipaddress.IPv4Network((0x0A000000 + (number << 8), 24)),
    "ipaddress.IPv6Network": lambda number: ipaddress.IPv6Network(((0xFD << 120) + (number << 64), 64)),
    "ipaddress.IPv4Interface": lambda number: ipaddress.IPv4Interface((0x0A000000 + number, 24)),
    "ipaddress.IPv6Interface": lambda number: ipaddress.IPv6Interface(((0xFD << 120) + number, 64)),
    "re.Pattern": lambda number: re.compile(f"value-{number}"),
    "zoneinfo.ZoneInfo": lambda number: zoneinfo.ZoneInfo(_ZONES[number % len(_ZONES)]),
}
_LISTS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "collections.deque": collections.deque,
    "collections.abc.Sequence": list,
    "collections.abc.MutableSequence": list,
    "collections.abc.Collection": list,
    "collections.abc.Container": list,
    "collections.abc.Reversible": list,
    "collections.abc.Iterable": list,
    "collections.abc.Set": set,
    "collections.abc.MutableSet": set,
}
_MAPS: Final[Mapping[str, Callable[[list[tuple[Any, Any]]], Any]]] = {
    "dict": dict,
    "collections.abc.Mapping": dict,
    "collections.abc.MutableMapping": dict,
    "collections.OrderedDict": collections.OrderedDict,
    "collections.Counter": lambda items: collections.Counter(dict(items)),
    "collections.ChainMap": lambda items: collections.ChainMap(dict(items)),
    "collections.defaultdict": lambda items: collections.defaultdict(_factory(items), items),
    "collections.UserDict": collections.UserDict,
}


def scalar(name: str) -> Callable[[int], Any] | None:
    """The function that makes values of a type without parts; ``None`` where that is not known here."""
    return _SCALARS.get(name)


def listing(name: str) -> Callable[[list[Any]], Any] | None:
    """The function that makes a container of its elements; ``None`` for other types."""
    return _LISTS.get(name)


def mapping(name: str) -> Callable[[list[tuple[Any, Any]]], Any] | None:
    """The function that makes a mapping of its entries; ``None`` for other types."""
    return _MAPS.get(name)


def _factory(items: list[tuple[Any, Any]]) -> Callable[[], Any] | None:
    """The default factory of a ``defaultdict`` with these entries; ``None`` where it is not known."""
    kind = type(items[0][1]) if items else None
    return kind if kind in (int, str, float, list, dict, set, tuple) else None


def of_class(class_: Any, number: int) -> Any:
    """A value of a live class that the tree does not declare. Raises :class:`CannotFillError`."""
    for base in getattr(class_, "__mro__", ()):
        make = None if base is object else _SCALARS.get(_name_of(base))
        if make is not None:
            made = make(number)
            return made if base is class_ else _called(class_, made)
    if hasattr(class_, "__get_pydantic_core_schema__"):
        found = _by_pydantic(class_, number)
        if found is not None:
            return found
    from apivet.blackbox.objects.drawing import draw

    return draw(class_, number)


def guesses(name: str, number: int) -> Iterator[Any]:
    """Values of a type that a constructor may take that refuses the ordinary one: small numbers, texts that say
    something."""
    if name in ("int", "float", "decimal.Decimal"):
        make = {"int": int, "float": float, "decimal.Decimal": decimal.Decimal}[name]
        yield from (make(1 + number % span) for span in (9, 2, 99, 999, 65_534))
        yield from (make(-1 - number % span) for span in (9, 99))
        yield from (make(small) for small in range(1, 33))
    elif name == "str":
        letters = "".join("abcdefghij"[int(digit)] for digit in str(number))
        yield from (f"v{number}", letters, letters.upper(), str(1 + number), f"value_{number}", f"Value{number}")
        yield from (f"1.{number}.0", f"v{1 + number}", f"value-{number}.example.org", f"value-{number}@example.org")
        yield from (f"example.org/value-{number}", f"https://value-{number}.example.org/", f"/value/{number}")
        yield from (f"registry.example.org/value:{number}", f"{1 + number}Mi", f"{1 + number}m", f"{1 + number}s")
        yield from (f"{1 + number % 99}%", f"{number % 60} * * * *", f"+{1_000_000 + number}", f"#{number:06x}"[:7])
        for kind in ("datetime.date", "datetime.time", "uuid.UUID", "ipaddress.IPv4Address", "ipaddress.IPv4Network"):
            yield str(_SCALARS[kind](number))
        yield _SCALARS["datetime.datetime"](number).isoformat()
        yield "abcdefghijklmnopqrstuvwxyz"[number % 26]


def live_class(dotted: str) -> Any:
    """The class of a dotted name (a builtin's has no dot), imported. Raises :class:`CannotFillError`."""
    steps = dotted.split(".") if "." in dotted else ["builtins", dotted]
    for length in range(len(steps) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(steps[:length]))
        except ModuleNotFoundError:
            continue
        except Exception as error:
            raise CannotFillError(f"{dotted} can't be imported: {one_line(error)}") from None
        try:
            for step in steps[length:]:
                found = getattr(found, step)
        except AttributeError:
            break
        return found
    raise CannotFillError(f"{dotted} can't be imported")


def of_derived(class_: Any, number: int) -> Any:
    """An object of a class of the tree that declares no fields: one that derives from ``str`` or ``dict``, say. Raises
    :class:`CannotFillError`."""
    for base in getattr(class_, "__mro__", ()):
        name = _name_of(base)
        if base is object:
            continue
        if name in _SCALARS:
            return _called(class_, _SCALARS[name](number))
        if name in _MAPS:
            return _called(class_, {f"key-{number}": f"value-{number}"})
        if name in _LISTS:
            return _called(class_, [f"value-{number}"])
    return _called(class_)


def _name_of(class_: type) -> str:
    """The canonical name of a live class."""
    module = class_.__module__
    if module == "builtins":
        return class_.__qualname__
    return f"{'pathlib' if module.startswith('pathlib') else module}.{class_.__qualname__}"


def _called(class_: Any, *arguments: Any) -> Any:
    try:
        return class_(*arguments)
    except Exception as refusal:
        raise CannotFillError(f"{class_.__name__}: {one_line(refusal)}") from None


def _by_pydantic(class_: Any, number: int) -> Any:
    """A value of one of pydantic's own types, out of what such a type may be read from; ``None`` where it takes
    none of it."""
    library = importlib.import_module("pydantic")  # the project's, and none of ours
    try:
        adapter: Any = library.TypeAdapter(class_)
    except Exception:
        return None
    for candidate in _readable(class_, number):
        try:
            return adapter.validate_python(candidate)
        except Exception:
            continue
    return None


def _readable(class_: Any, number: int) -> Iterator[object]:
    schemes = getattr(getattr(class_, "_constraints", None), "allowed_schemes", None) or ("https",)
    yield f"{schemes[0]}://user:secret@value-{number}.example.org:1234/value"
    yield f"{schemes[0]}:///value-{number}"
    yield f"value-{number}"
    yield f"value-{number}@example.org"
    yield f"value-{number}".encode()
    yield 1000 + number
    yield _SCALARS["ipaddress.IPv4Address"](number)
    yield datetime.date(2020, 12, 31) - datetime.timedelta(days=number)
    yield datetime.date(2500, 1, 1) + datetime.timedelta(days=number)
    yield datetime.datetime(2500, 1, 1) + datetime.timedelta(days=number)
    yield _EPOCH + datetime.timedelta(minutes=number)
    yield datetime.datetime(2020, 12, 31) - datetime.timedelta(minutes=number)
    yield f"#{number % 0xFFFFFF + 1:06x}"
