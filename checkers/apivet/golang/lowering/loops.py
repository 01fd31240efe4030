"""Loops, and what leaves them."""

from __future__ import annotations

import re
from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.assignments import place, put
from apivet.golang.lowering.blocks import block, entered, initial, left_by, round_of, taken_before
from apivet.golang.lowering.body import (
    INT,
    Unlowered,
    Value,
    assigned_names,
    has_call,
    inside,
    listed,
    named_children,
    statements_of,
)
from apivet.golang.lowering.builtin_calls import is_builtin
from apivet.golang.lowering.expressions import array_behind
from apivet.golang.lowering.fills import fill_of
from apivet.golang.lowering.function_ranges import range_over_function
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text, unspaced
from apivet.golang.syntax_search import walked
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
#: The head of a loop over all positions of a list, from the first or from the last one, without spaces.
_POSITIONS: Final = re.compile(
    r"(?P<name>\w+):=(?:0;(?P=name)(?:<|!=)len\(.+\);(?P=name)\+\+|len\(.+\)-1;(?P=name)(?:>=0|>-1);(?P=name)--)"
)


def for_statement(lower: Expressions, node: Node, label: str = "") -> Block:
    """``for`` in all its forms."""
    body_node = child(node, "body")
    if body_node is None:
        raise Unlowered("a loop without a body")
    head = next((each for each in named_children(node) if each.type in ("for_clause", "range_clause")), None)
    if head is not None and head.type == "range_clause":
        with lower.body.scope():
            return _range(lower, node, head, body_node, label)
    positions = _positions(lower, head, body_node) if head is not None else None
    if head is not None and positions is not None:
        with lower.body.scope():
            return _each_position(lower, node, head, *positions, body_node, label)
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


def _positions(lower: Expressions, head: Node, body_node: Node) -> tuple[str, Node] | None:
    """``i`` and ``x`` of ``for i := 0; i < len(x); i++``, where the loop neither sets ``i`` nor makes ``x`` another."""
    parts = [child(head, name) for name in ("initializer", "condition", "update")]
    told = [unspaced(each) for each in parts if each is not None]
    found = _POSITIONS.fullmatch(";".join(told))
    if found is None or not is_builtin(lower, "len"):
        return None
    call = next(each for part in parts if part is not None for each in inside(part) if each.type == "call_expression")
    given = named_children(child(call, "arguments"))
    is_set = found["name"] in assigned_names(body_node) or f"&{found['name']}" in unspaced(body_node)
    if is_set or len(given) != 1 or has_call(given[0]) or _may_change(lower, body_node, text(given[0])):
        return None
    is_list = isinstance(lower.body.underlying(lower.value(given[0]).type), Slice)
    return (found["name"], given[0]) if is_list else None


def _may_change(lower: Expressions, body_node: Node, listed_: str) -> bool:
    """Whether a piece of code may put another list where one lies: it sets that, or what that lies in, hands the latter
    on, or calls a function that may do so unseen."""
    for each in inside(body_node):
        if each.type in ("assignment_statement", "short_var_declaration", "range_clause"):
            parts = listed(child(each, "left"))
        elif each.type == "call_expression":
            function = child(each, "function")
            operand = child(function, "operand") if function is not None else None
            parts = [*named_children(child(each, "arguments")), *([] if operand is None else [operand])]
            if function is not None and (
                function.type == "func_literal" or lower.body.find(text(function)) is not None
            ):
                return True
            parts = [part for part in parts if text(part) != listed_]
        else:
            continue
        if any(f"{listed_}.".startswith(f"{text(part).lstrip('&*(').rstrip(')')}.") for part in parts):
            return True
    return False


def _each_position(
    lower: Expressions, node: Node, head: Node, name: str, listed_: Node, body_node: Node, label: str
) -> Block:
    """A round for each position, from the first or from the last."""
    value, at = lower.value(listed_), lower.body.at(head)
    before = taken_before(lower)
    target = entered(lower, label, is_loop=True)
    variable = lower.body.declare(name, INT)
    inner = round_of(lower, node, target, block(lower, statements_of(body_node)))
    lower.body.frame.targets.pop()
    length = syntax.Perform(at, Operation.LENGTH, (value.node,))
    numbers = syntax.Perform(at, Operation.RANGE, (length,))
    if text(child(head, "update") or head).endswith("--"):
        numbers = syntax.Perform(at, Operation.TURNED, (numbers,))
    loop = syntax.ForEach(at, syntax.Name(at, variable.name), numbers, tuple(inner), ())
    return [*before, *left_by(lower, node, target, [loop])]


def _range(lower: Expressions, node: Node, head: Node, body_node: Node, label: str) -> Block:
    left, right = listed(child(head, "left")), child(head, "right")
    if right is None:
        raise Unlowered("a range over nothing")
    is_declaring = any(each.type == ":=" for each in head.children)
    fill = fill_of(lower, node, head, body_node) if is_declaring else None
    value = lower.value(right if fill is None else fill.as_long)
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
    if is_declaring and _may_outlast(left, body_node) and lower.body.shares_loop_variables:
        before += _declared_once(lower, left, types)
        is_declaring = False
    target = entered(lower, label, is_loop=True)
    first: Block = []
    for each, name, type_ in zip(left, names, types):
        if text(each) == "_":
            continue
        given = Value(name, type_)
        if is_declaring:
            variable = lower.body.declare(text(each), type_)
            first.append(syntax.Assign(at, (syntax.Name(at, variable.name),), lower.body.own(given)))
        else:
            taker = place(lower, each)
            first.append(put(lower, head, taker, lower.placed(given, taker.type)))
    if fill is not None:
        before.append(fill.emptied(lower, head))
        first.append(fill.begun(lower, head))
    inner = [*first, *round_of(lower, node, target, block(lower, statements_of(body_node)))]
    inner += [] if fill is None else [fill.ended(lower, head)]
    lower.body.frame.targets.pop()
    item: syntax.Expression = names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", tuple(names))
    return [*before, *left_by(lower, node, target, [syntax.ForEach(at, item, iterable, tuple(inner), ())])]


def _may_outlast(left: list[Node], body_node: Node) -> bool:
    """Whether something that is made in a round may hold a variable of the loop afterwards: by its address, which a
    method may take too, or as a function."""
    names = {text(each) for each in left}
    for each in inside(body_node):
        if each.type == "func_literal":
            return True
        held = child(each, "function") if each.type == "call_expression" else each
        is_address = each.type == "unary_expression" and text(each).startswith("&")
        is_method = held is not each and held is not None and held.type == "selector_expression"
        if held is not None and (is_address or is_method or each.type == "slice_expression"):
            if any(text(part) in names for part in walked(held, "identifier")):
                return True
    return False


def _declared_once(lower: Expressions, left: list[Node], types: tuple[GoType, ...]) -> Block:
    """The variables that all rounds of a loop have."""
    found: Block = []
    for each, type_ in zip(left, types):
        at = lower.body.at(each)
        variable = lower.body.declare(text(each), type_)
        found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), lower.body.zero(type_, at).node))
    return found


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
