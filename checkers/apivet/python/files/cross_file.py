"""Files that do something to types that other files declare: register them with a scheme, or add to their classes.

Told by a few words, as everything that decides which files are read closely.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from apivet.python.source.nodes import assigned, every_node, last_name

SCHEME_WORD: Final = b"add_known_type"
#: The names of classes begin with a capital; the others are what loops over several of them call one.
_CLASS: Final = rb"(?:[A-Z]\w*|cls|class_|klass|kind|model|type_|t)"
#: ``Widget.is_ready = ...``, ``v1.Widget.is_ready: Any = ...``: an attribute that is set is found ten times as fast as
#: a line that begins with a class.
_ATTRIBUTE: Final = re.compile(rb"\.[A-Za-z_]\w*(?:, ?[\w.]+){0,9}[ \t]*(?::[^=\n]{0,80})?[-+|*]?=(?!=)")
_OF_CLASS: Final = re.compile(rb"[ \t]*(?:\w+\.)*" + _CLASS)
#: ``setattr(Widget, ...)``, ``type.__setattr__(Widget, ...)``.
_SETTER: Final = re.compile(rb"\bsetattr\([ \t\n]*(?:\w+\.)*" + _CLASS + rb"[ \t\n]*,|\b__setattr__\(")
_TYPES_FROM: Final = 1


def registers(data: bytes) -> bool:
    """Whether a file may register types itself."""
    return SCHEME_WORD in data


def patches(data: bytes) -> bool:
    """Whether a file may add to classes."""
    if b"setattr" in data and _SETTER.search(data) is not None:
        return True
    line = place = 0
    for match in _ATTRIBUTE.finditer(data):
        line, place = data.rfind(b"\n", place, match.start()) + 1 or line, match.start()
        if _OF_CLASS.fullmatch(data, line, place) is not None:
            return True
    return False


def registering_functions(data: bytes) -> set[bytes]:
    """The functions of a registering file that register what their caller hands in, the methods of classes that
    register what their objects have collected, and what else a scheme's method is bound to."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found: set[str] = set()
    for node in every_node(tree):
        if isinstance(node, ast.ClassDef):
            methods = [item for item in node.body if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))]
            if any("self" in _given_types(method) for method in methods):
                found.update(method.name for method in methods)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not _parameters(node).isdisjoint(_given_types(node)):
                found.add(node.name)
    found |= _bound_to_methods(tree)
    return {name.encode() for name in found if not name.startswith(("__", SCHEME_WORD.decode()))}


def _bound_to_methods(tree: ast.Module) -> set[str]:
    """The names and attributes that stand for a scheme's method, with or without some of what it is given."""
    found: set[str] = set()
    for node in every_node(tree):
        for target, value in assigned(node) if isinstance(node, ast.stmt) else ():
            every = list(every_node(value))
            called = {id(inner.func) for inner in every if isinstance(inner, ast.Call)}
            handed = [each for each in every if isinstance(each, (ast.Name, ast.Attribute)) and id(each) not in called]
            if any(name in found or name.startswith(SCHEME_WORD.decode()) for name in map(last_name, handed)):
                found.add(last_name(target))
    return found - {""}


def mentions_call(names: set[bytes]) -> re.Pattern[bytes]:
    """A pattern that is found in each file that calls, or decorates with, one of these functions."""
    return re.compile(rb"(?:\b|@)(?:" + b"|".join(re.escape(name) for name in sorted(names)) + rb")\b[ \t]*[(\n]")


def _parameters(function: ast.AST) -> set[str]:
    """The parameters of a function, and of those inside of it, which it may give back."""
    every = [node for node in every_node(function) if isinstance(node, ast.arguments)]
    return {
        each.arg
        for given in every
        for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
        if each is not None
    }


def _given_types(function: ast.AST) -> set[str]:
    """The names that the types come from which a function registers: what a loop goes over stands for its elements."""
    sources: dict[str, set[str]] = {}
    for node in every_node(function):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            for target in _names(node.target):
                sources.setdefault(target, set()).update(_names(node.iter))
    found: set[str] = set()
    for node in every_node(function):
        if isinstance(node, ast.Call) and last_name(node).startswith(SCHEME_WORD.decode()):
            given = [*node.args[_TYPES_FROM:], *(keyword.value for keyword in node.keywords)]
            found.update(name for value in given for name in _names(value))
    return found | {source for name in found for source in sources.get(name, ())}


def _names(node: ast.AST) -> Iterator[str]:
    for inner in every_node(node):
        if isinstance(inner, ast.Name):
            yield inner.id
