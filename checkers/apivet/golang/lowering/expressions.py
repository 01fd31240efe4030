"""Expressions of Go: each becomes one of the model, with its static type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tree_sitter import Node

from apivet.golang.declarations import ConstantDeclaration, FunctionDeclaration, VariableDeclaration
from apivet.golang.lowering.body import BOOL, ERROR, INT, NIL, STRING, Body, Unlowered, Value, inside, named_children
from apivet.golang.lowering.constants import Constants
from apivet.golang.source import child, text
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    pointee,
)
from apivet.golang.typing import Selection
from apivet.program import syntax
from apivet.program.operations import Operation

_COMPARING: Final = ("==", "!=", "<", "<=", ">", ">=")
_ARITHMETIC: Final = ("+", "-", "*", "|", "&", "^", "<<", ">>")


class Expressions:
    """Lowers expressions inside one body."""

    def __init__(
        self,
        body: Body,
        constants: Constants,
        call: Callable[[Expressions, Node, int], Value],
        literal: Callable[[Expressions, Node], Value],
    ) -> None:
        self.body = body
        self.constants = constants
        self._call = call
        self._literal = literal

    # -------------------------------------------------------------------------------------------------------- doors

    def value(self, node: Node, wanted: GoType = UNKNOWN, results: int = 1) -> Value:
        """The value of an expression where one of a type is wanted; ``results`` are so many of a call."""
        if node.has_error:
            raise Unlowered("a syntax error")
        folded = self.constant(node)
        if folded is not None:
            return self.body.as_type(folded, wanted)
        handler = _HANDLERS.get(node.type)
        if handler is None:
            return self.opaque(node, node.type.replace("_", " "))
        if node.type == "call_expression":
            return self.body.as_type(self._call(self, node, results), wanted)
        return self.body.as_type(handler(self, node, wanted), wanted)

    def own(self, node: Node, wanted: GoType = UNKNOWN) -> syntax.Expression:
        """The value of an expression for a place of its own."""
        value = self.value(node, wanted)
        known = value if self.body.is_known(value.type) else Value(value.node, wanted, value.fresh)
        return self.body.own(known)

    def opaque(self, node: Node, note: str, type_: GoType = UNKNOWN) -> Value:
        """An expression that is not lowered: what it reads is told; what calls something may change all that."""
        for each in inside(node):
            if each.type in ("func_literal", "call_expression") or text(each).startswith("<-"):
                raise Unlowered(note)
        return Value(syntax.Opaque(self.body.at(node), note, self.mentioned(node)), type_)

    def mentioned(self, node: Node) -> tuple[syntax.Expression, ...]:
        """The variables that a piece of code mentions."""
        found: dict[str, syntax.Expression] = {}
        for each in inside(node):
            variable = self.body.find(text(each)) if each.type == "identifier" else None
            if variable is not None and variable.constant is None:
                found.setdefault(variable.name, self.body.name_of(each, variable))
        return tuple(found.values())

    def constant(self, node: Node) -> Value | None:
        """The value of a constant expression."""

        def local(name: str) -> Any:
            variable = self.body.find(name)
            if variable is None:
                return False
            if variable.constant is None:
                return True
            return variable.constant.value, variable.type

        found = self.constants.fold(node, self.body.file, None, local)
        return None if found is None else Value(syntax.Literal(self.body.at(node), found[0]), found[1], True)

    def truth(self, node: Node) -> syntax.Expression:
        """A condition."""
        return self.value(node, BOOL).node

    # ------------------------------------------------------------------------------------------------------- fields

    def field(self, holder: Value, found: Selection, node: Node) -> Value:
        """A field, through the embedded ones on its way."""
        assert found.field is not None
        value = holder.node
        for each in (*found.path, found.field):
            value = syntax.Attribute(self.body.at(node), value, each.name)
        return Value(value, found.field.type)

    def through(self, holder: Value, found: Selection, node: Node) -> Value:
        """The embedded value that declares what was selected."""
        value, type_ = holder.node, holder.type
        for each in found.path:
            value, type_ = syntax.Attribute(self.body.at(node), value, each.name), each.type
        return Value(value, type_)

    def is_struct(self, type_: GoType) -> bool:
        return self.body.typing.struct(type_) is not None

    # -------------------------------------------------------------------------------------------------------- names

    def entity(self, node: Node, package: str, name: str) -> Value:
        """A name of a package, as a value."""
        found = self.body.typing.packages.package(package)
        declared = found.find(name) if found is not None else None
        dotted = f"{package}.{name}"
        type_: GoType = UNKNOWN
        if isinstance(declared, FunctionDeclaration):
            type_ = self.body.typing.signature(declared)
        elif isinstance(declared, VariableDeclaration):
            type_ = self.variable_type(declared)
        elif isinstance(declared, ConstantDeclaration):
            return Value(syntax.Opaque(self.body.at(node), f"the constant {name}"), self._constant_type(declared))
        return Value(syntax.Entity(self.body.at(node), dotted), type_)

    def _constant_type(self, declared: ConstantDeclaration) -> GoType:
        return UNKNOWN if declared.type_node is None else self.body.typing.of(declared.type_node, declared.file)

    def variable_type(self, declared: VariableDeclaration) -> GoType:
        """The type of a variable of a package: as it is declared, else that of a plain literal or call."""
        told = self.body.typing.variable_type(declared)
        node = declared.value_node
        if told is not None or node is None:
            return told or UNKNOWN
        by_pointer = node.type == "unary_expression" and text(node).startswith("&")
        if by_pointer:
            node = child(node, "operand") or node
        type_node = child(node, "type") if node.type == "composite_literal" else None
        if type_node is not None:
            found = self.body.typing.of(type_node, declared.file)
            return Pointer(found) if by_pointer else found
        function = child(node, "function") if node.type == "call_expression" and not declared.is_unpacked else None
        signature = self._signature_at(function, declared) if function is not None else None
        if signature is not None and len(signature.results) == 1:
            return signature.results[0]
        return UNKNOWN

    def _signature_at(self, function: Node, declared: VariableDeclaration) -> Func | None:
        """The signature of a function of a package that a variable's declaration calls."""
        typing = self.body.typing
        package, name = typing.package_of(declared.file), text(function)
        operand, field = child(function, "operand"), child(function, "field")
        if function.type == "selector_expression" and operand is not None and field is not None:
            path = typing.packages.imported(declared.file).get(text(operand))
            package, name = (None if path is None else typing.packages.package(path)), text(field)
        found = package.find(name) if package is not None else None
        return typing.signature(found) if isinstance(found, FunctionDeclaration) and not found.parameters else None

    def package_named(self, node: Node) -> str | None:
        """The import path of the package that an identifier means."""
        if node.type != "identifier" or self.body.find(text(node)) is not None:
            return None
        return self.body.typing.packages.imported(self.body.file).get(text(node))

    def type_named(self, node: Node) -> GoType | None:
        """The type that an expression names, where it does."""
        kind = node.type
        if kind in _TYPE_NODES:
            return self.body.type_of(node)
        if kind == "parenthesized_expression":
            inner = named_children(node)
            return self.type_named(inner[0]) if len(inner) == 1 else None
        if kind == "unary_expression" and text(node).startswith("*"):
            operand = child(node, "operand")
            inner_type = self.type_named(operand) if operand is not None else None
            return None if inner_type is None else Pointer(inner_type)
        if kind == "identifier":
            if self.body.find(text(node)) is not None:
                return None
            if text(node) in self.body.parameters or text(node) in self.body.local_types:
                return self.body.type_of(node)
            found = self.body.type_of(node)
            return found if isinstance(found, Basic) or self._is_type(found) else None
        if kind == "selector_expression":
            operand, field = child(node, "operand"), child(node, "field")
            path = self.package_named(operand) if operand is not None else None
            package = self.body.typing.packages.package(path) if path is not None else None
            if package is None or field is None or package.type(text(field)) is None:
                return None
            return self.body.type_of(node)
        return None

    def _is_type(self, type_: GoType) -> bool:
        return not isinstance(type_, type(UNKNOWN)) and (
            not isinstance(type_, Named) or self.body.typing.declaration(type_) is not None
        )


# ---------------------------------------------------------------------------------------------------------- handlers


def _identifier(lower: Expressions, node: Node, wanted: GoType) -> Value:
    body, name = lower.body, text(node)
    variable = body.find(name)
    if variable is not None:
        if variable.constant is not None:
            return Value(variable.constant, variable.type, True)
        return Value(body.name_of(node, variable), variable.type)
    if name == "nil":
        return Value(syntax.Literal(body.at(node), None), NIL, True)
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
    if lower.type_named(operand) is not None:
        return lower.opaque(node, "a method of a type as a value")
    holder = lower.value(operand)
    found = lower.body.typing.select(holder.type, text(field))
    if found is None or (lower.body.typing.hides(holder.type) and found.path):
        return lower.opaque(node, f"{text(field)} of a value of which the type is not known")
    if not found.is_method:
        return lower.field(holder, found, node)
    return method_value(lower, holder, found, node)


def method_value(lower: Expressions, holder: Value, found: Selection, node: Node) -> Value:
    """``x.M`` that is not called: the receiver is what it is now."""
    signature = found.signature or Func()
    if found.declaration is None or not isinstance(found.owner, Named):
        return lower.opaque(node, "a method of an interface as a value", signature)
    receiver = receiver_for(lower, holder, found, node)
    callee = syntax.Entity(lower.body.at(node), f"{found.owner.dotted}.{found.declaration.name}")
    return Value(syntax.Perform(lower.body.at(node), Operation.PARTIAL, (callee, receiver)), signature)


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
    if not isinstance(place.node, (syntax.Name, syntax.Attribute, syntax.Subscript, syntax.Pointee)):
        raise Unlowered("an address of something that has none")
    return syntax.Address(at, place.node, lower.body.is_object(place.type))


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
        pointer = lower.value(operand)
        found = lower.body.underlying(pointer.type)
        if not isinstance(found, Pointer):
            return lower.opaque(node, "what a value of an unknown type points to")
        return Value(syntax.Pointee(at, pointer.node), found.target)
    if symbol in ("-", "+", "^"):
        value = lower.value(operand, wanted)
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), f"go {symbol}"), value.type, True)
    return lower.opaque(node, "a channel")


def _address(lower: Expressions, node: Node, operand: Node, wanted: GoType) -> Value:
    while operand.type == "parenthesized_expression" and operand.named_child_count == 1:
        operand = operand.named_children[0]
    target = lower.body.underlying(wanted)
    inner = target.target if isinstance(target, Pointer) else UNKNOWN
    if operand.type == "composite_literal":
        made = lower.value(operand, inner)
        if not lower.body.is_object(made.type):
            return lower.opaque(node, "the address of a container", Pointer(made.type))
        return Value(made.node, Pointer(made.type), True)
    place = lower.value(operand)
    if not lower.body.is_known(place.type):
        return lower.opaque(node, "an address of something of which the type is not known")
    return Value(address_of(lower, place, node), Pointer(place.type), True)


def _binary(lower: Expressions, node: Node, wanted: GoType) -> Value:
    left_node, right_node, sign = child(node, "left"), child(node, "right"), child(node, "operator")
    if left_node is None or right_node is None or sign is None:
        raise Unlowered("an operator without operands")
    at, symbol = lower.body.at(node), text(sign)
    if symbol in ("&&", "||"):
        both = (lower.truth(left_node), lower.truth(right_node))
        return Value(syntax.Boolean(at, "and" if symbol == "&&" else "or", both), BOOL, True)
    left = lower.value(left_node)
    right = lower.value(right_node, left.type)
    left = lower.body.as_type(left, right.type)
    if symbol in _COMPARING:
        return _comparison(lower, node, symbol, left, right)
    type_ = right.type if left.constant is not None and symbol not in ("<<", ">>") else left.type
    if symbol in _ARITHMETIC and lower.body.is_known(type_):
        return Value(syntax.Binary(at, symbol, left.node, right.node), type_, True)
    return Value(syntax.Perform(at, Operation.PURE, (left.node, right.node), f"go {symbol}"), type_, True)


def _comparison(lower: Expressions, node: Node, symbol: str, left: Value, right: Value) -> Value:
    at, body = lower.body.at(node), lower.body
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
    if any(isinstance(each, Struct) for each in types):
        same: syntax.Expression = syntax.Perform(at, Operation.EQUAL, (left.node, right.node))
        return Value(same if symbol == "==" else syntax.Unary(at, "not", same), BOOL, True)
    if all(isinstance(each, Basic) and each != ERROR for each in types) or left.constant or right.constant:
        return Value(syntax.Comparison(at, symbol, left.node, right.node), BOOL, True)
    return Value(syntax.Opaque(at, "whether two pointers or interfaces are equal", (left.node, right.node)), BOOL, True)


def _emptiness(lower: Expressions, node: Node, value: Value, *, is_empty: bool) -> Value:
    """``s == nil``: the empty slice and no slice are one value of the model, except where one was written as ``{}``."""
    at = lower.body.at(node)
    if isinstance(value.node, (syntax.Sequence, syntax.Mapping)):
        return Value(syntax.Opaque(at, "whether an empty slice or map is nil"), BOOL, True)
    there = syntax.Perform(at, Operation.TRUTH, (value.node,))
    return Value(syntax.Unary(at, "not", there) if is_empty else there, BOOL, True)


def _index(lower: Expressions, node: Node, wanted: GoType) -> Value:
    operand, index = child(node, "operand"), child(node, "index")
    if operand is None or index is None:
        raise Unlowered("an index without a value")
    at, holder = lower.body.at(node), lower.value(operand)
    found = lower.body.underlying(pointee(holder.type) if isinstance(holder.type, Pointer) else holder.type)
    if isinstance(found, Map):
        key = lower.own(index, found.key)
        return present_or_zero(lower, node, holder.node, key, found.value)
    if isinstance(found, (Slice, Array)):
        return Value(syntax.Subscript(at, holder.node, lower.value(index, INT).node), found.element)
    if found in (STRING, Basic("untyped string")):
        given = (holder.node, lower.value(index, INT).node)
        return Value(syntax.Perform(at, Operation.PURE, given, "go character"), Basic("uint8"), True)
    return lower.opaque(node, "an element of a value of which the type is not known")


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
    if operand is None or child(node, "capacity") is not None:
        return lower.opaque(node, "a slice with a capacity")
    at, holder = lower.body.at(node), lower.value(operand)
    found = lower.body.underlying(holder.type)
    bounds = [child(node, name) for name in ("start", "end")]
    lowered = [None if each is None else lower.value(each, INT).node for each in bounds]
    if found in (STRING, Basic("untyped string")):
        given = (holder.node, *(syntax.Literal(at, None) if each is None else each for each in lowered))
        return Value(syntax.Perform(at, Operation.PURE, given, "go part"), holder.type, True)
    if not isinstance(found, Slice):
        return lower.opaque(node, "a part of an array or of a value of an unknown type")
    if all(each is None for each in lowered):
        return holder
    index = syntax.Slice(at, lowered[0], lowered[1], None)
    return Value(syntax.Subscript(at, holder.node, index), holder.type)


def _assertion(lower: Expressions, node: Node, wanted: GoType) -> Value:
    """``x.(T)``: panics where it does not fit."""
    operand, type_node = child(node, "operand"), child(node, "type")
    if operand is None or type_node is None:
        raise Unlowered("a type assertion without a type")
    value, type_ = lower.value(operand), lower.body.type_of(type_node)
    at = lower.body.at(node)
    fits, seen = asserted(lower, node, value.node, type_)
    return Value(syntax.Conditional(at, fits, seen, syntax.Fault(at, "a type assertion")), type_)


def asserted(
    lower: Expressions, node: Node, value: syntax.Expression, type_: GoType
) -> tuple[syntax.Expression, syntax.Expression]:
    """Whether a value is of a type, and the value seen as that."""
    at, target = lower.body.at(node), pointee(type_)
    if isinstance(target, Named) and lower.body.is_object(target):
        kind = syntax.Entity(at, target.dotted)
        return (
            syntax.Perform(at, Operation.IS_INSTANCE, (value, kind)),
            syntax.Perform(at, Operation.CAST, (kind, value)),
        )
    told = syntax.Opaque(at, "whether a value is of a type", (value,))
    return told, value


def _composite(lower: Expressions, node: Node, wanted: GoType) -> Value:
    type_node, inner = child(node, "type"), child(node, "body")
    if inner is None or type_node is None:
        raise Unlowered("a literal without a type")
    if type_node.type == "implicit_length_array_type":
        return lower.opaque(node, "an array")
    return composed(lower, inner, lower.body.type_of(type_node))


def composed(lower: Expressions, node: Node, type_: GoType) -> Value:
    """``{...}`` of a type."""
    found = lower.body.underlying(type_)
    if isinstance(found, Pointer):  # in a list of pointers ``{...}`` means ``&T{...}``
        made = composed(lower, node, found.target)
        return Value(made.node, type_, True)
    elements = named_children(node)
    if isinstance(found, Struct) and isinstance(type_, Named):
        return _struct(lower, node, type_, found, elements)
    at = lower.body.at(node)
    if isinstance(found, Map):
        entries = tuple(
            (_element(lower, key, found.key), _element(lower, value, found.value))
            for key, value in (_keyed(lower, each) for each in elements)
        )
        return Value(syntax.Mapping(at, entries), type_, True)
    is_list = isinstance(found, Slice) or (isinstance(found, Array) and found.length == str(len(elements)))
    if is_list and isinstance(found, (Slice, Array)) and not any(each.type == "keyed_element" for each in elements):
        items = tuple(_element(lower, each, found.element) for each in elements)
        return Value(syntax.Sequence(at, "list", items), type_, True)
    return lower.opaque(node, "a literal of a type that can't be told", type_)


def _struct(lower: Expressions, node: Node, type_: Named, found: Struct, elements: list[Node]) -> Value:
    declared = {each.name: each.type for each in found.fields}
    fields: list[tuple[str, syntax.Expression]] = []
    for number, each in enumerate(elements):
        if each.type == "keyed_element":
            key, value = _keyed(lower, each)
            name = text(key)
        elif number < len(found.fields):
            name, value = found.fields[number].name, each
        else:
            raise Unlowered("a literal with too many fields")
        fields.append((name, _element(lower, value, declared.get(name, UNKNOWN))))
    return Value(syntax.Made(lower.body.at(node), type_.dotted, tuple(fields)), type_, True)


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
        if not lower.body.is_known(variable.type) or not isinstance(lower.body.underlying(variable.type), Basic):
            raise Unlowered("the address of a variable is stored")
        name = lower.body.name_of(operand, variable)
        if text(operand) in lower.body.reassigned:
            return syntax.Opaque(lower.body.at(node), "a variable of which the address is stored", (name,))
        return name
    if operand is not None and operand.type in ("selector_expression", "index_expression"):
        value = lower.value(operand)
        if not lower.body.is_object(value.type):
            raise Unlowered("the address of a field is stored")
    return lower.own(node, type_)


def _conversion(lower: Expressions, node: Node, wanted: GoType) -> Value:
    type_node, operand = child(node, "type"), child(node, "operand")
    if type_node is None or operand is None:
        raise Unlowered("a conversion without a value")
    return converted(lower, node, lower.body.type_of(type_node), operand)


def converted(lower: Expressions, node: Node, type_: GoType, operand: Node) -> Value:
    """``T(x)``."""
    value = lower.value(operand, type_)
    body, at = lower.body, lower.body.at(node)
    before, after = body.underlying(value.type), body.underlying(type_)
    if isinstance(after, Interface) or before == after or value.type == NIL:
        return Value(value.node, type_, value.fresh)
    if isinstance(before, Basic) and isinstance(after, Basic):
        numbers = STRING not in (before, after) or before.name == "untyped string"
        if numbers or before == after:
            return Value(value.node, type_, True)
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go conversion"), type_, True)
    one, other = pointee(value.type), pointee(type_)
    if isinstance(before, Pointer) == isinstance(after, Pointer) and _same_fields(lower, one, other):
        return Value(value.node, type_, value.fresh)
    if after == STRING or before in (STRING, Basic("untyped string")):
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go text"), type_, True)
    if isinstance(after, Basic):
        return Value(syntax.Perform(at, Operation.PURE, (value.node,), "go conversion"), type_, True)
    return lower.opaque(node, "a conversion", type_)


def _same_fields(lower: Expressions, one: GoType, other: GoType) -> bool:
    """Whether two structs have the same fields of the same types, so that one is seen as the other."""
    return lower.body.underlying(one) == lower.body.underlying(other) and lower.is_struct(one)


def _function(lower: Expressions, node: Node, wanted: GoType) -> Value:
    return lower._literal(lower, node)


def _later(lower: Expressions, node: Node, wanted: GoType) -> Value:
    return lower._call(lower, node, 1)


def _instantiated(lower: Expressions, node: Node, wanted: GoType) -> Value:
    inner = child(node, "type") or (node.named_children[0] if node.named_children else None)
    return lower.value(inner, wanted) if inner is not None else lower.opaque(node, "an instantiation")


_TYPE_NODES: Final = (
    *("pointer_type", "slice_type", "array_type", "map_type", "channel_type", "function_type", "struct_type"),
    *("interface_type", "generic_type", "qualified_type", "type_identifier", "parenthesized_type"),
)

_HANDLERS: Final[dict[str, Callable[[Expressions, Node, GoType], Value]]] = {
    "identifier": _identifier,
    "nil": _nil,
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
