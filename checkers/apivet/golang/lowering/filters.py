"""Lists that are filtered in place: ``n := 0``, a loop that does ``x[n] = v; n++`` for what stays, ``x = x[:n]``.

The elements that stay are put into a list of their own, which takes the place of the first; what lies in that one's
array is in no order that anybody should ask for.
"""

from __future__ import annotations

import re
from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import Filter, inside, listed
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text, unspaced
from apivet.golang.types import Slice
from apivet.program import syntax
from apivet.program.operations import Operation

Block = list[syntax.Statement]
_START: Final = re.compile(r"(?P<count>\w+):=0")


def filter_of(lower: Expressions, nodes: list[Node]) -> Filter | None:
    """The filter that three statements make up."""
    start = (
        _START.fullmatch(unspaced(nodes[0])) if len(nodes) > 2 and nodes[0].type == "short_var_declaration" else None
    )
    head = next((each for each in nodes[1].named_children if each.type == "range_clause"), None) if start else None
    right = child(head, "right") if head is not None else None
    if start is None or right is None or nodes[2].type != "assignment_statement":
        return None
    count, whole = start["count"], unspaced(right)
    if unspaced(nodes[2]) != f"{whole}={whole}[:{count}]" or not isinstance(_type(lower, right), Slice):
        return None
    uses = [each for each in inside(nodes[1]) if each.type == "identifier" and text(each) == count]
    places = [unspaced(each.parent) for each in uses if each.parent is not None]
    is_filter = sorted(places) == sorted((f"{whole}[{count}]", f"{count}++"))
    later = any(text(each) == count for node in nodes[3:] for each in inside(node) if each.type == "identifier")
    return Filter(count, whole, lower.body.fresh("·kept")) if is_filter and not later else None


def filtered(lower: Expressions, nodes: list[Node], found: Filter) -> Block:
    """The three statements."""
    at = lower.body.at(nodes[0])
    before, lower.body.filter = lower.body.filter, found
    kept = syntax.Name(at, found.kept)
    result: Block = [syntax.Assign(at, (kept,), syntax.Sequence(at, "list", ()))]
    result += lower.statement(nodes[1])
    lower.body.filter = before
    whole = lower.value(listed(child(nodes[2], "left"))[0])
    result.append(syntax.Evaluate(at, syntax.Perform(at, Operation.REORDER, (whole.node,))))
    return [*result, syntax.Assign(lower.body.at(nodes[2]), (whole.node,), kept)]


def kept_element(lower: Expressions, node: Node, target: Node, value: Node) -> Block | None:
    """``x[n] = v`` of a filter; ``None`` for any other assignment."""
    found = lower.body.filter
    if found is None or unspaced(target) != f"{found.whole}[{found.count}]":
        return None
    at = lower.body.at(node)
    kept = syntax.Name(at, found.kept)
    element = lower.own(value, lower.body.element_of(lower.value(child(target, "operand") or target).type))
    more = syntax.Binary(at, "+", kept, syntax.Sequence(at, "list", (element,)))
    return [syntax.Assign(at, (kept,), more)]


def is_count(lower: Expressions, node: Node) -> bool:
    """Whether a statement is ``n++`` of a filter."""
    return lower.body.filter is not None and unspaced(node) == f"{lower.body.filter.count}++"


def _type(lower: Expressions, node: Node) -> object:
    return lower.body.underlying(lower.value(node).type)
