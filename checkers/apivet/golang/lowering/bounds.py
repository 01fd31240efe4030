"""Bounds of parts of slices and texts, and lengths of new slices: those that do not fit end a path."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.body import INT, Value, named_children
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.syntax_search import assigned_value, innermost_function
from apivet.golang.types import Array, Slice
from apivet.program import syntax
from apivet.program.operations import Operation
from apivet.verdicts import Location


def cut(lower: Expressions, node: Node, holder: Value, *, is_text: bool) -> syntax.Expression:
    """``s[a:b]``, ``s[a:b:c]``: of a text or a slice."""
    at, place = lower.body.at(node), holder.node
    start, end, room = (_bound(node, name) for name in ("start", "end", "capacity"))
    numbers: dict[Node, syntax.Expression] = {}
    fits: list[syntax.Expression] = []
    low: syntax.Expression | None = None
    for each in (start, end, None if _are_one(room, end) else room):
        if each is None:
            continue
        numbers[each], first = twice(lower, lower.value(each, INT).node)
        if low is not None:
            fits.append(syntax.Comparison(at, "<=", low, first))
        elif not _is_never_negative(each):
            fits.append(syntax.Comparison(at, ">=", first, syntax.Literal(at, 0)))
        low = numbers[each] if fits else first
    if low is None:
        return _part(at, place, None, None, is_text=is_text)
    place, asked = twice(lower, place)
    size = syntax.Perform(at, Operation.SIZE if is_text else Operation.LENGTH, (asked,))
    found = _part(at, place, *(None if each is None else numbers[each] for each in (start, end)), is_text=is_text)
    if not is_text and not is_own_room(node):
        found = syntax.Perform(at, Operation.PART, (found, place))
    beyond: syntax.Expression = syntax.Fault(at, "a part that begins or ends beyond the end")
    if end is not None and not is_text and not _is_full(lower, node):
        beyond = _behind(at, place, beyond)
    return fitting(at, fits, syntax.Conditional(at, syntax.Comparison(at, "<=", low, size), found, beyond))


def _behind(at: Location, place: syntax.Expression, panic: syntax.Expression) -> syntax.Expression:
    """A part of a slice that ends beyond it: where there is room, it has elements that nobody sees from here."""
    has_room = syntax.Opaque(at, "whether there is room behind the end of a slice", (place,))
    unseen = syntax.Opaque(at, "what lies behind the end of a slice", (place,), holds=True)
    return syntax.Conditional(at, has_room, unseen, panic)


def _bound(node: Node, name: str) -> Node | None:
    """A bound of a part, where it leaves anything out."""
    bound, operand = child(node, name), child(node, "operand")
    if bound is None or operand is None or (name == "start" and text(bound) == "0"):
        return None
    is_whole = "(" not in text(operand) and text(bound) == f"len({text(operand)})"
    return None if name == "end" and is_whole else bound


def is_all(node: Node) -> bool:
    """Whether a part of a slice is all of it."""
    return all(_bound(node, name) is None for name in ("start", "end", "capacity"))


def _is_full(lower: Expressions, node: Node) -> bool:
    """Whether a part is taken of a variable that has been a literal from its beginning, which has no room behind it."""
    operand, function = child(node, "operand"), innermost_function(node)
    if operand is None or function is None or operand.type != "identifier":
        return False
    value = assigned_value(function, text(operand))
    is_literal = value is not None and value.type == "composite_literal"
    return is_literal and text(operand) not in lower.body.reassigned


def _part(
    at: Location,
    place: syntax.Expression,
    start: syntax.Expression | None,
    end: syntax.Expression | None,
    *,
    is_text: bool,
) -> syntax.Expression:
    if not is_text:
        return syntax.Subscript(at, place, syntax.Slice(at, start, end, None))
    given = (place, *(syntax.Literal(at, None) if each is None else each for each in (start, end)))
    return syntax.Perform(at, Operation.PURE, given, "go part")


def made_length(
    lower: Expressions, node: Node, arguments: list[Node]
) -> tuple[syntax.Expression, list[syntax.Expression]]:
    """The length of a new slice, and what has to be true of it."""
    at = lower.body.at(node)
    length, room = lower.value(arguments[0], INT).node, arguments[1] if len(arguments) > 1 else None
    if room is None or (text(arguments[0]) == "0" and _is_never_negative(room)) or _are_one(arguments[0], room):
        name, asked = twice(lower, length)
        fits = _not_negative(arguments[0], asked)
        return (name if fits else length), fits
    length, asked = twice(lower, length)
    enough = syntax.Comparison(at, "<=", asked, lower.value(room, INT).node)
    return length, [enough, *_not_negative(arguments[0], length)]


def fitting(at: Location, fits: list[syntax.Expression], found: syntax.Expression) -> syntax.Expression:
    """A value where all of that is true; elsewhere nothing goes on."""
    for each in reversed(fits):
        found = syntax.Conditional(at, each, found, syntax.Fault(at, "a bound that does not fit"))
    return found


def within(
    lower: Expressions, index: Value, holder: Slice | Array
) -> tuple[syntax.Expression, list[syntax.Expression]]:
    """An index, and what has to be true of it: an array that was given doesn't tell how long it is."""
    if not isinstance(holder, Array) or not holder.length.isdigit() or index.constant is not None:
        return index.node, []
    place, asked = twice(lower, index.node)
    return place, [syntax.Comparison(asked.location, "<", asked, syntax.Literal(asked.location, int(holder.length)))]


def is_own_room(node: Node) -> bool:
    """Whether a part of a slice has room for its own elements only (``s[:n:n]``): what is appended lies elsewhere."""
    return _are_one(child(node, "end"), child(node, "capacity"))


def twice(lower: Expressions, value: syntax.Expression) -> tuple[syntax.Expression, syntax.Expression]:
    """A value for later, and the same where it is asked for first."""
    holder = value
    while isinstance(holder, syntax.Attribute):
        holder = holder.value
    if isinstance(holder, (syntax.Name, syntax.Literal)):
        return value, value
    name = lower.body.fresh("·bound")
    return syntax.Name(value.location, name), syntax.Walrus(value.location, name, value)


def _not_negative(node: Node | None, value: syntax.Expression) -> list[syntax.Expression]:
    if node is None or _is_never_negative(node):
        return []
    return [syntax.Comparison(value.location, ">=", value, syntax.Literal(value.location, 0))]


def _is_never_negative(node: Node) -> bool:
    """Whether a number is none below zero: a length, one that is written, or a sum of such."""
    if node.type == "binary_expression":
        operator = child(node, "operator")
        sides = (child(node, "left"), child(node, "right"))
        is_sum = operator is not None and text(operator) in ("+", "*")
        return is_sum and all(each is not None and _is_never_negative(each) for each in sides)
    if node.type == "parenthesized_expression":
        return all(_is_never_negative(each) for each in named_children(node))
    function = child(node, "function") if node.type == "call_expression" else None
    return node.type == "int_literal" or (function is not None and text(function) in ("len", "cap"))


def _are_one(one: Node | None, other: Node | None) -> bool:
    """Whether two numbers are one, as nothing else than lengths is called."""
    if one is None or other is None or "(" in text(one).replace("len(", ""):
        return False
    return text(one) == text(other)
