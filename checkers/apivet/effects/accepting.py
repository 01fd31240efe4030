"""Kinds of values that operations are made for. One that is done to another kind fails, whatever the hook is given:
nobody needs to tell, but where a handler is waiting."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from apivet.effects import objects, plain, special, value_kinds
from apivet.effects.acting import MAKING
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.lacking import doubt, is_all_there
from apivet.effects.refusing import refuse_some
from apivet.effects.state import Machine
from apivet.effects.values import NONE, Constant, Reference
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.program.model import Type

#: Families of values, as they are told here: an object is one of the tree, without special methods.
_NUMBER, _TEXT, _BYTES, _NOTHING, _OBJECT = "number", "text", "bytes", "None", "object"
_LIST, _TUPLE, _SET, _DICT = "list", "tuple", "set", "dict"
_PLAIN: Final = frozenset((_NUMBER, _TEXT, _BYTES, _LIST, _TUPLE, _SET, _DICT))
_ROWS: Final = (_TEXT, _BYTES, _LIST, _TUPLE)
#: Families that operators take two of.
_OF_TWO: Final[Mapping[str, Collection[str]]] = {
    "+": (_NUMBER, *_ROWS),
    "-": (_NUMBER, _SET),
    **dict.fromkeys(("/", "//", "**", "<<", ">>"), (_NUMBER,)),
    **dict.fromkeys(("&", "^"), (_NUMBER, _SET)),
    "|": (_NUMBER, _SET, _DICT),
    "@": (),
    **dict.fromkeys(("<", ">", "<=", ">="), (_NUMBER, *_ROWS, _SET)),
}
#: Operators that fail on some numbers: where the second one is below zero, or the result is too great.
_OF_NO_NEGATIVE: Final = ("<<", ">>", "**")
#: Families of values that have no elements.
_ALONE: Final = frozenset((_NUMBER, _NOTHING, _OBJECT))
#: Containers that find what they have by its hash.
_HASHING: Final = frozenset((_SET, _DICT))
#: Functions of the language that are made for containers, those for numbers, those that compare elements, and those
#: that ask for their hash.
_OF_CONTAINERS: Final = frozenset(
    [f"builtins.{name}" for name in ("len", "list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "any", "all")]
    + [f"builtins.{name}" for name in ("iter", "enumerate", "reversed", "zip")]
    + [f"collections.{name}" for name in ("Counter", "OrderedDict", "deque")]
)
_OF_NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("abs", "round", "range", "bin", "hex", "oct"))
_COMPARING: Final = frozenset(f"builtins.{name}" for name in ("sorted", "min", "max"))
_KEEPING: Final = frozenset(f"builtins.{name}" for name in ("set", "frozenset", "dict.fromkeys"))
#: Methods of sets and mappings of which the first argument needs a hash.
_OF_KEYS: Final = frozenset(("add", "discard", "remove", "get", "setdefault", "pop"))


def ask_operator(machine: Machine, symbol: str, *operands: Any) -> None:
    """An operator is put before a value, or between two of them."""
    if not machine.catchers:
        return
    told = [_families(machine, each) for each in operands]
    known = [each for each in told if each]
    if len(known) < len(operands):
        return
    if not _takes(symbol, known):
        doubt(machine, (FailureKind.WRONG_KIND,))
    elif symbol in _OF_NO_NEGATIVE and len(operands) > 1 and not _is_in_range(machine, *operands):
        refuse_some(machine, (machine.heap.settle(machine.diagrams.leaf(operands[1])),), machine.nowhere)


def _takes(symbol: str, told: Sequence[set[str]]) -> bool:
    """Whether an operator takes values of some of these families."""
    if len(told) == 1:
        return _NUMBER in told[0]
    left, right = told
    if symbol == "%":
        return not left.isdisjoint((_TEXT, _BYTES)) or (_NUMBER in left and _NUMBER in right)
    if symbol == "*":
        ways = ((left, right), (right, left))
        return any(_NUMBER in one and not other.isdisjoint((_NUMBER, *_ROWS)) for one, other in ways)
    allowed = _OF_TWO.get(symbol)
    return allowed is None or not (left & right).isdisjoint(allowed)


def _is_in_range(machine: Machine, first: object, second: object) -> bool:
    """Whether a whole number is shifted, or raised, by a number that is written out and not negative."""
    is_number = isinstance(second, Constant) and isinstance(second.value, int) and second.value >= 0
    return is_number and plain.is_of(machine, first, plain.WHOLE)


def ask_search(machine: Machine, container: Diagram, element: Diagram) -> None:
    """A value is looked for in another one."""
    for leaf in leaves(container) if machine.catchers else ():
        told, wanted = _families(machine, leaf.value), _all_families(machine, element)
        is_text = told == {_TEXT} and wanted is not None and _TEXT not in wanted
        if told and (told <= _ALONE or is_text):
            doubt(machine, (FailureKind.WRONG_KIND,))
        elif told and told <= _HASHING:
            ask_key(machine, element)


def ask_key(machine: Machine, *keys: Diagram) -> None:
    """Values are put into a set, or are keys of a mapping: they need a hash."""
    if machine.catchers and any(_has_no_hash(machine, leaf.value) for key in keys for leaf in leaves(key)):
        doubt(machine, (FailureKind.WRONG_KIND,))


def _has_no_hash(machine: Machine, value: object) -> bool:
    told = _families(machine, value)
    if told and told <= {_LIST, _DICT}:
        return True
    if not isinstance(value, Reference):
        return False
    cell = machine.heap.cells[value.cell]
    if cell.made == "tuple":
        return any(_has_no_hash(machine, leaf.value) for entry in cell.entries or () for leaf in leaves(entry.value))
    type_ = None if machine.heap.is_fields(value) else objects.type_of(machine, value)
    if type_ is None or not is_all_there(machine, type_) or special.HASHING in type_.methods:
        return False
    own = type_.attributes.get(special.HASHING)
    is_compared = type_.form == "dataclass" and not (type_.frozen or type_.equals_itself_only)
    is_none = isinstance(own, syntax.Literal) and own.value is None
    return is_none or (own is None and is_compared and not _is_declared_with(type_, "unsafe_hash"))


def ask_method(machine: Machine, receiver: object, name: str, given: Sequence[Diagram]) -> None:
    """A method is called: those of sets and mappings that look for something, or put it in, ask for its hash."""
    if machine.catchers and given and name in _OF_KEYS and (_families(machine, receiver) or {_LIST}) <= _HASHING:
        ask_key(machine, given[0])


def ask_place(machine: Machine, holder: object) -> None:
    """A value is put under an index or a key: a text, a number or a tuple takes none."""
    told = _families(machine, holder) if machine.catchers else None
    if told and told.isdisjoint((_LIST, _DICT, _BYTES)):
        doubt(machine, (FailureKind.WRONG_KIND,))


def ask_function(machine: Machine, dotted: str, given: Sequence[Diagram]) -> None:
    """A function of the language is called."""
    if not machine.catchers or not given:
        return
    told = _all_families(machine, given[0]) or set()
    is_other = (
        (dotted in _OF_CONTAINERS and bool(told) and told <= _ALONE)
        or (dotted in _OF_NUMBERS and bool(told) and _NUMBER not in told)
        or (dotted in _COMPARING and len(given) == 1 and _cannot_be_sorted(machine, given[0]))
    )
    if is_other:
        doubt(machine, (FailureKind.WRONG_KIND,))
    if dotted in _KEEPING:
        ask_key(machine, *_elements(machine, given[0]))


def _elements(machine: Machine, container: Diagram) -> list[Diagram]:
    held = [leaf.value for leaf in leaves(container) if isinstance(leaf.value, Reference)]
    return [entry.value for each in held for entry in machine.heap.cells[each.cell].entries or ()]


def _cannot_be_sorted(machine: Machine, container: Diagram) -> bool:
    """Whether several elements that are written out have no order."""
    told = [_all_families(machine, each) for each in _elements(machine, container)]
    known = [each for each in told if each]
    if len(known) < 2 or len(known) < len(told):
        return False
    common = set.intersection(*known)
    return common.isdisjoint(_OF_TWO["<"])


def _all_families(machine: Machine, value: Diagram) -> set[str] | None:
    """The families that a value can be of in any case; ``None`` where that is not known of one."""
    found: set[str] = set()
    for leaf in leaves(value):
        told = _families(machine, leaf.value)
        if not told:
            return None
        found |= told
    return found


def _families(machine: Machine, value: Any) -> set[str] | None:
    """The families that a value can be of, where it is there; ``None`` where that is not known, or where it answers in
    a way of its own."""
    function = machine.frame.function
    if function is not None and function.is_static:
        return None  # what compiles is of the right kind
    if value == NONE:
        return {_NOTHING}
    type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
    if type_ is not None and not machine.heap.is_fields(value):
        return {_OBJECT} if _is_an_object(machine, type_) else None
    settled = machine.heap.settle(machine.diagrams.leaf(value))
    found: set[str] = set()
    for leaf in leaves(settled):
        kinds = value_kinds.kinds_of(machine, leaf.value)
        if kinds is None:
            return None
        for kind in kinds:
            if kind.family != _NOTHING:
                type_ = machine.program.type(kind.type or kind.family)
                if kind.family not in _PLAIN and (type_ is None or not _is_an_object(machine, type_)):
                    return None
                found.add(kind.family if kind.family in _PLAIN else _OBJECT)
    return found or None


def _is_an_object(machine: Machine, type_: Type) -> bool:
    """Whether an object of a type is asked for nothing: it has no special methods."""
    if type_.form not in ("dataclass", "plain") or not is_all_there(machine, type_):
        return False
    order = machine.program.ancestry(type_)
    written = (syntax.Literal, syntax.Sequence)
    others = {name for each in order for name, own in each.attributes.items() if not isinstance(own, written)}
    names = others.union(*(each.methods for each in order)) - {*MAKING}
    is_special = any(name.startswith("__") and name.endswith("__") for name in names)
    return not is_special and not any(_is_declared_with(each, "order") for each in order)


def _is_declared_with(type_: Type, name: str) -> bool:
    calls = [each for each in type_.decorators if isinstance(each, syntax.Call)]
    return any(argument.name == name for each in calls for argument in each.arguments)
