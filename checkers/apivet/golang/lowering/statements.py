"""Statements of Go, each lowered by what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.assignments import assign, constants, declare, declare_short, evaluate, step
from apivet.golang.lowering.body import (
    Unlowered,
    inside,
    named_children,
)
from apivet.golang.lowering.branches import if_statement, nested, switch, type_switch
from apivet.golang.lowering.endings import defer, local_type, return_statement, unlowered
from apivet.golang.lowering.loops import for_statement
from apivet.golang.lowering.losses import lost
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.program import syntax

Block = list[syntax.Statement]


def statement(lower: Expressions, node: Node) -> Block:
    """A statement; where it has no place in the model, all that it can reach is lost."""
    body = lower.body
    if node.type in ("comment", "empty_statement") or node.id in body.done:
        return []
    outside, body.before = body.before, []
    visible = [dict(scope) for scope in body.scopes]
    deferred = len(body.frame.deferred)
    try:
        if node.has_error:
            raise Unlowered("a syntax error")
        handler = _HANDLERS.get(node.type)
        if handler is None:
            raise Unlowered(node.type.replace("_", " "))
        found = handler(lower, node)
        return [*body.before, *found]
    except Unlowered as unlowered:
        body.scopes[len(visible) :] = []
        del body.frame.deferred[deferred:]
        declared = body.scopes[-1]
        body.scopes[:] = visible
        return lost(lower, node, str(unlowered), declared)
    finally:
        body.before = outside


def _labelled(lower: Expressions, node: Node) -> Block:
    label, inner = child(node, "label"), named_children(node)[-1]
    if label is None or inner.type not in _BY_LABEL:
        if any(each.type == "goto_statement" for each in inside(node)):
            raise Unlowered("a goto")
        return lower.statement(inner) if inner.type != "label_name" else []
    return _BY_LABEL[inner.type](lower, inner, text(label))


def _break(lower: Expressions, node: Node) -> Block:
    label = [text(each) for each in named_children(node)]
    for target in reversed(lower.body.frame.targets):
        if not label or target.label == label[0]:
            target.broken = True
            return [syntax.Break(lower.body.at(node), target.breaks)]
    raise Unlowered("a break out of nothing")


def _continue(lower: Expressions, node: Node) -> Block:
    label = [text(each) for each in named_children(node)]
    for target in reversed(lower.body.frame.targets):
        if target.is_loop and (not label or target.label == label[0]):
            target.continued = True
            return [syntax.Break(lower.body.at(node), target.continues)]
    raise Unlowered("a continue without a loop")


_BY_LABEL: Final[dict[str, Callable[[Expressions, Node, str], Block]]] = {
    "for_statement": for_statement,
    "expression_switch_statement": switch,
    "type_switch_statement": type_switch,
}

_HANDLERS: Final[dict[str, Callable[[Expressions, Node], Block]]] = {
    "expression_statement": evaluate,
    "assignment_statement": assign,
    "short_var_declaration": declare_short,
    "inc_statement": step,
    "dec_statement": step,
    "var_declaration": declare,
    "const_declaration": constants,
    "type_declaration": local_type,
    "block": nested,
    "if_statement": if_statement,
    "expression_switch_statement": switch,
    "type_switch_statement": type_switch,
    "for_statement": for_statement,
    "labeled_statement": _labelled,
    "break_statement": _break,
    "continue_statement": _continue,
    "return_statement": return_statement,
    "defer_statement": defer,
    "go_statement": unlowered,
    "select_statement": unlowered,
    "send_statement": unlowered,
}
