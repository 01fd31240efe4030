"""The constants that a strategy's code mentions: what it compares with is a value that makes a difference."""

from __future__ import annotations

import contextlib
import dis
import enum
import fnmatch
import functools
import inspect
import re
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.limits import CONSTANT_LENGTH, CONSTANTS, FUNCTIONS, HELD_VALUES, LOADED_CONSTANTS, STEPS
from apivet.blackbox.objects.access import attributes_of, identity_of, is_a, is_class
from apivet.blackbox.objects.matching import texts_matching
from apivet.blackbox.objects.neighbours import on_both_sides
from apivet.blackbox.project.held_values import TYPES, held_by
from apivet.blackbox.project.made_constants import constant_made, fields_given, operands_of
from apivet.blackbox.project.operations import Operations, codes_in, instructions_of, operations_in, operator_of

#: Questions about a text that are no comparison.
_QUESTIONS: Final = frozenset(("startswith", "endswith", "match", "fullmatch", "search", "fnmatch", "fnmatchcase"))
#: Instructions between those that load a value and those that use it.
_SILENT: Final = frozenset(
    ("CACHE", "EXTENDED_ARG", "PUSH_NULL", "PRECALL", "KW_NAMES", "NOP", "COPY_FREE_VARS", "UNARY_NEGATIVE")
    + ("SWAP", "COPY", "DUP_TOP", "ROT_THREE")
    + ("LIST_EXTEND", "SET_UPDATE")
)

#: Instructions that make a container (``obj.metadata.finalizers == ["keep"]``), each with the number of values for an
#: item, and how many there are besides.
_BUILDING: Final = {
    "BUILD_LIST": (1, 0),
    "BUILD_SET": (1, 0),
    "BUILD_TUPLE": (1, 0),
    "BUILD_MAP": (2, 0),
    "BUILD_CONST_KEY_MAP": (1, 1),
}
_PAIR: Final = 2
#: Instructions that ask whether a value is true, or whether it is there at all.
_TESTS: Final = frozenset(("UNARY_NOT", "TO_BOOL", "IS_OP"))
_JUMPS: Final = ("POP_JUMP", "JUMP_IF")

#: The function that names nobody can tell.
_BY_NAME: Final = "getattr"

#: By type, in the order in which they are met.
Constants = dict[type, tuple[Any, ...]]


class Mentions(Struct, frozen=True):
    """Mentions in some code: constants, and names of attributes, among which are all the fields that it looks at
    (names that it puts together out of pieces excepted); ``compared`` has those that it compares with something, each
    with the constants that stand there and their neighbours, and ``around``, by text, the constants that stand beside
    that in a comparison; ``related`` has pairs that it compares with each other; ``operations`` is what each function
    does to values, ``tested`` are the fields of which it asks whether they are true, ``steps`` the entries of its
    tables, which may say what comes after what; it ``asks_which`` object something is where it says ``is``."""

    constants: Constants
    names: frozenset[str]
    compared: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    related: tuple[tuple[str, str], ...] = ()
    around: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    operations: tuple[Operations, ...] = ()
    tested: frozenset[str] = frozenset()
    steps: tuple[tuple[Any, Any], ...] = ()
    asks_which: bool = False


def mentions_of(
    functions: Iterable[Any], is_own: Callable[[str], bool], but: Collection[str], idle: Collection[str] = ()
) -> Mentions:
    """The mentions in these functions, and in those of the project that they name. Of classes, a function that is
    ``idle`` by its name, or hidden by that of an earlier class, counts where another one names it. Texts in ``but``
    (names of gates and fields) are no constants; a number brings its neighbours."""
    found: dict[type, dict[Any, None]] = {kind: {} for kind in TYPES}
    names: set[str] = set()
    asked = _Comparisons({}, {}, {}, {}, {}, {}, {})
    for value in _mentioned(functions, is_own, idle, names, asked):
        kind = type(value)
        if kind is str:
            names.update((value, *value.split(".")))
        if kind not in found or value in but or (isinstance(value, (str, bytes)) and len(value) > CONSTANT_LENGTH):
            continue
        for near in (value, *on_both_sides(value)):
            found[kind][near] = None
    return Mentions(
        {kind: tuple(values)[:CONSTANTS] for kind, values in found.items()},
        frozenset(names),
        {name: tuple(values) for name, values in asked.compared.items()},
        tuple(asked.related),
        {name: tuple(values) for name, values in asked.around.items()},
        tuple(replace(each, texts=tuple(text for text in each.texts if text not in but)) for each in asked.operations),
        frozenset(asked.tested),
        tuple(asked.steps)[:STEPS],
        bool(asked.which),
    )


class _Comparisons(Struct, frozen=True):
    """The comparisons of some code: by field, with which constants; which fields with each other; and by text, the
    constants that stand beside it in a comparison."""

    compared: dict[str, dict[Any, None]]
    related: dict[tuple[str, str], None]
    around: dict[str, dict[Any, None]]
    operations: dict[Operations, None]
    tested: dict[str, None]
    steps: dict[tuple[Any, Any], None]
    which: dict[str, None]


def _mentioned(
    functions: Iterable[Any], is_own: Callable[[str], bool], idle: Collection[str], names: set[str], asked: _Comparisons
) -> Iterator[Any]:
    start, hidden = _members([value for value in functions if not is_class(value) or is_own(value.__module__)], idle)
    pending = [function for _, value in start for function in functions_in(value) if is_own(function.__module__)]
    known = set(map(id, pending))
    #: Values that are looked into when all code has been read: what stands there comes first.
    holding = [value for name, value in start if not name.startswith("__")]
    looked_into: set[int] = set()
    yield from (each for name, value in start if name and not name.startswith("__") for each in _scalars(value))
    asked.steps.update((step, None) for value in holding for step in _steps_held_by(value, is_own))
    read = 0
    while True:
        if read < len(pending):
            function, read = pending[read], read + 1
            codes = list(codes_in(function.__code__))
            yield from _in_function(function, codes, names, asked)
            found = [value for code in codes for value in _named(code, function.__globals__, is_own)]
            holding += [*found, function]
            asked.steps.update((step, None) for value in found for step in _steps_held_by(value, is_own))
            yield from (each for value in found for each in _scalars(value))
        elif not names.isdisjoint((*hidden, *([_BY_NAME] if hidden else ()))):
            found = [each for name in [*hidden] if not names.isdisjoint((name, _BY_NAME)) for each in hidden.pop(name)]
        elif holding:
            value = holding.pop(0)
            found = [] if identity_of(value) in looked_into else list(islice(held_by(value, is_own), HELD_VALUES))
            looked_into.add(identity_of(value))
            yield from _as_patterns((value for value in found if type(value) in TYPES), names)
        else:
            return
        for other in (each for value in found for each in functions_in(value)):
            if id(other) not in known and is_own(other.__module__) and len(known) < FUNCTIONS:
                known.add(id(other))
                pending.append(other)


def _members(values: Iterable[Any], idle: Collection[str]) -> tuple[list[tuple[str, Any]], dict[str, list[Any]]]:
    """The values, and the members of the classes among them, each with its name there, if it has one; and apart, by
    name, the functions of those classes that are idle or hidden."""
    found: list[tuple[str, Any]] = []
    hidden: dict[str, list[Any]] = {}
    seen: set[str] = set(idle)
    for value in values:
        members = list(vars(value).items()) if is_class(value) else [("", value)]
        for name, member in members:
            if name in seen and isinstance(member, types.FunctionType) and not name.startswith("__"):
                hidden.setdefault(name, []).append(member)
            else:
                found.append((name, member))
        seen.update(name for name, _ in members if name)
    return found, hidden


def _as_patterns(values: Iterable[Any], names: set[str]) -> Iterator[Any]:
    """The values and, where the code matches texts with others, answers to those that say more than themselves."""
    for value in values:
        yield value
        if type(value) is str and value != re.escape(value) and not _QUESTIONS.isdisjoint(names):
            yield from _answers("match", value)


def _in_function(
    function: types.FunctionType, codes: Iterable[types.CodeType], names: set[str], asked: _Comparisons
) -> Iterator[Any]:
    """The constants that stand in a function itself; its comparisons are noted."""
    operations = operations_in(function.__code__, function.__globals__)
    asked.operations.update({} if operations is None else {operations: None})
    asked.steps.update((step, None) for row in (operations.rows if operations else ()) for step in _steps_in(row))
    for code in codes:
        names.update(code.co_names)
        for name, value in _note_comparisons(code, function.__globals__, asked):
            for near in (value, *on_both_sides(value)) if name else ():
                asked.compared.setdefault(name, {})[near] = None
            yield value
        yield from _constants_in(code, function.__doc__)


def within_reach(start: Iterable[Any], class_: type, is_own: Callable[[str], bool]) -> list[types.FunctionType]:
    """The functions behind these, and those of their modules and of a class that they mention, directly or through
    others."""
    found = [function for value in start for function in functions_in(value) if is_own(function.__module__)]
    known = set(map(id, found))
    for function in found:
        for name in (name for code in codes_in(function.__code__) for name in code.co_names):
            member = inspect.getattr_static(class_, name, None)
            named = function.__globals__.get(name)
            for other in (*functions_in(member), *(functions_in(named) if is_a(named, types.FunctionType) else ())):
                is_near = other.__module__ == function.__module__ or (member is not None and is_own(other.__module__))
                if is_near and id(other) not in known and len(known) < FUNCTIONS:
                    known.add(id(other))
                    found.append(other)
    return found


def _note_comparisons(code: types.CodeType, scope: dict[str, Any], asked: _Comparisons) -> Iterator[tuple[str, Any]]:
    """The names of the fields in each comparison, with the constants in it: what is loaded right before. Where two
    fields are compared, that is noted, as is what stands around what is called. Constants that are made by a call have
    no name."""
    loaded: list[dis.Instruction] = []
    called: list[dis.Instruction] = []
    keywords: tuple[str, ...] = ()
    #: The fields of a tuple that was put together: ``(obj.spec.owner, obj.spec.tenant) == ("lord", "serf")``.
    together: list[str] = []
    for instruction in instructions_of(code):
        name = instruction.opname
        asked.which.update({name: None} if name == "IS_OP" or name.endswith("_NONE") else {})
        if name in ("COMPARE_OP", "CONTAINS_OP"):
            operands = operands_of(loaded)[-2:]
            constants = [each for operand in operands for each in _constants_of(operand, scope)]
            fields = _fields_of(operands, scope)
            if len(fields) == len(operands) > 1:
                asked.related[fields[0], fields[1]] = None
            _note_neighbours([*called, *loaded], scope, asked)
            yield from ((each, value) for each in fields for value in constants)
            yield from zip(together, constants) if len(together) == len(constants) else ()
            rows = [row for operand in operands for row in _rows_of(operand, scope)] if together else ()
            yield from (pair for row in rows if len(row) == len(together) for pair in zip(together, row))
        elif operator_of(instruction) == "[]":
            loaded = _subscribed(loaded)
            continue
        elif operator_of(instruction) != "":
            fields = _fields_of(operands_of(loaded)[-2:], scope)
            asked.related.update({(fields[0], fields[1]): None} if len(fields) > 1 else {})
        elif name in _TESTS or name.startswith(_JUMPS):
            number = 2 if name == "IS_OP" else 1
            asked.tested.update(dict.fromkeys(_fields_of(operands_of(loaded)[-number:], scope)))
        elif name.startswith("CALL"):
            yield from fields_given(loaded, instruction, keywords, scope)
            made, loaded = constant_made(loaded, instruction, keywords, scope)
            keywords = ()
            if made is not None:
                yield "", made
                continue
            yield from _questions(operands_of(loaded), operands_of(called), scope)
            called = [*called, *loaded][-LOADED_CONSTANTS:]
            loaded = []
            continue
        elif name.startswith("LOAD_"):
            loaded = [*loaded, instruction][-LOADED_CONSTANTS:]
            continue
        elif name in _SILENT:
            keywords = code.co_consts[instruction.arg or 0] if name == "KW_NAMES" else keywords
            continue
        elif name in _BUILDING:
            together = _fields_of(operands_of(loaded)[-int(instruction.argval) :], scope)
            loaded = _built(loaded, instruction)
            continue
        loaded, called, together = [], [], []


def _subscribed(loaded: list[dis.Instruction]) -> list[dis.Instruction]:
    """The instructions that load, with a key that is a text as an attribute: fields of typed dicts are read so. None
    where it is no text."""
    if len(loaded) > 1 and loaded[-1].opname == "LOAD_CONST" and isinstance(loaded[-1].argval, str):
        return [*loaded[:-1], loaded[-1]._replace(opname="LOAD_ATTR")]
    return []


def _built(loaded: list[dis.Instruction], instruction: dis.Instruction) -> list[dis.Instruction]:
    """The instructions that load, with those of a container's constants as one; none where others are among them."""
    per_item, more = _BUILDING[instruction.opname]
    number = per_item * int(instruction.argval) + more
    parts = loaded[len(loaded) - number :]
    if len(parts) < number or any(each.opname != "LOAD_CONST" for each in parts):
        return []
    if not parts:
        return loaded
    values = tuple(value for each in parts for value in _scalars(each.argval))
    return [*loaded[: len(loaded) - number], parts[0]._replace(argval=values)]


def _note_neighbours(loaded: list[dis.Instruction], scope: dict[str, Any], asked: _Comparisons) -> None:
    """The constants of a comparison, beside each text in it: ``"a" in ctx.headers.get("b").split(",")``."""
    operands = operands_of(loaded)
    constants = [each for operand in operands for each in _constants_of(operand, scope)]
    for name in (each for each in constants if isinstance(each, str)):
        asked.around.setdefault(name, {}).update((each, None) for each in constants if each not in ("", name))


def _fields_of(operands: Iterable[list[dis.Instruction]], scope: dict[str, Any]) -> list[str]:
    """The last attribute of each operand that ends with one, and is no constant."""
    ending = (each for each in operands if each and each[-1].opname == "LOAD_ATTR")
    return [each[-1].argval for each in ending if not _constants_of(each, scope)]


def _constants_of(operand: list[dis.Instruction], scope: dict[str, Any]) -> list[Any]:
    """The constants that an operand may be."""
    value = _value_of(operand, scope)
    return [value] if is_a(value, enum.Enum) else list(_scalars(value))


def _rows_of(operand: list[dis.Instruction], scope: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The tuples in a collection that an operand is: ``(spec.host, spec.port) in KNOWN``."""
    value = _value_of(operand, scope)
    rows = value if is_a(value, (tuple, frozenset, set, list, dict)) and len(value) <= 2 * CONSTANTS else ()
    known = (row for row in rows if isinstance(row, tuple) and all(type(each) in TYPES for each in row))
    return sorted(known, key=repr)


def _value_of(operand: list[dis.Instruction], scope: dict[str, Any]) -> Any:
    """The value of an operand: written out, or a global's attribute or itself; ``None`` of any other."""
    first = operand[0]
    if first.opname == "LOAD_CONST":
        return first.argval
    value = scope.get(first.argval) if first.opname == "LOAD_GLOBAL" else None
    for step in operand[1:] if value is not None else ():
        if type(value) is dict:
            value = value.get(step.argval)
            continue
        is_known = is_class(value) or is_a(value, (types.ModuleType, enum.Enum))
        value = getattr(value, step.argval, None) if is_known else attributes_of(value).get(step.argval)
    return value


def _questions(
    operands: list[list[dis.Instruction]], called: list[list[dis.Instruction]], scope: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    """The fields that a call asks about, with texts that are an answer: ``obj.name.startswith("a")``,
    ``re.match("a+", obj.name)``, ``PATTERN.search(obj.name)``. Where another call made what is asked, that
    one's texts are, too: ``re.compile("a+").search(obj.name)``."""
    asking = next((each for each in operands if _QUESTIONS.intersection(_names_in(each))), None)
    if asking is None:
        return
    question = next(name for name in _names_in(asking) if name in _QUESTIONS)
    others = [each for each in operands if each is not asking]
    fields = _fields_of((*others, asking[:-1]), scope)
    sources = [each for each in (asking[:-1], *others, *(called if len(asking) == 1 else ())) if each]
    texts = [text for each in sources for text in _constants_of(each, scope)]
    for text in texts:
        if isinstance(text, str):
            yield from ((field, answer) for field in fields for answer in _answers(question, text))


def _names_in(operand: list[dis.Instruction]) -> list[str]:
    return [each.argval for each in operand if isinstance(each.argval, str) and each.opname != "LOAD_CONST"]


def _answers(question: str, text: str) -> Iterator[str]:
    """Texts of which the answer is yes."""
    yield text
    pattern = fnmatch.translate(text) if question.startswith("fnmatch") else text
    if question not in ("startswith", "endswith"):
        yield from texts_matching(pattern)


def functions_in(value: Any) -> list[types.FunctionType]:
    """The functions behind something that can be called, and those of a class: what decorators have wrapped, too."""
    found: dict[int, types.FunctionType] = {}
    pending = list(vars(value).values()) if is_class(value) else [value]
    while pending:
        one = pending.pop(0)
        if is_a(one, (classmethod, staticmethod, types.MethodType)):
            pending.append(one.__func__)
        elif is_a(one, property):
            pending.append(one.fget)
        elif is_a(one, (functools.partial, functools.partialmethod)):
            pending.append(one.func)
        elif is_a(one, types.FunctionType) and id(one) not in found:
            found[id(one)] = one
            pending += [getattr(one, "__wrapped__", None), *_held_by(one)]
    return [function for function in found.values() if _is_written(function)]


def _held_by(function: types.FunctionType) -> Iterator[Any]:
    """The functions in a function's closure."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not bound yet
            if is_a(cell.cell_contents, types.FunctionType):
                yield cell.cell_contents


def _is_written(function: types.FunctionType) -> bool:
    """Whether it stands in its module's source: dataclass and its like write others, and wrap some."""
    module = sys.modules.get(function.__module__)
    return function.__code__.co_filename == getattr(module, "__file__", None)


def _constants_in(code: types.CodeType, documentation: str | None) -> Iterator[Any]:
    """All but the documentation."""
    for constant in code.co_consts:
        if not isinstance(constant, types.CodeType) and constant != documentation:
            yield from _scalars(constant)


def _scalars(value: Any) -> Iterator[Any]:
    """The values in it, where it is one or a collection of them."""
    if type(value) in TYPES:
        yield value
    elif is_a(value, re.Pattern):
        yield from texts_matching(value)
    elif is_a(value, (tuple, frozenset, set, list, dict)) and len(value) <= 2 * CONSTANTS:
        for item in _in_order(value) + (list(value.values()) if is_a(value, dict) else []):
            if type(item) in TYPES:
                yield item


def _steps_held_by(value: Any, is_own: Callable[[str], bool]) -> Iterator[tuple[Any, Any]]:
    """The entries of a table, and of those of a class."""
    members = vars(value).items() if is_class(value) and is_own(value.__module__) else [("", value)]
    tables = (member for name, member in members if type(member) is dict and not name.startswith("__"))
    return (step for table in tables for step in _steps_in(table.items()))


def _steps_in(entries: Collection[Any]) -> Iterator[tuple[Any, Any]]:
    """The entries of a table, each key with its value, or with each of several: ``{"open": {"shut", "locked"}}``."""
    is_table = len(entries) <= CONSTANTS and all(type(each) is tuple and len(each) == _PAIR for each in entries)
    for key, item in entries if is_table else ():
        several = type(item) in (tuple, list, set, frozenset) and len(item) <= CONSTANTS
        for step in ((key, each) for each in (_in_order(item) if several else (item,))):
            if all(type(each) in TYPES or is_a(each, enum.Enum) for each in step):
                yield step


def _in_order(values: Any) -> list[Any]:
    """The elements, of a set in an order that is the same each time."""
    return sorted(values, key=repr) if is_a(values, (set, frozenset)) else list(values)


def _named(code: types.CodeType, scope: dict[str, Any], is_own: Callable[[str], bool]) -> Iterator[Any]:
    """The values of the names in a function: globals, and those that it takes from modules of the project."""
    modules = []
    for name in code.co_names:
        value = scope.get(name)
        if is_a(value, types.ModuleType):
            modules.append(value)
        elif value is not None:
            yield value
    for module in modules:
        if is_own(module.__name__):
            for name in code.co_names:
                value = vars(module).get(name)
                if value is not None and not is_a(value, types.ModuleType):
                    yield value
