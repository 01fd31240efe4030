"""New scalars that get their value right away: ``p = new(T)`` and ``*p = value`` behind it, which are ``p = &v``."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.body import inside, listed
from apivet.golang.source import child, text, unspaced
from apivet.golang.types import PREDECLARED


def filling(new: Node) -> tuple[Node, Node] | None:
    """The statement that puts a value where ``new(T)`` leads right away, and that value; ``None`` where there is none,
    or where the value may rest on what was there before."""
    around = new.parent
    while around is not None and around.type == "expression_list":
        around = around.parent
    following = around.next_named_sibling if around is not None else None
    while following is not None and following.type == "comment":
        following = following.next_named_sibling
    target, made = _sides(around, ("assignment_statement", "short_var_declaration"))
    filled, value = _sides(following, ("assignment_statement",))
    if target is None or made != new or following is None or filled is None or value is None:
        return None
    parts = list(inside(value))
    called = [child(each, "function") for each in parts if each.type == "call_expression"]
    is_plain = all(each is not None and text(each) in PREDECLARED for each in called)
    is_read = any(unspaced(each) == unspaced(target) for each in parts)
    return (following, value) if unspaced(filled) == f"*{unspaced(target)}" and is_plain and not is_read else None


def _sides(statement: Node | None, kinds: tuple[str, ...]) -> tuple[Node | None, Node | None]:
    """The target and the value of a statement of one of these kinds that sets one thing."""
    if statement is None or statement.type not in kinds:
        return None, None
    sign, left, right = (child(statement, name) for name in ("operator", "left", "right"))
    targets, values = listed(left), listed(right)
    is_plain = (sign is None or text(sign) == "=") and len(targets) == len(values) == 1
    return (targets[0], values[0]) if is_plain else (None, None)
