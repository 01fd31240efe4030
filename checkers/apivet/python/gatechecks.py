"""Where code asks for feature gates, and where it forgot to (contract section 5)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.lowering import FunctionNode, Lowering
from apivet.python.source import SourceModule
from apivet.python.walking import callee_name

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

_DEPTH: Final = 3
_WITHOUT_PARTS: Final = frozenset(
    (ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.Pass, ast.Break, ast.Continue, str, type(None))
)


@dataclass(frozen=True)
class _Place:
    """The function (or class, or module) that a piece of code stands in, and the names it binds itself."""

    dotted: str
    owner: str
    enclosing: str = ""
    local: frozenset[str] = frozenset()
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    this: str | None = None


class GateChecks:
    """Looks through one file for gate checks and for gate functions that stand uncalled in a condition."""

    def __init__(self, workspace: Workspace, module: SourceModule, strategies: frozenset[str]) -> None:
        self.workspace = workspace
        self.module = module
        self.strategies = strategies
        self.names = frozenset(workspace.config.vocabulary.gate_functions)
        self.lowering = Lowering(module.scope)
        self.checks: list[model.GateUse] = []
        self.uncalled: list[model.GateUse] = []
        self._wrapping: set[str] = set()

    def look(self) -> None:
        """Fill ``checks`` and ``uncalled``. Where nothing has to do with gates, nothing is looked at."""
        if self.workspace.has_gates():
            dotted = self.module.dotted
            self._suite(self.module.tree.body, _Place(dotted, dotted))

    # ---------------------------------------------------------------------------------------------------- scopes

    def _suite(self, body: list[ast.stmt], place: _Place) -> None:
        for statement in body:
            self._visit(statement, place)

    def _visit(self, root: ast.AST, place: _Place) -> None:
        pending: list[ast.AST] = [root]
        while pending:
            node = pending.pop()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                pending.extend([*node.decorator_list, node.args])
                self._suite(node.body, self._inside(node, place))
                continue
            if isinstance(node, ast.ClassDef):
                dotted = f"{place.dotted}.{node.name}"
                owner = dotted if dotted in self.strategies else place.owner
                enclosing = f"{place.enclosing}.{node.name}" if place.enclosing else node.name
                self._suite(node.body, _Place(dotted, owner, enclosing, place.local, place.functions))
                continue
            if isinstance(node, ast.Call):
                self._call(node, place)
            for operand in _conditions(node):
                self._operand(operand, place)
            pending.extend(reversed(_with_parts(node)))

    def _inside(self, node: FunctionNode, place: _Place) -> _Place:
        bound, functions = _bound_names(node)
        dotted = f"{place.dotted}.{node.name}"
        owner = place.owner if place.owner in self.strategies else dotted
        arguments = [*node.args.posonlyargs, *node.args.args]
        in_class = bool(place.enclosing) and place.dotted.endswith(place.enclosing)
        this = arguments[0].arg if in_class and arguments else place.this
        known = {**{name: item for name, item in place.functions.items() if name not in bound}, **functions}
        return _Place(dotted, owner, place.enclosing, place.local | bound, known, this)

    # ----------------------------------------------------------------------------------------------- gate checks

    def _call(self, node: ast.Call, place: _Place) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in self.names or not (node.args or node.keywords):
            return
        lowered = self.lowering.expression(node)
        if not isinstance(lowered, syntax.Call):
            return
        gate = self.gate_of(self.module, lowered, place.enclosing)
        if gate is not None:
            location = self.lowering.location(node)
            self.checks.append(model.GateUse(gate, place.owner, place.dotted, location))

    def gate_of(self, module: SourceModule, call: syntax.Call, enclosing: str = "") -> str | None:
        """The gate that a call asks for, where it is a gate check."""
        argument = next(
            (item.value for item in call.arguments if not item.spread and item.name in _ARGUMENT_NAMES), None
        )
        if argument is None:
            return None
        gate = self.workspace.types.gates.text(module, argument, enclosing)
        if gate is None:
            return None
        known = self.workspace.is_gate_name(gate)
        return gate if known or self._asks_a_registry(module, call.callee, enclosing) else None

    def _asks_a_registry(self, module: SourceModule, callee: syntax.Expression, enclosing: str) -> bool:
        """Whether the function asked belongs to a module that registers gates."""
        if not self.workspace.config.feature_gates:
            return False
        current = callee
        while True:
            entity = self.workspace.entity(module, current, enclosing)
            if entity is not None and self.workspace.registers_gates(_dotted(entity)):
                return True
            if not isinstance(current, syntax.Attribute):
                return False
            current = current.value

    # --------------------------------------------------------------------------------------------- uncalled gates

    def _operand(self, node: ast.expr, place: _Place) -> None:
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return
        function = self._function(node, place)
        if function is not None and not function.is_property and self._is_gate_function(function):
            location = self.lowering.location(node)
            self.uncalled.append(model.GateUse("", place.owner, function.dotted, location))

    def _function(self, node: ast.Name | ast.Attribute, place: _Place) -> syntax.Function | None:
        """The function that a name standing in a condition means, if it means one."""
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name):
            return None
        if isinstance(node, ast.Name) and node.id in place.functions:
            return self.lowering.function(place.functions[node.id])
        if root.id in place.local:
            if root.id == place.this and isinstance(node, ast.Attribute) and node.value is root:
                return self._method(f"{self.module.dotted}.{place.enclosing}", node.attr)
            return None
        entity = self.workspace.entity(self.module, self.lowering.expression(node))
        if isinstance(entity, syntax.Function):
            return entity
        return self._instance_method(node) if entity is None and isinstance(node, ast.Attribute) else None

    def _instance_method(self, node: ast.Attribute) -> syntax.Function | None:
        """``gates.enabled``, where ``gates`` is an instance that a module holds."""
        holder = self.workspace.entity(self.module, self.lowering.expression(node.value))
        if not isinstance(holder, model.Global) or not isinstance(holder.value, syntax.Call):
            return None
        module = self.workspace.module(holder.module)
        made = None if module is None else self.workspace.entity(module, holder.value.callee)
        return self._method(made.dotted, node.attr) if isinstance(made, model.Type) else None

    def _method(self, dotted: str, name: str) -> syntax.Function | None:
        type_ = self.workspace.type(dotted)
        if type_ is None:
            return None
        for ancestor in self.workspace.ancestry(type_):
            if name in ancestor.methods:
                return ancestor.methods[name]
            if ancestor.field(name) is not None or name in ancestor.attributes:
                return None
        return None

    def _is_gate_function(self, function: syntax.Function, depth: int = _DEPTH) -> bool:
        """A gate registry's own function, or one that returns what a gate check answers."""
        if function.name in self.names and self.workspace.registers_gates(function.dotted):
            return True
        if function.is_property or depth == 0 or function.dotted in self._wrapping:
            return False
        module = self.workspace.module(function.module)
        if module is None:
            return False
        self._wrapping.add(function.dotted)
        try:
            return any(self._answers_a_gate(module, function, value, depth) for value in returned_values(function.body))
        finally:
            self._wrapping.discard(function.dotted)

    def _answers_a_gate(
        self, module: SourceModule, function: syntax.Function, value: syntax.Expression, depth: int
    ) -> bool:
        if isinstance(value, syntax.Boolean):
            return any(self._answers_a_gate(module, function, item, depth) for item in value.operands)
        if isinstance(value, syntax.Unary) and value.operator == "not":
            return self._answers_a_gate(module, function, value.operand, depth)
        if not isinstance(value, syntax.Call):
            return False
        enclosing = function.owner[len(function.module) + 1 :] if function.owner else ""
        if callee_name(value) in self.names:
            if self.gate_of(module, value, enclosing) is not None:
                return True
            return self._asks_a_registry(module, value.callee, enclosing)
        if callee_name(value) == "bool" and value.arguments:
            return self._answers_a_gate(module, function, value.arguments[0].value, depth)
        called = self.workspace.entity(module, value.callee, enclosing)
        return isinstance(called, syntax.Function) and self._is_gate_function(called, depth - 1)


_ARGUMENT_NAMES: Final = (None, "gate", "feature", "feature_gate", "name", "feature_name", "key")


def returned_values(body: syntax.Block) -> Iterator[syntax.Expression]:
    """What the ``return``s of a function give, those of nested functions left out."""
    pending: list[syntax.Statement] = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, syntax.Return) and statement.value is not None:
            yield statement.value
        elif isinstance(statement, syntax.If):
            pending += [*statement.then, *statement.otherwise]
        elif isinstance(statement, (syntax.While, syntax.ForEach)):
            pending += [*statement.body, *statement.otherwise]
        elif isinstance(statement, syntax.With):
            pending += statement.body
        elif isinstance(statement, syntax.Try):
            pending += [*statement.body, *statement.otherwise, *statement.last]
            pending += [inner for handler in statement.handlers for inner in handler.body]


def _with_parts(node: ast.AST) -> list[ast.AST]:
    """What a node consists of, without names, constants and the like: most nodes are, and nothing is inside them."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            found += [item for item in value if type(item) not in _WITHOUT_PARTS]
        elif type(value) not in _WITHOUT_PARTS and isinstance(value, ast.AST):
            found.append(value)
    return found


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a node takes the truth of."""
    if isinstance(node, ast.BoolOp):
        yield from node.values
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.match_case) and node.guard is not None:
        yield node.guard


def _bound_names(node: FunctionNode) -> tuple[frozenset[str], dict[str, FunctionNode]]:
    """The names that a function binds itself, and among them the functions it defines."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    bound = {item.arg for item in every if item is not None}
    functions: dict[str, FunctionNode] = {}
    outer: set[str] = set()
    pending: list[ast.AST] = list(node.body)
    while pending:
        current = pending.pop()
        if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions[current.name] = current
            continue
        if isinstance(current, ast.ClassDef):
            bound.add(current.name)
            continue
        if isinstance(current, (ast.Global, ast.Nonlocal)):
            outer.update(current.names)
        elif isinstance(current, ast.Name) and isinstance(current.ctx, (ast.Store, ast.Del)):
            bound.add(current.id)
        elif isinstance(current, ast.ExceptHandler) and current.name:
            bound.add(current.name)
        elif isinstance(current, ast.arg):
            bound.add(current.arg)
        elif isinstance(current, (ast.MatchAs, ast.MatchStar)) and current.name:
            bound.add(current.name)
        pending.extend(ast.iter_child_nodes(current))
    return frozenset(bound - outer), {name: item for name, item in functions.items() if name not in bound}


def _dotted(entity: model.Entity) -> str:
    if isinstance(entity, model.Global):
        return f"{entity.module}.{entity.name}"
    return entity.dotted
