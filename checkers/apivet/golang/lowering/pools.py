"""Pools of objects (``sync.Pool``): what is taken out is nobody else's as long as it is out, and may hold anything."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import Value, inside
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.naming import field_name
from apivet.golang.source import child, text
from apivet.golang.types import Basic, GoType, Named, Pointer, Struct, pointee
from apivet.program import syntax
from apivet.program.operations import Operation

_POOL: Final = Named("sync", "Pool")
_TAKEN: Final = "go sync.Pool.Get"
_DECLARING: Final = ("short_var_declaration", "var_spec")
_SETTING: Final = (*_DECLARING, "assignment_statement", "range_clause")


def used(lower: Expressions, node: Node, holder: Value, name: str, arguments: list[Node]) -> Value | None:
    """A call of a pool's method: taking an object out, or putting that back. ``None`` for any other call: who puts in
    what lies elsewhere may get that from the pool."""
    at = lower.body.at(node)
    if pointee(holder.type) != _POOL:
        return None
    if name == "Get" and not arguments:
        put = syntax.Perform(at, Operation.WAS_PUT_AWAY, (holder.node,))
        return Value(syntax.Perform(at, Operation.MAKE, (put,), _TAKEN), Basic("any"), True)
    if name == "Put" and len(arguments) == 1 and _was_taken(arguments[0]):
        return Value(syntax.Perform(at, Operation.PUT_AWAY, (lower.value(arguments[0]).node,)), Basic("any"))
    return None


def is_taken(value: Value) -> bool:
    """Whether a value is what a pool gave."""
    return isinstance(value.node, syntax.Perform) and value.node.name == _TAKEN


def left_over(lower: Expressions, node: Node, taken: Value, type_: GoType) -> syntax.Expression:
    """An object from a pool, seen as one of its type: nobody knows what others left in its fields, or what was put into
    the pool where it lies."""
    at = lower.body.at(node)
    target = type_.target if isinstance(type_, Pointer) else None
    parts = lower.body.underlying(target) if isinstance(target, Named) else None
    if not isinstance(target, Named) or not isinstance(parts, Struct):
        return syntax.Opaque(at, "what a pool gives", holds=True)
    if _is_overwritten(node):
        return syntax.Address(at, syntax.Made(at, lower.body.typing.instances.type_name(target), ()), True)
    assert isinstance(taken.node, syntax.Perform)
    left = syntax.Opaque(at, "what is left in a pooled object", taken.node.arguments)
    unseen = tuple((field_name(each), left) for each in parts.fields)
    return syntax.Address(at, syntax.Made(at, lower.body.typing.instances.type_name(target), unseen), True)


def _is_overwritten(node: Node) -> bool:
    """Whether the first thing that is done to an object is to put another value in its place: ``*x = *s``."""
    declared = node
    while declared.parent is not None and declared.parent.type in ("expression_list", "short_var_declaration"):
        declared = declared.parent
    name, following = child(declared, "left"), declared.next_named_sibling
    while following is not None and following.type in ("comment", "defer_statement"):
        following = following.next_named_sibling
    if name is None or following is None or following.type != "assignment_statement":
        return False
    left, right = child(following, "left"), child(following, "right")
    is_whole = left is not None and right is not None and text(left) == f"*{text(name)}"
    return is_whole and right is not None and text(name) not in map(text, inside(right))


def _was_taken(node: Node) -> bool:
    """Whether an expression is a variable that is set once, to what a pool gives."""
    around: Node | None = node
    while around is not None and around.type not in ("function_declaration", "method_declaration", "func_literal"):
        around = around.parent
    if node.type != "identifier" or around is None:
        return False
    setting = [each for each in inside(around) if each.type in _SETTING and text(node) in _names_set(each)]
    return len(setting) == 1 and setting[0].type in _DECLARING and _takes(setting[0])


def _names_set(node: Node) -> list[str]:
    left = child(node, "left") or node
    return [text(each) for each in left.named_children if each.type == "identifier"]


def _takes(node: Node) -> bool:
    """Whether a variable is declared to be the object of a pool, seen as one of its type."""
    called = [each for each in inside(node) if each.type == "call_expression"]
    around = called[0].parent if len(called) == 1 and text(called[0]).endswith(".Get()") else None
    return around is not None and around.type == "type_assertion_expression"
