"""Modules that an expression may give, over whatever names and containers of its file: by what all of it is bound to,
in whatever order, so that too many are found and none is missed that the file itself hands on."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from apivet.python.source.nodes import assigned, every_node, last_name, name_bound_by, nodes_in, parameters_of
from apivet.python.source.stores import spelled

_MAKING: Final = "__init__"
#: All exceptions that a file raises, as one name.
_RAISED: Final = "(raised)"
#: Functions that give a module by its name.
IMPORTING: Final = ("import_module", "__import__", "resolve_name", "locate")


class Leading:
    """The chains of names (``app.crane``) that stand for modules, by the names of a file that may hold one of them. An
    attribute is one name (``.held``) wherever it is set; names that begin with a capital are those of classes, whose
    objects are told by other means."""

    def __init__(self, nodes: Sequence[ast.AST], imported: Collection[str]) -> None:
        self._values: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._chained: dict[str, dict[tuple[str, tuple[str, ...]], None]] = {}
        self._found: dict[str, frozenset[str]] = {}
        parameters = _parameters(nodes)
        for node in nodes:
            kept = ((target, value) for target, value in _kept(node) if value.id in imported)
            for target, value in (*bound(node), *kept, *_handed(node, parameters)):
                for name in names_of(target):
                    self._values[name].append(value)

    def chains(self, node: ast.expr) -> list[str]:
        """The dotted names of the modules that an expression may give."""
        found: set[str] = set()
        for root, steps in chains_in(node):
            held = {each for name in _keys(root, steps) for each in self._behind(name)}
            found.update(".".join((each, *steps[-1:])) for each in held)
            found.update((*held, ".".join((root, *steps)) if root else ""))
        return sorted(each for each in found - {""} if not any(map(is_class_name, each.split("."))))

    def _bound_to(self, name: str) -> Collection[tuple[str, tuple[str, ...]]]:
        """The chains in the values of a name."""
        if name not in self._chained:
            self._chained[name] = dict.fromkeys(
                each for value in self._values.get(name, ()) for each in chains_in(value)
            )
        return self._chained[name]

    def _behind(self, name: str) -> frozenset[str]:
        """The chains that the values of a name hold, over all further names."""
        if name not in self._found:
            found, seen, pending = set[str](), {name}, [name]
            while pending:
                for root, steps in self._bound_to(pending.pop()):
                    found.add(".".join((root, *steps)) if root else "")
                    further = _keys(root, steps) - seen
                    seen |= further
                    pending += sorted(further)
            self._found[name] = frozenset(found)
        return self._found[name]


def is_class_name(name: str) -> bool:
    """Whether a name is written as that of a class."""
    return name[:1].isupper() and not name.isupper()


def _keys(root: str, steps: tuple[str, ...]) -> set[str]:
    """The names whose values a chain may lead to: attributes are set on objects, and in bodies of classes."""
    return {root, *steps, *(f".{step}" for step in steps)}


def chains_in(node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names with their attributes in an expression, no name where these are of something else; of a call what it is
    given, and what it is a method of."""
    pending = [node]
    while pending:
        node, steps = pending.pop(), list[str]()
        while (part := part_of(node)) is not None:
            node, name = part
            steps = [name, *steps]
        named = module_named(node)
        if named is not None:
            yield named, tuple(steps)
        elif isinstance(node, ast.Name):
            yield node.id, tuple(steps)
        elif not isinstance(node, ast.Lambda):
            yield from [("", tuple(steps))] if steps else []
            pending += nodes_in(node)
            pending += [node.func.body] if isinstance(node, ast.Call) and isinstance(node.func, ast.Lambda) else []


def part_of(node: ast.AST) -> tuple[ast.AST, str] | None:
    """The object and the name of an attribute: ``module.name``, ``getattr(module, "name")``."""
    if isinstance(node, ast.Attribute):
        return node.value, node.attr
    is_asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr"
    if isinstance(node, ast.Call) and is_asked and len(node.args) > 1:
        return node.args[0], spelled(node.args[1])
    return None


def module_named(node: ast.AST) -> str | None:
    """The module that an expression names: ``sys.modules["pkg.module"]``, ``import_module("pkg.module")``."""
    text: ast.expr | None = None
    if isinstance(node, ast.Subscript) and are_all_modules(node.value):
        text = node.slice
    elif isinstance(node, ast.Call) and node.args:
        is_asked = isinstance(node.func, ast.Attribute) and are_all_modules(node.func.value)
        text = node.args[0] if is_asked or last_name(node.func) in IMPORTING else None
    return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else None


def are_all_modules(node: ast.expr) -> bool:
    """``sys.modules``."""
    return isinstance(node, ast.Attribute) and node.attr == "modules"


def bound(node: ast.AST) -> Iterator[tuple[ast.AST | str, ast.expr]]:
    """Targets that a node binds, each with the value; the name of a function is bound to what that returns."""
    yield from assigned(node)
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield node.target, node.iter
    elif isinstance(node, ast.Raise) and node.exc is not None:
        yield _RAISED, node.exc
    elif isinstance(node, ast.ExceptHandler) and node.name is not None:
        yield node.name, ast.Name(_RAISED, ast.Load())
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, node.context_expr
    elif isinstance(node, ast.Match):
        for part in (each for case in node.cases for each in every_node(case.pattern)):
            name = name_bound_by(part)
            yield from [] if name is None else [(name, node.subject)]
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield from ((node.name, value) for value in _given_by(node.body))
        yield from _defaults(node.args)
    elif isinstance(node, ast.Lambda):
        yield from _defaults(node.args)


def _kept(node: ast.AST) -> Iterator[tuple[ast.AST, ast.Name]]:
    """The objects whose methods are given something, which they may keep, each with the name of that."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from ((node.func.value, given) for given in node.args if isinstance(given, ast.Name))


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    """Parameters with their defaults."""
    named = [*arguments.posonlyargs, *arguments.args]
    yield from ((each.arg, value) for each, value in zip(reversed(named), reversed(arguments.defaults)))
    yield from (
        (each.arg, value) for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value is not None
    )


def _given_by(body: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    """The values that the statements of a function return or yield."""
    pending: list[ast.AST] = [*body]
    while pending:
        statement = pending.pop()
        value = getattr(statement, "value", None)
        if isinstance(statement, ast.Return) or isinstance(value, (ast.Yield, ast.YieldFrom)):
            yield from [] if value is None else [value]
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            pending += getattr(statement, part, ())


def _handed(node: ast.AST, parameters: dict[str, set[str]]) -> Iterator[tuple[str, ast.expr]]:
    """The parameters of a function of the file that a call may be of, or that it is given to call, each with all that
    it is given."""
    if not isinstance(node, ast.Call):
        return
    names = set[str]()
    for each in (node.func, *node.args):
        names |= parameters_of(each) if isinstance(each, ast.Lambda) else parameters.get(last_name(each), set())
    for name in sorted(names):
        yield from ((name, given) for given in (*node.args, *(each.value for each in node.keywords)))


def _parameters(nodes: Sequence[ast.AST]) -> dict[str, set[str]]:
    """The parameters of each function of a file, by its name; those of a class are what its objects are made with."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] |= parameters_of(node)
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name == _MAKING:
                    found[node.name] |= parameters_of(each)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for name in (name for target in node.targets for name in names_of(target)):
                found[name] |= parameters_of(node.value)
    return dict(found)


def names_of(target: ast.AST | str) -> Iterator[str]:
    """The names that a target sets."""
    pending = [target]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield f".{part.attr}"
        elif isinstance(part, ast.Subscript):
            pending.append(part.value)
        elif isinstance(part, (ast.Tuple, ast.List, ast.Starred)):
            pending += nodes_in(part)
