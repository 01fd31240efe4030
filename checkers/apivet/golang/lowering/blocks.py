"""Blocks of statements, and what jumps out of them."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.body import (
    JumpTarget,
)
from apivet.golang.lowering.filters import filter_of, filtered
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child
from apivet.program import syntax

Block = list[syntax.Statement]


def block(lower: Expressions, nodes: list[Node]) -> Block:
    """The statements of a block, in a scope of its own."""
    with lower.body.scope():
        return open_block(lower, nodes)


def open_block(lower: Expressions, nodes: list[Node]) -> Block:
    """The statements of a block whose scope the caller has opened."""
    found: Block = []
    while nodes:
        filter_ = filter_of(lower, nodes)
        found += lower.statement(nodes[0]) if filter_ is None else filtered(lower, nodes, filter_)
        nodes = nodes[1 if filter_ is None else 3 :]
    return found


def taken_before(lower: Expressions) -> Block:
    """Statements that an expression needs before it."""
    found, lower.body.before = lower.body.before, []
    return found


def initial(lower: Expressions, node: Node) -> Block:
    """The statement before the condition of an ``if``, ``switch`` or ``for``."""
    first = child(node, "initializer")
    return [] if first is None else lower.statement(first)


def entered(lower: Expressions, label: str, *, is_loop: bool) -> JumpTarget:
    """A statement that jumps can mean."""
    target = JumpTarget(label, is_loop, lower.body.fresh("·break"), lower.body.fresh("·continue"))
    lower.body.frame.targets.append(target)
    return target


def left_by(lower: Expressions, node: Node, target: JumpTarget, found: Block) -> Block:
    """A statement with the block around it that a ``break`` leaves."""
    return [syntax.Labelled(lower.body.at(node), target.breaks, tuple(found))] if target.broken else found


def round_of(lower: Expressions, node: Node, target: JumpTarget, found: Block) -> Block:
    """The body of a loop with the block around it that a ``continue`` leaves."""
    return [syntax.Labelled(lower.body.at(node), target.continues, tuple(found))] if target.continued else found
