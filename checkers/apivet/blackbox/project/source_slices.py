"""The live value of an expression that stands somewhere in the project's source: a hook in a registration.

It is evaluated where it stands: in its module, and, inside a function, with those of the function's own names that it
needs, as far as these do not depend on how the function is called.
"""

from __future__ import annotations
import __future__

import ast
import functools
import symtable
import types
from collections.abc import Iterator
from typing import Any, Final, Union

from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.protocol.models import SourceSlice

_Comprehension = Union[ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp]
_Scope = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, _Comprehension]
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES: Final = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_REMEDY: Final = "; put it at the top level of a module, where it can be found by its name"
#: The function that is put around what is evaluated, so that it finds the names of an enclosing one.
_AROUND: Final = "<around>"


def value_of(source_slice: SourceSlice, module: types.ModuleType) -> Any:
    """The value of an expression in a module, or the function that a ``def`` makes. Raises :class:`CannotRunError`."""
    path = source_slice.source
    tree = _tree(path)
    for node, scopes in _nodes(tree, ()):
        if _is_at(node, source_slice) and isinstance(node, (ast.expr, *_FUNCTIONS)):
            return _Evaluation(vars(module), path, _flags(tree)).value(node, scopes)
    raise CannotRunError(f"line {source_slice.line} of {source_slice.module} is no longer what the static check saw")


@functools.lru_cache(maxsize=32)
def _tree(path: str) -> ast.Module:
    try:
        with open(path, "rb") as stream:
            return ast.parse(stream.read(), path)
    except (OSError, SyntaxError, ValueError) as error:
        raise CannotRunError(f"{path} can't be read again: {error}") from None


def _nodes(node: ast.AST, scopes: tuple[_Scope, ...]) -> Iterator[tuple[ast.AST, tuple[_Scope, ...]]]:
    """All nodes below a node, with the scopes around them, outermost first."""
    for child in ast.iter_child_nodes(node):
        yield child, scopes
        yield from _nodes(child, (*scopes, child) if isinstance(child, _SCOPES) else scopes)


def _is_at(node: ast.AST, source_slice: SourceSlice) -> bool:
    found = tuple(getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))
    return found == (source_slice.line, source_slice.column, source_slice.end_line, source_slice.end_column)


def _flags(tree: ast.Module) -> int:
    """Compiler flags of the module, which say how annotations are compiled."""
    names = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    }
    return __future__.annotations.compiler_flag if "annotations" in names else 0


class _Evaluation:
    """Evaluates nodes of one module, each binding of an enclosing function once."""

    def __init__(self, namespace: dict[str, Any], path: str, flags: int) -> None:
        self._namespace = namespace
        self._path = path
        self._flags = flags
        self._bound: dict[tuple[int, str], Any] = {}
        self._under_way: list[str] = []

    def value(self, node: ast.AST, scopes: tuple[_Scope, ...]) -> Any:
        """The value of an expression, or the function of a ``def``."""
        if isinstance(node, _FUNCTIONS):
            return self._result([node, ast.Return(ast.Name(node.name, ast.Load()))], node.lineno, scopes)
        assert isinstance(node, ast.expr)
        return self._result([ast.Return(node)], node.lineno, scopes)

    def _result(self, body: list[ast.stmt], line: int, scopes: tuple[_Scope, ...]) -> Any:
        """The result of statements, with the names of the functions around them that they need."""
        try:
            found = {name: self._local(name, scopes) for name in _free_names(body)}
            needed = {name: binding for name, binding in found.items() if binding is not None}
            code = compile(_around(body, list(needed)), self._path, "exec", self._flags, dont_inherit=True)
            values = [self._bound_value(name, *binding) for name, binding in needed.items()]
            made: dict[str, Any] = {}
            exec(code, self._namespace, made)
            return made[_AROUND](*values)
        except CannotRunError:
            raise
        except (Exception, SystemExit) as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            raise CannotRunError(f"what stands at line {line} can't be evaluated: {text}") from None

    def _local(self, name: str, scopes: tuple[_Scope, ...]) -> tuple[ast.stmt, tuple[_Scope, ...]] | None:
        """The statement that binds a name in a scope around, with the scopes around that one; nothing where it is the
        module's. The names of a class are seen from its own body alone."""
        for index in range(len(scopes) - 1, -1, -1):
            scope = scopes[index]
            if isinstance(scope, ast.ClassDef) and index != len(scopes) - 1:
                continue
            if name in _parameters(scope):
                raise CannotRunError(f"it needs '{name}', which {_called(scope)} is given by its caller{_REMEDY}")
            if not isinstance(scope, (*_FUNCTIONS, ast.ClassDef)):
                continue
            statements = list(_bindings(scope.body, name))
            if any(isinstance(statement, ast.Global) for statement in statements):
                return None
            if len(statements) > 1 or not all(_is_plain(statement, name) for statement in statements):
                raise CannotRunError(f"it needs '{name}', which {_called(scope)} binds as it runs{_REMEDY}")
            if statements:
                return statements[0], scopes[: index + 1]
        return None

    def _bound_value(self, name: str, statement: ast.stmt, scopes: tuple[_Scope, ...]) -> Any:
        if name in self._under_way:
            raise CannotRunError(f"it needs '{name}', which needs itself{_REMEDY}")
        key = id(statement), name
        if key not in self._bound:
            self._under_way.append(name)
            body = [statement, ast.Return(ast.Name(name, ast.Load()))]
            self._bound[key] = self._result(body, statement.lineno, scopes)
            self._under_way.pop()
        return self._bound[key]


# ---------------------------------------------------------------------------------------------------------- names


def _around(body: list[ast.stmt], parameters: list[str], name: str = _AROUND) -> ast.Module:
    """A function of these statements."""
    module = ast.parse("def around(): ...")
    (function,) = module.body
    assert isinstance(function, ast.FunctionDef)
    function.name = name
    function.args.args = [ast.arg(parameter) for parameter in parameters]
    function.body = body
    return ast.fix_missing_locations(module)


def _free_names(body: list[ast.stmt]) -> list[str]:
    """The names that statements take from around them."""
    found: set[str] = set()
    pending = [symtable.symtable(ast.unparse(_around(body, [], "around")), "around", "exec")]
    while pending:
        table = pending.pop()
        pending += table.get_children()
        if table.get_type() != "module":
            found.update(symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
    return sorted(found)


def _parameters(scope: _Scope) -> set[str]:
    """Names that a scope binds from outside: a function's parameters, the targets of a comprehension."""
    if isinstance(scope, (*_FUNCTIONS, ast.Lambda)):
        own = scope.args
        given = [*own.posonlyargs, *own.args, *own.kwonlyargs, *filter(None, (own.vararg, own.kwarg))]
        return {parameter.arg for parameter in given}
    if isinstance(scope, ast.ClassDef):
        return set()
    targets = [name for each in scope.generators for name in ast.walk(each.target)]
    return {name.id for name in targets if isinstance(name, ast.Name)}


def _bindings(body: list[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """The statements of a scope that bind a name, and one that gives it to the module."""
    for statement in body:
        if isinstance(statement, ast.Global) and name in statement.names:
            yield statement
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            if statement.name == name:
                yield statement
            continue
        inner = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
        if any(_binds(child, name) for child in inner):
            yield statement
        for block in _blocks(statement):
            yield from _bindings(block, name)


def _blocks(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, (ast.ExceptHandler, ast.match_case)):
            yield child.body
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, None)
        if isinstance(block, list):
            yield block


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a part of a statement, what is inside of other scopes left out, binds a name."""
    if isinstance(node, (ast.stmt, *_SCOPES)):
        return False
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.alias):
        return (node.asname or node.name.partition(".")[0]) == name
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name == name:
        return True
    if isinstance(node, ast.MatchMapping) and node.rest == name:
        return True
    return any(_binds(child, name) for child in ast.iter_child_nodes(node))


def _is_plain(statement: ast.stmt, name: str) -> bool:
    """Whether a statement binds a name to the same, wherever and whenever it runs."""
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return True
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    is_assignment = isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None
    return is_assignment and len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name


def _called(scope: _Scope) -> str:
    if isinstance(scope, (*_FUNCTIONS, ast.ClassDef)):
        return scope.name
    return "a lambda" if isinstance(scope, ast.Lambda) else "a comprehension"
