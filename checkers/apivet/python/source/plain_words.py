"""Source with its roundabout words put plainly: ``getattr(module, "name")`` is ``module.name``, ``globals()["name"]``
is the name, and a text that is run stands in the place of the call which runs it. A name that is put together is the
one of those that set attributes which it may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Final

from apivet.python.source.nodes import every_node, last_name
from apivet.python.source.stores import ANY_NAME, spelled

#: Words that are seldom there but to get at what other modules have.
_NAMED: Final = ("__setattr__", "__delattr__", "__globals__", "__dict__", "setattr", "delattr")
_WORDS: Final = (
    *(f"{quote}{name}{quote}".encode() for name in _NAMED for quote in "'\""),
    *(b"getmodule(", b"globals()[", b"locals()[", b"vars()[", b".__func__."),
)
#: A text that is run. The names come first, so that they are searched for fast.
_RUN: Final = tuple(re.compile(name + rb"(?<![\w.]" + name + rb")[ \t]*[(,)\n]") for name in (b"eval", b"exec"))
#: An attribute whose name is no literal.
_ASKED: Final = re.compile(
    rb"\bgetattr\([ \t\n]*(?!self\b)[A-Za-z_][\w.]*[ \t\n]*,(?![ \t\n]*['\"]\w+['\"][ \t\n]*[,)])"
)
_ANY_TEXT: Final = ".*"
_NAMESPACES: Final = ("globals", "locals", "vars")
#: Methods and functions that set attributes, and those that only take them away.
_TAKING_AWAY: Final = ("__delattr__", "delattr")
_SETTING: Final = ("__setattr__", "setattr", *_TAKING_AWAY)
#: Names that stand for each other.
_NAMES: Final = 6


def may_say_otherwise(data: bytes) -> bool:
    """Whether source may have such words."""
    if any(word in data for word in _WORDS) or runs_text(data):
        return True
    return b"getattr(" in data and _ASKED.search(data) is not None


def runs_text(data: bytes) -> bool:
    """Whether source may run a text."""
    return any(each.search(data) is not None for each in _RUN)


def put_plainly(nodes: Sequence[ast.AST], data: bytes) -> Sequence[ast.AST]:
    """Put all nodes of the tree of a text plainly, inner ones first: the nodes that it has then. What is nested deeply
    is no deeper here."""
    if not may_say_otherwise(data):
        return nodes
    texts = _Texts(nodes)
    for node in reversed(nodes):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [_plainly(each, texts) if isinstance(each, ast.AST) else each for each in value]
            elif isinstance(value, ast.AST):
                setattr(node, name, _plainly(value, texts))
    return list(every_node(nodes[0]))


class _Texts:
    """Names of attributes that code puts together."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        self._values: dict[str, list[ast.expr]] = {}
        for node in nodes:
            for target in node.targets if isinstance(node, ast.Assign) else ():
                if isinstance(node, ast.Assign) and isinstance(target, ast.Name):
                    self._values.setdefault(target.id, []).append(node.value)

    def named(self, node: ast.expr, among: Sequence[str], *, is_sure: bool = False) -> str:
        """The text that an expression is, or the first of these that it may be where it is put together, else any;
        where that must be sure, of parts that are written out."""
        if spelled(node) != ANY_NAME:
            return spelled(node)
        values = self._values.get(node.id, []) if isinstance(node, ast.Name) else [node]
        patterns = [self._pattern(each) for each in values if not isinstance(each, ast.Name)]
        return next((name for name in among for each in patterns if _fits(each, name, is_sure)), ANY_NAME)

    def _pattern(self, node: ast.expr, depth: int = _NAMES) -> str:
        """The texts that an expression may give."""
        parts: Sequence[ast.expr] = ()
        if isinstance(node, ast.Constant):
            return re.escape(node.value) if isinstance(node.value, str) else _ANY_TEXT
        if isinstance(node, ast.Name) and len(self._values.get(node.id, ())) == 1:
            parts = self._values[node.id]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = (node.left, node.right)
        elif isinstance(node, ast.JoinedStr):
            parts = node.values
        elif isinstance(node, ast.FormattedValue):
            parts = (node.value,)
        return "".join(self._pattern(each, depth - 1) for each in parts) if parts and depth > 0 else _ANY_TEXT


def _fits(pattern: str, name: str, is_sure: bool) -> bool:
    return not (is_sure and _ANY_TEXT in pattern) and re.fullmatch(pattern, name) is not None


def _plainly(node: ast.AST, texts: _Texts) -> ast.AST:
    plain: ast.AST | None = None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and last_name(node.value) == "exec":
        run = _run(node.value, "exec")
        plain = ast.If(ast.Constant(True), run.body or [ast.Pass()], []) if isinstance(run, ast.Module) else None
    elif isinstance(node, ast.Call):
        plain = _called(node, texts)
    elif isinstance(node, ast.Attribute) and node.attr == "__func__":
        plain = node.value
    elif isinstance(node, ast.Subscript) and last_name(node.value) == "getattr" and isinstance(node.value, ast.Call):
        names = _asked_for(node.value, texts, ("__dict__",))
        plain = None if names is None else ast.Subscript(ast.copy_location(names, node), node.slice, node.ctx)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and not node.value.args:
        is_name = last_name(node.value) in _NAMESPACES and spelled(node.slice).isidentifier()
        plain = ast.Name(spelled(node.slice), node.ctx) if is_name else None
    return node if plain is None else ast.copy_location(plain, node)


def _called(node: ast.Call, texts: _Texts) -> ast.expr | None:
    """A call in other words, where there are any."""
    called, name = node.func, last_name(node.func)
    if isinstance(called, ast.Call) and name == "getattr":
        setter = _asked_for(called, texts, _SETTING if len(node.args) != 1 else _TAKING_AWAY)
        return None if setter is None else ast.Call(ast.copy_location(setter, node), node.args, node.keywords)
    if name == "getattr" and len(node.args) == 2:
        text = texts.named(node.args[1], _SETTING, is_sure=True)
        return ast.Attribute(node.args[0], text, ast.Load()) if text.isidentifier() else None
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


def _asked_for(call: ast.Call, texts: _Texts, among: Sequence[str]) -> ast.Attribute | None:
    """The attribute that ``getattr`` is asked for by a name that may be one of these."""
    name = texts.named(call.args[1], among) if len(call.args) == 2 else ANY_NAME
    return ast.Attribute(call.args[0], name, ast.Load()) if name in among else None


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
