"""Constants that code makes by a call: ``date(2020, 1, 1)``, ``Decimal("0.5")``, ``timedelta(hours=36)``."""

from __future__ import annotations

import builtins
import datetime
import decimal
import dis
import fractions
import ipaddress
import pathlib
import types
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.objects.access import declared_names, is_a, is_class

#: Types of which constants are made so.
MADE: Final[tuple[type, ...]] = (
    *(datetime.datetime, datetime.date, datetime.time, datetime.timedelta, decimal.Decimal, fractions.Fraction),
    *(uuid.UUID, ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network),
    *(pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath),
)
#: Makers of other constants, and types of arguments that are none themselves.
_MAKERS: Final = (*MADE, int, float, bytes, datetime.timezone)
_ARGUMENTS: Final = (*_MAKERS, str, bool, type(None))
#: Methods of the classes that tell of the present.
_PRESENT: Final = frozenset(("now", "utcnow", "today"))
_NOTHING: Final = object()


class _Call(Struct, frozen=True):
    """A call of something that is known: the operands that come before it, that of what is called, and the values of
    the arguments, of which the last ones have names."""

    before: list[list[dis.Instruction]]
    called: list[dis.Instruction]
    maker: Any
    given: list[Any]
    keywords: tuple[str, ...]


def _call_of(
    loaded: list[dis.Instruction], call: dis.Instruction, keywords: tuple[str, ...], scope: Mapping[str, Any]
) -> _Call | None:
    operands = operands_of(loaded)
    if call.opname in ("CALL_KW", "CALL_FUNCTION_KW") and operands and isinstance(operands[-1][0].argval, tuple):
        keywords = operands.pop()[0].argval
    number = call.argval if isinstance(call.argval, int) else 0
    if not number or len(operands) <= number:
        return None
    *before, called = operands[:-number]
    given = [_value(operand, scope) for operand in operands[-number:]]
    return _Call(before, called, _value(called, scope), given, keywords)


def constant_made(
    loaded: list[dis.Instruction], call: dis.Instruction, keywords: tuple[str, ...], scope: Mapping[str, Any]
) -> tuple[Any, list[dis.Instruction]]:
    """The constant that a call makes, and what is loaded then, that constant in the call's place; without a constant,
    ``None``, and what was loaded before."""
    found = _call_of(loaded, call, keywords, scope)
    if found is None or not _makes_constants(found.maker):
        return None, loaded
    if not all(type(value) in _ARGUMENTS for value in found.given):
        return None, loaded
    first = len(found.given) - len(found.keywords)
    try:
        made = found.maker(*found.given[:first], **dict(zip(found.keywords, found.given[first:])))
    except Exception:
        return None, loaded
    if type(made) not in (*MADE, int, float, bytes) or made != made:
        return None, loaded
    before = [instruction for operand in found.before for instruction in operand]
    return made, [*before, found.called[0]._replace(opname="LOAD_CONST", argval=made)]


def fields_given(
    loaded: list[dis.Instruction], call: dis.Instruction, keywords: tuple[str, ...], scope: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """The fields of an object that a call makes, ``Port("http", number=80)``, each with its constant; under no name,
    the fields that are given something else. What is compared with the object is compared field by field."""
    found = _call_of(loaded, call, keywords, scope)
    names = declared_names(found.maker)[0] if found is not None and is_class(found.maker) else None
    if found is None or names is None:
        return
    by_place = names[: len(found.given) - len(found.keywords)]
    for name, value in zip((*by_place, *found.keywords), found.given):
        yield "", name
        if type(value) in _ARGUMENTS:
            yield name, value


def operands_of(loaded: Sequence[dis.Instruction]) -> list[list[dis.Instruction]]:
    """The operands that were loaded, apart: each begins with a load that is no attribute of the one before."""
    found: list[list[dis.Instruction]] = []
    for each in loaded:
        if each.opname in ("LOAD_ATTR", "LOAD_METHOD") and found:
            found[-1].append(each)
        else:
            found.append([each])
    return found


def _value(operand: Sequence[dis.Instruction], scope: Mapping[str, Any]) -> Any:
    """The value of a constant, or of a global and its attributes; what is none of these is ``_NOTHING``."""
    first, *steps = operand
    if first.opname == "LOAD_CONST":
        return _NOTHING if steps else first.argval
    if first.opname not in ("LOAD_GLOBAL", "LOAD_NAME"):
        return _NOTHING
    value = scope.get(first.argval, getattr(builtins, str(first.argval), _NOTHING))
    for step in steps:
        is_known = is_class(value) or is_a(value, types.ModuleType)
        value = getattr(value, step.argval, _NOTHING) if is_known else _NOTHING
    return value


def _makes_constants(maker: Any) -> bool:
    """Whether it is one of the classes, or a method that makes an object of one out of its arguments."""
    if is_a(maker, (types.BuiltinMethodType, types.MethodType)):
        return maker.__name__ not in _PRESENT and is_class(maker.__self__) and maker.__self__ in _MAKERS
    return is_class(maker) and maker in _MAKERS
