"""Maps that are ``nil``: what puts something into one panics. To the model no map is the empty one, so that the source
has to tell: a variable that is never given one."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import listed
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.syntax_search import innermost_function, walked

#: Statements and expressions that may set a variable.
_SETTING: Final = (
    *("assignment_statement", "range_clause", "short_var_declaration", "receive_statement"),
    "unary_expression",
)


def is_never_made(lower: Expressions, operand: Node) -> bool:
    """Whether a map into which something is put is ``nil`` whatever happened before."""
    variable = lower.body.find(text(operand)) if operand.type == "identifier" else None
    if variable is None or variable.name not in lower.body.unmade:
        return False
    function = innermost_function(operand)
    return function is not None and not any(_sets(node, text(operand)) for node in walked(function, *_SETTING))


def _sets(node: Node, name: str) -> bool:
    """Whether a statement gives a variable of that name a value, or an expression its address away."""
    if node.type == "unary_expression":
        operand = child(node, "operand")
        return text(node).startswith("&") and operand is not None and text(operand).strip("()") == name
    return name in (text(each).strip("()") for each in listed(child(node, "left")))
