"""Bodies of functions and function literals."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering.blocks import open_block
from apivet.golang.lowering.body import (
    Frame,
    Unlowered,
    Value,
    Variable,
    inside,
    is_in_loop,
    named_children,
    parameter_names,
    statements_of,
)
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, children, text
from apivet.golang.types import (
    Func,
    GoType,
)
from apivet.program import syntax

Block = list[syntax.Statement]


def function_literal(lower: Expressions, node: Node) -> Value:
    """``func(...) {...}``."""
    body, at = lower.body, lower.body.at(node)
    inner = child(node, "body")
    if inner is None:
        raise Unlowered("a function without a body")
    if is_in_loop(node) and _outlives_its_round(node):
        raise Unlowered("a function of which there is one for each round")
    signature = body.typing.function_type(node, body.file, body.parameters)
    name = body.fresh("·function")
    lowered, parameters, frame = function_body(lower, node, inner, signature)
    names = (each.name for each in parameters)
    return Value(body.unnamed(at, name, names, lowered, frame.outer), signature, True)


def _outlives_its_round(node: Node) -> bool:
    """Whether a function literal may be called after its round, with the variables of that: it is neither called on
    the spot nor given to a function, nor the value of a new variable."""
    around = node.parent
    while around is not None and around.type in ("parenthesized_expression", "expression_list"):
        around = around.parent
    if around is None or around.type in ("call_expression", "short_var_declaration"):
        return around is None
    function = child(around.parent, "function") if around.type == "argument_list" and around.parent else None
    return function is None or text(function) == "append"


def function_body(
    lower: Expressions, node: Node, inner: Node, signature: Func, receiver: tuple[str, GoType] | None = None
) -> tuple[tuple[syntax.Statement, ...], tuple[syntax.Parameter, ...], Frame]:
    """The body of a function: its parameters are copies of what it is given."""
    body, at = lower.body, lower.body.at(node)
    frame = Frame(signature.results)
    body.frames.append(frame)
    body.scopes.append({})
    try:
        parameters, first = _parameters(lower, node, signature, receiver)
        first += _named_results(lower, node, frame)
        is_deferring = any(each.type == "defer_statement" for each in inside(inner, functions=False))
        if is_deferring:
            first += _results_for_exit(lower, at, frame)
        found = open_block(lower, statements_of(inner))
        if is_deferring:
            found = _with_deferred(lower, at, frame, first, found)
        elif frame.named:
            found = [*first, *found]
        else:
            found = [*first, *found]
        return tuple(found), parameters, frame
    finally:
        body.scopes.pop()
        body.frames.pop()


def _parameters(
    lower: Expressions, node: Node, signature: Func, receiver: tuple[str, GoType] | None
) -> tuple[tuple[syntax.Parameter, ...], Block]:
    body, at = lower.body, lower.body.at(node)
    listed_ = child(node, "parameters")
    names = [] if listed_ is None else [name for name, _, _ in parameter_names(listed_)]
    taken = [*([receiver] if receiver is not None else []), *zip(names, signature.parameters)]
    parameters, first = [], Block()
    for name, type_ in taken:
        variable = body.declare(name or "_", type_)
        parameters.append(syntax.Parameter(variable.name, "positional", None, None))
        own = syntax.Name(at, variable.name)
        copied = body.own(Value(own, type_))
        if copied is not own:
            first.append(syntax.Assign(at, (own,), copied))
    return tuple(parameters), first


def _named_results(lower: Expressions, node: Node, frame: Frame) -> Block:
    result, at = child(node, "result"), lower.body.at(node)
    if result is None or result.type != "parameter_list":
        return []
    names = parameter_names(result)
    if not any(children(each, "name") for each in named_children(result)):
        return []
    found: Block = []
    named = []
    for (name, _, _), type_ in zip(names, frame.results):
        variable = lower.body.declare(name, type_)
        named.append(variable)
        found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), lower.body.zero(type_, at).node))
    frame.named = tuple(named)
    return found


def _results_for_exit(lower: Expressions, at: object, frame: Frame) -> Block:
    """Variables for the results of a function that has something to do at its end."""
    frame.exit = lower.body.fresh("·exit")
    if frame.named or not frame.results:
        return []
    frame.named = tuple(
        Variable(lower.body.fresh("·result"), type_, len(lower.body.frames) - 1) for type_ in frame.results
    )
    return []


def _with_deferred(lower: Expressions, at: object, frame: Frame, first: Block, found: Block) -> Block:
    marks: Block = [
        syntax.Assign(call.location, (syntax.Name(call.location, mark),), syntax.Literal(call.location, False))
        for mark, call in frame.deferred
    ]
    last: Block = [
        syntax.If(call.location, syntax.Name(call.location, mark), (call,), ())
        for mark, call in reversed(frame.deferred)
    ]
    block_ = syntax.Labelled(at, frame.exit, tuple(found))  # type: ignore[arg-type]
    end: Block = []
    if frame.results:
        names = tuple(syntax.Name(at, each.name) for each in frame.named)  # type: ignore[arg-type]
        value: syntax.Expression = names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", names)  # type: ignore[arg-type]
        end = [syntax.Return(at, value)]  # type: ignore[arg-type]
    return [*first, *marks, block_, *last, *end]
