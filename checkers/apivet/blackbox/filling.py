"""Objects in which every field is filled, with values that can be told apart wherever they turn up.

Each value is made from a number that no other value of the object has. Two objects of one type share no value unless
their type leaves no choice (there are but two booleans).
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import importlib
import ipaddress
import itertools
import pathlib
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from apivet.blackbox.access import write
from apivet.blackbox.models import FieldModel, TypeModel
from apivet.program.annotations import (
    ELLIPSIS,
    NONE,
    Annotation,
    Applied,
    Declared,
    OneOf,
    Only,
    Outside,
    Unclear,
    Variable,
)

#: What an object holds: everything, nothing but what it must, or everything with one element per container.
Fill = Literal["full", "bare"]
#: A type inside itself is filled this often.
_RECURSION: Final = 2
_EPOCH: Final = datetime.datetime(2021, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)

_SCALARS: Final[Mapping[str, Callable[[int], Any]]] = {
    "int": lambda number: 1000 + number,
    "str": lambda number: f"value-{number}",
    "bool": lambda number: number % 2 == 0,
    "float": lambda number: number + 0.5,
    "complex": lambda number: complex(number, 1),
    "bytes": lambda number: b"bytes-%d" % number,
    "bytearray": lambda number: bytearray(b"bytes-%d" % number),
    "object": lambda number: f"value-{number}",
    "typing.Any": lambda number: f"value-{number}",
    "datetime.datetime": lambda number: _EPOCH + datetime.timedelta(minutes=number),
    "datetime.date": lambda number: _EPOCH.date() + datetime.timedelta(days=number),
    "datetime.time": lambda number: datetime.time(number % 24, number % 60),
    "datetime.timedelta": lambda number: datetime.timedelta(seconds=1 + number),
    "datetime.timezone": lambda number: datetime.timezone(datetime.timedelta(minutes=1 + number % 600)),
    "decimal.Decimal": lambda number: decimal.Decimal(number) + decimal.Decimal("0.25"),
    "fractions.Fraction": lambda number: fractions.Fraction(number + 1, 7),
    "uuid.UUID": lambda number: uuid.UUID(int=(4 << 76) | (2 << 62) | (number + 1), version=4),
    "pathlib.Path": lambda number: pathlib.Path(f"/value/{number}"),
    "pathlib.PurePath": lambda number: pathlib.PurePath(f"/value/{number}"),
    "pathlib.PurePosixPath": lambda number: pathlib.PurePosixPath(f"/value/{number}"),
    "ipaddress.IPv4Address": lambda number: ipaddress.IPv4Address(0x0A000000 + number),
    "ipaddress.IPv6Address": lambda number: ipaddress.IPv6Address((0xFD << 120) + number),
    "ipaddress.IPv4Network": lambda number: ipaddress.IPv4Network((0x0A000000 + (number << 8), 24)),
    "ipaddress.IPv6Network": lambda number: ipaddress.IPv6Network(((0xFD << 120) + (number << 64), 64)),
}
_LISTS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "collections.deque": __import__("collections").deque,
    "collections.abc.Sequence": list,
    "collections.abc.MutableSequence": list,
    "collections.abc.Collection": list,
    "collections.abc.Iterable": list,
    "collections.abc.Set": set,
    "collections.abc.MutableSet": set,
}
_MAPS: Final = frozenset(
    ("dict", "collections.abc.Mapping", "collections.abc.MutableMapping", "collections.OrderedDict")
    + ("collections.defaultdict", "collections.Counter")
)


class CannotFillError(Exception):
    """A type of which no object could be made, and why."""


class _TooDeepError(Exception):
    """A type inside itself, often enough; whoever holds it leaves it out."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How an object is filled. ``arm`` says which member of a union is taken; ``start`` is the number of the first
    value, so that objects with different ones have different values."""

    fill: Fill = "full"
    arm: int = 0
    start: int = 0


class Filler:
    """Makes objects of the modelled types. ``own`` makes objects of types that the project knows better."""

    def __init__(self, types: Mapping[str, TypeModel], own: Mapping[str, Callable[[], Any]] | None = None) -> None:
        self._types = types
        self._own = own or {}
        self._classes: dict[str, Any] = {}
        self._numbers = itertools.count()
        self._choice = Choice()
        self._within: list[str] = []

    def make(self, dotted: str, choice: Choice) -> Any:
        """An object of a type. Raises :class:`CannotFillError`."""
        self._numbers = itertools.count(choice.start)
        self._choice = choice
        self._within = []
        try:
            return self._object(dotted)
        except _TooDeepError:
            raise CannotFillError(f"{dotted} holds itself and can't end") from None
        except RecursionError:
            raise CannotFillError(f"{dotted} is nested too deeply") from None

    def value(self, annotation: Annotation, number: int) -> Any:
        """A value for one field, made from this number."""
        self._numbers = itertools.count(number)
        self._choice = Choice()
        self._within = []
        return self._value(annotation)

    def class_of(self, dotted: str) -> Any:
        """The live class of a modelled type."""
        found = self._classes.get(dotted)
        if found is None:
            model = self._types[dotted]
            found = importlib.import_module(model.module)
            for name in model.qualified.split("."):
                found = getattr(found, name)
            self._classes[dotted] = found
        return found

    # ---------------------------------------------------------------------------------------------------- objects

    def _object(self, dotted: str) -> Any:
        if dotted in self._own:
            return self._own[dotted]()
        model = self._types.get(dotted)
        if model is None:
            raise CannotFillError(f"{dotted} is not known")
        if model.form == "enum":
            members = list(self.class_of(dotted))
            if not members:
                raise CannotFillError(f"{dotted} has no members")
            return members[next(self._numbers) % len(members)]
        if self._within.count(dotted) >= _RECURSION:
            raise _TooDeepError
        self._within.append(dotted)
        try:
            values = {item.name: self._field(item) for item in model.fields if not self._left_out(item)}
        finally:
            self._within.pop()
        return self._construct(dotted, model, values)

    def _left_out(self, item: FieldModel) -> bool:
        return self._choice.fill == "bare" and item.has_default

    def _field(self, item: FieldModel) -> Any:
        return self._value(item.annotation)

    def _construct(self, dotted: str, model: TypeModel, values: dict[str, Any]) -> Any:
        class_ = self.class_of(dotted)
        if model.form == "typeddict":
            return dict(values)
        if model.form == "protocol":
            raise CannotFillError(f"{dotted} is a protocol")
        if not model.fields:
            return _from_text(class_, next(self._numbers))
        try:
            return class_(**{parameter_of(class_, name): value for name, value in values.items()})
        except Exception as refusal:
            made = make_without_asking(class_, values)
            if made is None:
                raise CannotFillError(f"{dotted}: {_one_line(refusal)}") from None
            return made

    # ----------------------------------------------------------------------------------------------------- values

    def _value(self, annotation: Annotation) -> Any:
        if annotation == NONE:
            return None
        if isinstance(annotation, OneOf):
            return self._one_of(annotation)
        if isinstance(annotation, Declared):
            return self._object(annotation.dotted)
        if isinstance(annotation, Applied):
            return self._applied(annotation)
        if isinstance(annotation, Only):
            return _literal(annotation)
        if isinstance(annotation, (Variable, Unclear)):
            return f"value-{next(self._numbers)}"
        return self._outside(annotation)

    def _one_of(self, union: OneOf) -> Any:
        if self._choice.fill == "bare" and NONE in union.members:
            return None
        filled = [member for member in union.members if member != NONE]
        literals = [member for member in filled if isinstance(member, Only)]
        if len(literals) == len(filled):
            return _literal(literals[next(self._numbers) % len(literals)])
        preferred = filled[self._choice.arm % len(filled) :] + filled[: self._choice.arm % len(filled)]
        error: Exception | None = None
        for member in preferred:
            try:
                return self._value(member)
            except (_TooDeepError, CannotFillError) as problem:
                error = error or problem
        if NONE in union.members:
            return None
        assert error is not None
        raise error

    def _applied(self, annotation: Applied) -> Any:
        if isinstance(annotation.generic, Declared):
            return self._object(annotation.generic.dotted)
        name, arguments = annotation.generic.name, annotation.arguments
        if name == "tuple" and ELLIPSIS not in arguments:
            return tuple(self._value(argument) for argument in arguments)
        if name in _MAPS:
            key = arguments[0] if arguments else Outside("str")
            value = arguments[1] if len(arguments) > 1 else Outside("int")
            return dict(self._elements(lambda: (self._key(key), self._value(value))))
        if name in _LISTS:
            return _LISTS[name](self._elements(lambda: self._value(arguments[0])))
        if name.rpartition(".")[2] in ("Callable", "type"):
            raise CannotFillError(f"{name} is no value to store")
        return self._outside(annotation.generic)

    def _key(self, annotation: Annotation) -> Any:
        return f"key-{next(self._numbers)}" if annotation == Outside("str") else self._value(annotation)

    def _elements(self, make: Callable[[], Any]) -> list[Any]:
        """Two elements, so that a hook that looks at one of them is told from one that looks at all."""
        if self._choice.fill == "bare":
            return []
        try:
            return [make(), make()]
        except _TooDeepError:
            return []

    def _outside(self, annotation: Outside) -> Any:
        number = next(self._numbers)
        make = _SCALARS.get(annotation.name)
        if make is not None:
            return make(number)
        if annotation.name in _MAPS:
            return {f"key-{number}": f"value-{number}"}
        if annotation.name in _LISTS:
            return _LISTS[annotation.name]([f"value-{number}"])
        return _by_hypothesis(annotation.name, number)


def _literal(annotation: Only) -> Any:
    import ast

    try:
        return ast.literal_eval(annotation.value)
    except (ValueError, SyntaxError):
        raise CannotFillError(f"Literal[{annotation.value}] can't be made out") from None


def parameter_of(class_: Any, name: str) -> str:
    """What the constructor calls a field: attrs drops leading underscores, pydantic goes by aliases."""
    for attribute in getattr(class_, "__attrs_attrs__", ()):
        if attribute.name == name:
            return str(attribute.alias or name)
    described = getattr(class_, "model_fields", {}).get(name)
    if described is not None and not class_.model_config.get("populate_by_name"):
        alias = described.validation_alias or described.alias
        return alias if isinstance(alias, str) else name
    return name


def make_without_asking(class_: Any, values: dict[str, Any]) -> Any:
    """An object of a class whose constructor refuses the values, made around it: what a decoder may have read."""
    if hasattr(class_, "model_construct"):
        return class_.model_construct(**values)
    try:
        made = class_.__new__(class_)
    except Exception:
        return None
    for name, value in values.items():
        try:
            if write(made, name, value) is not made:
                object.__setattr__(made, name, value)
        except Exception:
            return None
    return made


def _from_text(class_: Any, number: int) -> Any:
    """An object of a class without fields: of one that derives from ``str`` or ``int``, say."""
    if isinstance(class_, type):
        for base in class_.__mro__:
            make = _SCALARS.get(
                base.__name__ if base.__module__ == "builtins" else f"{base.__module__}.{base.__name__}"
            )
            if make is not None and base is not object:
                try:
                    return class_(make(number))
                except Exception as refusal:
                    raise CannotFillError(f"{class_.__name__}: {_one_line(refusal)}") from None
    try:
        return class_()
    except Exception as refusal:
        raise CannotFillError(f"{class_.__name__}: {_one_line(refusal)}") from None


def _by_hypothesis(dotted: str, number: int) -> Any:
    """A value of a class that the tree does not declare: whatever hypothesis has learnt to make."""
    from hypothesis import HealthCheck, Phase, given, seed, settings, strategies

    module, _, name = dotted.rpartition(".")
    try:
        class_ = getattr(importlib.import_module(module or "builtins"), name)
    except (ImportError, AttributeError, ValueError):
        raise CannotFillError(f"{dotted} can't be imported") from None
    found: list[Any] = []

    @seed(number)
    @settings(
        max_examples=3, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(strategies.from_type(class_))
    def collect(value: Any) -> None:
        found.append(value)

    try:
        collect()
    except Exception as refusal:
        raise CannotFillError(f"{dotted}: {_one_line(refusal)}") from None
    return found[-1]


def _one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
