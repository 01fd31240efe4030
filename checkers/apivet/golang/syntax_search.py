"""Searches in syntax trees: calls, assertions, and the values that names are given."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apivet.golang.source import child, children, text


def walked(root: Node, *kinds: str) -> Iterator[Node]:
    """The nodes of these kinds at or below a node, in the order of the source."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in kinds:
            yield node
        pending += reversed(node.named_children)


def parameter_names(declaration: Node) -> list[str]:
    """The names of a function's parameters, ``_`` for those without one."""
    listed = child(declaration, "parameters")
    found: list[str] = []
    for each in listed.named_children if listed is not None else ():
        if child(each, "type") is not None:
            found += [text(name) for name in children(each, "name")] or ["_"]
    return found


def asserted_types(body: Node, name: str) -> Iterator[Node]:
    """The type expressions that a variable is asserted to be of: ``name.(T)``."""
    for node in walked(body, "type_assertion_expression"):
        operand, type_node = child(node, "operand"), child(node, "type")
        if operand is not None and type_node is not None and text(operand) == name:
            yield type_node


def calls_given(body: Node, name: str) -> Iterator[tuple[Node, int]]:
    """The functions that are called with a variable as an argument, and its place among the arguments."""
    for node in walked(body, "call_expression"):
        function, given = child(node, "function"), child(node, "arguments")
        arguments = [each for each in given.named_children if each.type != "comment"] if given is not None else []
        for position, each in enumerate(arguments):
            if function is not None and each.type == "identifier" and text(each) == name:
                yield function, position


def assigned_value(body: Node, name: str) -> Node | None:
    """The first expression that a local variable is given: ``name := value``, ``var name = value``."""
    return next(assigned_values(body, name), None)


def assigned_values(body: Node, name: str) -> Iterator[Node]:
    """All expressions that a local variable is given."""
    for node in walked(body, "short_var_declaration", "var_spec", "assignment_statement"):
        if node.type == "var_spec":
            left, right = children(node, "name"), child(node, "value")
        else:
            first = child(node, "left")
            left, right = (first.named_children if first is not None else []), child(node, "right")
        names = [text(each) for each in left]
        values = right.named_children if right is not None and right.type == "expression_list" else []
        if name in names and values:
            yield values[names.index(name)] if len(values) == len(names) else values[0]


def innermost_function(node: Node) -> Node | None:
    """The function of the package around a node."""
    above: Node | None = node
    while above is not None and above.type not in ("function_declaration", "method_declaration"):
        above = above.parent
    return above


def plain(node: Node) -> Node:
    """An expression without parentheses, the address operator and dereferencing around it."""
    while node.type in ("parenthesized_expression", "unary_expression", "literal_element") and node.named_children:
        node = child(node, "operand") or node.named_children[0]
    return node


def keyed(literal: Node) -> Iterator[tuple[str, Node]]:
    """The keys of a composite literal, as they are written, and their values."""
    body = child(literal, "body")
    for each in body.named_children if body is not None else ():
        key, value = (child(each, "key"), child(each, "value")) if each.type == "keyed_element" else (None, None)
        if key is not None and value is not None:
            yield text(key), value.named_children[0] if value.type == "literal_element" else value
