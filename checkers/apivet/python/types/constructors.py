"""The fields of a plain class that its constructor sets: ``self.x: T = ...``, ``self.x = x`` with ``x: T``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from msgspec import Struct

from apivet.python.source.class_bodies import statements_of


class AssignedAttribute(Struct, frozen=True):
    """An attribute that a constructor sets, with its type and what it is by default."""

    name: str
    annotation: ast.expr
    value: ast.expr | None
    statement: ast.stmt


def assigned_in_constructor(node: ast.ClassDef) -> Iterator[AssignedAttribute]:
    """The attributes of known type that ``__init__`` sets, in order."""
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name != "__init__" or not method.args.args:
            continue
        arguments = [*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs]
        annotations = {item.arg: item.annotation for item in arguments if item.annotation is not None}
        defaults = _parameter_defaults(method.args)
        for statement in statements_of(method.body):
            found = _assigned(statement, method.args.args[0].arg, annotations, defaults)
            if found is not None:
                yield found


def _assigned(
    statement: ast.stmt, this: str, annotations: Mapping[str, ast.expr], defaults: Mapping[str, ast.expr]
) -> AssignedAttribute | None:
    target: ast.expr
    declared: ast.expr | None = None
    value: ast.expr | None = None
    if isinstance(statement, ast.AnnAssign):
        target, declared = statement.target, statement.annotation
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    else:
        return None
    if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == this):
        return None
    parameter = _plain_parameter(statement.value)
    if parameter is not None:
        declared = declared or annotations.get(parameter)
        value = _stand_in(statement.value) or defaults.get(parameter)
    elif isinstance(statement.value, (ast.Constant, ast.List, ast.Dict)) or _is_bare_call(statement.value):
        value = statement.value
    return None if declared is None else AssignedAttribute(target.attr, declared, value, statement)


def _parameter_defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    defaults = {item.arg: default for item, default in zip(with_default, arguments.defaults)}
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if default is not None:
            defaults[item.arg] = default
    return defaults


def _plain_parameter(node: ast.expr | None) -> str | None:
    """``x`` of ``self.x = x``, ``= x or ...`` and ``= x if x is not None else ...``."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.BoolOp) and isinstance(node.values[0], ast.Name):
        return node.values[0].id
    if isinstance(node, ast.IfExp):
        for branch in (node.body, node.orelse):
            if isinstance(branch, ast.Name):
                return branch.id
    return None


def _stand_in(node: ast.expr | None) -> ast.expr | None:
    """``[]`` of ``self.x = x or []`` and of ``self.x = x if x is not None else []``."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        return node.values[-1]
    if isinstance(node, ast.IfExp):
        return node.body if isinstance(node.orelse, ast.Name) else node.orelse
    return None


def _is_bare_call(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and not node.args and not node.keywords
