"""Kinds of values that operations are made for. One that is done to another kind fails, whatever the hook is given:
nobody needs to tell, but where a handler is waiting."""

from __future__ import annotations

import copy
import operator
import re
import warnings
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from types import MappingProxyType
from typing import Any, Final

from apivet.effects import objects, plain, questions, raising, samples
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.lacking import doubt
from apivet.effects.refusing import are_written, may_raise, refuse_some
from apivet.effects.state import Machine
from apivet.effects.values import NONE, Computed, Constant, Input, Position, Reference, Unseen
from apivet.program.failures import FailureKind
from apivet.program.operators import FOLDED, NAMED
from apivet.verdicts import Location

_Operation = Callable[..., object]

#: Operators of two operands, and of one, as functions.
_OF_TWO: Final[Mapping[str, _Operation]] = {
    **{symbol: getattr(operator, name) for name, symbol in NAMED.items()},
    **FOLDED,
    "@": operator.matmul,
}
_OF_ONE: Final[Mapping[str, _Operation]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}
#: Operators that fail on some numbers: where the second one is below zero, or the result is too great.
_OF_NO_NEGATIVE: Final = ("<<", ">>", "**")
#: Widths that are too great to be tried.
_WIDE: Final = re.compile(r"\d{4}")


def ask_operator(machine: Machine, symbol: str, *operands: Any) -> None:
    """An operator is put before a value, or between two of them."""
    if not _is_watched(machine):
        return
    do = (_OF_TWO if len(operands) > 1 else _OF_ONE).get(symbol)
    _ask(machine, do, [machine.diagrams.leaf(each) for each in operands])
    if symbol in _OF_NO_NEGATIVE and len(operands) > 1 and not _is_in_range(machine, *operands):
        refuse_some(machine, (machine.heap.settle(machine.diagrams.leaf(operands[1])),), machine.nowhere)


def _is_in_range(machine: Machine, first: object, second: object) -> bool:
    """Whether a whole number is shifted, or raised, by a number that is written out and not negative."""
    is_number = isinstance(second, Constant) and isinstance(second.value, int) and second.value >= 0
    return is_number and plain.is_of(machine, first, plain.WHOLE)


def ask_search(machine: Machine, container: Diagram, element: Diagram) -> None:
    """A value is looked for in another one."""
    if _is_watched(machine) and not questions.is_iterator(machine, container):
        _ask(machine, operator.contains, (container, element))


def ask_key(machine: Machine, *keys: Diagram) -> None:
    """Values are put into a set, or are keys of a mapping: they need a hash."""
    for key in keys if _is_watched(machine) else ():
        _ask(machine, hash, (key,))


def ask_order(machine: Machine, values: Sequence[Diagram]) -> None:
    """Values are sorted: each is compared with any other, and with those of its own kind."""
    for left in values if _is_watched(machine) else ():
        for right in values:
            _ask(machine, operator.lt, (left, right))


def ask_method(machine: Machine, receiver: object, name: str, arguments: Arguments) -> None:
    """A method of a value of the language is called."""
    held = machine.diagrams.leaf(receiver)
    if not _is_watched(machine) or arguments.unknown:
        return
    if samples.samples_of(machine, held) is not None:
        values = (held, *arguments.positional)
        _ask(machine, lambda each, *rest, **named: getattr(each, name)(*rest, **named), values, dict(arguments.named))


def ask_attribute(machine: Machine, holder: Diagram, name: str, location: Location) -> None:
    """An attribute is read of something that may have none of that name."""
    for where, leaf in machine.diagrams.cases(holder, machine.guard) if machine.catchers else ():
        known = samples.samples_of(machine, machine.diagrams.leaf(leaf)) or ()
        has = {hasattr(each, name) for each in known if each is not None and samples.is_whole(each)}
        if has == {False}:
            machine.fail(where, FailureKind.MISSING_FIELD)
        if len(has) == 1:
            continue
        if not _is_told(machine, leaf, name):
            read = (machine.heap.settle(machine.diagrams.leaf(leaf)),)
            missing = may_raise(machine, location, read, f".{name}")
            machine.fail(machine.diagrams.both(where, missing), FailureKind.MISSING_FIELD, read)


def _is_told(machine: Machine, value: Any, name: str) -> bool:
    """Whether it is told where a value lacks an attribute: that of an object of a type of the tree, or one that was set
    itself. Modules and what the library declares have what is asked for."""
    if isinstance(value, Reference):
        own = machine.heap.own_field(value, name)
        asked = (own is None) or any(getattr(leaf.value, "operator", "") == f".{name}" for leaf in leaves(own))
        return not asked or objects.type_of(machine, value) is not None
    return value == NONE or not isinstance(value, (Input, Computed, Unseen, Constant, Position))


def ask_place(machine: Machine, holder: object) -> None:
    """A value is put under an index or a key: a text, a number or a tuple takes none."""
    if _is_watched(machine):
        known = samples.samples_of(machine, machine.diagrams.leaf(holder))
        if known and not all(isinstance(each, (MutableMapping, MutableSequence)) for each in known):
            doubt(machine, (FailureKind.WRONG_KIND,))


def ask_format(machine: Machine, value: Diagram, spec: Diagram) -> None:
    """A value is shown as a text of a form."""
    if _is_watched(machine):
        form = spec.value.value if isinstance(spec, Leaf) and isinstance(spec.value, Constant) else None
        if not isinstance(form, str) or _WIDE.search(form):
            doubt(machine, (FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE))
        elif form:
            _ask(machine, lambda each: _in_form(each, form), (value,))


def _in_form(value: object, form: str) -> object:
    try:
        return format(value, form)
    except ValueError as error:
        raise TypeError from error  # no value of the kind has that form


def ask_elements(machine: Machine, value: Diagram) -> None:
    """Something is gone through."""
    if _is_watched(machine) and not questions.is_iterator(machine, value):
        _ask(machine, iter, (value,))


def ask_spread(machine: Machine, value: Diagram) -> None:
    """The names and values of something are put into a mapping, or are given to a function by name."""
    if _is_watched(machine):
        _ask(machine, lambda each: each.keys(), (value,))


def ask_function(machine: Machine, dotted: str, arguments: Arguments) -> None:
    """A function of the language, or one like it, is called."""
    tried = machine.program.tried_function(dotted)
    if tried is None or arguments.unknown or not _is_watched(machine):
        return
    if any(questions.is_iterator(machine, value) for value in arguments.values):
        return  # nothing is done to its elements
    named, do = dict(arguments.named), tried.do
    if tried.by_key is not None and named.pop(_KEY, None) is not None:
        do = tried.by_key
    _ask(machine, do, arguments.positional, named, takes_anything=tried.takes_anything)


#: Parameter for a function by the results of which elements are compared.
_KEY: Final = "key"


def is_told_of(machine: Machine, name: str, arguments: Sequence[Diagram]) -> bool:
    """Whether a method of a value of the language fails on nothing but values of a wrong kind, and is given none."""
    if not machine.catchers or raising.of_method(name) != (FailureKind.WRONG_KIND,):
        return False
    return all(samples.samples_of(machine, value) is not None for value in arguments)


def is_told(machine: Machine, dotted: str) -> bool:
    """Whether a function fails on nothing but values of a wrong kind, which is told by :func:`ask_function`."""
    return machine.program.tried_function(dotted) is not None and raising.of_function(dotted) == (
        FailureKind.WRONG_KIND,
    )


def ask_iterators(machine: Machine, dotted: str, arguments: Arguments) -> None:
    """All elements of iterators are about to be taken for a function."""
    tried = machine.program.tried_function(dotted)
    if tried is not None and not tried.takes_iterators:
        if any(questions.is_iterator(machine, value) for value in arguments.positional):
            doubt(machine, (FailureKind.WRONG_KIND,))


# ------------------------------------------------------------------------------------------------------------- trying


def _is_watched(machine: Machine) -> bool:
    """Whether a handler may be told: what compiles is of the right kind."""
    function = machine.frame.function
    return bool(machine.catchers) and machine.alive and not (function is not None and function.is_static)


def _ask(
    machine: Machine,
    do: _Operation | None,
    values: Sequence[Diagram],
    named: Mapping[str, Diagram] = MappingProxyType({}),
    *,
    takes_anything: bool = False,
) -> None:
    """Something of the language is done to values: it fails where one of them is ``None``, which it does not take.
    Nobody can tell where it fails on some of their kinds, or where these are not known."""
    given = [*values, *named.values()]
    if do is None:
        doubt(machine, (FailureKind.WRONG_KIND,))
        return
    known = [samples.samples_of(machine, value) for value in given]
    _ask_for_none(machine, do, given, known, [*named])
    rows = samples.combined(known)
    if rows is None:
        unknown = [value for value, found in zip(given, known) if found is None]
        if not takes_anything and not any(samples.answers_itself(machine, value) for value in unknown):
            doubt(machine, (FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE))
        return
    failures = dict.fromkeys(_failure(do, row, [*named]) for row in rows)
    found = tuple(failure for failure in failures if failure is not None)
    if found and all(isinstance(value, Leaf) and isinstance(value.value, Constant) for value in given):
        machine.fail(machine.diagrams.true, found)
    elif found and (not _OF_VALUES.issuperset(found) or are_written(list(map(machine.heap.settle, given)))):
        doubt(machine, found)


def _ask_for_none(
    machine: Machine, do: _Operation, given: Sequence[Diagram], known: Sequence[list[Any] | None], names: Sequence[str]
) -> None:
    """Fail where one of several values is ``None``, if that is not taken."""
    others = [next((each for each in found or () if each is not None), None) for found in known]
    for number, value in enumerate(given):
        is_none = questions.is_none(machine, value)
        if is_none is not machine.diagrams.false:
            failure = _failure(do, [*others[:number], None, *others[number + 1 :]], names)
            if failure is not None:
                machine.fail(is_none, failure, (value,))


#: Failures that other values of the same kinds need not end in.
_OF_VALUES: Final = frozenset((FailureKind.WRONG_VALUE, FailureKind.MISSING_ELEMENT, FailureKind.NO_NUMBER))


def _failure(do: _Operation, given: Sequence[Any], names: Sequence[str]) -> FailureKind | None:
    """The failure that something ends in where it is done to samples, the last ones of which are given by name."""
    count = len(given) - len(names)
    positional, named = copy.deepcopy((given[:count], dict(zip(names, given[count:]))))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            do(*positional, **named)
    except TypeError:
        return FailureKind.WRONG_KIND
    except AttributeError:
        return FailureKind.MISSING_FIELD
    except LookupError:
        return FailureKind.MISSING_ELEMENT
    except ArithmeticError:
        return FailureKind.NO_NUMBER
    except (ValueError, RuntimeError, StopIteration):
        return FailureKind.WRONG_VALUE
    return None
