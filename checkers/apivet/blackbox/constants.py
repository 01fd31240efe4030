"""The constants that a strategy's code mentions: what it compares with is a value that makes a difference."""

from __future__ import annotations

import contextlib
import dis
import functools
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.blackbox.objects.access import is_class

#: So many functions are read, and so many constants of a type kept; a strategy that needs more is none.
_FUNCTIONS: Final = 400
_CONSTANTS: Final = 12
_LONGEST: Final = 80
_TYPES: Final = (str, int, float, bytes)
#: What two sides of a comparison load, at most: ``obj.status.phase == states.FAILED``.
_LOADED: Final = 6

#: By type, in the order in which they are met.
Constants = dict[type, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Mentions:
    """What some code mentions: constants, and names of attributes, among which are all the fields that it looks at
    (names that it puts together out of pieces excepted); ``compared`` has those that it compares with something, each
    with the constants that stand there."""

    constants: Constants
    names: frozenset[str]
    compared: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


def mentions_of(functions: Iterable[Any], is_own: Callable[[str], bool], but: Collection[str]) -> Mentions:
    """What these functions mention, and those of the project that they name. Texts in ``but`` (names of gates
    and fields) are no constants; a number brings its neighbours."""
    found: dict[type, dict[Any, None]] = {kind: {} for kind in _TYPES}
    names: set[str] = set()
    compared: dict[str, dict[Any, None]] = {}
    for value in _mentioned(functions, is_own, names, compared):
        kind = type(value)
        if kind is str:
            names.update(value.split("."))
        if kind not in found or value in but or (isinstance(value, (str, bytes)) and len(value) > _LONGEST):
            continue
        for near in (value, value + 1, value - 1) if kind is int and abs(value) > 1 else (value,):
            found[kind][near] = None
    return Mentions(
        {kind: tuple(values)[:_CONSTANTS] for kind, values in found.items()},
        frozenset(names),
        {name: tuple(values) for name, values in compared.items()},
    )


def _mentioned(
    functions: Iterable[Any], is_own: Callable[[str], bool], names: set[str], compared: dict[str, dict[Any, None]]
) -> Iterator[Any]:
    start = [value for value in functions if not is_class(value) or is_own(value.__module__)]
    pending = [function for value in start for function in _functions_in(value) if is_own(function.__module__)]
    for value in start:
        if is_class(value):
            for name, member in list(vars(value).items()):
                if not name.startswith("__"):
                    yield from _scalars(member)
    known = set(map(id, pending))
    for function in pending:
        for code in _codes(function.__code__):
            names.update(code.co_names)
            for name, value in _comparisons(code, function.__globals__):
                compared.setdefault(name, {})[value] = None
            yield from _constants_in(code, function.__doc__)
            for value in _named(code, function.__globals__, is_own):
                yield from _scalars(value)
                for other in _functions_in(value):
                    if id(other) not in known and is_own(other.__module__) and len(known) < _FUNCTIONS:
                        known.add(id(other))
                        pending.append(other)


def _comparisons(code: types.CodeType, scope: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names of the attributes in each comparison, with the constants in it: what is loaded right before."""
    loaded: list[dis.Instruction] = []
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("COMPARE_OP", "CONTAINS_OP"):
            fields = [each.argval for each in loaded if each.opname == "LOAD_ATTR"]
            constants = [each.argval for each in loaded if each.opname == "LOAD_CONST"]
            constants += [scope.get(each.argval) for each in loaded if each.opname == "LOAD_GLOBAL"]
            yield from ((name, value) for name in fields for each in constants for value in _scalars(each))
        elif instruction.opname.startswith("LOAD_"):
            loaded = [*loaded, instruction][-_LOADED:]
            continue
        elif instruction.opname in ("CACHE", "EXTENDED_ARG", "PUSH_NULL"):
            continue
        loaded = []


def _functions_in(value: Any) -> list[types.FunctionType]:
    """The functions behind something that can be called, and those of a class: what decorators have wrapped, too."""
    found: dict[int, types.FunctionType] = {}
    pending = list(vars(value).values()) if is_class(value) else [value]
    while pending:
        one = pending.pop(0)
        if isinstance(one, (classmethod, staticmethod, types.MethodType)):
            pending.append(one.__func__)
        elif isinstance(one, property):
            pending.append(one.fget)
        elif isinstance(one, (functools.partial, functools.partialmethod)):
            pending.append(one.func)
        elif isinstance(one, types.FunctionType) and id(one) not in found:
            found[id(one)] = one
            pending += [getattr(one, "__wrapped__", None), *_held_by(one)]
    return [function for function in found.values() if _is_written(function)]


def _held_by(function: types.FunctionType) -> Iterator[Any]:
    """What a function holds of the one around it."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not bound yet
            if isinstance(cell.cell_contents, types.FunctionType):
                yield cell.cell_contents


def _is_written(function: types.FunctionType) -> bool:
    """Whether it stands in its module's source: dataclass and its like write others, and wrap some."""
    module = sys.modules.get(function.__module__)
    return function.__code__.co_filename == getattr(module, "__file__", None)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _constants_in(code: types.CodeType, documentation: str | None) -> Iterator[Any]:
    """All but the documentation."""
    for constant in code.co_consts:
        if not isinstance(constant, types.CodeType) and constant != documentation:
            yield from _scalars(constant)


def _scalars(value: Any) -> Iterator[Any]:
    """The values in it, where it is one or a collection of them."""
    if type(value) in _TYPES:
        yield value
    elif isinstance(value, (tuple, frozenset, set, list, dict)) and len(value) <= 2 * _CONSTANTS:
        inner = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else list(value)
        for item in inner + (list(value.values()) if isinstance(value, dict) else []):
            if type(item) in _TYPES:
                yield item


def _named(code: types.CodeType, scope: dict[str, Any], is_own: Callable[[str], bool]) -> Iterator[Any]:
    """What the names of a function stand for: globals, and what it takes from modules of the project."""
    modules = []
    for name in code.co_names:
        value = scope.get(name)
        if isinstance(value, types.ModuleType):
            modules.append(value)
        elif value is not None:
            yield value
    for module in modules:
        if is_own(module.__name__):
            for name in code.co_names:
                value = vars(module).get(name)
                if value is not None and not isinstance(value, types.ModuleType):
                    yield value
