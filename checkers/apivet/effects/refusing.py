"""Functions that raise for some of their arguments: a call can be there for nothing else."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Final

from apivet.effects import plain, questions, raising
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.state import Machine
from apivet.effects.values import (
    Blank,
    Computed,
    Constant,
    Member,
    Raises,
    Reference,
    Structure,
    Truthy,
    TypeValue,
    Unbound,
    all_within,
)
from apivet.program.failures import ANY, FailureKind, Failures
from apivet.program.model import ASSERTIONS_RUN
from apivet.verdicts import Location

#: Exceptions of the language that are made of anything, with and without their module.
EXCEPTIONS: Final = frozenset(
    spelled
    for name, value in vars(builtins).items()
    for spelled in (name, f"{builtins.__name__}.{name}")
    if isinstance(value, type) and issubclass(value, BaseException) and not issubclass(value, UnicodeError)
)
#: Functions of the language that take whatever they are made for.
_TAKING: Final = EXCEPTIONS | frozenset(
    f"builtins.{name}"
    for name in ("abs", "bool", "bytes", "callable", "dir", "format", "hash", "id", "len", "object", "print", "repr")
    + ("round", "slice", "str", "sum", "type", "tuple", "list", "dict", "set", "frozenset", "sorted", "reversed")
    + ("globals", "locals", "vars", "property", "memoryview", "super")
)
#: Modules that tell of the world, or make what takes anything.
_TAKING_MODULES: Final = frozenset(
    ("logging", "structlog", "warnings", "traceback", "typing", "inspect", "copy", "time", "random", "secrets", "os")
    + ("sys", "platform", "socket", "threading", "asyncio", "contextlib", "contextvars", "collections", "types")
    + ("dataclasses", "attrs", "attr", "functools", "itertools", "operator", "enum", "abc", "gc", "hashlib", "textwrap")
    + ("pprint", "string", "html", "pickle", "weakref", "io", "queue", "shlex", "difflib")
)
#: Functions of other modules that refuse no value of the kind that they are made for.
_TAKING_ELSEWHERE: Final = frozenset(
    (
        "datetime.datetime.now",
        "datetime.datetime.utcnow",
        "datetime.date.today",
        "uuid.uuid4",
        "uuid.uuid1",
        "re.escape",
    )
    + ("json.dumps", "base64.b64encode", "urllib.parse.quote", "urllib.parse.urlparse", "urllib.parse.urlsplit")
    + ("urllib.parse.urlencode", "re.match", "re.search", "re.fullmatch", "re.sub", "re.split", "re.findall")
    + ("re.finditer", "math.floor", "math.ceil", "datetime.timedelta", "posixpath.join", "fnmatch.fnmatch")
    + ("fnmatch.fnmatchcase", "heapq.nsmallest", "heapq.nlargest", "heapq.merge", "bisect.bisect", "bisect.bisect_left")
)
#: Methods of texts, numbers and moments that refuse some values of their own kind.
_REFUSING_METHODS: Final = frozenset(
    ("decode", "encode", "format", "format_map", "fromhex", "index", "rindex", "to_bytes", "translate", "pop", "remove")
)
_DIVIDING: Final = frozenset(("/", "//", "%"))


def is_set_outside(operator: str) -> bool:
    """Whether a function gives a variable of the environment, which may be any text, whatever it is called with; or a
    name means what the process was started with."""
    module, _, name = operator.partition(".")
    return (module == "os" and name.startswith(("getenv", "environ"))) or operator == ASSERTIONS_RUN


def may_raise(machine: Machine, location: Location, given: Sequence[Diagram] = (), made_by: str = "") -> Diagram:
    """The decision that something at that place raises, which is given these values: where it is ``made_by`` nothing
    else, it raises for the same values again. It matters only where a handler is waiting, or was waiting before;
    elsewhere the path would end without storing anything."""
    if not machine.catchers and not (made_by and machine.raised):
        return machine.diagrams.false
    settled = tuple(machine.heap.settle(value) for value in given)
    if made_by and given and not is_set_outside(made_by) and are_written(settled):
        return always_or_never(machine, location)
    if not machine.catchers:
        known = machine.raised.get((made_by, settled))
        return machine.diagrams.false if known is None else machine.diagrams.decide(known)
    if not made_by:
        return machine.diagrams.decide(Raises(location, machine.serial(), settled))
    new = Raises(location, machine.serial(), settled)
    return machine.diagrams.decide(machine.raised.setdefault((made_by, settled), new))


def are_written(values: Sequence[Diagram]) -> bool:
    """Whether values are made of nothing but what is written in the source."""
    parts = (part for value in values for leaf in leaves(value) for part in all_within(leaf.value))
    return all(part is True or part is False or isinstance(part, _WRITTEN) or _is_of_others(part) for part in parts)


def _is_of_others(part: object) -> bool:
    """Whether a value is computed from others alone."""
    return isinstance(part, Computed) and bool(part.operands) and not is_set_outside(part.operator)


_WRITTEN: Final = (Constant, Member, TypeValue, Structure, Blank, Unbound)


def always_or_never(machine: Machine, location: Location) -> Diagram:
    """The decision that something raises which does the same whatever the hook is given."""
    hidden = machine.unseen("whether what is written fails", location)
    return machine.diagrams.transform(hidden, lambda leaf: machine.diagrams.decide(Truthy(leaf.value)))


def refuse_some(
    machine: Machine, given: Sequence[Diagram], location: Location, failures: Failures = ANY, made_by: str = ""
) -> None:
    """Something is done that raises for some of the values that it can be given."""
    if all(isinstance(leaf.value, (Constant, Member, TypeValue)) for value in given for leaf in leaves(value)):
        machine.fail(always_or_never(machine, location) if machine.catchers else machine.diagrams.false, failures)
        return
    if not machine.catchers and machine.alive:
        machine.may_refuse = True
    machine.refuse(may_raise(machine, location, given, made_by), failures, tuple(given))


def call_function(machine: Machine, dotted: str, given: Sequence[Diagram], location: Location) -> None:
    """A function of the library is called."""
    if dotted in plain.EXTREMES:
        _ask_for_elements(machine, dotted, given, location)
        return
    module = dotted.partition(".")[0]
    refuses = dotted not in _TAKING and module not in _TAKING_MODULES and dotted not in _TAKING_ELSEWHERE
    if refuses and given:
        refuse_some(machine, given, location, raising.of_function(dotted), dotted)


def _ask_for_elements(machine: Machine, dotted: str, given: Sequence[Diagram], location: Location) -> None:
    """The least or greatest of elements: there is none where there are no elements."""
    if len(given) != 1:
        return
    held = [leaf.value for leaf in leaves(given[0])]
    if all(isinstance(value, Reference) and machine.heap.entries(value) is not None for value in held):
        has_none = machine.diagrams.negate(questions.truth(machine, given[0]))
        machine.refuse(has_none, FailureKind.WRONG_VALUE, tuple(given))
    else:
        refuse_some(machine, given, location, (FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE), dotted)


def call_method(machine: Machine, name: str, given: Sequence[Diagram], location: Location) -> None:
    """A method of a plain value is called."""
    if name in _REFUSING_METHODS:
        refuse_some(machine, given, location, raising.of_method(name), name)


def operate(machine: Machine, symbol: str, right: Diagram) -> None:
    """An operator is put between two values: nothing is divided by zero."""
    if symbol not in _DIVIDING:
        return
    divisor = right.value if isinstance(right, Leaf) else None
    is_written = isinstance(divisor, Constant) and isinstance(divisor.value, (int, float))
    if is_written or plain.is_number(machine, divisor):
        machine.refuse(machine.diagrams.negate(questions.truth(machine, right)), FailureKind.NO_NUMBER, (right,))
    else:
        refuse_some(machine, (right,), machine.nowhere, (FailureKind.NO_NUMBER,))
