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
from collections.abc import Mapping, Sequence
from typing import Any, Final

from apivet.blackbox.objects.access import is_class

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


def constant_made(
    loaded: list[dis.Instruction], call: dis.Instruction, keywords: tuple[str, ...], scope: Mapping[str, Any]
) -> tuple[Any, list[dis.Instruction]]:
    """The constant that a call makes, and what is loaded then, that constant in the call's place; without a constant,
    ``None``, and what was loaded before."""
    operands = operands_of(loaded)
    if call.opname in ("CALL_KW", "CALL_FUNCTION_KW") and operands and isinstance(operands[-1][0].argval, tuple):
        keywords = operands.pop()[0].argval
    number = call.argval if isinstance(call.argval, int) else 0
    if not number or len(operands) <= number:
        return None, loaded
    maker = _value(operands[-number - 1], scope)
    given = [_value(operand, scope) for operand in operands[-number:]]
    if not _makes_constants(maker) or not all(type(value) in _ARGUMENTS for value in given):
        return None, loaded
    first = number - len(keywords)
    try:
        made = maker(*given[:first], **dict(zip(keywords, given[first:])))
    except Exception:
        return None, loaded
    if type(made) not in (*MADE, int, float, bytes) or made != made:
        return None, loaded
    before = [instruction for operand in operands[: -number - 1] for instruction in operand]
    return made, [*before, operands[-1][0]._replace(opname="LOAD_CONST", argval=made)]


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
        is_known = is_class(value) or isinstance(value, types.ModuleType)
        value = getattr(value, step.argval, _NOTHING) if is_known else _NOTHING
    return value


def _makes_constants(maker: Any) -> bool:
    """Whether it is one of the classes, or a method that makes an object of one out of its arguments."""
    if isinstance(maker, (types.BuiltinMethodType, types.MethodType)):
        return maker.__name__ not in _PRESENT and is_class(maker.__self__) and maker.__self__ in _MAKERS
    return is_class(maker) and maker in _MAKERS
