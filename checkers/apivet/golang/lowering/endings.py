"""Ends of functions: results, and what is deferred."""

from __future__ import annotations

from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.lowering.blocks import taken_before
from apivet.golang.lowering.body import (
    Unlowered,
    is_in_loop,
    listed,
    named_children,
)
from apivet.golang.lowering.calls import call, declared_callee
from apivet.golang.lowering.conversion_calls import fails
from apivet.golang.lowering.literals import stored
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import UNKNOWN, Named, pointee
from apivet.program import syntax

Block = list[syntax.Statement]


def return_statement(lower: Expressions, node: Node) -> Block:
    """``return``."""
    frame, at = lower.body.frame, lower.body.at(node)
    given = [each for part in named_children(node) for each in listed(part)]
    if not given:
        return _ended(lower, node, None)
    count = len(frame.results)
    if len(given) == 1 and count > 1:
        results = tuple(each.node for each in lower.results(given[0], frame.results))
        return [*taken_before(lower), *_ended(lower, node, syntax.Sequence(at, "tuple", results))]
    values = tuple(stored(lower, each, type_) for each, type_ in zip(given, frame.results))
    if len(values) != count:
        raise Unlowered("a return that does not fit")
    if lower.body.converts and count == 1 and len(lower.body.frames) == 1 and fails(values[0]):
        return [*taken_before(lower), syntax.Evaluate(at, syntax.Fault(at, "an error"))]
    whole = values[0] if count == 1 else syntax.Sequence(at, "tuple", values)
    return [*taken_before(lower), *_ended(lower, node, whole)]


def returned(lower: Expressions, at: object, value: syntax.Expression) -> Block:
    """The function ends with a value that is there already."""
    location = value.location
    frame = lower.body.frame
    if not frame.exit:
        return [syntax.Return(location, value)]
    return [*_results_set(lower, value), syntax.Break(location, frame.exit)]


def _ended(lower: Expressions, node: Node, value: syntax.Expression | None) -> Block:
    """``return``: where something is deferred, the results are set and the end of the function is gone to."""
    frame, at = lower.body.frame, lower.body.at(node)
    if frame.exit:
        found = [] if value is None else _results_set(lower, value)
        return [*found, syntax.Break(at, frame.exit)]
    if value is None:
        return [syntax.Return(at, results_now(lower, at))]
    return [syntax.Return(at, value)]


def _results_set(lower: Expressions, value: syntax.Expression) -> Block:
    frame, at = lower.body.frame, value.location
    if not frame.named:
        return [syntax.Evaluate(at, value)]
    names = tuple(syntax.Name(at, each.name) for each in frame.named)
    return [syntax.Assign(at, names if len(names) == 1 else (syntax.Sequence(at, "tuple", names),), value)]


def results_now(lower: Expressions, at: object) -> syntax.Expression | None:
    """The named results as they are."""
    named = lower.body.frame.named
    if not named:
        return None
    names = tuple(syntax.Name(at, each.name) for each in named)  # type: ignore[arg-type]
    return names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", names)  # type: ignore[arg-type]


def defer(lower: Expressions, node: Node) -> Block:
    """``defer f(x)``: arguments now, the call at the end."""
    inner = named_children(node)[0]
    frame, at, body = lower.body.frame, lower.body.at(node), lower.body
    if not frame.exit or inner.type != "call_expression":
        raise Unlowered("something that runs at the end")
    if is_in_loop(node):
        raise Unlowered("something that runs at the end, once for each round")
    if _may_recover(lower, inner):
        raise Unlowered("a panic that is caught")
    value = call(lower, inner, 0)
    found = taken_before(lower)
    node_ = value.node
    if isinstance(node_, syntax.Call):
        arguments = []
        for each in node_.arguments:
            name = syntax.Name(at, body.fresh("·deferred"))
            found.append(syntax.Assign(at, (name,), each.value))
            arguments.append(syntax.Argument(name))
        callee = node_.callee
        if not isinstance(callee, (syntax.Entity, syntax.Lambda)):
            held = callee.value if isinstance(callee, syntax.Attribute) else callee
            name = syntax.Name(at, body.fresh("·deferred"))
            found.append(syntax.Assign(at, (name,), held))
            callee = syntax.Attribute(at, name, callee.name) if isinstance(callee, syntax.Attribute) else name
        node_ = syntax.Call(node_.location, callee, tuple(arguments))
    mark = body.fresh("·reached")
    found.append(syntax.Assign(at, (syntax.Name(at, mark),), syntax.Literal(at, True)))
    frame.deferred.append((mark, syntax.Evaluate(at, node_)))
    return found


def _may_recover(lower: Expressions, deferred: Node) -> bool:
    """Whether a deferred call may catch a panic: the function itself has to call ``recover``."""
    function = child(deferred, "function")
    if "recover()" in text(deferred) or function is None:
        return True
    if function.type == "func_literal":
        return False
    declared = declared_callee(lower, function)
    if declared is None:
        operand = child(function, "operand")
        path = lower.package_named(operand) if operand is not None else None
        if operand is not None and path is None:
            holder = pointee(lower.value(operand).type)
            path = holder.package if isinstance(holder, Named) else None
        return not (path in library.OUTWARD_PACKAGES or (path is not None and _is_of_language(lower, path)))
    return declared.body is None or "recover()" in text(declared.body)


def _is_of_language(lower: Expressions, path: str) -> bool:
    """Whether a package comes with the language, of which no function catches a panic of others."""
    return "." not in path.partition("/")[0] and lower.body.typing.packages.package(path) is None


def unlowered(lower: Expressions, node: Node) -> Block:
    """A statement that is never lowered."""
    raise Unlowered(node.type.replace("_", " "))


def local_type(lower: Expressions, node: Node) -> Block:
    """A type that is declared in the function: it has no methods, and nothing elsewhere names it, so that what it is
    made of stands for it. One that is made of itself or of another structure, or has parameters, is not known, nor is
    one of two of a name."""
    for spec in named_children(node):
        name, made_of = child(spec, "name"), child(spec, "type")
        if name is not None and made_of is not None:
            known, local = text(name) in lower.body.local_types, lower.body.local_types
            local[text(name)] = UNKNOWN
            is_generic = child(spec, "type_parameters") is not None
            type_ = UNKNOWN if known or is_generic else lower.body.type_of(made_of)
            is_view = spec.type == "type_spec" and isinstance(type_, Named) and lower.body.is_object(type_)
            local[text(name)] = UNKNOWN if is_view else type_
    return []
