"""Calls that copy a map, or make a list of what lies in it."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.lowering.body import Unlowered, Value, named_children
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import UNKNOWN, Basic, Map, Pointer, Slice
from apivet.program import syntax
from apivet.program.operations import Operation


def taken_from_map(lower: Expressions, node: Node, operation: Operation, source: Node) -> Value | None:
    """``slices.Sorted(maps.Keys(m))``: a new slice of the keys or the values of a map."""
    function, given = child(source, "function"), named_children(child(source, "arguments"))
    operand, field = (child(function, name) for name in ("operand", "field")) if function is not None else (None, None)
    path = lower.package_named(operand) if operand is not None else None
    going = library.GOING_THROUGH.get(f"{path}.{text(field)}") if field is not None else None
    if going is None or len(given) != 1:
        return None
    at, value = lower.body.at(node), lower.value(given[0])
    found = lower.body.underlying(value.type)
    if not isinstance(found, Map):
        return None
    element = found.key if going is Operation.KEYS else found.value
    key = lower.body.underlying(found.key)
    if not isinstance(key, Basic) or lower.body.is_interface(key):
        raise Unlowered("keys are listed that are no plain values")
    elements = lower.body.copied_elements(syntax.Perform(at, going, (value.node,)), element)
    return Value(syntax.Perform(at, operation, (elements,)), Slice(element), True)


def copied_map(lower: Expressions, node: Node, arguments: list[Node]) -> Value | None:
    """``maps.Clone(m)``, ``maps.Copy(to, from)``. Structures, which are copied where they are stored, are so one by
    one, as the functions' own text has it."""
    values = [lower.value(each) for each in arguments]
    found = lower.body.underlying(values[0].type)
    if not isinstance(found, Map) or not isinstance(lower.body.underlying(found.value), (Basic, Pointer, Map, Slice)):
        return None
    operation = Operation.COPY if len(values) == 1 else Operation.UPDATE
    type_ = values[0].type if len(values) == 1 else UNKNOWN
    return Value(syntax.Perform(lower.body.at(node), operation, tuple(each.node for each in values)), type_, True)
