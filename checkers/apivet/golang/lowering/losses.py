"""Statements that have no place in the model."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import VariableDeclaration
from apivet.golang.lowering.body import (
    Unlowered,
    Variable,
    inside,
    listed,
    named_children,
    root_of,
    targets_within,
)
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, children, text
from apivet.golang.types import UNKNOWN, Pointer
from apivet.program import syntax

Block = list[syntax.Statement]


JUMPS: Final = ("break_statement", "continue_statement", "goto_statement", "fallthrough_statement")
_CALL: Final = "call_expression"
#: Names of functions and methods that run what they are given by itself.
_STARTING: Final = ("AfterFunc", "Go")
_LOOPS: Final = ("for_statement",)
_CASES: Final = ("expression_switch_statement", "type_switch_statement", "select_statement")


def lost(lower: Expressions, node: Node, note: str, declared: dict[str, Variable]) -> Block:
    """A statement that is not lowered. Jumps out of it can't be told: then the one around it isn't lowered either."""
    body = lower.body
    if _jumps_out(node) or any(each.type == "defer_statement" for each in inside(node, functions=False)):
        raise Unlowered(note)
    parts = lower.mentioned(node)
    names = []
    for each in sorted(_may_be_set(lower, node)):
        variable = body.find(each)
        if variable is not None and variable.constant is None:
            names.append(variable.name)
            body.note_assigned(variable)
    for name, variable in _declared_in(lower, node, declared):
        body.scopes[-1][name] = variable
        names.append(variable.name)
    leaves = any(each.type == "return_statement" for each in inside(node, functions=False))
    if leaves and body.frame.exit:
        raise Unlowered(note)
    is_outer = any(each.type == "identifier" and _is_of_package(lower, text(each)) for each in inside(node))
    return [syntax.Lost(body.at(node), note, parts, tuple(dict.fromkeys(names)), leaves, is_outer, goes_on(node))]


def goes_on(node: Node) -> bool:
    """Whether code starts something that runs beside all that stands behind it."""
    return any(each.type == "go_statement" or is_started(each) for each in (node, *inside(node)))


def is_started(call: Node) -> bool:
    """Whether a call has a function of its arguments run by itself, as its name says."""
    function, given = child(call, "function"), child(call, "arguments")
    field = child(function, "field") if function is not None and function.type == "selector_expression" else None
    return field is not None and given is not None and text(field) in _STARTING and given.named_child_count > 0


def _is_of_package(lower: Expressions, name: str) -> bool:
    """Whether a name means a variable of the package."""
    body = lower.body
    return body.find(name) is None and isinstance(body.package.find(name), VariableDeclaration)


def _may_be_set(lower: Expressions, node: Node) -> set[str]:
    """The variables that a piece of code may set, by their addresses and by methods that take these too; what lies in
    others may change."""
    places = [(each, True) for each in targets_within(node)]
    for each in inside(node):
        operand = child(each, "operand")
        is_called = each.type == "selector_expression" and each.parent is not None and each.parent.type == _CALL
        if operand is not None and (is_called or text(each).startswith("&")):
            places.append((operand, not is_called))
    found = set()
    for place, is_whole in places:
        variable = lower.body.find(root_of(place))
        is_set = is_whole and place.type == "identifier"
        if variable is not None and (is_set or not _leads_on(lower, variable)):
            found.add(root_of(place))
    return found


def _leads_on(lower: Expressions, variable: Variable) -> bool:
    """Whether what lies in a variable is changed where that leads, and the variable stays as it is."""
    return lower.body.is_object(variable.type) or isinstance(lower.body.underlying(variable.type), Pointer)


def _declared_in(lower: Expressions, node: Node, declared: dict[str, Variable]) -> list[tuple[str, Variable]]:
    """The variables that a lost statement declares for those behind it."""
    names: list[str] = []
    if node.type == "short_var_declaration":
        names = [text(each) for each in listed(child(node, "left"))]
    elif node.type == "var_declaration":
        names = [text(name) for each in inside(node) if each.type == "var_spec" for name in children(each, "name")]
    found = []
    for name in names:
        if name != "_" and name not in lower.body.scopes[-1]:
            known = declared.get(name)
            found.append((name, known or Variable(lower.body.fresh(name), UNKNOWN, len(lower.body.frames) - 1)))
    return found


def _jumps_out(node: Node) -> bool:
    """Whether a piece of code may go on elsewhere than behind it, other than by a ``return``."""
    pending: list[tuple[Node, bool, bool]] = [(node, False, False)]
    labels = {text(child(each, "label") or each) for each in inside(node) if each.type == "labeled_statement"}
    while pending:
        part, in_loop, in_switch = pending.pop()
        if part.type in JUMPS:
            label = named_children(part)
            if label and text(label[0]) not in labels:
                return True
            if part.type == "goto_statement":
                return True
            if not label and part.type == "continue_statement" and not in_loop:
                return True
            if not label and part.type == "break_statement" and not (in_loop or in_switch):
                return True
            if part.type == "fallthrough_statement" and not in_switch:
                return True
        if part.type == "func_literal":
            continue
        is_loop, is_switch = in_loop or part.type in _LOOPS, in_switch or part.type in _CASES
        pending += [(each, is_loop, is_switch) for each in part.named_children]
    return False
