"""Gate functions: a registry's own, and those that return what a gate check answers."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from apivet.program import model, syntax
from apivet.python.discover.known_gates import GateWords
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.statements import FunctionNode, StatementLowering
from apivet.python.source.walking import callee_name, positional, returned_values
from apivet.python.types.gate_tags import GateNames

_DEPTH: Final = 3
#: Decorators that leave a function a function.
_LEAVES_A_FUNCTION: Final = ("cache", "lru_cache", "wraps", "staticmethod", "classmethod")


class CodePlace(Struct, frozen=True):
    """The function (or class, or module) that a piece of code stands in, and the names it binds itself: ``functions``
    are those that it defines, ``variables`` those with one value."""

    dotted: str
    owner: str
    enclosing: str = ""
    local: frozenset[str] = frozenset()
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    variables: dict[str, ast.expr] = field(default_factory=dict)
    this: str | None = None


class GateFunctions:
    """Tells the gate functions among what the code of one file names."""

    def __init__(self, resolver: Resolver, gates: GateWords, module: SourceModule) -> None:
        self.resolver = resolver
        self.gates = gates
        self.module = module
        self.names = frozenset(resolver.config.vocabulary.gate_functions)
        self.lowering = StatementLowering(module.scope)
        self._wrapping: set[str] = set()
        self._known: dict[tuple[str, str], tuple[syntax.Function, ...]] = {}

    def meant_by(self, node: ast.expr, place: CodePlace, depth: int = _DEPTH) -> tuple[syntax.Function, ...]:
        """The gate functions that an expression stands for, which is none itself: by name, as a lambda, through a
        variable, or with some arguments given."""
        if isinstance(node, ast.NamedExpr):
            return self.meant_by(node.value, place, depth)
        if isinstance(node, ast.Lambda):
            return self._gate_functions([self._lambda(node)])
        if isinstance(node, ast.Call):
            return self.meant_by(node.args[0], place, depth - 1) if _is_partial(node) and node.args and depth else ()
        root: ast.expr = node
        text = ""
        while isinstance(root, ast.Attribute):
            text = f".{root.attr}{text}"
            root = root.value
        if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(root, ast.Name):
            return ()
        if isinstance(node, ast.Name) and node.id in place.functions:
            return self._gate_functions([self.lowering.function(place.functions[node.id])])
        if root.id in place.local:
            if isinstance(node, ast.Name) and node.id in place.variables and depth:
                return self.meant_by(place.variables[node.id], place, depth - 1)
            if root.id == place.this and isinstance(node, ast.Attribute) and node.value is root:
                return self._gate_functions(self._method(f"{self.module.dotted}.{place.enclosing}", node.attr))
            return ()
        key = (f"{root.id}{text}", place.enclosing)
        if key not in self._known:
            self._known[key] = self._gate_functions(self._global(node))
        return self._known[key]

    def elements_of(self, node: ast.expr, place: CodePlace, depth: int = _DEPTH) -> tuple[syntax.Function, ...]:
        """The gate functions among the elements of a literal, written here or held by a variable."""
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return tuple(found for item in node.elts for found in self.meant_by(item, place))
        if not isinstance(node, (ast.Name, ast.Attribute)) or not depth:
            return ()
        if isinstance(node, ast.Name) and node.id in place.local:
            value = place.variables.get(node.id)
            return () if value is None else self.elements_of(value, place, depth - 1)
        entity = self.resolver.entity(self.module, self.lowering.expression(node))
        holder = self.resolver.module(entity.module) if isinstance(entity, model.Global) else None
        if not isinstance(entity, model.Global) or not isinstance(entity.value, syntax.Sequence) or holder is None:
            return ()
        return self._gate_functions(
            function for item in entity.value.items for function in self._functions_of(holder, item)
        )

    # ------------------------------------------------------------------------------------------------ what names mean

    def _global(self, node: ast.Name | ast.Attribute) -> list[syntax.Function]:
        """The function that a name means that is not local."""
        found = self._functions_of(self.module, self.lowering.expression(node))
        return found if found or not isinstance(node, ast.Attribute) else self._instance_method(node)

    def _functions_of(
        self, module: SourceModule, node: syntax.Expression, depth: int = _DEPTH
    ) -> list[syntax.Function]:
        if isinstance(node, syntax.Lambda):
            return [node.function]
        if isinstance(node, syntax.Call):
            given = positional(node) if callee_name(node) == "partial" else []
            return self._functions_of(module, given[0], depth - 1) if given and depth else []
        entity = self.resolver.entity(module, node)
        if isinstance(entity, syntax.Function):
            return [entity]
        holder = self.resolver.module(entity.module) if isinstance(entity, model.Global) else None
        if isinstance(entity, model.Global) and holder is not None and depth:
            if isinstance(entity.value, (syntax.Lambda, syntax.Call)):
                return self._functions_of(holder, entity.value, depth - 1)
        return []

    def _lambda(self, node: ast.Lambda) -> syntax.Function:
        lowered = self.lowering.expression(node)
        assert isinstance(lowered, syntax.Lambda)
        return lowered.function

    def _instance_method(self, node: ast.Attribute) -> list[syntax.Function]:
        """``gates.enabled``, where ``gates`` is an instance that a module holds."""
        holder = self.resolver.entity(self.module, self.lowering.expression(node.value))
        if not isinstance(holder, model.Global) or not isinstance(holder.value, syntax.Call):
            return []
        module = self.resolver.module(holder.module)
        made = None if module is None else self.resolver.entity(module, holder.value.callee)
        return self._method(made.dotted, node.attr) if isinstance(made, model.Type) else []

    def _method(self, dotted: str, name: str) -> list[syntax.Function]:
        type_ = self.resolver.type(dotted)
        for ancestor in () if type_ is None else self.resolver.ancestry(type_):
            if name in ancestor.methods:
                return [ancestor.methods[name]]
            attribute = ancestor.attributes.get(name)
            if attribute is not None:
                module = self.resolver.module(ancestor.module)
                return [] if module is None else self._functions_of(module, attribute)
            if ancestor.field(name) is not None:
                return []
        return []

    # ----------------------------------------------------------------------------------------- what a gate function is

    def _gate_functions(self, functions: Iterable[syntax.Function]) -> tuple[syntax.Function, ...]:
        return tuple(
            function for function in functions if not function.is_property and self._is_gate_function(function)
        )

    def _is_gate_function(self, function: syntax.Function, depth: int = _DEPTH) -> bool:
        """A gate registry's own function, or one that returns what a gate check answers."""
        if any(_name_of(decorator) not in _LEAVES_A_FUNCTION for decorator in function.decorators):
            return False
        if function.name in self.names and self.gates.registers_gates(function.dotted):
            return True
        key = f"{function.dotted}:{function.location.line}:{function.location.column}"
        module = self.resolver.module(function.module)
        if function.is_property or depth == 0 or key in self._wrapping or module is None:
            return False
        self._wrapping.add(key)
        try:
            return any(self._answers_a_gate(module, function, value, depth) for value in returned_values(function.body))
        finally:
            self._wrapping.discard(key)

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
        called = self.resolver.entity(module, value.callee, enclosing)
        return isinstance(called, syntax.Function) and self._is_gate_function(called, depth - 1)

    # ----------------------------------------------------------------------------------------------------- gate checks

    def gate_of(self, module: SourceModule, call: syntax.Call, enclosing: str = "") -> str | None:
        """The gate that a call asks for, where it is a gate check."""
        argument = next(
            (item.value for item in call.arguments if not item.spread and item.name in _ARGUMENT_NAMES), None
        )
        if argument is None:
            return None
        gate = GateNames(self.resolver).text(module, argument, enclosing)
        if gate is None:
            return None
        known = self.gates.is_gate_name(gate)
        return gate if known or self._asks_a_registry(module, call.callee, enclosing) else None

    def _asks_a_registry(self, module: SourceModule, callee: syntax.Expression, enclosing: str) -> bool:
        """Whether the function asked belongs to a module that registers gates."""
        if not self.resolver.config.feature_gates:
            return False
        current = callee
        while True:
            entity = self.resolver.entity(module, current, enclosing)
            if entity is not None and self.gates.registers_gates(_dotted(entity)):
                return True
            if not isinstance(current, syntax.Attribute):
                return False
            current = current.value


_ARGUMENT_NAMES: Final = (None, "gate", "feature", "feature_gate", "name", "feature_name", "key")


def _is_partial(node: ast.Call) -> bool:
    return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == "partial"


def _name_of(decorator: syntax.Expression) -> str:
    if isinstance(decorator, syntax.Call):
        return callee_name(decorator)
    return decorator.name if isinstance(decorator, (syntax.Name, syntax.Attribute)) else ""


def _dotted(entity: model.Entity) -> str:
    if isinstance(entity, model.Global):
        return f"{entity.module}.{entity.name}"
    return entity.dotted
