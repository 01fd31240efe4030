"""Sets of the paths of fields: ``fieldpath.NewSet(fieldpath.MakePathOrDie("status", "phase"))``."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.lowering.body import Value
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.types import UNKNOWN, Func, GoType, Named, Pointer
from apivet.program import syntax
from apivet.program.operations import Operation


def field_set(lower: Expressions, node: Node, name: str, arguments: list[Node]) -> Value | None:
    """Sets of paths: ``fieldpath.NewSet(fieldpath.MakePathOrDie("status", "phase"))``."""
    at = lower.body.at(node)
    if name == "MakePathOrDie":
        parts = [lower.value(each) for each in arguments]
        if not parts or not all(lower.body.is_text(part.type) for part in parts):
            return Value(syntax.Opaque(at, "a path of fields that is computed"), UNKNOWN, True)
        path = parts[0].node
        for part in parts[1:]:
            dotted = syntax.Binary(at, "+", path, syntax.Literal(at, "."))
            path = syntax.Binary(at, "+", dotted, part.node)
        return Value(path, UNKNOWN, True)
    if name == "NewSet":
        if any(each.type == "variadic_argument" for each in arguments):
            return Value(syntax.Opaque(at, "a set of paths that is computed"), _set_type(), True)
        items = tuple(lower.value(each).node for each in arguments)
        return Value(syntax.Sequence(at, "set", items), _set_type(), True)
    return None


def _set_type() -> GoType:
    return Pointer(Named(library.FIELD_SETS, "Set"))


def of_field_set(
    lower: Expressions, node: Node, holder: Value, name: str, arguments: list[Node], signature: Func
) -> Value | None:
    """A method of a set of paths; ``None`` for those that are followed."""
    at = lower.body.at(node)
    if name == "Insert" and len(arguments) == 1:
        given = (holder.node, lower.value(arguments[0]).node)
        return Value(syntax.Perform(at, Operation.APPEND, given), UNKNOWN, True)
    if name in ("Union", "Difference") and len(arguments) == 1:
        symbol = "|" if name == "Union" else "-"
        return Value(syntax.Binary(at, symbol, holder.node, lower.value(arguments[0]).node), _set_type(), True)
    return None
