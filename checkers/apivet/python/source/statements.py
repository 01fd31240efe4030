"""Python functions as :mod:`apivet.program.syntax` functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final, Literal, Union

from msgspec import Struct

from apivet.program import syntax
from apivet.python.source.expressions import BINARY, ExpressionLowering
from apivet.python.source.marks import ACCESSORS, MARKING, MARKS
from apivet.python.source.nodes import first_name, last_name, names_read, nodes_in
from apivet.python.source.patterns import unfold_match
from apivet.python.source.stores import ANY_NAME
from apivet.verdicts import Location

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]
Binding = Literal["none", "instance", "class"]

_PROPERTIES: Final = frozenset(("abstractproperty", "cached_property", "getter", "property"))
_CACHING: Final = frozenset(("cache", "cached_property", "lru_cache"))
_ABSTRACT: Final = frozenset(("abstractmethod", "abstractproperty"))
_CLASS_BOUND: Final = frozenset(("__new__", "__init_subclass__", "__class_getitem__"))


class CodeScope(Struct, frozen=True):
    """The scope of a piece of code: its file, its module, and the dotted name of what encloses it.

    ``package`` is what relative imports start from; ``owner`` the dotted class whose body this is, if any.
    ``own_functions`` are the module's functions, and what else has the name of a mark without being one: such a
    decorator is judged by what it does, whatever its name. ``marking`` are the names of modules that have marks.
    """

    path: str
    module: str
    package: str
    dotted: str
    owner: str | None = None
    own_functions: frozenset[str] = frozenset()
    marking: frozenset[str] = frozenset()
    #: Names that are bound again, with the line by which they are (:mod:`apivet.python.source.bound_behind`); of code
    #: that runs later none.
    again: Mapping[str, int] = {}

    def inside(self, name: str, owner: str | None = None) -> CodeScope:
        """The scope of a function or class of that name."""
        return CodeScope(
            self.path, self.module, self.package, f"{self.dotted}.{name}", owner, self.own_functions, self.marking
        )


def is_overload(node: FunctionNode) -> bool:
    """A signature for type checkers only: it is never called."""
    return any(last_name(decorator) == "overload" for decorator in node.decorator_list)


def accessor_name(node: FunctionNode) -> str:
    """The name under which a method is known: ``x.setter`` for the setter of the property ``x``."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            return f"{node.name}.{decorator.attr}"
    return node.name


def relative_target(package: str, level: int, module: str | None) -> str:
    """The absolute dotted name that ``from <dots><module> import ...`` starts from; empty beyond the top."""
    if level == 0:
        return module or ""
    parts = package.split(".") if package else []
    if level - 1 > len(parts):
        return ""
    parts = parts[: len(parts) - (level - 1)]
    return ".".join([*parts, module] if module else parts)


class StatementLowering(ExpressionLowering):
    """Lowers the code of one scope."""

    def __init__(self, scope: CodeScope) -> None:
        super().__init__(scope.path, self._lambda_function)
        self.scope = scope
        self._matches = 0

    # ------------------------------------------------------------------------------------------------ functions

    def function(self, node: FunctionNode) -> syntax.Function:
        """A function or method, with everything inside it."""
        names = {last_name(decorator) for decorator in node.decorator_list if self._is_mark(decorator)}
        name = accessor_name(node)
        scope = self.scope.inside(name)
        body = StatementLowering(scope)
        return syntax.Function(
            location=self.location(node),
            name=node.name,
            dotted=scope.dotted,
            module=self.scope.module,
            owner=self.scope.owner,
            parameters=self.parameters(node.args),
            body=body.block(node.body),
            decorators=tuple(self.loaded(item) for item in node.decorator_list if not self._is_mark(item)),
            binding=self._binding(node, names),
            is_property=bool(names & _PROPERTIES),
            is_async=isinstance(node, ast.AsyncFunctionDef),
            is_generator=is_generator(node.body),
            abstract=bool(names & _ABSTRACT),
            returns=self.optional(node.returns),
            is_cached=bool(names & _CACHING),
        )

    def loaded(self, node: ast.expr) -> syntax.Expression:
        """An expression that runs when the module is loaded: of one with a name that is bound again behind it, nobody
        can tell what that was."""
        again = self.scope.again
        for name in names_read(node) if again else ():
            line = again.get(name, 0 if "." in name else again.get(ANY_NAME, 0))
            if node.lineno <= line:
                return syntax.Opaque(self.location(node), f"{name} (bound again in line {line})", ())
        return self.expression(node)

    def _is_mark(self, decorator: ast.expr) -> bool:
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(named, ast.Name) and named.id in self.scope.own_functions:
            return False
        if isinstance(named, ast.Attribute) and named.attr not in ACCESSORS:
            holder = named.value
            if not isinstance(holder, ast.Name) or holder.id not in (*MARKING, *self.scope.marking):
                return False
        return last_name(decorator) in MARKS

    def _binding(self, node: FunctionNode, marks: set[str]) -> Binding:
        if self.scope.owner is None or "staticmethod" in marks:
            return "none"
        return "class" if "classmethod" in marks or node.name in _CLASS_BOUND else "instance"

    def _lambda_function(self, node: ast.Lambda) -> syntax.Function:
        location = self.location(node)
        scope = self.scope.inside("<lambda>")
        value = StatementLowering(scope).expression(node.body)
        return syntax.Function(
            location=location,
            name="<lambda>",
            dotted=scope.dotted,
            module=self.scope.module,
            owner=None,
            parameters=self.parameters(node.args),
            body=(syntax.Return(self.location(node.body), value),),
            decorators=(),
            binding="none",
            is_property=False,
            is_async=False,
            is_generator=False,
            abstract=False,
            returns=None,
        )

    def parameters(self, node: ast.arguments) -> tuple[syntax.Parameter, ...]:
        """A parameter list, in the order of calls."""
        parameters = []
        positional = [*node.posonlyargs, *node.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(node.defaults))
        for argument, default in zip(positional, [*defaults, *node.defaults]):
            parameters.append(self._parameter(argument, "positional", default))
        if node.vararg is not None:
            parameters.append(self._parameter(node.vararg, "*", None))
        for argument, default in zip(node.kwonlyargs, node.kw_defaults):
            parameters.append(self._parameter(argument, "keyword", default))
        if node.kwarg is not None:
            parameters.append(self._parameter(node.kwarg, "**", None))
        return tuple(parameters)

    def _parameter(
        self, node: ast.arg, kind: Literal["positional", "*", "keyword", "**"], default: ast.expr | None
    ) -> syntax.Parameter:
        value = None if default is None else self.loaded(default)
        return syntax.Parameter(node.arg, kind, value, self.optional(node.annotation))

    # ----------------------------------------------------------------------------------------------- statements

    def block(self, statements: Sequence[ast.stmt]) -> syntax.Block:
        """A suite; what does nothing (``pass``, docstrings, type-only declarations) is left out."""
        lowered: list[syntax.Statement] = []
        for statement in statements:
            lowered.extend(self._statement(statement))
        return tuple(lowered)

    def _statement(self, node: ast.stmt) -> Sequence[syntax.Statement]:
        location = self.location(node)
        if isinstance(node, ast.Expr):
            if isinstance(node.value, ast.Constant):
                return ()
            return (syntax.Evaluate(location, self.expression(node.value)),)
        if isinstance(node, ast.Assign):
            return (syntax.Assign(location, self.expressions(node.targets), self.expression(node.value)),)
        if isinstance(node, ast.AnnAssign):
            if node.value is None:
                return ()
            target, value = self.expression(node.target), self.expression(node.value)
            return (syntax.Assign(location, (target,), value, self.expression(node.annotation)),)
        if isinstance(node, ast.AugAssign):
            target, value = self.expression(node.target), self.expression(node.value)
            return (syntax.Augment(location, target, BINARY[type(node.op)], value),)
        if isinstance(node, ast.Return):
            return (syntax.Return(location, self.optional(node.value)),)
        if isinstance(node, ast.Raise):
            return (syntax.Raise(location, self.optional(node.exc), self.optional(node.cause)),)
        if isinstance(node, ast.Assert):
            return (syntax.Assert(location, self.expression(node.test)),)
        if isinstance(node, ast.Delete):
            return (syntax.Delete(location, self.expressions(node.targets)),)
        if isinstance(node, ast.Break):
            return (syntax.Break(location),)
        if isinstance(node, ast.Continue):
            return (syntax.Continue(location),)
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return (syntax.Outer(location, tuple(node.names), isinstance(node, ast.Global)),)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return self._import(node)
        return self._compound(node)

    def _compound(self, node: ast.stmt) -> Sequence[syntax.Statement]:
        location = self.location(node)
        if isinstance(node, ast.If):
            return (self._if(node),)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            target, iterable = self.expression(node.target), self.expression(node.iter)
            return (syntax.ForEach(location, target, iterable, self.block(node.body), self.block(node.orelse)),)
        if isinstance(node, ast.While):
            test = self.expression(node.test)
            return (syntax.While(location, test, self.block(node.body), self.block(node.orelse)),)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            managers = tuple(
                (self.expression(item.context_expr), self.optional(item.optional_vars)) for item in node.items
            )
            return (syntax.With(location, managers, self.block(node.body)),)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return () if is_overload(node) else (syntax.Define(location, self.function(node)),)
        if isinstance(node, ast.ClassDef):
            return self._class(node)
        if isinstance(node, ast.Match):
            self._matches += 1
            return self.block(unfold_match(node, f"<match {self._matches}>"))
        if isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            return (self._try(node),)
        if type(node).__name__ == "TypeAlias":
            name, value = self.expression(getattr(node, "name")), self.expression(getattr(node, "value"))
            return (syntax.Assign(location, (name,), value),)
        return ()

    def _class(self, node: ast.ClassDef) -> Sequence[syntax.Statement]:
        """A class of a function: its name, and the body that runs there. Bases that are computed are so before it."""
        location, dotted = self.location(node), f"{self.scope.dotted}.{node.name}"
        arguments = tuple(syntax.Argument(self.expression(item.value), item.arg) for item in node.keywords)
        decorators = self.expressions(node.decorator_list)
        body = StatementLowering(self.scope.inside(node.name, dotted)).block(node.body)
        computed = [base for base in node.bases if not isinstance(base, (ast.Name, ast.Attribute, ast.Subscript))]
        return (
            *(syntax.Evaluate(location, self.expression(base)) for base in computed),
            _imported(location, node.name, dotted),
            syntax.ClassBody(location, node.name, dotted, arguments, decorators, body),
        )

    def _if(self, node: ast.If) -> syntax.If:
        # ``elif`` nests in the tree; going down by hand keeps a chain of thousands off the stack.
        arms = [node]
        while len(arms[-1].orelse) == 1 and isinstance(arms[-1].orelse[0], ast.If):
            arms.append(arms[-1].orelse[0])
        otherwise = self.block(arms[-1].orelse)
        for arm in reversed(arms):
            lowered = syntax.If(self.location(arm), self.expression(arm.test), self.block(arm.body), otherwise)
            otherwise = (lowered,)
        return lowered

    def _try(self, node: ast.stmt) -> syntax.Try:
        handlers = []
        for handler in getattr(node, "handlers"):
            caught: list[ast.expr] = []
            if isinstance(handler.type, ast.Tuple):
                caught = handler.type.elts
            elif handler.type is not None:
                caught = [handler.type]
            lowered = self.expressions(caught)
            handlers.append(syntax.Handler(self.location(handler), lowered, handler.name, self.block(handler.body)))
        return syntax.Try(
            self.location(node),
            self.block(getattr(node, "body")),
            tuple(handlers),
            self.block(getattr(node, "orelse")),
            self.block(getattr(node, "finalbody")),
            not isinstance(node, ast.Try),
        )

    def _import(self, node: ast.Import | ast.ImportFrom) -> Sequence[syntax.Statement]:
        location = self.location(node)
        if isinstance(node, ast.Import):
            full = [
                (alias.asname, alias.name) if alias.asname else (first_name(alias.name),) * 2 for alias in node.names
            ]
            return [_imported(location, name, target) for name, target in full]
        base = relative_target(self.scope.package, node.level, node.module)
        return [
            _imported(location, alias.asname or alias.name, f"{base}.{alias.name}" if base else alias.name)
            for alias in node.names
            if alias.name != "*"
        ]


def _imported(location: Location, name: str, dotted: str) -> syntax.Assign:
    """A name that from here on stands for an entity of the program."""
    return syntax.Assign(location, (syntax.Name(location, name),), syntax.Entity(location, dotted))


def is_generator(body: Sequence[ast.stmt]) -> bool:
    """Whether a function with this body yields (what is nested in it does not count)."""
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(nodes_in(node))
    return False
