"""Comparisons and arithmetic."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.lowering.body import BOOL, STRING, Value
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import (
    Array,
    Basic,
    GoType,
    Struct,
)
from apivet.program import syntax
from apivet.program.operations import Operation
from apivet.program.whole_numbers import FITTED, QUOTIENT, REMAINDER, ROOMS

#: Comparisons of a length with a number that ask whether there is anything at all, and the answer where there is.
_ASKING_FOR_ANY: Final[dict[tuple[str, object], bool]] = {
    ("==", 0): False,
    ("!=", 0): True,
    (">", 0): True,
    ("<=", 0): False,
    (">=", 1): True,
    ("<", 1): False,
}
#: Operators on numbers that the model knows.
ARITHMETIC: Final = ("+", "-", "*", "|", "&", "^", "<<", ">>")
#: Shifts by a number that is written, as what they do to a number: those to the right go down to the next whole one.
_SHIFTS: Final = {"<<": "*", ">>": "//"}
_FAR: Final = range(64)
_DIVISIONS: Final = {"/": QUOTIENT, "%": REMAINDER}
_FRACTIONS: Final = ("float", "complex", "untyped float", "untyped complex")
#: Types that have as much room as another one.
_AS_WIDE: Final = {"int": "int64", "uint": "uint64", "uintptr": "uint64"}
#: Bits of whole numbers that numbers with a fraction tell apart.
_TOLD_APART: Final = {"float32": 24, "float64": 53}
#: Elements and letters that have room in memory, at most.
_MANY: Final = (1 << 31) - 1
#: Structures that lie in structures that lie in structures ...
_DEEP: Final = 20
#: Equality of two values of one type, of which nothing is an empty one.
_OF_ONE_KIND: Final = ("slices.Equal", "maps.Equal", "bytes.Equal")


def is_fraction(type_: GoType) -> bool:
    """Whether numbers of a type may have a fraction."""
    return isinstance(type_, Basic) and type_.name.startswith(_FRACTIONS)


def _room(type_: GoType) -> str:
    """The name of the room that whole numbers of a type have; empty for any other type."""
    name = _AS_WIDE.get(type_.name, type_.name) if isinstance(type_, Basic) else ""
    return name if name in ROOMS else ""


def arithmetic(
    lower: Expressions, symbol: str, left: syntax.Expression, right: Value, type_: GoType
) -> syntax.Expression:
    """``left symbol right`` of two values of a type. Sums of 64 bits have all the room that they need."""
    at, found = right.node.location, lower.body.underlying(type_)
    if symbol not in ARITHMETIC or not lower.body.is_known(type_):
        return _computed(lower, symbol, left, right, type_)
    room, node = _room(found), right.node
    if symbol in _SHIFTS and isinstance(node, syntax.Literal) and isinstance(node.value, int) and node.value in _FAR:
        symbol, node = _SHIFTS[symbol], syntax.Literal(at, 1 << node.value)
    result = syntax.Binary(at, symbol, left, node)
    runs_over = (symbol in ("+", "*", "<<") and not room.endswith("64")) or (symbol == "-" and room != "int64")
    return _fitted(result, room) if room and runs_over else result


def _fitted(value: syntax.Expression, room: str) -> syntax.Expression:
    return syntax.Perform(value.location, Operation.PURE, (value,), FITTED[room])


def turned(lower: Expressions, node: Node, symbol: str, value: Value) -> Value:
    """``-x``, ``+x`` and ``^x`` of a number: the last is ``-1 - x``."""
    at = lower.body.at(node)
    if symbol == "+":
        return Value(value.node, value.type, True)
    if is_fraction(lower.body.underlying(value.type)) or not lower.body.is_known(value.type):
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), f"go {symbol}"), value.type, True)
    start = syntax.Literal(at, 0 if symbol == "-" else -1)
    return Value(arithmetic(lower, "-", start, value, value.type), value.type, True)


def converted_number(value: Value, before: Basic, after: Basic) -> syntax.Expression:
    """A number as one of another type: cut off, and begun again where there is no room for it. Counts of what lies in
    memory have room in 32 bits."""
    node, at = value.node, value.node.location
    room, other = _room(before), _room(after)
    is_count = isinstance(node, syntax.Perform) and node.operation in (Operation.LENGTH, Operation.SIZE)
    low, high = (0, _MANY) if is_count else ROOMS.get(room, (0, 0))
    if other:
        fits = ROOMS[other][0] <= low and high <= ROOMS[other][1]
        cut = node if room else syntax.Perform(at, Operation.PURE, (node,), "whole number")
        return node if room and fits else _fitted(cut, other)
    fits = high < 1 << _TOLD_APART.get(after.name, 0) if room else before.name == "float32"
    return node if fits else syntax.Perform(at, Operation.PURE, (node,), f"go {after.name}")


def _computed(
    lower: Expressions, symbol: str, left: syntax.Expression, right: Value, type_: GoType
) -> syntax.Expression:
    """The result of an operator that the model does not know. Whole numbers are divided by none that is zero; of types
    that can't be told, that can't either."""
    at, found = right.node.location, lower.body.underlying(type_)
    is_known = isinstance(found, Basic)
    is_whole = is_known and not is_fraction(found)
    divisor = right.constant.value if right.constant is not None else None
    if symbol == "/" and divisor == 1:
        return left
    if symbol == "%" and divisor in (1, -1):
        return syntax.Literal(at, 0)
    operator = _DIVISIONS.get(symbol, "") if _room(found) else f"go {symbol}"
    if symbol not in ("/", "%") or (is_known and not is_whole) or divisor:
        return syntax.Perform(at, Operation.PURE, (left, right.node), operator or f"go {symbol}")
    name = lower.body.fresh("·divisor")
    fits: syntax.Expression = syntax.Comparison(at, "!=", syntax.Walrus(at, name, right.node), syntax.Literal(at, 0))
    result: syntax.Expression = syntax.Perform(at, Operation.PURE, (left, syntax.Name(at, name)), operator)
    if not is_known:
        fits = syntax.Boolean(at, "or", (fits, syntax.Opaque(at, "whether a division by zero panics")))
    elif isinstance(left, syntax.Literal) and left.value == 0:
        result = left
    return syntax.Conditional(at, fits, result, syntax.Fault(at, "a division by zero"))


def comparison(lower: Expressions, node: Node, symbol: str, left: Value, right: Value) -> Value:
    """``==`` and its kin: of structures by value, of pointers by identity, of slices and maps with ``nil`` alone."""
    at, body = lower.body.at(node), lower.body
    asks_for_any = _ASKING_FOR_ANY.get((symbol, right.constant.value)) if right.constant is not None else None
    if asks_for_any is not None and isinstance(left.node, syntax.Perform) and left.node.operation is Operation.LENGTH:
        there = syntax.Perform(at, Operation.TRUTH, left.node.arguments)
        return Value(there if asks_for_any else syntax.Unary(at, "not", there), BOOL, True)
    if symbol not in ("==", "!="):
        return Value(syntax.Comparison(at, symbol, left.node, right.node), BOOL, True)
    for one, other, other_node in ((left, right, "right"), (right, left, "left")):
        if one.constant is not None and one.constant.value is None:
            nothing = syntax.Literal(at, None)
            return Value(syntax.Comparison(at, "is" if symbol == "==" else "is not", other.node, nothing), BOOL, True)
        asked = child(node, other_node)
        is_nil = child(node, "left" if other_node == "right" else "right")
        if is_nil is not None and text(is_nil) == "nil" and body.is_container(other.type) and asked is not None:
            return _emptiness(lower, node, other, is_empty=symbol == "==")
    types = (body.underlying(left.type), body.underlying(right.type))
    for one, other in ((left, right), (right, left)):
        if one.constant is not None and one.constant.value == "" and other.constant is None and STRING in types:
            there = syntax.Perform(at, Operation.TRUTH, (other.node,))
            return Value(syntax.Unary(at, "not", there) if symbol == "==" else there, BOOL, True)
    if any(body.is_interface(each) for each in types):
        return Value(syntax.Opaque(at, "whether two interfaces are equal", (left.node, right.node)), BOOL, True)
    if any(isinstance(each, (Struct, Array)) for each in types):
        if not (is_flat(lower, left.type) or _is_zero(left) or _is_zero(right)):
            both = (left.node, right.node)
            return Value(syntax.Opaque(at, "whether pointers in two structures are equal", both), BOOL, True)
        same: syntax.Expression = syntax.Perform(at, Operation.EQUAL, (left.node, right.node))
        return Value(same if symbol == "==" else syntax.Unary(at, "not", same), BOOL, True)
    if all(isinstance(each, Basic) for each in types) or left.constant or right.constant:
        return Value(syntax.Comparison(at, symbol, left.node, right.node), BOOL, True)
    return Value(syntax.Opaque(at, "whether two pointers or interfaces are equal", (left.node, right.node)), BOOL, True)


def is_flat(lower: Expressions, type_: GoType, depth: int = 0) -> bool:
    """Whether no pointers or interfaces lie in values of a type, so that those that look alike are equal."""
    found = lower.body.underlying(type_)
    if isinstance(found, Struct):
        return depth < _DEEP and all(is_flat(lower, each.type, depth + 1) for each in found.fields)
    if isinstance(found, Array):
        return is_flat(lower, found.element, depth + 1)
    return isinstance(found, Basic) and not lower.body.is_interface(found)


def _is_zero(value: Value) -> bool:
    """Whether a value is a literal of which nothing is set, so that pointers in it are none."""
    return isinstance(value.node, syntax.Made) and not value.node.fields


def _emptiness(lower: Expressions, node: Node, value: Value, *, is_empty: bool) -> Value:
    """``s == nil``: of slices and maps that were given, the empty one and none are one value of the model. Those that
    the code makes are told apart."""
    at = lower.body.at(node)
    nothing = syntax.Perform(at, Operation.IS_NOTHING, (value.node,))
    return Value(nothing if is_empty else syntax.Unary(at, "not", nothing), BOOL, True)


def equal(lower: Expressions, node: Node, dotted: str, values: list[Value]) -> Value:
    """Equality by value. Values of two types are never equal, nor are, to the strict one, an empty slice or map and
    none."""
    at, is_generic = lower.body.at(node), dotted in _OF_ONE_KIND
    if is_generic and len(values) == 2:
        values = [lower.body.as_type(one, other.type) for one, other in (values, values[::-1])]
    given = tuple(each.node for each in values)
    types = [each.type for each in values if lower.body.is_known(each.type) and not lower.body.is_interface(each.type)]
    if len(types) == 2 and types[0] != types[1] and not is_generic:
        return Value(syntax.Opaque(at, "whether two values are equal to the letter", given), BOOL, True)
    return Value(syntax.Perform(at, library.OPERATIONS[dotted], given), BOOL, True)
