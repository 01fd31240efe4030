"""The lowering of one body: what all expressions ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from tree_sitter import Node

from apivet.golang.constants import Constants
from apivet.golang.declarations import ConstantDeclaration, FunctionDeclaration, TypeDeclaration, VariableDeclaration
from apivet.golang.lowering import library
from apivet.golang.lowering.body import BOOL, Body, Unlowered, Value, inside, named_children
from apivet.golang.naming import field_name
from apivet.golang.source import child, text
from apivet.golang.types import (
    UNKNOWN,
    Basic,
    Func,
    GoType,
    Named,
    Pointer,
    StructField,
    Tuple,
    pointee,
)
from apivet.golang.typing import Selection
from apivet.program import syntax

_TYPE_NODES: Final = (
    *("pointer_type", "slice_type", "array_type", "map_type", "channel_type", "function_type", "struct_type"),
    *("interface_type", "generic_type", "qualified_type", "type_identifier", "parenthesized_type"),
)
#: Names of variables: those that Go brings along may be given to others, and some are read as types.
_NAMES: Final = ("identifier", "nil", "true", "false", "type_identifier", "package_identifier")


class Rooms(Struct, frozen=True):
    """The parts that call each other: calls, function literals, statements, and expressions by their kind."""

    call: Callable[[Expressions, Node, int], Value]
    literal: Callable[[Expressions, Node], Value]
    statement: Callable[[Expressions, Node], list[syntax.Statement]]
    handlers: Mapping[str, Callable[[Expressions, Node, GoType], Value]]


class Expressions:
    """Lowers expressions inside one body."""

    def __init__(
        self,
        body: Body,
        constants: Constants,
        rooms: Rooms,
    ) -> None:
        self.body = body
        self.constants = constants
        self.rooms = rooms

    # -------------------------------------------------------------------------------------------------------- doors

    def value(self, node: Node, wanted: GoType = UNKNOWN, results: int = 1) -> Value:
        """The value of an expression where one of a type is wanted; ``results`` are so many of a call."""
        if node.has_error:
            raise Unlowered("a syntax error")
        folded = self.constant(node)
        if folded is not None:
            return self.body.as_type(folded, wanted)
        handler = self.rooms.handlers.get(node.type)
        if handler is None:
            return self.opaque(node, node.type.replace("_", " "))
        if node.type == "call_expression":
            return self.body.as_type(self.rooms.call(self, node, results), wanted)
        return self.body.as_type(handler(self, node, wanted), wanted)

    def own(self, node: Node, wanted: GoType = UNKNOWN) -> syntax.Expression:
        """The value of an expression for a place of its own."""
        value = self.value(node, wanted)
        known = value if self.body.is_known(value.type) else Value(value.node, wanted, value.fresh)
        return self.placed(known, wanted)

    def placed(self, value: Value, wanted: GoType) -> syntax.Expression:
        """A value for a place of its own, which is of a type."""
        return self.body.own(self.boxed(value, wanted))

    def boxed(self, value: Value, wanted: GoType) -> Value:
        """A value where one of an interface is kept: a pointer to nothing, or no function, is something there, and a
        structure itself is told from a pointer to one."""
        is_boxed = self.body.is_interface(wanted)
        if is_boxed and self._is_view(pointee(value.type)):
            note = "a value of a type that is made from another in an interface"
            return Value(syntax.Opaque(value.node.location, note, (value.node,), holds=True), wanted, value.fresh)
        if is_boxed and self.body.is_object(value.type):
            return Value(syntax.Copied(value.node.location, value.node, boxed=True), wanted, True)
        may_be_nil = isinstance(self.body.underlying(value.type), (Pointer, Func)) and is_boxed
        if not may_be_nil or isinstance(value.node, (syntax.Made, syntax.Address)):
            return value
        at, node = value.node.location, value.node
        asked: syntax.Expression = node
        if not isinstance(node, (syntax.Name, syntax.Attribute, syntax.Literal)):
            asked = syntax.Walrus(at, self.body.fresh("·boxed"), node)
            node = syntax.Name(at, asked.name)
        is_none = syntax.Comparison(at, "is", asked, syntax.Literal(at, None))
        nothing = syntax.Opaque(at, "a pointer to nothing in an interface")
        return Value(syntax.Conditional(at, is_none, nothing, node), wanted, value.fresh)

    def results(self, node: Node, wanted: Sequence[GoType]) -> list[Value]:
        """The results of a call that gives several, each where one of a type is wanted."""
        value, count = self.value(node, UNKNOWN, len(wanted)), len(wanted)
        items = value.type.items if isinstance(value.type, Tuple) else ()
        types = items if len(items) == count else (UNKNOWN,) * count
        at, found = value.node.location, value.node
        if isinstance(found, syntax.Sequence) and len(found.items) == count:
            parts = found.items
        else:
            name = syntax.Name(at, self.body.fresh("·results"))
            self.body.before.append(syntax.Assign(at, (name,), found))
            parts = tuple(syntax.Subscript(at, name, syntax.Literal(at, number)) for number in range(count))
        return [self.boxed(Value(*each, True), type_) for each, type_ in zip(zip(parts, types), wanted)]

    def _is_view(self, type_: GoType) -> bool:
        """Whether a structure's type is made from another one (``type B A``): objects tell which they were made of."""
        declared = self.body.typing.declaration(type_) if self.body.is_object(type_) else None
        return declared is not None and declared.type_node.type != "struct_type"

    def opaque(self, node: Node, note: str, type_: GoType = UNKNOWN) -> Value:
        """An expression that is not lowered: what it reads is told; what calls something may change all that."""
        for each in inside(node):
            if each.type in ("func_literal", "call_expression") or text(each).startswith("<-"):
                raise Unlowered(note)
        holds = not isinstance(self.body.underlying(type_), Basic) or self.body.is_interface(type_)
        read = (*self.mentioned(node), *self._of_packages(node))
        return Value(syntax.Opaque(self.body.at(node), note, read, holds=holds), type_)

    def _of_packages(self, node: Node) -> Iterator[syntax.Expression]:
        """The variables of packages that a piece of code mentions."""
        imported = self.body.typing.packages.imported(self.body.file)
        for each in inside(node):
            operand, field = child(each, "operand"), child(each, "field")
            if each.type == "identifier":
                path, name = self.body.package.path, text(each)
            elif operand is not None and field is not None and text(operand) in imported:
                path, name = imported[text(operand)], text(field)
            else:
                continue
            package = self.body.typing.packages.package(path) if self.body.find(text(operand or each)) is None else None
            if package is not None and isinstance(package.find(name), VariableDeclaration):
                yield self.entity(each, path, name).node

    def mentioned(self, node: Node) -> tuple[syntax.Expression, ...]:
        """The variables that a piece of code mentions."""
        found: dict[str, syntax.Expression] = {}
        for each in inside(node):
            variable = self.body.find(text(each)) if each.type in _NAMES else None
            if variable is not None and variable.constant is None:
                found.setdefault(variable.name, self.body.name_of(each, variable))
        return tuple(found.values())

    def constant(self, node: Node, iota: int | None = None, wanted: GoType = UNKNOWN) -> Value | None:
        """The value of a constant expression: in the line ``iota`` of a declaration, of the type that this names."""

        def local(name: str) -> Any:
            variable = self.body.find(name)
            if variable is None:
                return False
            if variable.constant is None:
                return True
            if isinstance(variable.constant.value, float):
                return True  # what it was before it was rounded is not known here
            return variable.constant.value, variable.type

        found = self.constants.fold(node, self.body.file, iota, local)
        if found is not None and wanted is not UNKNOWN:
            found = self.constants.kept(found[0], wanted)
        if found is None:
            return None
        value = float(found[0]) if isinstance(found[0], Fraction) else found[0]
        return Value(syntax.Literal(self.body.at(node), value), found[1], True)

    def method_name(self, found: Selection) -> str:
        """The model's name of a method that a type declares."""
        assert isinstance(found.owner, Named)
        assert found.declaration is not None
        instances, declared = self.body.typing.instances, found.declaration
        dotted = f"{instances.type_name(found.owner)}.{declared.name}"
        return instances.function_name(dotted, declared, found.bound)

    def surely(self, node: Node) -> Value:
        """The value of a condition that is asked only sometimes: nothing of it may happen before."""
        before = len(self.body.before)
        value = self.value(node, BOOL)
        if len(self.body.before) > before:
            raise Unlowered("a condition that needs several steps")
        return value

    def truth(self, node: Node) -> syntax.Expression:
        """A condition."""
        return self.value(node, BOOL).node

    def statement(self, node: Node) -> list[syntax.Statement]:
        """The statements that one of the source becomes."""
        return self.rooms.statement(self, node)

    # ------------------------------------------------------------------------------------------------------- fields

    def field(self, holder: Value, found: Selection, node: Node) -> Value:
        """A field, through the embedded ones on its way."""
        assert found.field is not None
        inner = self.through(holder, found, node)
        return Value(self._attribute(inner, found.field, node), found.field.type)

    def through(self, holder: Value, found: Selection, node: Node) -> Value:
        """The embedded value that declares what was selected."""
        value, type_ = holder.node, holder.type
        for each in found.path:
            value, type_ = self._attribute(Value(value, type_), each, node), each.type
        return Value(value, type_)

    def _attribute(self, holder: Value, field: StructField, node: Node) -> syntax.Attribute:
        name = field_name(field)
        by_value = self.is_struct(holder.type) and not isinstance(self.body.underlying(holder.type), Pointer)
        key = self.body.typing.field_key(holder.type, name)
        return syntax.Attribute(self.body.at(node), holder.node, name, key, by_value)

    def is_struct(self, type_: GoType) -> bool:
        return self.body.typing.struct(type_) is not None

    # -------------------------------------------------------------------------------------------------------- names

    def entity(self, node: Node, package: str, name: str) -> Value:
        """A name of a package, as a value."""
        found = self.body.typing.packages.package(package)
        declared = found.find(name) if found is not None else None
        dotted = f"{package}.{name}"
        type_: GoType = library.VARIABLES.get(dotted, UNKNOWN) if found is None else UNKNOWN
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
        if node.type in ("identifier", "selector_expression"):
            return self._signature_at(node, declared) or UNKNOWN
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
            declared = self.body.package.find(text(node))
            if declared is not None and not isinstance(declared, TypeDeclaration):
                return None
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
