"""Ranges over functions: the body becomes a function that says whether to go on."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.assignments import place, put
from apivet.golang.lowering.blocks import block, entered, round_of
from apivet.golang.lowering.body import (
    Body,
    Frame,
    JumpTarget,
    Unlowered,
    Value,
    inside,
    named_children,
    statements_of,
)
from apivet.golang.lowering.endings import returned
from apivet.golang.lowering.losses import JUMPS
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import text
from apivet.golang.types import (
    UNKNOWN,
    Func,
)
from apivet.program import syntax

Block = list[syntax.Statement]


def range_over_function(
    lower: Expressions,
    node: Node,
    left: list[Node],
    is_declaring: bool,
    value: Value,
    signature: Func,
    body_node: Node,
    label: str,
) -> Block:
    """A range over a function: it is called with the body, which says whether to go on."""
    body, at = lower.body, lower.body.at(node)
    yielding = body.underlying(signature.parameters[0]) if signature.parameters else UNKNOWN
    if not isinstance(yielding, Func):
        raise Unlowered("a range over a function of an unknown type")
    jumps = [each for each in inside(body_node, functions=False) if each.type in ("goto_statement", "defer_statement")]
    if jumps or any(each.type in JUMPS and named_children(each) for each in inside(body_node, functions=False)):
        raise Unlowered("a jump out of a range over a function")
    outer = body.frame
    mark, result = syntax.Name(at, body.fresh("·returned")), syntax.Name(at, body.fresh("·result"))
    name = body.fresh("·yield")
    body.frames.append(Frame(outer.results, exit=""))
    frame = body.frame
    with body.scope():
        parameters = tuple(syntax.Parameter(body.fresh("·item"), "positional", None, None) for _ in yielding.parameters)
        items = [Value(syntax.Name(at, each.name), type_) for each, type_ in zip(parameters, yielding.parameters)]
        first = [each for pair in zip(left, items) for each in _item_taken(lower, node, *pair, is_declaring)]
        target = entered(lower, label, is_loop=True)
        inner = [*first, *round_of(lower, node, target, block(lower, statements_of(body_node)))]
        frame.targets.pop()
    body.frames.pop()
    whole: Block = [*_left_early(lower, inner, target, mark, result, at), syntax.Return(at, syntax.Literal(at, True))]
    if target.broken:
        stops = syntax.Return(at, syntax.Literal(at, False))
        whole = [syntax.Labelled(at, target.breaks, tuple(whole)), stops]
    frame.outer.update((mark.name, result.name))
    for each in body.frames[1:]:
        each.outer.update(each_name for each_name in frame.outer if _is_outside(body, each_name, each))
    function = body.unnamed(at, name, (each.name for each in parameters), whole, frame.outer)
    found: Block = [
        syntax.Assign(at, (mark,), syntax.Literal(at, False)),
        syntax.Assign(at, (result,), syntax.Literal(at, None)),
        syntax.Evaluate(at, syntax.Call(at, value.node, (syntax.Argument(function),))),
    ]
    if any(each.type == "return_statement" for each in inside(body_node, functions=False)):
        found.append(syntax.If(at, mark, tuple(returned(lower, at, result)), ()))
    return found


def _item_taken(lower: Expressions, node: Node, given: Node, item: Value, is_declaring: bool) -> Block:
    """The assignment of what a round is given to the variable, or the place, that the range names for it."""
    if text(given) == "_":
        return []
    if not is_declaring:
        target = place(lower, given)
        return [put(lower, node, target, lower.placed(item, target.type))]
    variable = lower.body.declare(text(given), item.type)
    return [syntax.Assign(item.node.location, (syntax.Name(item.node.location, variable.name),), lower.body.own(item))]


def _is_outside(body: Body, name: str, frame: Frame) -> bool:
    """Whether a variable belongs to a function around that of a frame."""
    number = body.frames.index(frame)
    return any(each.name == name and each.frame < number for scope in body.scopes for each in scope.values())


def _left_early(
    lower: Expressions, found: Block, target: JumpTarget, mark: syntax.Name, result: syntax.Name, at: object
) -> Block:
    """The body of a range over a function, in which a ``return`` leaves a mark and stops."""
    return [_marked(each, mark, result) for each in found]


def _marked(node: syntax.Statement, mark: syntax.Name, result: syntax.Name) -> syntax.Statement:
    if isinstance(node, syntax.Return):
        at = node.location
        value = node.value or syntax.Literal(at, None)
        return syntax.If(
            at,
            syntax.Literal(at, True),
            (
                syntax.Assign(at, (result,), value),
                syntax.Assign(at, (mark,), syntax.Literal(at, True)),
                syntax.Return(at, syntax.Literal(at, False)),
            ),
            (),
        )
    if isinstance(node, syntax.If):
        then = tuple(_marked(each, mark, result) for each in node.then)
        return syntax.If(node.location, node.test, then, tuple(_marked(each, mark, result) for each in node.otherwise))
    if isinstance(node, syntax.Labelled):
        return syntax.Labelled(node.location, node.label, tuple(_marked(each, mark, result) for each in node.body))
    if isinstance(node, syntax.ForEach):
        inner = tuple(_marked(each, mark, result) for each in node.body)
        return syntax.ForEach(node.location, node.target, node.iterable, inner, node.otherwise)
    if isinstance(node, syntax.While):
        inner = tuple(_marked(each, mark, result) for each in node.body)
        return syntax.While(node.location, node.test, inner, node.otherwise)
    if isinstance(node, syntax.Lost) and node.leaves:
        raise Unlowered("a statement of a range over a function that may return")
    return node
