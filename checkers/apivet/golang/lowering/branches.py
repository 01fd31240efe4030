"""Statements that choose: ``if``, ``switch`` over values and types."""

from __future__ import annotations

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.lowering.blocks import block, entered, initial, left_by, open_block, taken_before
from apivet.golang.lowering.body import (
    Unlowered,
    Value,
    inside,
    listed,
    named_children,
    statements_of,
)
from apivet.golang.lowering.expressions import asserted
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import comparison
from apivet.golang.source import child, children, text
from apivet.golang.types import (
    Array,
    Basic,
    GoType,
    Struct,
)
from apivet.program import syntax

Block = list[syntax.Statement]


def nested(lower: Expressions, node: Node) -> Block:
    """A block of its own."""
    return block(lower, statements_of(node))


def if_statement(lower: Expressions, node: Node) -> Block:
    """``if``, with the statement before its condition."""
    condition, then, otherwise = (child(node, name) for name in ("condition", "consequence", "alternative"))
    if condition is None or then is None:
        raise Unlowered("an if without a condition")
    with lower.body.scope():
        first = initial(lower, node)
        test = lower.truth(condition)
        before = taken_before(lower)
        lowered = block(lower, statements_of(then))
        other: Block = []
        if otherwise is not None:
            other = (
                lower.statement(otherwise)
                if otherwise.type == "if_statement"
                else block(lower, statements_of(otherwise))
            )
    return [*first, *before, syntax.If(lower.body.at(condition), test, tuple(lowered), tuple(other))]


def switch(lower: Expressions, node: Node, label: str = "") -> Block:
    """``switch`` over values, or over conditions where it has none."""
    tag = child(node, "value")
    cases = [each for each in named_children(node) if each.type in ("expression_case", "default_case")]
    at, body = lower.body.at(node), lower.body
    with body.scope():
        found = initial(lower, node)
        asked: Value | None = None
        if tag is not None:
            value = lower.value(tag)
            name = syntax.Name(at, body.fresh("·tag"))
            found += [*taken_before(lower), syntax.Assign(at, (name,), body.own(value))]
            asked = Value(name, value.type)
        target = entered(lower, label, is_loop=False)
        tests = [_case_test(lower, each, asked) for each in cases]
        found += taken_before(lower)
        bodies = [_case_body(lower, cases, number) for number in range(len(cases))]
        body.frame.targets.pop()
    return [*found, *left_by(lower, node, target, _chain(lower, node, cases, tests, bodies))]


def _case_test(lower: Expressions, case: Node, asked: Value | None) -> syntax.Expression | None:
    """The condition of a case; ``None`` for the default."""
    if case.type == "default_case":
        return None
    tests: list[syntax.Expression] = []
    for each in listed(child(case, "value")):
        at = lower.body.at(each)
        if asked is None:
            tests.append(lower.surely(each).node)
            continue
        value = lower.value(each, asked.type)
        if lower.body.before:
            raise Unlowered("a case that needs several steps")
        under = lower.body.underlying(asked.type)
        if isinstance(under, (Struct, Array)):
            tests.append(comparison(lower, each, "==", asked, value).node)
            continue
        is_plain = isinstance(under, Basic) and not lower.body.is_interface(under)
        if not is_plain and not (value.constant is not None and value.constant.value is None):
            raise Unlowered("a switch over something that is no plain value")
        symbol = "is" if value.constant is not None and value.constant.value is None else "=="
        tests.append(syntax.Comparison(at, symbol, asked.node, value.node))
    return tests[0] if len(tests) == 1 else syntax.Boolean(lower.body.at(case), "or", tuple(tests))


def _case_body(lower: Expressions, cases: list[Node], number: int) -> Block:
    """The statements of a case; ``fallthrough`` goes on with the next one's."""
    nodes = _case_statements(cases[number])
    falls = bool(nodes) and nodes[-1].type == "fallthrough_statement"
    if any(each.type == "fallthrough_statement" for node in nodes[:-1] for each in inside(node)):
        raise Unlowered("a fallthrough inside a case")
    found = block(lower, nodes[:-1] if falls else nodes)
    if falls and number + 1 < len(cases):
        found += _case_body(lower, cases, number + 1)
    return found


def _case_statements(case: Node) -> list[Node]:
    return [each for part in case.named_children if part.type == "statement_list" for each in named_children(part)]


def _chain(
    lower: Expressions, node: Node, cases: list[Node], tests: list[syntax.Expression | None], bodies: list[Block]
) -> Block:
    """Cases one after the other as a chain of ``if``; the default comes last, wherever it stands."""
    found: Block = []
    for test, body in zip(tests, bodies):
        if test is None:
            found = body
    for case, test, body in reversed(list(zip(cases, tests, bodies))):
        if test is not None:
            found = [syntax.If(lower.body.at(case), test, tuple(body), tuple(found))]
    return found


def type_switch(lower: Expressions, node: Node, label: str = "") -> Block:
    """``switch x := v.(type)``."""
    value_node, alias = child(node, "value"), child(node, "alias")
    if value_node is None:
        raise Unlowered("a switch over no type")
    cases = [each for each in named_children(node) if each.type in ("type_case", "default_case")]
    at, body = lower.body.at(node), lower.body
    with body.scope():
        found = initial(lower, node)
        value = lower.value(value_node)
        name = syntax.Name(at, body.fresh("·value"))
        found += [*taken_before(lower), syntax.Assign(at, (name,), value.node)]
        target = entered(lower, label, is_loop=False)
        tests: list[syntax.Expression | None] = []
        bodies = []
        for case in cases:
            types = [each for each in children(case, "type") if each.is_named]
            tests.append(_type_test(lower, case, replace(value, node=name), types))
            bodies.append(_type_body(lower, case, alias, name, types, value.type))
        body.frame.targets.pop()
    return [*found, *left_by(lower, node, target, _chain(lower, node, cases, tests, bodies))]


def _type_test(lower: Expressions, case: Node, value: Value, types: list[Node]) -> syntax.Expression | None:
    if case.type == "default_case":
        return None
    at = lower.body.at(case)
    tests: list[syntax.Expression] = []
    for each in types:
        if text(each) == "nil":
            tests.append(syntax.Comparison(at, "is", value.node, syntax.Literal(at, None)))
        else:
            tests.append(asserted(lower, each, value, lower.body.type_of(each))[0])
    return tests[0] if len(tests) == 1 else syntax.Boolean(at, "or", tuple(tests))


def _type_body(
    lower: Expressions, case: Node, alias: Node | None, name: syntax.Name, types: list[Node], type_: GoType
) -> Block:
    with lower.body.scope():
        found: Block = []
        if alias is not None:
            at = lower.body.at(case)
            seen: syntax.Expression = name
            if len(types) == 1 and text(types[0]) != "nil":
                type_ = lower.body.type_of(types[0])
                seen = asserted(lower, types[0], Value(name), type_)[1]
            variable = lower.body.declare(text(listed(alias)[0]), type_)
            value = lower.body.own(Value(seen, type_))
            found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), value))
        return found + open_block(lower, _case_statements(case))
