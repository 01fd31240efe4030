"""The functions that Go brings along: ``append``, ``make``, ``new`` and their kin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.declarations import VariableDeclaration
from apivet.golang.lowering.body import INT, STRING, Unlowered, Value, defaulted, has_call, named_children
from apivet.golang.lowering.bounds import fitting, is_own_room, made_length, twice
from apivet.golang.lowering.fillings import filling
from apivet.golang.lowering.literals import as_key, stored
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import is_fraction
from apivet.golang.lowering.parts import appended, is_shared
from apivet.golang.parsing import NEW_OF_VALUE
from apivet.golang.source import child, text
from apivet.golang.types import UNKNOWN, Array, Basic, GoType, Map, Pointer, Slice, pointee
from apivet.golang.zero_values import repeated
from apivet.program import syntax
from apivet.program.operations import Operation


def is_builtin(lower: Expressions, name: str) -> bool:
    """Whether a name is that of a function that Go brings along."""
    # A ``new`` of the package's own is declared by either name: its parameters look like a value.
    declared = ("new", NEW_OF_VALUE) if name in ("new", NEW_OF_VALUE) else (name,)
    body = lower.body
    return name in BUILTINS and all(body.find(each) is None and body.package.find(each) is None for each in declared)


def unspread(node: Node) -> Node:
    """The list that an argument spreads, or the argument."""
    return named_children(node)[0] if node.type == "variadic_argument" else node


def positional(given: list[syntax.Expression]) -> tuple[syntax.Argument, ...]:
    """Arguments by position."""
    return tuple(syntax.Argument(each) for each in given)


def _length(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    at, value = lower.body.at(node), lower.value(arguments[0])
    if value.constant is not None and isinstance(value.constant.value, str):
        return Value(syntax.Literal(at, len(value.constant.value.encode())), INT, True)
    array = lower.body.underlying(pointee(lower.body.underlying(value.type)))
    if isinstance(array, Array) and array.length.isdigit() and not has_call(arguments[0]):
        return Value(syntax.Literal(at, int(array.length)), INT, True)  # a constant: nothing is asked
    is_text = lower.body.underlying(value.type) == STRING
    return Value(syntax.Perform(at, Operation.SIZE if is_text else Operation.LENGTH, (value.node,)), INT, True)


def _append(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    """``append(s, ...)``: a list of its own, with the elements that ``s`` has and more."""
    at, body = lower.body.at(node), lower.body
    wanted: GoType = UNKNOWN
    if arguments[0].type == "nil" and len(arguments) > 1 and arguments[1].type == "variadic_argument":
        wanted = lower.value(unspread(arguments[1])).type
    if arguments[0].type == "slice_expression" and not is_own_room(arguments[0]):
        return appended(lower, node, arguments)
    first = lower.value(arguments[0], wanted)
    if not isinstance(body.underlying(first.type), Slice):
        raise Unlowered("something is appended to a value of an unknown type")
    element = body.element_of(first.type)
    result: syntax.Expression = first.node
    given: syntax.Expression | None = None
    if not (first.fresh and isinstance(first.node, syntax.Sequence)):
        if is_shared(lower, node, arguments[0], element):
            return appended(lower, node, arguments)
        given, result = twice(lower, first.node)
    if arguments[0].type == "slice_expression":  # one with room for its own only moves elsewhere
        result = body.copied_elements(result, element)
    for each in arguments[1:]:
        if each.type == "variadic_argument":
            value = lower.value(unspread(each), first.type)
            more: syntax.Expression = value.node
            if not value.fresh:
                more = body.copied_elements(more, element)
        else:
            more = syntax.Sequence(at, "list", (stored(lower, each, element),))
        is_empty = isinstance(result, syntax.Sequence) and not result.items
        result = (
            syntax.Perform(at, Operation.SAME_ELEMENTS, (more,)) if is_empty else syntax.Binary(at, "+", result, more)
        )
    if given is not None and len(arguments) > 1:
        result = syntax.Perform(at, Operation.GROWN, (result, given))
    return Value(result, first.type, True)


def _copy(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    at, body = lower.body.at(node), lower.body
    target, source = lower.value(arguments[0]), lower.value(arguments[1])
    if not isinstance(target.node, syntax.Name):
        raise Unlowered("elements are copied into a part")
    more: syntax.Expression = source.node
    more = body.copied_elements(more, body.element_of(source.type))
    told = syntax.Call(at, syntax.Entity(at, "go copy"), positional([target.node, more]))
    return Value(told, INT, True)


def _make(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    type_ = lower.type_named(arguments[0])
    at = lower.body.at(node)
    if type_ is None:
        raise Unlowered("make of an unknown type")
    found = lower.body.underlying(type_)
    if isinstance(found, Map):
        return Value(syntax.Mapping(at, ()), type_, True)
    if isinstance(found, Slice):
        count = lower.value(arguments[1]).constant if len(arguments) > 1 else None
        if count is not None and count.value == 0:
            _, fits = made_length(lower, node, arguments[1:])
            empty = syntax.Sequence(at, "list", ())
            return Value(fitting(at, fits, empty), type_, True)
        return _zeros(lower, node, type_, found, arguments)
    return Value(syntax.Opaque(at, "a channel", holds=True), type_, True)


def _zeros(lower: Expressions, node: Node, type_: GoType, found: Slice, arguments: list[Node]) -> Value:
    """``make([]T, n)``: so many zero elements."""
    at = lower.body.at(node)
    if len(arguments) < 2:
        raise Unlowered("make of a slice without a length")
    length, fits = made_length(lower, node, arguments[1:])
    made = repeated(lower.body.zero(found.element, at).node, length, lower.body.fresh("·element"), at)
    return Value(fitting(at, fits, made), type_, True)


def _new(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    value = _value_read_as_type(lower, arguments[0])
    if value is not None:
        return pointer_to(lower, value)
    type_ = lower.type_named(arguments[0])
    filled = filling(node) if type_ is not None and _is_scalar(lower, type_) else None
    if type_ is not None and filled is not None:
        lower.body.done.add(filled[0].id)
        value = lower.value(filled[1], type_)
        return pointer_to(lower, replace(value, type=type_))
    if type_ is None or not (lower.body.is_object(type_) or (_is_scalar(lower, type_) and _is_put_away(node))):
        raise Unlowered("new of something that is no structure")
    return pointer_to(lower, lower.body.zero(type_, lower.body.at(node)))


def _is_scalar(lower: Expressions, type_: GoType) -> bool:
    return isinstance(lower.body.underlying(type_), Basic) and not lower.body.is_interface(type_)


def _is_put_away(node: Node) -> bool:
    """Whether a value goes into a field right away, so that no variable leads to it."""
    below, around = node, node.parent
    while around is not None and around.type in ("expression_list", "literal_element"):
        below, around = around, around.parent
    if around is None or around.type != "assignment_statement":
        return around is not None and around.type == "keyed_element"
    left = named_children(child(around, "left"))
    return child(around, "right") == below and [each.type for each in left] == ["selector_expression"]


def _of_package_read_as_type(lower: Expressions, node: Node, holder: Node) -> Value | None:
    """The same for constants and variables of packages."""
    constant = lower.constant(node)
    if constant is not None:
        return replace(constant, type=defaulted(constant.type))
    imported = lower.body.typing.packages.imported(lower.body.file)
    path = lower.body.package.path if holder is node else imported.get(text(holder))
    package, name = lower.body.typing.packages.package(path or ""), text(child(node, "name") or node)
    if path is None or package is None or not isinstance(package.find(name), VariableDeclaration):
        return None
    return lower.entity(node, path, name)


def _value_read_as_type(lower: Expressions, node: Node) -> Value | None:
    """A variable, or a field of one, or a constant that the grammar takes for a type of that name."""
    holder = child(node, "package") if node.type == "qualified_type" else node
    if node.type not in ("type_identifier", "qualified_type") or holder is None:
        return None
    if lower.body.find(text(holder)) is None:
        return _of_package_read_as_type(lower, node, holder)
    value, name = lower.rooms.handlers["identifier"](lower, holder, UNKNOWN), child(node, "name")
    if holder is node or name is None:
        return value
    found = lower.body.typing.select(value.type, text(name))
    if found is None or found.field is None:
        raise Unlowered("a field of an unknown type")
    return lower.field(value, found, node)


def _new_of_value(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    return pointer_to(lower, lower.value(arguments[0]))


def pointer_to(lower: Expressions, value: Value) -> Value:
    """The address of a copy of a value."""
    return Value(lower.body.own(value), Pointer(defaulted(value.type)), True)


def _delete(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    at = lower.body.at(node)
    holder = lower.value(arguments[0])
    found = lower.body.underlying(holder.type)
    if not isinstance(found, Map):
        raise Unlowered("delete of an element of an unknown type")
    key = as_key(lower, lower.value(arguments[1], found.key).node, found)
    given = (holder.node, key, syntax.Literal(at, None))
    return Value(syntax.Perform(at, Operation.POP_ITEM, given), UNKNOWN, True)


def _panic(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    return Value(syntax.Fault(lower.body.at(node), "a panic"), UNKNOWN, True)


def _extreme(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    """``min(a, b)``: of numbers with fractions one may be none, and so is the result then."""
    values = [lower.value(each) for each in arguments]
    type_ = next((each.type for each in values if each.constant is None), values[0].type)
    name = text(node).partition("(")[0]
    known = f"go {name}" if is_fraction(lower.body.underlying(type_)) else f"builtins.{name}"
    given = tuple(each.node for each in values)
    return Value(syntax.Perform(lower.body.at(node), Operation.PURE, given, known), type_, True)


def _clear(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    at, value = lower.body.at(node), lower.value(arguments[0])
    if not isinstance(lower.body.underlying(value.type), Map):
        raise Unlowered("elements are cleared")
    return Value(syntax.Perform(at, Operation.CLEAR, (value.node,)), UNKNOWN, True)


def _unknown_builtin(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    raise Unlowered(text(node).partition("(")[0])


BUILTINS: Final[dict[str, Callable[[Expressions, Node, list[Node]], Value]]] = {
    "len": _length,
    "append": _append,
    "copy": _copy,
    "make": _make,
    "new": _new,
    NEW_OF_VALUE: _new_of_value,
    "delete": _delete,
    "panic": _panic,
    "min": _extreme,
    "max": _extreme,
    "clear": _clear,
    **dict.fromkeys(("cap", "close", "complex", "imag", "print", "println", "real", "recover"), _unknown_builtin),
}
