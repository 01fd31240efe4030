"""Samples of values of which the kinds are known. The language says itself which kinds it takes for an operation: what
fails on the kinds of samples fails on those of the values."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import make_dataclass
from datetime import datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, Final
from uuid import UUID

from apivet.effects import method_kinds, objects, plain, special, value_kinds
from apivet.effects.acting import MAKING
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.lacking import is_all_there
from apivet.effects.method_kinds import LIST, TUPLE
from apivet.effects.state import Machine
from apivet.effects.value_kinds import DICT, NOTHING, SET, Kind
from apivet.effects.values import Constant, Outside, Position, Reference, Routine, TypeValue
from apivet.program import syntax
from apivet.program.model import Type

_DAY: Final = datetime(2000, 1, 1)
#: Samples by the family of a kind. A moment may be told with its zone or without.
_BY_FAMILY: Final[dict[str, tuple[object, ...]]] = {
    method_kinds.TEXT: ("a",),
    method_kinds.BYTES: (b"a",),
    method_kinds.DATE: (_DAY, _DAY.replace(tzinfo=timezone.utc)),
    method_kinds.TIME: (time(),),
    method_kinds.SPAN: (timedelta(1),),
    method_kinds.UUID: (UUID(int=1),),
    NOTHING: (None,),
}
#: Containers of elements by their family.
_OF_FAMILY: Final[dict[str, Callable[[Iterable[Any]], Any]]] = {LIST: list, TUPLE: tuple, SET: set}
#: Values of other kinds among which one is chosen, numbers that are as great as they may get, and containers in each
#: other.
_MOST, _GREATEST, _DEEPEST = 4, 1000, 4


def _made(name: str, **methods: Callable[..., object]) -> type:
    """A dataclass of objects of which none equals another one."""
    namespace = {"__module__": __name__, "__eq__": lambda *_: False, **methods}
    return make_dataclass(name, (), eq=False, namespace=namespace)


#: Objects of a dataclass: without a hash, and with one.
_DATA: Final = _made("Data")
_FROZEN: Final = _made("Frozen", __hash__=lambda _: 0)


class _Plain:
    pass


class _Alternative(Enum):
    ONE = 1


def combined(known: Sequence[list[Any] | None]) -> Iterator[tuple[Any, ...]] | None:
    """Samples of several values together, all of which are there; ``None`` where those of one are not known, or are too
    many."""
    found = [[each for each in one or () if each is not None] or one for one in known]
    if any(one is None or len(one) > _MOST for one in found):
        return None
    return itertools.product(*(one or () for one in found))


def samples_of(machine: Machine, value: Diagram, depth: int = 0) -> list[Any] | None:
    """Samples of a value; ``None`` where its kinds are not known, or where it answers in a way of its own."""
    found: list[Any] = []
    for leaf in leaves(value):
        one = None if depth > _DEEPEST else _of_leaf(machine, leaf.value, depth)
        if one is None:
            return None
        found += (each for each in one if not any(type(each) is type(other) and each == other for other in found))
    return found


def is_whole(sample: object) -> bool:
    """Whether a sample has all that values of its kind have: one of an object of the tree has none of its fields."""
    return (sample if isinstance(sample, type) else type(sample)).__module__ != __name__


def answers_itself(machine: Machine, value: Diagram) -> bool:
    """Whether a value is an object of the tree that answers in a way of its own: this is followed where it is told."""
    held = [leaf.value for leaf in leaves(value)]
    types = [objects.type_of(machine, each) for each in held if isinstance(each, Reference)]
    return len(types) == len(held) and all(type_ is not None and _of_type(machine, type_) is None for type_ in types)


def _of_leaf(machine: Machine, value: Any, depth: int) -> list[Any] | None:
    if isinstance(value, Constant):
        return [_bounded(value.value)]
    if isinstance(value, Position):
        return [1] if value.of is None else _of_settled(machine, value.given)
    if isinstance(value, Outside):
        tried = machine.program.tried_function(value.dotted)
        return None if tried is None else [tried.do]
    if isinstance(value, Routine):
        return [lambda *_, **__: None]
    if isinstance(value, TypeValue):
        made = _of_type(machine, value.type)
        return made and [*map(type, made)]
    if not isinstance(value, Reference):
        return _of_settled(machine, value)
    if machine.heap.is_fields(value):
        return _of_container(machine, value, DICT, depth)
    type_ = objects.type_of(machine, value)
    if type_ is not None:
        return _of_type(machine, type_)
    family = _container(machine, value)
    return _of_settled(machine, value) if family is None else _of_container(machine, value, family, depth)


def _bounded(value: Any) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > _GREATEST:
        return type(value)(_GREATEST if value > 0 else -_GREATEST)
    return value[:_GREATEST] if isinstance(value, (str, bytes)) else value


def _of_settled(machine: Machine, value: Any) -> list[Any] | None:
    found: list[Any] = []
    for leaf in leaves(machine.heap.settle(machine.diagrams.leaf(value))):
        kinds = value_kinds.kinds_of(machine, leaf.value)
        for kind in kinds or (None,):
            one = None if kind is None else _of_kind(machine, leaf.value, kind)
            if one is None:
                return None
            found += one
    return found


def _of_kind(machine: Machine, value: object, kind: Kind) -> list[Any] | None:
    if kind.family == method_kinds.NUMBER:
        return _numbers(machine, value, kind)
    known = _BY_FAMILY.get(kind.family)
    if known is not None:
        return [*known]
    type_ = machine.program.type(kind.type or kind.family)
    return None if type_ is None else _of_type(machine, type_)


def _numbers(machine: Machine, value: object, kind: Kind) -> list[Any]:
    if kind.values is not None and len(kind.values) <= _MOST:
        return sorted(map(_bounded, kind.values), key=repr)
    if kind.whole:
        return [1]
    is_real = plain.is_of(machine, value, (*plain.WHOLE, "float"))
    return [1, 1.5] if is_real else [1, 1.5, 1j, Decimal("1.5")]


def _of_type(machine: Machine, type_: Type) -> list[Any] | None:
    """An object of a type that is asked for nothing: it has no special methods."""
    if type_.form == "enum":
        return None if type_.methods else [_Alternative.ONE]
    if type_.form not in ("dataclass", "plain") or not is_all_there(machine, type_):
        return None
    order = machine.program.ancestry(type_)
    written = (syntax.Literal, syntax.Sequence)
    others = {name for each in order for name, own in each.attributes.items() if not isinstance(own, written)}
    names = others.union(*(each.methods for each in order)) - {*MAKING}
    own = type_.attributes.get(special.HASHING)
    is_hashed = own is not None and not (isinstance(own, syntax.Literal) and own.value is None)
    is_special = any(name.startswith("__") and name.endswith("__") for name in names)
    if is_special or is_hashed or any(_is_declared_with(each, "order") for each in order):
        return None
    if type_.form == "plain":
        return [_Plain()]
    is_frozen = type_.frozen or type_.equals_itself_only or _is_declared_with(type_, "unsafe_hash")
    return [_FROZEN() if is_frozen else _DATA()]


def _is_declared_with(type_: Type, name: str) -> bool:
    calls = [each for each in type_.decorators if isinstance(each, syntax.Call)]
    return any(argument.name == name for each in calls for argument in each.arguments)


def _container(machine: Machine, reference: Reference) -> str | None:
    """The family of a container; ``None`` of what is none for certain, where it is there."""
    kinds = [
        value_kinds.kinds_of(machine, leaf.value)
        for leaf in leaves(machine.heap.settle(machine.diagrams.leaf(reference)))
    ]
    families = {kind.family for each in kinds for kind in each or () if kind.family != NOTHING}
    if None in kinds or not families <= {DICT, *_OF_FAMILY}:
        return None
    return families.pop() if len(families) == 1 else TUPLE if DICT not in families else None


def _of_container(machine: Machine, reference: Reference, family: str, depth: int) -> list[Any] | None:
    """A container with all that may be in it."""
    cell = machine.heap.cells[reference.cell]
    has_fields = objects.type_of(machine, reference) is not None
    named = objects.field_values(machine, reference) if has_fields else cell.fields.items()
    held = [(entry.key, entry.value, entry.present) for entry in machine.heap.entries(reference) or ()]
    held += [(name, value, machine.given(value)) for name, value in named]
    elements: dict[str, Any] = {}
    for name, value, present in held:
        found = samples_of(machine, machine.diagrams.assuming(value, present), depth + 1)
        told = [_DATA()] if found is None else found  # nothing can be done to what is not known but to hold it
        there = () if present is machine.diagrams.false else enumerate(told)
        elements.update((f"{name}{number or ''}", each) for number, each in there)
    if family == DICT:
        return [elements]
    make = frozenset if plain.is_of(machine, reference, ("frozenset",)) else _OF_FAMILY[family]
    try:
        return [make(elements.values())]
    except TypeError:
        return None  # elements without a hash, of which there is no set
