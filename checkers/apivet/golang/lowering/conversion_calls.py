"""Calls of conversions inside of a conversion that people wrote.

Each conversion is judged by itself, and generated ones carry all that both types have, so that a conversion that is
called hands its source over as it is: objects are seen as the other type. What the generator left out of a body that it
wrote (``autoConvert_...``) is read from there. A conversion that fails converts nothing: those that are called go well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering.assignments import place, put
from apivet.golang.lowering.body import ERROR, Unlowered, Value, inside, parameter_names, statements_of
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import Basic, pointee
from apivet.program import syntax
from apivet.program.operations import Operation

_NAME: Final = re.compile(r"(?P<generated>autoConvert|Convert)_\w+?_To_\w+")
#: Functions that make an error.
_FAILING: Final = re.compile(
    r"go (?:fmt\.Errorf|errors\.New|k8s\.io/apimachinery/pkg/(?:util/validation/field|api/errors)\.\w+)"
)

#: Fields of the destination, each with that of the source that it gets; whether the value is shared with the source.
Carried = list[tuple[str, str, bool]]


def conversion_call(
    lower: Expressions, node: Node, name: str, declared: FunctionDeclaration | None, arguments: list[Node]
) -> Value | None:
    """A call of a conversion, in place of which its destination is set; ``None`` for any other call."""
    found = _NAME.fullmatch(name)
    is_whole = len(arguments) == 3 or (len(arguments) == 2 and declared is None)  # without a scope: one from elsewhere
    if not lower.body.converts or found is None or not is_whole:
        return None
    if found["generated"] == "autoConvert":
        carried = None if declared is None or not declared.file.is_generated else _carried(declared)
        if carried is None:
            return None
        lower.body.before += list(_fields_set(lower, node, carried, arguments))
    else:
        lower.body.before += list(_set(lower, node, name, arguments))
    return Value(syntax.Literal(lower.body.at(node), None), ERROR, True)


def fails(value: syntax.Expression) -> bool:
    """Whether a result is an error that is made on the spot."""
    return isinstance(value, syntax.Perform) and _FAILING.match(value.name) is not None


# ------------------------------------------------------------------------------------------------- one conversion


def _set(lower: Expressions, node: Node, name: str, arguments: list[Node]) -> Iterator[syntax.Statement]:
    """``Convert_v1_A_To_core_A(&in.A, &out.A, s)``."""
    at, body = lower.body.at(node), lower.body
    source, target = lower.value(arguments[0]), lower.value(arguments[1])
    given, taken = (_pointed_to(each) for each in arguments[:2])
    if taken is None and arguments[1].type == "selector_expression":
        taken = arguments[1]
    if body.is_object(pointee(source.type)) and body.is_object(pointee(target.type)):
        if taken is None:
            yield from _fields_set(lower, node, _shared(lower, source, target), arguments)
        else:
            yield put(lower, node, place(lower, taken), syntax.Perform(at, Operation.DEEP_COPY, (source.node,)))
        return
    if taken is None:
        raise Unlowered("a conversion into something that has no name")
    target, value = place(lower, taken), source if given is None else lower.value(given)
    wanted = body.underlying(target.type)
    if body.is_known(value.type) and body.underlying(value.type) == wanted:
        yield put(lower, node, target, value.node)
    elif isinstance(wanted, Basic):
        yield put(lower, node, target, syntax.Perform(at, Operation.PURE, (value.node,), f"go {name}"))
    else:
        yield syntax.Assign(at, (target.node,), syntax.Perform(at, Operation.DEEP_COPY, (value.node,)))


def _shared(lower: Expressions, source: Value, target: Value) -> Carried:
    """The fields that two structures have in common."""
    sides = [lower.body.typing.struct(pointee(each.type)) for each in (source, target)]
    known, wanted = ([each.name for each in side.fields] if side is not None else [] for side in sides)
    return [(name, name, False) for name in wanted if name in known]


def _pointed_to(node: Node) -> Node | None:
    """``x`` of ``&x``."""
    return child(node, "operand") if node.type == "unary_expression" and text(node).startswith("&") else None


# ------------------------------------------------------------------------------------------------ generated bodies


def _fields_set(lower: Expressions, node: Node, carried: Carried, arguments: list[Node]) -> Iterator[syntax.Statement]:
    at, body = lower.body.at(node), lower.body
    names = []
    for argument in arguments[:2]:
        value = lower.value(argument)
        if not body.is_object(pointee(value.type)):
            raise Unlowered("a conversion of something of which the type is not known")
        held = value
        if not isinstance(value.node, syntax.Name):
            held = Value(syntax.Name(at, body.fresh("·converted")), value.type)
            yield syntax.Assign(at, (held.node,), value.node)
        names.append(held)
    source, target = names
    for to, from_, is_shared in carried:
        one, other = body.typing.select(source.type, from_), body.typing.select(target.type, to)
        if one is None or other is None or one.field is None or other.field is None:
            raise Unlowered("a conversion of a field that no type declares")
        given, taken = lower.field(source, one, node), lower.field(target, other, node)
        copied = not is_shared or body.is_object(given.type)
        whole = syntax.Perform(at, Operation.DEEP_COPY, (given.node,)) if copied else given.node
        yield put(lower, node, taken, whole)


def _carried(declared: FunctionDeclaration) -> Carried | None:
    """The fields that a generated body sets, one by one; ``None`` where it is not written as the generator does."""
    taken = child(declared.head, "parameters")
    names = [] if taken is None else [name for name, _, _ in parameter_names(taken)]
    found: Carried = []
    for statement in statements_of(declared.body):
        if statement.type == "return_statement":
            continue
        given, set_ = (_fields_of(statement, name) for name in names[:2])
        if len(given) != 1 or len(set_) != 1:
            return None
        found.append((set_.pop(), given.pop(), statement.type == "assignment_statement"))
    return found


def _fields_of(statement: Node, name: str) -> set[str]:
    """The fields of a variable that a statement mentions."""
    chosen = (each for each in inside(statement) if each.type == "selector_expression")
    return {
        text(field)
        for each in chosen
        if (operand := child(each, "operand")) is not None
        and operand.type == "identifier"
        and text(operand) == name
        and (field := child(each, "field")) is not None
    }
