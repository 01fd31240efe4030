"""Arguments of calls, as the parameters take them, and the types that those of generic functions stand for."""

from __future__ import annotations

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.lowering.body import Unlowered, defaulted
from apivet.golang.lowering.builtin_calls import unspread
from apivet.golang.lowering.literals import stored
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.types import (
    UNKNOWN,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    Tuple,
    TypeParameter,
    pointee,
)
from apivet.program import syntax


def given_to(lower: Expressions, arguments: list[Node], signature: Func) -> list[syntax.Expression]:
    """The arguments of a call; those for a variadic parameter as one list. Structures are copied where the call is
    followed, as its own variables."""
    parameters = signature.parameters
    if len(arguments) == 1 and len(parameters) > 1 and arguments[0].type == "call_expression":
        found = _type_only(lower, arguments[0])
        if isinstance(found, Tuple) and len(found.items) > 1:
            if signature.variadic or len(found.items) != len(parameters):
                raise Unlowered("results that are spread over a list of arguments")
            return [each.node for each in lower.results(arguments[0], parameters)]
    if len(arguments) < len(parameters) - signature.variadic:
        raise Unlowered("a call with too few arguments")
    count = len(parameters) - 1 if signature.variadic else len(parameters)
    given = [_argument(lower, each, parameters[number]) for number, each in enumerate(arguments[:count])]
    if not signature.variadic:
        return given
    rest = arguments[count:]
    if len(rest) == 1 and rest[0].type == "variadic_argument":
        return [*given, lower.value(unspread(rest[0]), parameters[-1]).node]
    element = lower.body.element_of(parameters[-1])
    at = lower.body.at(arguments[-1]) if arguments else lower.body.at(lower.body.file.top_level[0])
    items = tuple(stored(lower, each, element) for each in rest)
    return [*given, syntax.Sequence(at, "list", items, is_nothing=not items)]


def _argument(lower: Expressions, node: Node, type_: GoType) -> syntax.Expression:
    value = lower.value(node, type_)
    if _is_no(lower, value.type, type_):
        raise Unlowered("an argument that a declaration of ours does not know of")
    if not value.fresh and lower.body.is_object(type_) and not lower.body.is_known(value.type):
        value = replace(value, type=type_)
    return lower.placed(value, type_)


def _is_no(lower: Expressions, given: GoType, wanted: GoType) -> bool:
    """Whether a structure that embeds nothing lacks a method of an interface: what is declared for a library asks for
    more than the library does, which tells such a value apart by itself."""
    interface, parts = lower.body.underlying(wanted), lower.body.underlying(pointee(lower.body.underlying(given)))
    if not isinstance(interface, Interface) or not isinstance(parts, Struct):
        return False
    if any(each.embedded for each in parts.fields):
        return False
    return any(lower.body.typing.select(given, name) is None for name, _ in interface.methods)


def bound_by(
    lower: Expressions, signature: Func, parameters: tuple[str, ...], explicit: tuple[GoType, ...], given: list[Node]
) -> dict[str, GoType]:
    """The types that the parameters of a generic function stand for: explicit arguments bind first, then those of the
    call."""
    bound: dict[str, GoType] = dict(zip(parameters, explicit))
    for number, node in enumerate(given):
        wanted: GoType = UNKNOWN
        if signature.parameters:
            wanted = signature.parameters[min(number, len(signature.parameters) - 1)]
        if signature.variadic and number >= len(signature.parameters) - 1 and node.type != "variadic_argument":
            wanted = wanted.element if isinstance(wanted, Slice) else UNKNOWN
        if node.type not in ("func_literal", "nil"):
            try:
                _bind(lower, bound, wanted, _type_only(lower, unspread(node)))
            except Unlowered:
                continue
    return bound


def _type_only(lower: Expressions, node: Node) -> GoType:
    """The type of an argument, whose code is lowered again where the call is."""
    before = list(lower.body.before)
    try:
        return lower.value(node).type
    finally:
        lower.body.before[:] = before


def _bind(lower: Expressions, bound: dict[str, GoType], wanted: GoType, given: GoType) -> None:
    if isinstance(wanted, TypeParameter):
        bound.setdefault(wanted.name, defaulted(given))
    elif isinstance(wanted, Pointer) and isinstance(given, Pointer):
        _bind(lower, bound, wanted.target, given.target)
    elif isinstance(wanted, Slice):
        found = lower.body.underlying(given)
        _bind(lower, bound, wanted.element, found.element if isinstance(found, Slice) else UNKNOWN)
    elif isinstance(wanted, Map):
        found = lower.body.underlying(given)
        if isinstance(found, Map):
            _bind(lower, bound, wanted.key, found.key)
            _bind(lower, bound, wanted.value, found.value)
    elif isinstance(wanted, Named) and isinstance(given, Named) and wanted.name == given.name:
        for one, other in zip(wanted.arguments, given.arguments):
            _bind(lower, bound, one, other)
