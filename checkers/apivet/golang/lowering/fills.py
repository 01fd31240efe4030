"""Slices that are made as long as another one and filled in its rounds: ``new := make([]T, len(old))``, and right
behind it ``for i := range old { new[i] = ... }``.

Each round sets an element of its own, which begins as zero: a variable that is put into the slice as the round ends.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from tree_sitter import Node

from apivet.golang.lowering.body import Variable, assigned_names, declared_names, inside, listed, named_children
from apivet.golang.lowering.builtin_calls import is_builtin
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text, unspaced
from apivet.golang.types import GoType, Slice
from apivet.program import syntax
from apivet.verdicts import Location

Block = list[syntax.Statement]
_PLAIN: Final = re.compile(r"[\w.]+")
_LEAVING: Final = ("break_statement", "goto_statement", "return_statement", "func_literal", "defer_statement")


class Fill(msgspec.Struct, frozen=True):
    """The slice that was ``made``, what it is ``as_long`` as, its elements' type, and an element as it is written."""

    made: Variable
    as_long: Node
    type: GoType
    element: str

    def begun(self, lower: Expressions, node: Node) -> syntax.Statement:
        """The beginning of a round: a new element."""
        at = lower.body.at(node)
        variable = lower.body.declare(self.element, self.type)
        return syntax.Assign(at, (syntax.Name(at, variable.name),), lower.body.zero(self.type, at).node)

    def ended(self, lower: Expressions, node: Node) -> syntax.Statement:
        """The end of a round: the element has its place."""
        at, variable = lower.body.at(node), lower.body.find(self.element)
        assert variable is not None
        element = syntax.Sequence(at, "list", (syntax.Name(at, variable.name),))
        return self._set(at, syntax.Binary(at, "+", syntax.Name(at, self.made.name), element))

    def emptied(self, lower: Expressions, node: Node) -> syntax.Statement:
        """The statement before the loop: nothing was put into the slice yet."""
        at = lower.body.at(node)
        return self._set(at, syntax.Sequence(at, "list", ()))

    def _set(self, at: Location, value: syntax.Expression) -> syntax.Statement:
        return syntax.Assign(at, (syntax.Name(at, self.made.name),), value)


def fill_of(lower: Expressions, loop: Node, head: Node, body_node: Node) -> Fill | None:
    """The slice that a loop over another one, or over itself, fills."""
    right, left, found = child(head, "right"), listed(child(head, "left")), made_before(loop)
    if right is None or not left or found is None or not (is_builtin(lower, "make") and is_builtin(lower, "len")):
        return None
    made, as_long, index = text(found[0]), found[1], text(left[0])
    if _PLAIN.fullmatch(unspaced(as_long)) is None:
        return None
    gone_through = (made, unspaced(as_long)) if len(left) == 1 else (unspaced(as_long),)
    if unspaced(right) not in gone_through or not _is_filled(body_node, made, index):
        return None
    variable = lower.body.find(made)
    type_ = lower.body.underlying(variable.type) if variable is not None else None
    if variable is None or not isinstance(type_, Slice):
        return None
    is_list = isinstance(lower.body.underlying(lower.value(as_long).type), Slice)
    return Fill(variable, as_long, type_.element, f"{made}[{index}]") if is_list else None


def _is_filled(body_node: Node, made: str, index: str) -> bool:
    """Whether each round comes to its end, and has to do with a slice by one element alone."""
    within = list(inside(body_node))
    if not {made, index}.isdisjoint(declared_names(body_node)) or index in assigned_names(body_node):
        return False
    if any(each.type in _LEAVING for each in within):
        return False
    uses = [each.parent for each in within if each.type == "identifier" and text(each) == made]
    return bool(uses) and all(each is not None and unspaced(each) == f"{made}[{index}]" for each in uses)


def made_before(statement: Node) -> tuple[Node, Node] | None:
    """``new`` and ``old`` of ``new := make([]T, len(old))`` or ``x.new = make([]T, len(old))`` right before a
    statement."""
    before = statement.prev_named_sibling
    if before is None or before.type not in ("short_var_declaration", "assignment_statement"):
        return None
    left, right = listed(child(before, "left")), listed(child(before, "right"))
    made = _given(right[0], "make") if len(right) == 1 else None
    measured = _given(made[1], "len") if made is not None and len(made) == 2 else None
    return (left[0], measured[0]) if len(left) == 1 and measured is not None and len(measured) == 1 else None


def _given(node: Node, name: str) -> list[Node] | None:
    """The arguments of a call of a function of that name."""
    function = child(node, "function") if node.type == "call_expression" else None
    return named_children(child(node, "arguments")) if function is not None and text(function) == name else None
