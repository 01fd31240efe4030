"""Loops, and what leaves them."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.assignments import place, put
from apivet.golang.lowering.blocks import block, entered, initial, left_by, round_of, taken_before
from apivet.golang.lowering.body import (
    INT,
    Unlowered,
    Value,
    has_call,
    listed,
    named_children,
    statements_of,
)
from apivet.golang.lowering.expressions import array_behind
from apivet.golang.lowering.function_ranges import range_over_function
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import (
    Array,
    Basic,
    Func,
    GoType,
    Map,
    Pointer,
    Slice,
)
from apivet.program import syntax
from apivet.program.operations import Operation

Block = list[syntax.Statement]


def for_statement(lower: Expressions, node: Node, label: str = "") -> Block:
    """``for`` in all its forms."""
    body_node = child(node, "body")
    if body_node is None:
        raise Unlowered("a loop without a body")
    head = next((each for each in named_children(node) if each.type in ("for_clause", "range_clause")), None)
    if head is not None and head.type == "range_clause":
        with lower.body.scope():
            return _range(lower, node, head, body_node, label)
    with lower.body.scope():
        found = initial(lower, head) if head is not None else []
        condition = child(head, "condition") if head is not None else None
        if head is None:
            condition = next((each for each in named_children(node) if each.id != body_node.id), None)
        test: syntax.Expression = syntax.Literal(lower.body.at(node), True)
        if condition is not None:
            test = lower.truth(condition)
            if lower.body.before:
                raise Unlowered("a condition of a loop that needs several steps")
        target = entered(lower, label, is_loop=True)
        inner = round_of(lower, node, target, block(lower, statements_of(body_node)))
        update = child(head, "update") if head is not None else None
        inner += [] if update is None else lower.statement(update)
        lower.body.frame.targets.pop()
    loop = syntax.While(lower.body.at(node), test, tuple(inner), ())
    return [*found, *left_by(lower, node, target, [loop])]


def _range(lower: Expressions, node: Node, head: Node, body_node: Node, label: str) -> Block:
    left, right = listed(child(head, "left")), child(head, "right")
    if right is None:
        raise Unlowered("a range over nothing")
    is_declaring = any(each.type == ":=" for each in head.children)
    value = lower.value(right)
    before = taken_before(lower)
    found = lower.body.underlying(value.type)
    if isinstance(found, Pointer):
        value, found = array_behind(lower, value, right), lower.body.underlying(found.target)
    elif isinstance(found, Array) and len(left) == 2:
        value = Value(lower.body.own(value), value.type, True)
    if isinstance(found, Func):
        return [*before, *range_over_function(lower, node, left, is_declaring, value, found, body_node, label)]
    at = lower.body.at(head)
    types: tuple[GoType, ...]
    if (len(left) == 2 and text(left[0]) == "_" and isinstance(found, (Slice, Array))) or lower.body.is_text(found):
        if lower.body.is_text(found) and left and text(left[0]) != "_":
            raise Unlowered("the place of a letter in a text")
        left = left[1:]  # nobody asks for the positions
        types, iterable = _elements(lower, node, value, found)
    else:
        types, iterable = _iterated(lower, right, value, found, len(left))
    names = [syntax.Name(at, lower.body.fresh("·item")) for _ in types]
    target = entered(lower, label, is_loop=True)
    first: Block = []
    for each, name, type_ in zip(left, names, types):
        if text(each) == "_":
            continue
        own = lower.body.own(Value(name, type_))
        if is_declaring:
            variable = lower.body.declare(text(each), type_)
            first.append(syntax.Assign(at, (syntax.Name(at, variable.name),), own))
        else:
            first.append(put(lower, head, place(lower, each), own))
    inner = [*first, *round_of(lower, node, target, block(lower, statements_of(body_node)))]
    lower.body.frame.targets.pop()
    item: syntax.Expression = names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", tuple(names))
    return [*before, *left_by(lower, node, target, [syntax.ForEach(at, item, iterable, tuple(inner), ())])]


def _elements(
    lower: Expressions, node: Node, value: Value, found: GoType
) -> tuple[tuple[GoType, ...], syntax.Expression]:
    """The type of the elements of a list, or of the letters of a text, and what is gone through."""
    if isinstance(found, (Slice, Array)):
        return (found.element,), value.node
    letters = syntax.Perform(lower.body.at(node), Operation.PURE, (value.node,), "go letters")
    return (Basic("int32"),), letters


def _iterated(
    lower: Expressions, right: Node, value: Value, found: GoType, count: int
) -> tuple[tuple[GoType, ...], syntax.Expression]:
    """The types of what each round gets, and what is gone through."""
    at = lower.body.at(right)
    if isinstance(found, Array) and found.length.isdigit() and count < 2 and not has_call(right):
        length = syntax.Literal(at, int(found.length))  # one that was given doesn't tell how long it is
        return (INT,), syntax.Perform(at, Operation.RANGE, (length,))
    if isinstance(found, (Slice, Array)):
        if count == 0:
            return (found.element,), value.node
        return (INT, found.element), syntax.Perform(at, Operation.ENUMERATE, (value.node,))
    if isinstance(found, Map):
        return (found.key, found.value), syntax.Perform(at, Operation.ITEMS, (value.node,))
    if isinstance(found, Basic) and not lower.body.is_text(found):
        return (INT,), syntax.Perform(at, Operation.RANGE, (value.node,))
    raise Unlowered("a range over something of an unknown type")
