"""Expressions of Go: each becomes one of the model, with its static type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.lowering import library, pools
from apivet.golang.lowering.body import BOOL, INT, NIL, Unlowered, Value, named_children
from apivet.golang.lowering.bounds import cut, fitting, is_all, within
from apivet.golang.lowering.casts import converted
from apivet.golang.lowering.literals import UNSAID, as_key, composed
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import arithmetic, comparison, turned
from apivet.golang.lowering.parts import is_only_read, shared
from apivet.golang.source import child, text, unspaced
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    Func,
    GoType,
    Map,
    Named,
    Pointer,
    Slice,
    pointee,
)
from apivet.golang.typing import Selection
from apivet.program import syntax
from apivet.program.operations import Operation
from apivet.program.operators import COMPARISONS
from apivet.verdicts import Location

# ---------------------------------------------------------------------------------------------------------- handlers


def _identifier(lower: Expressions, node: Node, wanted: GoType) -> Value:
    body, name = lower.body, text(node)
    variable = body.find(name)
    if variable is not None:
        if variable.constant is not None:
            return Value(variable.constant, variable.type, True)
        return Value(body.name_of(node, variable), variable.type)
    if name == "_":
        raise Unlowered("a blank name")
    package = body.package
    if package.find(name) is None:
        for path in body.typing.packages.dotted_imports(body.file):
            taken = body.typing.packages.package(path)
            if taken is not None and taken.find(name) is not None:
                package = taken
    return lower.entity(node, package.path, name)


def _nil(lower: Expressions, node: Node, wanted: GoType) -> Value:
    if lower.body.find("nil") is not None or lower.body.package.find("nil") is not None:
        return _identifier(lower, node, wanted)
    return Value(syntax.Literal(lower.body.at(node), None), NIL, True)


def _parenthesized(lower: Expressions, node: Node, wanted: GoType) -> Value:
    inner = named_children(node)
    return lower.value(inner[0], wanted) if len(inner) == 1 else lower.opaque(node, "parentheses")


def _selector(lower: Expressions, node: Node, wanted: GoType) -> Value:
    operand, field = child(node, "operand"), child(node, "field")
    if operand is None or field is None:
        raise Unlowered("a selector without a name")
    path = lower.package_named(operand)
    if path is not None:
        return lower.entity(node, path, text(field))
    type_ = lower.type_named(operand)
    if type_ is not None:
        return _method_expression(lower, node, type_, text(field))
    holder = lower.value(operand)
    if library.asks_for_gate(pointee(holder.type), text(field)):
        return _gate_question(lower, node)
    found = lower.body.typing.select(holder.type, text(field))
    if found is None or (lower.body.typing.hides(holder.type) and found.path):
        return lower.opaque(node, f"{text(field)} of a value of which the type is not known")
    if not found.is_method:
        return lower.field(holder, found, node)
    return method_value(lower, holder, found, text(field), node)


def _gate_question(lower: Expressions, node: Node) -> Value:
    """``FeatureGate.Enabled`` that is not called."""
    at, name = lower.body.at(node), lower.body.fresh("·gate")
    asked = syntax.Perform(at, Operation.IS_GATE_ON, (syntax.Name(at, name),))
    function = lower.body.unnamed(at, lower.body.fresh("·enabled"), (name,), (syntax.Return(at, asked),))
    return Value(function, Func((UNKNOWN,), (BOOL,)), True)


def _method_expression(lower: Expressions, node: Node, type_: GoType, name: str) -> Value:
    """``T.M``: a function whose first parameter is the receiver."""
    found = lower.body.typing.select(type_, name)
    if found is None or found.declaration is None or found.path or not isinstance(found.owner, Named):
        return lower.opaque(node, "a method of a type as a value")
    if found.declaration.by_pointer != isinstance(type_, Pointer):
        return lower.opaque(node, "a method by way of another type than it is declared for")
    signature = found.signature or Func()
    signature = replace(signature, parameters=(type_, *signature.parameters))
    return Value(syntax.Entity(lower.body.at(node), lower.method_name(found)), signature)


def method_value(lower: Expressions, holder: Value, found: Selection, name: str, node: Node) -> Value:
    """``x.M`` that is not called: the receiver is what it is now."""
    at, signature = lower.body.at(node), found.signature or Func()
    if found.declaration is None or not isinstance(found.owner, Named):
        receiver, callee = lower.through(holder, found, node).node, _interface_method(lower, at, name, signature)
    else:
        receiver, callee = receiver_for(lower, holder, found, node), syntax.Entity(at, lower.method_name(found))
    return Value(syntax.Perform(at, Operation.PARTIAL, (callee, receiver)), signature)


def _interface_method(lower: Expressions, at: Location, name: str, signature: Func) -> syntax.Expression:
    """A method of an interface as a function whose first parameter is the receiver."""
    names = [lower.body.fresh("·given") for _ in (name, *signature.parameters)]
    receiver, *given = (syntax.Name(at, each) for each in names)
    arguments = tuple(syntax.Argument(each) for each in given)
    called = syntax.Call(at, syntax.Attribute(at, receiver, name), arguments)
    return lower.body.unnamed(at, lower.body.fresh("·method"), names, (syntax.Return(at, called),))


def is_own_copy(lower: Expressions, holder: Value, name: str) -> bool:
    """Whether a type has a copy of its own making, which may share or leave out anything."""
    found = lower.body.typing.select(holder.type, name)
    declared = None if found is None else found.declaration
    if found is None or declared is None or declared.body is None or declared.file.is_generated:
        return False
    return not isinstance(found.owner, Named) or found.owner.package not in library.COPYING


def receiver_for(lower: Expressions, holder: Value, found: Selection, node: Node) -> syntax.Expression:
    """The receiver of a method: the address of what it is called on, or a copy."""
    inner = lower.through(holder, found, node)
    at = lower.body.at(node)
    is_pointer = isinstance(lower.body.underlying(inner.type), Pointer)
    if found.declaration is not None and found.declaration.by_pointer:
        if is_pointer:
            return inner.node
        return address_of(lower, inner, node)
    value = Value(syntax.Pointee(at, inner.node), pointee(inner.type)) if is_pointer else inner
    return lower.body.own(Value(value.node, value.type, inner.fresh))


def address_of(lower: Expressions, place: Value, node: Node) -> syntax.Expression:
    """``&place``."""
    at = lower.body.at(node)
    if place.fresh:
        return place.node
    is_object = lower.body.is_object(place.type)
    is_named = isinstance(place.node, (syntax.Name, syntax.Attribute, syntax.Subscript, syntax.Pointee))
    if not is_named and not (is_object and isinstance(place.node, syntax.Entity)):
        raise Unlowered("an address of something that has none")
    return syntax.Address(at, place.node, is_object)


def _unary(lower: Expressions, node: Node, wanted: GoType) -> Value:
    operand, sign = child(node, "operand"), child(node, "operator")
    if operand is None or sign is None:
        raise Unlowered("an operator without an operand")
    at, symbol = lower.body.at(node), text(sign)
    if symbol == "!":
        return Value(syntax.Unary(at, "not", lower.truth(operand)), BOOL, True)
    if symbol == "&":
        return _address(lower, node, operand, wanted)
    if symbol == "*":
        return _pointee(lower, node, lower.value(operand))
    if symbol in ("-", "+", "^"):
        return turned(lower, node, symbol, lower.value(operand, wanted))
    return lower.opaque(node, "a channel")


def _pointee(lower: Expressions, node: Node, pointer: Value) -> Value:
    found = lower.body.underlying(pointer.type)
    if not isinstance(found, Pointer):
        return lower.opaque(node, "what a value of an unknown type points to")
    return Value(syntax.Pointee(lower.body.at(node), pointer.node), found.target)


def _address(lower: Expressions, node: Node, operand: Node, wanted: GoType) -> Value:
    while operand.type == "parenthesized_expression" and operand.named_child_count == 1:
        operand = operand.named_children[0]
    target = lower.body.underlying(wanted)
    inner = target.target if isinstance(target, Pointer) else UNKNOWN
    if operand.type == "composite_literal":
        made = lower.value(operand, inner)
        if not lower.body.is_object(made.type) and not isinstance(made.node, syntax.Made):
            return lower.opaque(node, "the address of a container", Pointer(made.type))
        return Value(made.node, Pointer(made.type), True)
    place = lower.value(operand)
    if not lower.body.is_known(place.type):
        return Value(held(lower, _place_around(lower, place, operand)), UNKNOWN, True)
    return Value(address_of(lower, place, node), Pointer(place.type), True)


def _place_around(lower: Expressions, place: Value, node: Node) -> Value:
    """The innermost place that is known of what lies in a value of an unknown type."""
    operand = child(node, "operand")
    while isinstance(place.node, syntax.Opaque) and operand is not None:
        place, operand = lower.value(operand), child(operand, "operand")
    return place


def held(lower: Expressions, value: Value) -> syntax.Expression:
    """A value that is handed to a stranger; a variable or field that may be changed in place is handed as such."""
    is_open = not lower.body.is_known(value.type) or lower.body.is_object(value.type)
    is_place = not value.fresh and isinstance(value.node, (syntax.Attribute, syntax.Subscript))
    found = lower.body.underlying(value.type)
    if isinstance(found, Pointer) and is_place and not lower.body.is_object(found.target):
        return syntax.Address(value.node.location, value.node, False)  # that and what it points to are one in the model
    if is_open and not value.fresh and isinstance(value.node, (syntax.Name, syntax.Attribute)):
        if lower.body.is_object(value.type):
            return value.node
        return syntax.Address(value.node.location, value.node, False)
    return value.node


def _binary(lower: Expressions, node: Node, wanted: GoType) -> Value:
    left_node, right_node, sign = child(node, "left"), child(node, "right"), child(node, "operator")
    if left_node is None or right_node is None or sign is None:
        raise Unlowered("an operator without operands")
    at, symbol = lower.body.at(node), text(sign)
    if symbol in ("&&", "||"):
        both = (lower.truth(left_node), lower.surely(right_node).node)
        return Value(syntax.Boolean(at, "and" if symbol == "&&" else "or", both), BOOL, True)
    left = lower.value(left_node)
    right = lower.value(right_node, left.type)
    left = lower.body.as_type(left, right.type)
    if all(each.constant is not None for each in (left, right)) and any(
        isinstance(each.constant.value, float) for each in (left, right) if each.constant is not None
    ):
        return lower.opaque(node, "a constant that can't be told", BOOL if symbol in COMPARISONS else right.type)
    if symbol in COMPARISONS:
        return comparison(lower, node, symbol, left, right)
    type_ = right.type if left.constant is not None and symbol not in ("<<", ">>") else left.type
    return Value(arithmetic(lower, symbol, left.node, right, type_), type_, True)


def _index(lower: Expressions, node: Node, wanted: GoType) -> Value:
    operand, index = child(node, "operand"), child(node, "index")
    if operand is None or index is None:
        raise Unlowered("an index without a value")
    filled = lower.body.find(unspaced(node))
    if filled is not None:
        return Value(lower.body.name_of(node, filled), filled.type)
    at, holder = lower.body.at(node), array_behind(lower, lower.value(operand), operand)
    found = lower.body.underlying(holder.type)
    if isinstance(found, Map):
        key = as_key(lower, lower.own(index, found.key), found)
        return present_or_zero(lower, node, holder.node, key, found.value)
    if isinstance(found, (Slice, Array)):
        place, fits = within(lower, lower.value(index, INT), found)
        return Value(fitting(at, fits, syntax.Subscript(at, holder.node, place)), found.element)
    if lower.body.is_text(found):
        given = (holder.node, lower.value(index, INT).node)
        return Value(syntax.Perform(at, Operation.PURE, given, "go character"), Basic("uint8"), True)
    return lower.opaque(node, "an element of a value of which the type is not known")


def array_behind(lower: Expressions, holder: Value, node: Node) -> Value:
    """The array that a pointer leads to; any other value as it is."""
    found = lower.body.underlying(holder.type)
    if isinstance(found, Pointer) and lower.body.is_array(found.target):
        return Value(syntax.Pointee(lower.body.at(node), holder.node), found.target)
    return holder


def present_or_zero(
    lower: Expressions, node: Node, holder: syntax.Expression, key: syntax.Expression, type_: GoType
) -> Value:
    """``m[k]``."""
    at = lower.body.at(node)
    zero = lower.body.zero(type_, at)
    there = syntax.Comparison(at, "in", key, holder)
    return Value(syntax.Conditional(at, there, syntax.Subscript(at, holder, key), zero.node), type_)


def _slice(lower: Expressions, node: Node, wanted: GoType) -> Value:
    operand = child(node, "operand")
    if operand is None:
        return lower.opaque(node, "a part of nothing")
    holder = lower.value(operand)
    found = lower.body.underlying(holder.type)
    if lower.body.is_text(found):
        return Value(cut(lower, node, holder, is_text=True), holder.type, True)
    if not isinstance(found, Slice):
        return lower.opaque(node, "a part of an array or of a value of an unknown type")
    if is_all(node):
        return holder
    if not is_only_read(lower, node):
        return shared(lower, node, "part", [node])
    return Value(cut(lower, node, holder, is_text=False), holder.type)


def _assertion(lower: Expressions, node: Node, wanted: GoType) -> Value:
    """``x.(T)``: panics where it does not fit."""
    operand, type_node = child(node, "operand"), child(node, "type")
    if operand is None or type_node is None:
        raise Unlowered("a type assertion without a type")
    value, type_ = lower.value(operand), lower.body.type_of(type_node)
    at = lower.body.at(node)
    if pools.is_taken(value):
        return Value(pools.left_over(lower, node, value, type_), type_, True)
    fits, seen = asserted(lower, node, value, type_)
    in_doubt = isinstance(fits, syntax.Opaque) or lower.body.is_object(type_)
    panic = syntax.Fault(at, "a type assertion", in_doubt)
    return Value(syntax.Conditional(at, fits, seen, panic), type_)


def asserted(
    lower: Expressions, node: Node, given: Value, type_: GoType
) -> tuple[syntax.Expression, syntax.Expression]:
    """Whether a value is of a type, and the value seen as that. A structure lies in a box in an interface, a pointer to
    one does not. What has just been put there is of no other type; whether it is of that one can't be told where a
    function declares some of its own, which look alike."""
    at, target, value = lower.body.at(node), pointee(type_), given.node
    if not lower.body.is_interface(type_) and _differ(lower, given.held, type_):
        return syntax.Literal(at, False), value
    if isinstance(target, Named) and lower.body.is_object(target):
        kind = syntax.Entity(at, lower.body.typing.instances.type_name(target))
        asked_for = Operation.IS_BOXED if target == type_ else Operation.IS_INSTANCE
        fits = syntax.Perform(at, asked_for, (value, kind))
        return fits, syntax.Perform(at, Operation.CAST, (kind, value))
    told = syntax.Opaque(at, "whether a value is of a type", (value,))
    return told, value


def _differ(lower: Expressions, one: GoType, other: GoType) -> bool:
    """Whether two types are surely not the same."""
    if not (lower.body.is_known(one) and lower.body.is_known(other)):
        return False
    match one, other:
        case Named() as left, Named() as right:
            arguments = zip(left.arguments, right.arguments)
            return left.dotted != right.dotted or any(_differ(lower, *each) for each in arguments)
        case Pointer() as left, Pointer() as right:
            return _differ(lower, left.target, right.target)
        case (Slice() | Array()) as left, (Slice() | Array()) as right if type(left) is type(right):
            return _differ(lower, left.element, right.element)
        case Map() as left, Map() as right:
            return _differ(lower, left.key, right.key) or _differ(lower, left.value, right.value)
    return type(one) is not type(other) or (isinstance(one, Basic) and one != other)


def _composite(lower: Expressions, node: Node, wanted: GoType) -> Value:
    type_node, inner = child(node, "type"), child(node, "body")
    if inner is None or type_node is None:
        raise Unlowered("a literal without a type")
    element = child(type_node, "element")
    if type_node.type == "implicit_length_array_type" and element is not None:
        return composed(lower, inner, Array(UNSAID, lower.body.type_of(element)))
    return composed(lower, inner, lower.body.type_of(type_node))


def _conversion(lower: Expressions, node: Node, wanted: GoType) -> Value:
    type_node, operand = child(node, "type"), child(node, "operand")
    if type_node is None or operand is None:
        raise Unlowered("a conversion without a value")
    stars, inner = 0, type_node
    while inner.type == "pointer_type":
        stars, inner = stars + 1, inner.named_children[0]
    if inner.type != "parenthesized_type":
        return converted(lower, node, lower.body.type_of(type_node), operand)
    value = converted(lower, node, lower.body.type_of(inner), operand)
    for _ in range(stars):  # ``*(*[]T)(p)`` is what the conversion points to, and no conversion to ``*(*[]T)``
        value = _pointee(lower, node, value)
    return value


def _function(lower: Expressions, node: Node, wanted: GoType) -> Value:
    return lower.rooms.literal(lower, node)


def _later(lower: Expressions, node: Node, wanted: GoType) -> Value:
    return lower.rooms.call(lower, node, 1)


def _instantiated(lower: Expressions, node: Node, wanted: GoType) -> Value:
    inner = child(node, "type") or (node.named_children[0] if node.named_children else None)
    return lower.value(inner, wanted) if inner is not None else lower.opaque(node, "an instantiation")


HANDLERS: Final[dict[str, Callable[[Expressions, Node, GoType], Value]]] = {
    "identifier": _identifier,
    "nil": _nil,
    "true": _identifier,
    "false": _identifier,
    "type_identifier": _identifier,  # what a function of one's own is given that is called new or make
    "parenthesized_expression": _parenthesized,
    "selector_expression": _selector,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "index_expression": _index,
    "slice_expression": _slice,
    "type_assertion_expression": _assertion,
    "composite_literal": _composite,
    "type_conversion_expression": _conversion,
    "func_literal": _function,
    "call_expression": _later,
    "type_instantiation_expression": _instantiated,
}
