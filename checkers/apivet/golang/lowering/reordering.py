"""Functions that put the elements of a slice in another order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import Unlowered, Value, declared_names, inside, named_children
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import UNKNOWN, Slice
from apivet.program import syntax
from apivet.program.operations import Operation

#: Pieces of code that set something.
_SETTING: Final = ("assignment_statement", "inc_statement", "dec_statement")


def reordered(lower: Expressions, node: Node, arguments: list[Node]) -> Value:
    """``sort.Slice(s, less)``: the same elements in another order, which depends on what else is compared."""
    at = lower.body.at(node)
    first = arguments[0]
    if first.type == "call_expression":  # sort.Sort(byName(s))
        inner = named_children(child(first, "arguments"))
        first = inner[0] if len(inner) == 1 else first
    value = lower.value(first)
    if any(_changes(each) for each in arguments[1:]):
        raise Unlowered("a comparison that changes something")
    if not isinstance(lower.body.underlying(value.type), Slice):
        raise Unlowered("something is sorted of which the type is not known")
    told = [lower.value(each).node for each in _told_by(lower, arguments[1:], text(first))]
    return Value(syntax.Perform(at, Operation.REORDER, (value.node, *told)), UNKNOWN, True)


def _changes(node: Node) -> bool:
    """Whether a function that is handed over sets anything."""
    return any(each.type in _SETTING for each in inside(node))


def _told_by(lower: Expressions, comparisons: Sequence[Node], sorted_: str) -> Iterator[Node]:
    """The values that a comparison goes by besides the elements: fields of variables around it."""
    for function in comparisons:
        own = declared_names(function)
        for name in inside(function):
            if name.type == "identifier" and text(name) not in own and lower.body.find(text(name)) is not None:
                whole = _whole(name)
                if text(whole) != sorted_:
                    yield whole


def _whole(name: Node) -> Node:
    """The field of a variable that is read by its name."""
    node = name
    while node.parent is not None and node.parent.type == "selector_expression":
        around = node.parent.parent
        if around is not None and around.type == "call_expression" and child(around, "function") == node.parent:
            break
        node = node.parent
    return node
