"""Paths under which stores are served: whether a store, or what makes one, goes to a resource's status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.source import child, text
from apivet.golang.syntax_search import innermost_function, walked
from apivet.program.role import Role

_PATH: Final = re.compile(r"[\"`]\w+(/\w+)?[\"`]\]?$")
_THROUGH: Final = ("parenthesized_expression", "literal_element", "expression_list", "literal_value", "argument_list")
#: How many variables a store is followed through.
_FAR: Final = 2


def role_served(node: Node, depth: int = 0) -> Role | None:
    """The role of the strategies of the store that an expression gives, as all it goes to says; ``None`` where that
    says nothing."""
    found = set(_served(node, depth))
    return found.pop() if len(found) == 1 else None


def _served(node: Node, depth: int) -> Iterator[Role]:
    below, above = node, node.parent
    while above is not None:
        if above.type == "unary_expression" and not text(above).startswith("&"):
            return  # a copy of the store, which may go elsewhere
        if above.type in ("assignment_statement", "short_var_declaration", "var_spec"):
            yield from _assigned(above, below, depth)
            return
        if above.type == "keyed_element" and child(above, "key") == below:
            return  # the name of a field, or what something else is found by
        role = _told(above, below)
        if role is not None:
            yield role
            return
        is_passed = above.type in ("unary_expression", "keyed_element", "composite_literal", "call_expression")
        if not is_passed and above.type not in _THROUGH:
            return
        below, above = below if above.type == "expression_list" else above, above.parent


def _told(above: Node, below: Node) -> Role | None:
    """The role that what lies around an expression speaks of: the type of a literal, a key of a map, or an argument
    beside it."""
    if above.type == "composite_literal":
        name = text(child(above, "type") or above).rpartition(".")[2]
        return Role.STATUS if "status" in name.lower() else Role.MAIN if name == "REST" else None
    if above.type == "keyed_element":
        return _at(text(child(above, "key") or above))
    beside = above.named_children if above.type == "argument_list" else []
    roles = {_at(text(each)) for each in beside if each != below} - {None, Role.MAIN}  # any text may be without a slash
    return roles.pop() if len(roles) == 1 else None


def _at(written: str) -> Role | None:
    """The role of what is served under a path: ``"ferries/status"``."""
    found = _PATH.search(written)
    if found is None:
        return None
    return Role.MAIN if not found[1] else Role.STATUS if found[1] == "/status" else Role.OTHER


def _assigned(statement: Node, value: Node, depth: int) -> Iterator[Role]:
    """The roles of what a variable goes to, or a map at a key."""
    left, right = child(statement, "left") or child(statement, "name"), child(statement, "right")
    targets = left.named_children or [left] if left is not None else []
    values = right.named_children if right is not None else [value]
    target = targets[values.index(value)] if value in values and len(targets) == len(values) else None
    if target is None or value == left:
        return
    if target.type != "identifier":
        role = _at(text(target))
        yield from () if role is None else [role]
    elif "status" in text(target).lower():
        yield Role.STATUS
    elif depth < _FAR:
        yield from roles_of_variable(target, depth + 1)


def roles_of_variable(name: Node, depth: int = 0) -> Iterator[Role]:
    """The roles of what a variable of a function goes to."""
    function = innermost_function(name)
    for each in walked(function, "identifier") if function is not None else ():
        if each != name and text(each) == text(name):
            yield from _served(each, depth)
