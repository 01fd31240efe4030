"""Places where code asks for feature gates, and where it forgot to (contract section 5)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from apivet.program import syntax
from apivet.program.contents import Contents, GateUse
from apivet.python.discover.gate_functions import CodePlace, GateFunctions
from apivet.python.discover.known_gates import GateWords
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.nodes import FUNCTIONS, at_once, every_node, name_bound_by, parameters_of, values_by_name
from apivet.python.source.statements import FunctionNode

_WITHOUT_PARTS: Final = frozenset(
    (ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.Pass, ast.Break, ast.Continue, str, type(None))
)
#: Functions that take the truth of each element.
_TAKE_TRUTHS: Final = ("any", "all")


class GateChecks:
    """Looks through one file for gate checks, for gate functions that stand uncalled in a condition, and for all that
    use one."""

    def __init__(self, resolver: Resolver, gates: GateWords, module: SourceModule, strategies: frozenset[str]) -> None:
        self.resolver = resolver
        self.gates = gates
        self.module = module
        self.strategies = strategies
        self.functions = GateFunctions(resolver, gates, module)
        self.lowering = self.functions.lowering
        self.checks: list[GateUse] = []
        self.uncalled: list[GateUse] = []
        self.used: list[GateUse] = []

    def found(self) -> Contents:
        """The places, and nothing else. Where nothing has to do with gates, nothing is looked at."""
        if self.gates.has_gates():
            dotted = self.module.dotted
            self._suite(self.module.tree.body, CodePlace(dotted, dotted))
        return Contents(
            gate_checks=tuple(self.checks), uncalled_gates=tuple(self.uncalled), used_gates=tuple(self.used)
        )

    # ---------------------------------------------------------------------------------------------------- scopes

    def _suite(self, body: list[ast.stmt], place: CodePlace) -> None:
        for statement in body:
            self._visit(statement, place)

    def _visit(self, root: ast.AST, place: CodePlace) -> None:
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
                inner = CodePlace(dotted, owner, enclosing, place.local, place.functions, place.variables)
                self._suite(node.body, inner)
                continue
            if isinstance(node, ast.Call):
                self._call(node, place)
            for operand in _conditions(node):
                self._condition(operand, place)
            pending.extend(reversed(_with_parts(node)))

    def _inside(self, node: FunctionNode, place: CodePlace) -> CodePlace:
        bound, functions, values = _bound_names(node)
        dotted = f"{place.dotted}.{node.name}"
        owner = place.owner if place.owner in self.strategies else dotted
        arguments = [*node.args.posonlyargs, *node.args.args]
        in_class = bool(place.enclosing) and place.dotted.endswith(place.enclosing)
        this = arguments[0].arg if in_class and arguments else place.this
        known = {**{name: item for name, item in place.functions.items() if name not in bound}, **functions}
        variables = {**{name: item for name, item in place.variables.items() if name not in bound}, **values}
        return CodePlace(dotted, owner, place.enclosing, place.local | bound, known, variables, this)

    # ----------------------------------------------------------------------------------------------- what is found

    def _call(self, node: ast.Call, place: CodePlace) -> None:
        """A gate check, or a gate function that is called or handed on."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in self.functions.names and (node.args or node.keywords):
            lowered = self.lowering.expression(node)
            gate = (
                self.functions.gate_of(self.module, lowered, place.enclosing)
                if isinstance(lowered, syntax.Call)
                else None
            )
            if gate is not None:
                self.checks.append(GateUse(gate, place.owner, place.dotted, self.lowering.location(node)))
                self._use(place, "", node)
        for part in (node.func, *node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(part, (ast.Name, ast.Attribute)):
                for function in self.functions.meant_by(part, place):
                    self._use(place, function.dotted, part)

    def _condition(self, node: ast.expr, place: CodePlace) -> None:
        """Note gate functions whose truth a node takes: a function is always true."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TAKE_TRUTHS:
            found = self.functions.elements_of(node.args[0], place) if node.args else ()
        else:
            found = self.functions.meant_by(node, place)
        for function in found:
            location = self.lowering.location(node)
            name = "a lambda" if function.name == "<lambda>" else function.dotted
            self.uncalled.append(GateUse("", place.owner, name, location))
            self._use(place, function.dotted, node)

    def _use(self, place: CodePlace, function: str, node: ast.expr) -> None:
        self.used.append(GateUse("", place.owner, function, self.lowering.location(node)))


def _with_parts(node: ast.AST) -> list[ast.AST]:
    """The children of a node, without names, constants and the like: most are, and nothing is inside them."""
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
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
        if node.func.id == "bool":
            yield node.args[0]
        elif node.func.id in _TAKE_TRUTHS:
            yield node


def _bound_names(node: FunctionNode) -> tuple[frozenset[str], dict[str, FunctionNode], dict[str, ast.expr]]:
    """The names that a function binds itself, among them the functions it defines, and the values of those that are
    bound once."""
    nodes = list(at_once(node.body))
    functions = {each.name: each for each in nodes if isinstance(each, FUNCTIONS)}
    inside = (part for each in nodes if isinstance(each, ast.Lambda) for part in every_node(each))
    others = (each for each in nodes if not isinstance(each, (*FUNCTIONS, ast.alias)))
    bound = [*parameters_of(node), *(part.arg for part in inside if isinstance(part, ast.arg))]
    bound += filter(None, map(name_bound_by, others))
    outer = {name for each in nodes if isinstance(each, (ast.Global, ast.Nonlocal)) for name in each.names}
    values = {name: value for each in nodes for name, value in values_by_name(each)}
    names = frozenset(bound) - outer
    once = {name: value for name, value in values.items() if bound.count(name) == 1 and name in names - set(functions)}
    return names, {name: item for name, item in functions.items() if name not in names}, once
