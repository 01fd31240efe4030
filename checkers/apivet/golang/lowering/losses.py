"""Statements that have no place in the model."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import (
    Unlowered,
    Variable,
    inside,
    listed,
    named_children,
)
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, children, text
from apivet.golang.types import (
    UNKNOWN,
)
from apivet.program import syntax

Block = list[syntax.Statement]


JUMPS: Final = ("break_statement", "continue_statement", "goto_statement", "fallthrough_statement")
_LOOPS: Final = ("for_statement",)
_CASES: Final = ("expression_switch_statement", "type_switch_statement", "select_statement")


def lost(lower: Expressions, node: Node, note: str, declared: dict[str, Variable]) -> Block:
    """A statement that is not lowered. Jumps out of it can't be told: then the one around it isn't lowered either."""
    body = lower.body
    if _jumps_out(node) or any(each.type == "defer_statement" for each in inside(node, functions=False)):
        raise Unlowered(note)
    parts = lower.mentioned(node)
    names = []
    for part in parts:
        assert isinstance(part, syntax.Name)
        variable = next((each for scope in body.scopes for each in scope.values() if each.name == part.name), None)
        if variable is not None:
            names.append(part.name)
            body.note_assigned(variable)
    for name, variable in _declared_in(lower, node, declared):
        body.scopes[-1][name] = variable
        names.append(variable.name)
    leaves = any(each.type == "return_statement" for each in inside(node, functions=False))
    if leaves and body.frame.exit:
        raise Unlowered(note)
    return [syntax.Lost(body.at(node), note, parts, tuple(dict.fromkeys(names)), leaves)]


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
