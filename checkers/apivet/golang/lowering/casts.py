"""Conversions: values seen as ones of another type."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.lowering.body import NIL, STRING, Value, named_children
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import converted_number
from apivet.golang.naming import field_name
from apivet.golang.source import child, text
from apivet.golang.types import Basic, GoType, Map, Pointer, Slice, Struct, pointee
from apivet.golang.zero_values import TEXTS
from apivet.program import syntax
from apivet.program.operations import Operation

#: Letters of a text that are written out as numbers.
_LONG: Final = 16


def converted(lower: Expressions, node: Node, type_: GoType, operand: Node) -> Value:
    """``T(x)``."""
    pointed = _unsafe(lower, operand)
    value = lower.value(pointed or operand, type_)
    body, at = lower.body, lower.body.at(node)
    before, after = body.underlying(value.type), body.underlying(type_)
    if lower.body.is_interface(type_):
        held = value.held if lower.body.is_interface(value.type) else value.type
        return replace(lower.boxed(value, type_), type=type_, held=held)
    if before == after or value.type == NIL:
        return Value(value.node, type_, value.fresh)
    if isinstance(before, Basic) and isinstance(after, Basic):
        if before == after or (before.name.startswith("untyped") and (after != STRING or before.name in TEXTS)):
            return Value(value.node, type_, True)
        if STRING not in (before, after):
            return Value(converted_number(value, before, after), type_, True)
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go conversion"), type_, True)
    one, other = pointee(value.type), pointee(type_)
    is_seen_as = _is_alike(lower, one, other) if pointed is not None else _same_fields(lower, one, other)
    if isinstance(before, Pointer) == isinstance(after, Pointer) and is_seen_as:
        return Value(value.node, type_, value.fresh)
    if isinstance(after, Slice) and value.constant is not None and isinstance(value.constant.value, str):
        return _letters(lower, node, value.constant.value, type_, after)
    if after == STRING or before in (STRING, Basic("untyped string")):
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go text"), type_, True)
    if isinstance(after, Basic):
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go conversion"), type_, True)
    return lower.opaque(pointed or node, "a conversion", type_)


def _letters(lower: Expressions, node: Node, letters: str, type_: GoType, slice_: Slice) -> Value:
    """``[]byte("...")``, ``[]rune("...")``: the numbers of a text that is written."""
    at, element = lower.body.at(node), lower.body.underlying(slice_.element)
    is_bytes = isinstance(element, Basic) and element.name in ("byte", "uint8")
    numbers = letters.encode() if is_bytes else [ord(each) for each in letters]
    if len(numbers) > _LONG:
        given = syntax.Literal(at, letters)
        return Value(syntax.Perform(at, Operation.PURE, (given,), "go text"), type_, True)
    return Value(syntax.Sequence(at, "list", tuple(syntax.Literal(at, each) for each in numbers)), type_, True)


def _same_fields(lower: Expressions, one: GoType, other: GoType) -> bool:
    """Whether two structs have the same fields of the same types, so that one is seen as the other. Those of versions
    differ by tags that give the same names."""
    sides = [lower.body.underlying(each) for each in (one, other)]
    if sides[0] == sides[1]:
        return lower.is_struct(one)
    told = [[(field_name(f), f.type, f.embedded) for f in each.fields] for each in sides if isinstance(each, Struct)]
    return len(told) == 2 and told[0] == told[1]


def _unsafe(lower: Expressions, node: Node) -> Node | None:
    """``p`` of ``unsafe.Pointer(p)``."""
    function = child(node, "function") if node.type == "call_expression" else None
    operand, field = (None, None) if function is None else (child(function, "operand"), child(function, "field"))
    if operand is None or field is None or text(field) != "Pointer" or lower.package_named(operand) != "unsafe":
        return None
    given = named_children(child(node, "arguments"))
    return given[0] if len(given) == 1 else None


def _is_alike(
    lower: Expressions, one: GoType, other: GoType, seen: frozenset[tuple[GoType, GoType]] = frozenset()
) -> bool:
    """Whether values of two types lie alike in memory, with fields of the same names, all the way down."""
    if one == other or (one, other) in seen:
        return True
    within = seen | {(one, other)}
    match lower.body.underlying(one), lower.body.underlying(other):
        case Struct() as left, Struct() as right:
            pairs = list(zip(left.fields, right.fields))
            return len(left.fields) == len(right.fields) and all(
                field_name(mine) == field_name(its) and _is_alike(lower, mine.type, its.type, within)
                for mine, its in pairs
            )
        case Slice() as left, Slice() as right:
            return _is_alike(lower, left.element, right.element, within)
        case Pointer() as left, Pointer() as right:
            return _is_alike(lower, left.target, right.target, within)
        case Map() as left, Map() as right:
            keys = _is_alike(lower, left.key, right.key, within)
            return keys and _is_alike(lower, left.value, right.value, within)
        case left, right:
            return isinstance(left, Basic) and left == right
