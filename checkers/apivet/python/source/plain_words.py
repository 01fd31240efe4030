"""Source with its roundabout words put plainly: ``getattr(module, "name")`` is ``module.name``, ``globals()["name"]``
is the name, and a text that is run stands in the place of the call which runs it."""

from __future__ import annotations

import ast
import re
from typing import Final

from apivet.python.source.nodes import last_name
from apivet.python.source.stores import spelled

#: Words that are seldom there but to get at what other modules have.
_NAMED: Final = ("__setattr__", "__delattr__", "__globals__", "__dict__", "setattr", "delattr")
_WORDS: Final = (
    *(f"{quote}{name}{quote}".encode() for name in _NAMED for quote in "'\""),
    *(b"getmodule(", b"globals()[", b"locals()[", b"vars()[", b".__func__."),
)
#: A text that is run.
_RUN: Final = re.compile(rb"(?:eval|exec)\((?<![\w.]eval\()(?<![\w.]exec\()(?=['\"c])")
_NAMESPACES: Final = ("globals", "locals", "vars")


def may_say_otherwise(data: bytes) -> bool:
    """Whether source may have such words."""
    if any(word in data for word in _WORDS):
        return True
    return (b"eval(" in data or b"exec(" in data) and _RUN.search(data) is not None


def put_plainly(tree: ast.Module, data: bytes) -> None:
    """Put all in the tree of a text plainly, inner nodes first. What is nested deeply is no deeper here."""
    for node in reversed(list(ast.walk(tree)) if may_say_otherwise(data) else []):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [_plainly(each) if isinstance(each, ast.AST) else each for each in value]
            elif isinstance(value, ast.AST):
                setattr(node, name, _plainly(value))


def _plainly(node: ast.AST) -> ast.AST:
    plain: ast.AST | None = None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and last_name(node.value) == "exec":
        run = _run(node.value, "exec")
        plain = ast.If(ast.Constant(True), run.body or [ast.Pass()], []) if isinstance(run, ast.Module) else None
    elif isinstance(node, ast.Call):
        plain = _called(node)
    elif isinstance(node, ast.Attribute) and node.attr == "__func__":
        plain = node.value
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and not node.value.args:
        is_name = last_name(node.value) in _NAMESPACES and spelled(node.slice).isidentifier()
        plain = ast.Name(spelled(node.slice), node.ctx) if is_name else None
    return node if plain is None else ast.copy_location(plain, node)


def _called(node: ast.Call) -> ast.expr | None:
    """A call in other words, where there are any."""
    called, name = node.func, last_name(node.func)
    if name == "getattr" and len(node.args) == 2:
        return _attribute(node.args[0], node.args[1])
    if name == "getmodule" and len(node.args) == 1:
        return ast.Attribute(node.args[0], "__globals__", ast.Load())
    if name == "eval" and isinstance(run := _run(node, "eval"), ast.Expression):
        return run.body
    if not isinstance(called, ast.Call) or len(node.args) != 1 or not called.args:
        return None
    if name == "attrgetter" and len(called.args) == 1:
        return _attribute(node.args[0], called.args[0])
    method = _attribute(node.args[0], called.args[0]) if name == "methodcaller" else None
    return None if method is None else ast.Call(ast.copy_location(method, node), called.args[1:], called.keywords)


def _attribute(holder: ast.expr, name: ast.expr) -> ast.Attribute | None:
    """The attribute that a text names."""
    text = spelled(name)
    return ast.Attribute(holder, text, ast.Load()) if text.isidentifier() else None


def _run(call: ast.Call, mode: str) -> ast.Module | ast.Expression | None:
    """The source that a call runs, where it is written out."""
    text = call.args[0] if len(call.args) == 1 and not call.keywords else None
    if isinstance(text, ast.Call) and last_name(text) == "compile" and text.args:
        text = text.args[0]
    try:
        found = compile(spelled(text), "", mode, ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError):  # a text that is computed, too
        return None
    return found if isinstance(found, (ast.Module, ast.Expression)) else None
