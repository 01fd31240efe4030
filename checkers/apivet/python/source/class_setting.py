"""Attributes that functions set on classes and objects which they are given, and the objects that they make."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from apivet.program import syntax
from apivet.python.source.nodes import every_node
from apivet.python.source.stores import ANY_NAME, BY_NAME, CLASS, attribute_set
from apivet.python.source.walking import callee_name, walk

MAKING: Final = "__new__"


def makes_its_own(function: syntax.Function) -> bool:
    """Whether ``__new__``, or ``__call__`` of a metaclass, gives nothing but objects of its own class that the method
    above it makes, now or before: ``super().__new__(cls)``."""
    own = function.parameters[0].name if function.parameters else ""
    nodes = [node for node in walk(function.body) if isinstance(node, (syntax.Return, syntax.Assign))]
    targets = [target for node in nodes if isinstance(node, syntax.Assign) for target in node.targets]
    bound = {own, *(target.name for target in targets if isinstance(target, syntax.Name))}
    calls = [node.value for node in nodes if isinstance(node.value, syntax.Call)]
    others = [node.value for node in nodes if isinstance(node, syntax.Return) and node.value not in calls]
    return all(_root(value) in bound for value in others) and all(
        callee_name(call) == function.name and _is_of_above(call, own) for call in calls
    )


def _root(value: syntax.Expression | None) -> str:
    """The name that a chain of attributes and items begins with."""
    while isinstance(value, (syntax.Attribute, syntax.Subscript)):
        value = value.value
    return value.name if isinstance(value, syntax.Name) else ""


def _is_of_above(call: syntax.Call, own: str) -> bool:
    """``super().__call__()``, ``super().__new__(cls)``, ``type.__call__(cls)``."""
    above = call.callee.value if isinstance(call.callee, syntax.Attribute) else None
    is_bound = isinstance(above, syntax.Call) and callee_name(above) == "super" and callee_name(call) != MAKING
    return is_bound or _names(call.arguments[:1], own)


def _names(arguments: Sequence[syntax.Argument], name: str) -> bool:
    return any(isinstance(each.value, syntax.Name) and each.value.name == name for each in arguments)


def handing_on(function: syntax.Function) -> Iterator[syntax.Call]:
    """The calls in a function that are given one of its parameters, or of those of functions in it."""
    statements = list(walk(function.body))
    inner = [node.function for node in statements if isinstance(node, (syntax.Define, syntax.Lambda))]
    names = {parameter.name for each in (function, *inner) for parameter in each.parameters}
    for node in statements:
        given = [each.value for each in node.arguments] if isinstance(node, syntax.Call) else []
        is_handed = any(isinstance(each, syntax.Name) and each.name in names for each in given)
        if isinstance(node, syntax.Call) and is_handed:
            yield node


def imported_in(function: syntax.Function, callee: syntax.Expression) -> str | None:
    """The dotted name of a callee that the function itself imports."""
    steps: list[str] = []
    while isinstance(callee, syntax.Attribute):
        steps, callee = [callee.name, *steps], callee.value
    root = callee.name if isinstance(callee, syntax.Name) else None
    for node in walk(function.body) if root is not None else ():
        if isinstance(node, syntax.Assign) and isinstance(node.value, syntax.Entity):
            if any(isinstance(each, syntax.Name) and each.name == root for each in node.targets):
                return ".".join((node.value.dotted, *steps))
    return None


def set_in(function: syntax.Function) -> Iterator[str]:
    """The names of attributes, and keys, that a function sets or takes away."""
    for node in walk(function.body):
        if isinstance(node, (syntax.Assign, syntax.Delete)):
            for target in node.targets:
                if isinstance(target, syntax.Attribute):
                    yield target.name
                elif isinstance(target, syntax.Subscript) and isinstance(target.index, syntax.Literal):
                    yield str(target.index.value)
        elif isinstance(node, syntax.Call) and isinstance(node.callee, (syntax.Name, syntax.Attribute)):
            if node.callee.name in BY_NAME:
                named = [each.value for each in node.arguments if isinstance(each.value, syntax.Literal)]
                yield next((each.value for each in named if isinstance(each.value, str)), ANY_NAME)
            elif node.callee.name == "update":
                yield from (each.name for each in node.arguments if each.name)


def set_on_itself(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names of attributes that a method sets on its own object or class: any, where it makes it one of another."""
    own = next((each.arg for each in (*function.args.posonlyargs, *function.args.args)), None)
    if own is None:
        return
    for node in every_node(function):
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):  # most nodes are none, and are not worth a call
            holder, name, _ = attribute_set(node)
            if isinstance(holder, ast.Name) and holder.id == own and name != ANY_NAME:
                yield ANY_NAME if name == CLASS else name
            yield from _keys_set(node, own)


def _keys_set(node: ast.AST, own: str) -> Iterator[str]:
    """The names that a node sets among the attributes of an object: ``self.__dict__["name"] = ...``,
    ``vars(self).update(name=...)``."""
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _are_attributes(node.value, own):
        yield from (
            [node.slice.value] if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) else []
        )
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "update":
        if _are_attributes(node.func.value, own):
            yield from (keyword.arg for keyword in node.keywords if keyword.arg)
            keys = [key for given in node.args if isinstance(given, ast.Dict) for key in given.keys]
            yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def _are_attributes(node: ast.expr, own: str) -> bool:
    """Whether an expression gives the attributes of an object by their names: ``self.__dict__``, ``vars(self)``."""
    holder: ast.expr | None = None
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        holder = node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars" and node.args:
        holder = node.args[0]
    return isinstance(holder, ast.Name) and holder.id == own
