"""Parts of slices (``s[:k]``), which share their elements with the whole."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.lowering.body import Unlowered, Value, inside, is_in_loop, listed, named_children
from apivet.golang.lowering.bounds import is_own_room
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, children, text
from apivet.golang.types import GoType
from apivet.program import syntax

_READING = ("len", "cap", "min", "max")
_GROUPS = ("expression_list", "parenthesized_expression")


def is_only_read(lower: Expressions, node: Node) -> bool:
    """Whether nothing is put into a part, so that it may stand for elements of its own."""
    around, below = _around(node)
    if around is None:
        return False
    if _is_reading(lower, around, below):
        return True
    if around.type in ("assignment_statement", "short_var_declaration", "var_spec"):
        return _is_bound_for_reading(lower, node, around)
    return False


def _around(node: Node) -> tuple[Node | None, Node]:
    below, around = node, node.parent
    while around is not None and around.type in _GROUPS:
        below, around = around, around.parent
    return around, below


def _is_reading(lower: Expressions, around: Node, below: Node) -> bool:
    """Whether a place of a slice only reads its elements."""
    if around.type in ("variadic_argument", "range_clause", "slice_expression"):
        return around.type != "slice_expression" or is_only_read(lower, around)
    if around.type == "index_expression":
        return _is_value(around)
    if around.type == "binary_expression":
        return True
    call = around.parent if around.type == "argument_list" else None
    function = child(call, "function") if call is not None and call.type == "call_expression" else None
    if function is None:
        return False
    operand, field = child(function, "operand"), child(function, "field")
    path = lower.package_named(operand) if operand is not None else None
    if path is not None and field is not None:
        dotted = f"{path}.{text(field)}"
        return library.is_pure(path, dotted) or dotted in library.OPERATIONS or path in library.OUTWARD_PACKAGES
    if is_own_room(below) and _is_grown(around, below):
        return True
    is_source = text(function) == "copy" and named_children(around)[-1:] == [below]
    return is_source or text(function) in _READING


def _is_grown(around: Node, below: Node) -> bool:
    """Whether a place of a slice appends to it: of one with room for its own elements only, a copy."""
    function = child(around.parent, "function") if around.parent is not None else None
    return function is not None and text(function) == "append" and named_children(around)[:1] == [below]


def _is_value(element: Node) -> bool:
    """Whether an element is read, not set; what lies in it is a place that is shared anyway."""
    around, below = _around(element)
    if around is None or around.type in ("inc_statement", "dec_statement"):
        return False
    if around.type == "unary_expression":
        return not text(around).startswith("&")
    return around.type != "assignment_statement" or child(around, "left") not in (below, element)


def _is_bound_for_reading(lower: Expressions, node: Node, around: Node) -> bool:
    """Whether a part becomes the value of a variable whose elements are only read, or goes back to where it was."""
    left, right = listed(child(around, "left")), listed(child(around, "right") or child(around, "value"))
    if around.type == "var_spec":
        left = children(around, "name")
    operand = child(node, "operand")
    if len(left) != 1 or len(right) != 1 or operand is None:
        return False
    if left[0].type != "identifier":
        return text(left[0]) == text(operand)
    name, root = text(left[0]), _function(node)
    for each in inside(root):
        if each.type == "identifier" and text(each) == name and each != left[0]:
            use, below = _around(each)
            if use is not None and is_own_room(node) and _is_grown(use, below):
                continue
            if use is None or not (
                use.type == "slice_expression" or child(use, "left") == below or _is_reading(lower, use, below)
            ):
                return False
    return True


def is_shared(lower: Expressions, node: Node, first: Node, element: GoType) -> bool:
    """Whether an array that is appended to may be shared with the slice that it was made from: where its elements are
    objects and that slice lives on, what is done to the one may show in the other."""
    statement = node.parent
    while statement is not None and statement.type in ("expression_list", "parenthesized_expression"):
        statement = statement.parent
    left = child(statement, "left") if statement is not None else None
    is_same = left is not None and text(left) == text(first)
    if first.type == "slice_expression" and is_own_room(first):
        return False
    is_part = first.type == "slice_expression" or (
        not is_same and (_is_written_through(node) or _is_behind(node, first))
    )
    lives_on = first.type != "call_expression" and (not is_same or _is_pointed_into(node, first))
    return is_part or (lower.body.is_object(element) and lives_on)


def appended(lower: Expressions, node: Node, given: list[Node]) -> Value:
    """The result of an ``append`` to a slice that shares its array. Where others have the result besides, nobody knows
    which of them shows what is put into either."""
    around, _ = _around(node)
    left = listed(child(around, "left")) if around is not None else []
    if given[0].type != "slice_expression" or [text(each) for each in left] != [text(_whole(given[0]))]:
        raise Unlowered("a slice shares its elements with another")
    return shared(lower, node, "append", given)


def shared(lower: Expressions, node: Node, name: str, given: list[Node]) -> Value:
    """The result of what may put elements into the array of a slice: that slice, and all that lies in one array with
    it, may be changed."""
    at = lower.body.at(node)
    values = [lower.value(_whole(each)) for each in given]
    arguments = tuple(syntax.Argument(each.node) for each in values)
    return Value(syntax.Call(at, syntax.Entity(at, f"?.{name}"), arguments), values[0].type, True)


def _whole(node: Node) -> Node:
    """The slice of which a part is taken, or that is spread."""
    while node.type in ("slice_expression", "variadic_argument"):
        node = child(node, "operand") or node.named_children[0]
    return node


def _is_behind(node: Node, first: Node) -> bool:
    """Whether a variable or field is appended to more than once without becoming the result: elements may lie in one
    array behind it."""
    if first.type not in ("identifier", "selector_expression", "index_expression"):
        return False
    return is_in_loop(node) or any(
        each != node and _is_append(each, text(first)) for each in inside(_function(node)) if each.type == node.type
    )


def _is_pointed_into(append: Node, first: Node) -> bool:
    """Whether a variable that leads to an element of a slice is used when that has grown, and may lie elsewhere."""
    root = _function(append)
    for each in inside(root):
        operand = child(each, "operand") if each.type == "unary_expression" and text(each).startswith("&") else None
        holder = child(operand, "operand") if operand is not None and operand.type == "index_expression" else None
        if holder is None or text(holder) != text(first) or each.start_byte > append.start_byte:
            continue
        around, _ = _around(each)
        names = listed(child(around, "left")) if around is not None else []
        if [name.type for name in names] != ["identifier"]:
            return True
        block = around.parent if around is not None else None
        later = inside(block) if block is not None else ()
        if any(use.start_byte > append.end_byte and text(use) == text(names[0]) for use in later):
            return True
    return False


def _is_append(node: Node, first: str) -> bool:
    """Whether a call appends to a slice, and leaves that as it is."""
    function, given = child(node, "function"), named_children(child(node, "arguments"))
    around, _ = _around(node)
    left = child(around, "left") if around is not None else None
    is_append = function is not None and text(function) == "append" and bool(given) and text(given[0]) == first
    return is_append and (left is None or text(left) != first)


def _is_written_through(node: Node) -> bool:
    """Whether elements of the variable that gets a slice are set somewhere in the function."""
    around, _ = _around(node)
    names = [text(each) for each in listed(child(around, "left"))] if around is not None else []
    return any(
        each.type == "index_expression" and not _is_value(each) and text(child(each, "operand") or each) in names
        for each in inside(_function(node))
    )


def _function(node: Node) -> Node:
    """The outermost function around a piece of code."""
    while node.parent is not None and node.type not in ("function_declaration", "method_declaration"):
        node = node.parent
    return node
