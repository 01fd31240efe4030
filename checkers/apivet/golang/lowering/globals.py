"""Variables of packages that keep the value they begin with."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apivet.golang.declarations import VariableDeclaration
from apivet.golang.packages import Package
from apivet.golang.source import child, text
from apivet.golang.types import Array, Basic, Func, GoType, Named, Struct, pointee
from apivet.golang.typing import Typing

_SETTING = ("assignment_statement", "range_clause", "short_var_declaration", "receive_statement")
#: The type of the variables by which schemes know a group and its version: whoever set one would serve another API.
_GROUP_VERSION = Named("k8s.io/apimachinery/pkg/runtime/schema", "GroupVersion")
_READING = ("len", "cap", "copy", "min", "max")


def stays(typing: Typing, package: Package, declared: VariableDeclaration, type_: GoType) -> bool:
    """Whether a variable is the same all the time, as far as its package says: a variable of the same name in a
    function counts too. One that other packages may set, or a part of it, does not stay."""
    under = typing.underlying(type_)
    if declared.name[:1].isupper() and not _is_out_of_reach(type_, under):
        return False
    is_shared = not isinstance(under, (Basic, Struct, Array, Func))
    return not any(_may_change(package, use, type_, under, is_shared) for use in _uses(package, declared))


def _is_out_of_reach(type_: GoType, under: GoType) -> bool:
    """Whether other packages can neither make a value of a type, other than by a copy, nor set a part of one."""
    if type_ == _GROUP_VERSION:
        return True
    if not isinstance(under, Struct):
        return False
    is_made_here = isinstance(type_, Named) and not type_.name[:1].isupper()
    return not under.fields or (is_made_here and not any(each.name[:1].isupper() for each in under.fields))


def _uses(package: Package, declared: VariableDeclaration) -> Iterator[Node]:
    """The identifiers of a variable's name in its package, without its declaration."""
    span = range(declared.node.start_byte, declared.node.end_byte)
    for file, node in package.mentions(declared.name, "identifier"):
        if not (file is declared.file and node.start_byte in span):
            yield node


def _may_change(package: Package, use: Node, type_: GoType, under: GoType, is_shared: bool) -> bool:
    """Whether a use of a variable may set it, or a part of it, or lets others do so."""
    node, around = use, use.parent
    while around is not None:
        if around.type == "selector_expression" and child(around, "operand") == node:
            if node == use and _is_changing_method(package, type_, around):
                return True
        elif around.type == "index_expression" and child(around, "operand") == node:
            pass
        elif around.type not in ("parenthesized_expression", "expression_list"):
            break
        node, around = around, around.parent
    if around is None or around.type in ("inc_statement", "dec_statement"):
        return True
    if around.type in _SETTING and _is_target(around, node):
        return True
    if around.type == "slice_expression" and child(around, "operand") == node:
        return not isinstance(under, Basic)
    if around.type == "unary_expression":
        return text(around).startswith("&")
    return is_shared and _is_whole(use, node) and not _is_read(around, node)


def _is_target(around: Node, node: Node) -> bool:
    left = child(around, "left")
    return left == node or (left is None and around.named_children[:1] == [node])


def _is_whole(use: Node, node: Node) -> bool:
    """Whether an expression is the variable, and not a part of it."""
    return (use.start_byte, use.end_byte) == (node.start_byte, node.end_byte) or node.type in (
        "parenthesized_expression",
        "expression_list",
    )


def _is_changing_method(package: Package, type_: GoType, selector: Node) -> bool:
    """Whether a method is selected that gets the address of a variable, or its pointer."""
    inner, field = pointee(type_), child(selector, "field")
    if not isinstance(inner, Named) or field is None or inner.package != package.path:
        return False
    method = package.method(inner.name, text(field))
    return method is not None and method.by_pointer


def _is_read(around: Node, node: Node) -> bool:
    """Whether the place of a slice, map or pointer only reads it."""
    if around.type == "argument_list" and around.parent is not None:
        function = child(around.parent, "function")
        return function is not None and text(function) in _READING
    if around.type == "call_expression":
        return child(around, "function") == node
    return around.type in ("range_clause", "binary_expression", "unary_expression", "if_statement", "for_statement")
