"""Methods that are bound anew: behind their definition in the class body, or behind the class in its module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from msgspec import Struct, field

from apivet.python.names.resolver import Resolver
from apivet.python.source.bound_behind import bound_in
from apivet.python.source.class_bodies import names_around
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.nodes import (
    DEFINITIONS,
    FUNCTIONS,
    at_once,
    name_bound_by,
    names_read,
    nodes_in,
    values_by_name,
)
from apivet.python.source.stores import ANY_NAME, attribute_set, is_special, named_in_namespace, names_set, values_set

#: Methods that decide how an object keeps its fields.
KEEPING: Final = ("__getattribute__", "__setattr__")


class Rebound(Struct):
    """The methods of a class that are bound anew: to a ``value``, to what a function makes of the method (``wrapped``
    in it, as by a decorator), or, for a reason, to nobody knows what. ``beside`` are names that the body binds by
    something else than assignments and definitions, whether a base has them or not."""

    values: dict[str, ast.expr] = field(default_factory=dict)
    wrapped: dict[str, list[ast.expr]] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)
    beside: set[str] = field(default_factory=set)

    def forget(self, name: str) -> None:
        """Note that a name is bound to a function again."""
        for found in (self.values, self.wrapped, self.doubts):
            found.pop(name, None)

    @property
    def unread(self) -> set[str]:
        """The names that the class may have in another way than by an assignment or a definition."""
        return self.beside.union(self.doubts)

    def special(self, fields: AbstractSet[str]) -> Iterator[str]:
        """The special methods that are bound behind the class; where one of its ``fields`` is, any that keep them."""
        names = (*self.values, *self.doubts)
        return (name for name in (*names, *(KEEPING if not fields.isdisjoint(names) else ())) if is_special(name))

    def doubt(self, name: str) -> str | None:
        """The reason why nobody can tell what a name is bound to."""
        return self.doubts.get(name) or self.doubts.get(ANY_NAME)

    def bind(self, name: str, value: ast.expr, own: str, others: AbstractSet[str] = frozenset()) -> None:
        """Note that a name is bound to a value. ``own`` is what the value calls that which the name had; ``others`` are
        names that mean something else in the class than where the value stands."""
        wrapper = _wrapper(own, value)
        if not others.isdisjoint(names_read(value)):
            self.doubts[name] = "a method that is bound anew"
        elif wrapper is not None and name not in self.values:
            self.wrapped.setdefault(name, []).insert(0, wrapper)
        elif own in names_read(value):
            self.doubts[name] = "a method that is bound anew"
        else:
            self.forget(name)
            self.values[name] = value


def rebound_in(resolver: Resolver, module: SourceModule, source: ClassSource) -> Rebound:
    """The methods of a class that its body, or its module behind the class, binds anew."""
    found = Rebound()
    defined: set[str] = set()
    is_plain = not (b":=" in module.data or module.may_write_class_bodies)
    around = names_around(source.node.body)
    for statement in source.node.body:
        if isinstance(statement, FUNCTIONS):
            defined.add(statement.name)
            found.forget(statement.name)
        elif defined or not (is_plain and isinstance(statement, _SIMPLE)):
            _bind_again(statement, defined, around, found)
    behind = stores(resolver, module).get(source.qualified, ())
    own = dict(bound_in(source.node.body)) if behind else {}
    for name, value, _ in behind:
        before = f"{source.qualified}.{name}"
        is_plain = isinstance(own.get(name), FUNCTIONS) and not getattr(own[name], "decorator_list")
        if is_plain and value is not None and ast.unparse(value) == before:
            continue  # it is what it was
        if value is not None and name != ANY_NAME:
            found.bind(name, value, before, own.keys())
        else:
            found.doubts[name] = f"{_called(name)} that the module takes away or replaces"
    return found


#: Statements that bind nothing, or in a way that is read where attributes and fields are.
_SIMPLE: Final = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Pass, ast.ClassDef)


def _called(name: str) -> str:
    return "a method" if name == ANY_NAME else name


def _bind_again(statement: ast.stmt, defined: set[str], around: set[str], found: Rebound) -> None:
    """Note what a statement of a class body binds of the methods that stand before it, and what it sets among the names
    of the body, which need not stand there at all; names ``around`` it are none of the class."""
    for name, value in named_in_namespace(statement):
        if name != ANY_NAME and name not in defined:
            found.bind(name, value, name)
    plain = dict(values_by_name(statement))
    for name in plain.keys() & defined:
        found.bind(name, plain[name], name)
    # Functions under a condition are looked at as definitions.
    others = (node for node in at_once([statement]) if not isinstance(node, DEFINITIONS))
    bound = {*filter(None, map(name_bound_by, others)), *names_set(statement)}
    found.beside |= bound - plain.keys() - around
    for name in (defined if ANY_NAME in bound else bound & defined) - plain.keys():
        found.doubts[name] = "a method that the class body binds anew"


def _wrapper(own: str, value: ast.expr) -> ast.expr | None:
    """The function that is called with the method alone, and makes what takes its place."""
    if not isinstance(value, ast.Call) or len(value.args) != 1 or value.keywords:
        return None
    given = value.args[0]
    return value.func if isinstance(given, (ast.Name, ast.Attribute)) and next(names_read(given), "") == own else None


# ----------------------------------------------------------------------------------------------- behind the class


class StoredAttribute(NamedTuple):
    """An attribute that is set: to the value, or to none where it can't be told whether it is set, and to what. A
    function does so later than that the module is loaded."""

    name: str
    value: ast.expr | None
    is_later: bool


_Found = dict[str, list[StoredAttribute]]


def stores(resolver: Resolver, module: SourceModule) -> _Found:
    """Attributes of classes that a module sets, or takes away, by the name of the class."""

    def look() -> _Found:
        found: _Found = {}
        for statement in module.tree.body:
            _add(statement, found)
        return found

    return resolver.remember(module, ("stores",), look)


def _add(statement: ast.stmt, found: _Found) -> None:
    values = values_set(statement)
    pending: list[tuple[ast.AST, bool]] = [(statement, False)]
    while pending:
        node, is_later = pending.pop()
        if isinstance(node, (ast.Attribute, ast.Call)):  # most nodes are none, and are not worth a call
            holder, name, _ = attribute_set(node)
            if isinstance(holder, ast.Name):
                found.setdefault(holder.id, []).append(StoredAttribute(name, values.get(node), is_later))
        is_later |= isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        pending += ((child, is_later) for child in nodes_in(node))
