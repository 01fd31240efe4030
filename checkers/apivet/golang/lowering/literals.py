"""Composite literals, and values that are put where they stay."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import Unlowered, Value, named_children
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.naming import field_name
from apivet.golang.source import child, text
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    GoType,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
)
from apivet.program import syntax
from apivet.program.operations import Operation

#: The length of an array that has as many elements as are written.
UNSAID: Final = "..."
#: Elements that are written out, most of them zeros.
_LONG: Final = 64


def composed(lower: Expressions, node: Node, type_: GoType) -> Value:
    """``{...}`` of a type."""
    found = lower.body.underlying(type_)
    if isinstance(found, Pointer):  # in a list of pointers ``{...}`` means ``&T{...}``
        made = composed(lower, node, found.target)
        return Value(made.node, type_, True)
    elements = named_children(node)
    if isinstance(type_, Struct) and not type_.fields:
        return lower.body.zero(type_, lower.body.at(node))
    if isinstance(found, Struct) and isinstance(type_, (Named, Struct)):
        return _struct(lower, node, type_, found, elements)
    at = lower.body.at(node)
    if isinstance(type_, Named) and lower.body.typing.packages.package(type_.package) is None:
        return Value(syntax.Made(at, type_.dotted, _of_stranger(lower, elements)), type_, True)
    if isinstance(found, Map):
        entries = tuple(
            (as_key(lower, _element(lower, key, found.key), found), _element(lower, value, found.value))
            for key, value in (_keyed(lower, each) for each in elements)
        )
        return Value(syntax.Mapping(at, entries), type_, True)
    if isinstance(found, (Slice, Array)):
        return _list(lower, node, type_, found, elements)
    return lower.opaque(node, "a literal of a type that can't be told", type_)


def _list(lower: Expressions, node: Node, type_: GoType, found: Slice | Array, elements: list[Node]) -> Value:
    """The elements of a slice or an array, each behind the one before, or where its index says; between them, and up
    to the length of an array, zeros."""
    at, written, place = lower.body.at(node), dict[int, syntax.Expression](), 0
    for each in elements:
        value = each
        if each.type == "keyed_element":
            key, value = _keyed(lower, each)
            index = lower.constant(named_children(key)[0] if key.type == "literal_element" else key)
            number = index.constant.value if index is not None and index.constant is not None else None
            if not isinstance(number, int) or number > _LONG:
                return lower.opaque(node, "a list with an index that can't be told", type_)
            place = number
        written[place] = _element(lower, value, found.element)
        place += 1
    length = max(written, default=-1) + 1
    if isinstance(found, Array) and found.length == UNSAID:
        type_ = Array(str(length), found.element)
    elif isinstance(found, Array):
        length = int(found.length) if found.length.isdigit() else _LONG + 1
    if length > max(_LONG, len(elements)):
        return lower.opaque(node, "a long array", type_)
    items = [written.get(number) or lower.body.zero(found.element, at).node for number in range(length)]
    return Value(syntax.Sequence(at, "list", tuple(items)), type_, True)


def _of_stranger(lower: Expressions, elements: list[Node]) -> tuple[tuple[str, syntax.Expression], ...]:
    """The fields of a structure that is declared outside the tree."""
    fields = []
    for number, each in enumerate(elements):
        key, value = _keyed(lower, each) if each.type == "keyed_element" else (None, each)
        name = f"{number}" if key is None else text(key)
        fields.append((name, _element(lower, value, UNKNOWN)))
    return tuple(fields)


def as_key(lower: Expressions, value: syntax.Expression, type_: Map) -> syntax.Expression:
    """A key of a map. Structures, arrays and values of interfaces are equal by what lies in them, and so may be values
    of types that can't be told."""
    found = lower.body.underlying(type_.key)
    if isinstance(value, syntax.Literal) or (
        isinstance(found, (Basic, Pointer)) and not lower.body.is_interface(found)
    ):
        return value
    return syntax.Perform(value.location, Operation.KEY, (value,))


def _struct(lower: Expressions, node: Node, type_: Named | Struct, found: Struct, elements: list[Node]) -> Value:
    declared = {each.name: each for each in found.fields}
    fields: list[tuple[str, syntax.Expression]] = []
    for number, each in enumerate(elements):
        if each.type == "keyed_element":
            key, value = _keyed(lower, each)
            name = text(key)
        elif number < len(found.fields):
            name, value = found.fields[number].name, each
        else:
            raise Unlowered("a literal with too many fields")
        if name not in declared:
            raise Unlowered("a literal with a field that is not known")
        fields.append((field_name(declared[name]), _element(lower, value, declared[name].type)))
    name = lower.body.typing.instances.type_name(type_)
    return Value(syntax.Made(lower.body.at(node), name, tuple(fields)), type_, True)


def _keyed(lower: Expressions, node: Node) -> tuple[Node, Node]:
    key, value = child(node, "key"), child(node, "value")
    if key is None or value is None:
        raise Unlowered("an element without a key")
    return key, value


def _element(lower: Expressions, node: Node, type_: GoType) -> syntax.Expression:
    if node.type == "literal_element":
        inner = named_children(node)
        if len(inner) != 1:
            raise Unlowered("an element without a value")
        node = inner[0]
    if node.type == "literal_value":
        return composed(lower, node, type_).node
    return stored(lower, node, type_)


def stored(lower: Expressions, node: Node, type_: GoType) -> syntax.Expression:
    """A value that is put into a field or an element, where it stays: the address of a variable that is never set
    again stands for its value."""
    operand = child(node, "operand") if node.type == "unary_expression" and text(node).startswith("&") else None
    variable = lower.body.find(text(operand)) if operand is not None and operand.type == "identifier" else None
    if variable is not None and operand is not None and not lower.body.is_object(variable.type):
        is_plain = isinstance(lower.body.underlying(variable.type), Basic)
        if (lower.body.is_known(variable.type) and not is_plain) or text(operand) in lower.body.reassigned - {""}:
            if not is_plain:
                raise Unlowered("the address of a variable is stored")
        name = lower.body.name_of(operand, variable)
        if text(operand) in lower.body.reassigned or not is_plain:
            return syntax.Opaque(lower.body.at(node), "a variable of which the address is stored", (name,))
        return name
    if operand is not None and operand.type in ("selector_expression", "index_expression"):
        value = lower.value(operand)
        if lower.body.converts and isinstance(lower.body.underlying(value.type), Basic):
            return value.node  # nobody sets it later
        if not lower.body.is_object(value.type) and operand.type != "selector_expression":
            raise Unlowered("the address of an element is stored")
    return lower.own(node, type_)
