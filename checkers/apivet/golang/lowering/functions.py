"""Functions and methods as those of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration, VariableDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.lowering.bodies import function_body, function_literal
from apivet.golang.lowering.body import Body, Unlowered, assigned_names, defaulted, inside, parameter_names
from apivet.golang.lowering.calls import call
from apivet.golang.lowering.expressions import HANDLERS
from apivet.golang.lowering.globals import stays
from apivet.golang.lowering.losses import goes_on
from apivet.golang.lowering.lowerer import Expressions, Rooms
from apivet.golang.lowering.statements import statement
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, is_alone_sound, text
from apivet.golang.types import Func, GoType, Named, Pointer, TypeParameter, pointee, substituted
from apivet.golang.typing import Typing
from apivet.program import syntax
from apivet.program.operations import Operation

_ROOMS: Final = Rooms(call, function_literal, statement, HANDLERS)


class Lowering:
    """Lowers the functions of a tree, each when it is asked for; with ``converts``, as conversions that are judged by
    themselves."""

    def __init__(self, typing: Typing, *, converts: bool = False) -> None:
        self.typing = typing
        self._converts = converts
        self._functions: dict[tuple[FunctionDeclaration, tuple[GoType, ...]], KeptValue[syntax.Function]] = {}
        self._values: dict[VariableDeclaration, KeptValue[syntax.Expression | None]] = {}

    def function(self, declared: FunctionDeclaration, bound: Mapping[str, GoType] | None = None) -> syntax.Function:
        """A function or method, where it is generic with the types that its parameters stand for. The receiver is the
        first parameter of a method."""
        key = (declared, tuple((bound or {}).values()))
        return self.typing.packages.recorder.once(
            self._functions, key, lambda: self._function(declared, dict(bound or {}))
        )

    def instance(self, name: str) -> syntax.Function | None:
        """A generic function or method with its arguments, by the name that a call of it has."""
        found = self.typing.instances.functions.get(name)
        return None if found is None else self.function(found.declared, found.bound)

    def value(self, declared: VariableDeclaration) -> syntax.Expression | None:
        """The value that a variable of a package has; ``None`` where nothing is known of it."""
        return self.typing.packages.recorder.once(self._values, declared, lambda: self._value(declared))

    def _value(self, declared: VariableDeclaration) -> syntax.Expression | None:
        package = self.typing.package_of(declared.file)
        if package is None:
            return None
        if declared.is_unpacked:
            return _untold(declared, "one of several results")
        body = self._body(package, declared.file, ())
        type_ = self.typing.variable_type(declared)
        lower = self.lowerer(body)
        if not stays(self.typing, package, declared, type_ or self._type_of_value(lower, declared)):
            return _untold(declared, "which may be set elsewhere")
        at = declared.file.location(declared.node)
        if declared.value_node is None:
            return None if type_ is None else body.zero(type_, at).node
        if _leads_to_another(declared.value_node):
            return _untold(declared, "which leads to another variable")
        try:
            found = lower.own(declared.value_node, type_) if type_ is not None else lower.own(declared.value_node)
        except (Unlowered, RecursionError):
            return _untold(declared, "which can't be seen through")
        return _untold(declared, "which takes steps to make") if body.before else found

    def _type_of_value(self, lower: Expressions, declared: VariableDeclaration) -> GoType:
        constant = None if declared.value_node is None else lower.constant(declared.value_node)
        return lower.variable_type(declared) if constant is None else defaulted(constant.type)

    def lowerer(self, body: Body) -> Expressions:
        """The lowering of the expressions of a body."""
        return Expressions(body, self.typing.constants, _ROOMS)

    def _body(
        self, package: Package, file: GoFile, parameters: tuple[str, ...], bound: Mapping[str, GoType] | None = None
    ) -> Body:
        return Body(self.typing, package, file, parameters, bound=bound, converts=self._converts)

    def _function(self, declared: FunctionDeclaration, bound: dict[str, GoType]) -> syntax.Function:
        package = self.typing.package_of(declared.file)
        path = package.path if package is not None else ""
        at = declared.file.location(declared.node)
        signature: Func = substituted(self.typing.signature(declared), bound)  # type: ignore[assignment]
        receiver = _receiver(declared, path, bound)
        held = None if receiver is None else pointee(receiver[1])
        owner = self.typing.instances.type_name(held) if isinstance(held, Named) else None
        try:
            if package is None or declared.body is None:
                raise Unlowered("a function without a body")
            if not is_alone_sound(declared.node):
                raise Unlowered("a syntax error")
            body = self._body(package, declared.file, declared.parameters, bound)
            body.reassigned = frozenset(assigned_names(declared.body))
            lower = self.lowerer(body)
            lowered, parameters, _ = function_body(lower, declared.node, declared.body, signature, receiver)
        except (Unlowered, RecursionError) as unlowered:
            reason = str(unlowered) if isinstance(unlowered, Unlowered) else "nested too deeply to be followed"
            is_outer = package is not None and _asks_packages(self.typing, package, declared)
            lowered, parameters = _opaque(declared, signature, receiver, reason, is_outer)
        return syntax.Function(
            at, declared.name, f"{owner or path}.{declared.name}", path, owner, parameters, lowered, (),
            "instance" if owner else "none", False, False, False, False, None, is_static=True,
        )  # fmt: skip


def _leads_to_another(value: Node) -> bool:
    """Whether a value holds the address of a variable, which may be set: of a literal, a new one is made."""
    addresses = (each for each in inside(value, functions=False) if text(each).startswith("&"))
    return any(each.type == "unary_expression" and not _is_literal(child(each, "operand")) for each in addresses)


def _is_literal(node: Node | None) -> bool:
    while node is not None and node.type == "parenthesized_expression":
        node = node.named_children[0] if node.named_children else None
    return node is not None and node.type == "composite_literal"


def _untold(declared: VariableDeclaration, why: str) -> syntax.Expression:
    """The value of a variable of a package that can't be told: it may come of the answer for a gate."""
    at = declared.file.location(declared.node)
    return syntax.Opaque(at, f"{declared.name}, {why}", (syntax.Perform(at, Operation.IS_GATE_ON, ()),))


def _receiver(declared: FunctionDeclaration, path: str, bound: Mapping[str, GoType]) -> tuple[str, GoType] | None:
    if not declared.receiver:
        return None
    arguments = tuple(bound.get(each, TypeParameter(each)) for each in declared.parameters)
    named: GoType = Named(path, declared.receiver, arguments)
    return declared.receiver_name or "_", Pointer(named) if declared.by_pointer else named


def _asks_packages(typing: Typing, package: Package, declared: FunctionDeclaration) -> bool:
    """Whether a function, or one that it names, mentions a variable of a package: it may give what lies there.
    So may a method, of which it is not told here whose it is."""
    known, pending = {declared}, [(package, declared)]
    while pending:
        here, function = pending.pop()
        imported = typing.packages.imported(function.file)
        for each in inside(function.node):
            operand, field = child(each, "operand"), child(each, "field")
            is_qualified = operand is not None and field is not None and text(operand) in imported
            around = each.parent.type if each.parent is not None else ""
            if field is not None and not is_qualified and around == "call_expression":
                return True
            there = typing.packages.package(imported[text(operand)]) if is_qualified and operand is not None else here
            named = field if is_qualified else each if each.type == "identifier" else None
            found = there.find(text(named)) if there is not None and named is not None else None
            if isinstance(found, VariableDeclaration):
                return True
            if isinstance(found, FunctionDeclaration) and there is not None and found not in known:
                known.add(found)
                pending.append((there, found))
    return False


def _opaque(
    declared: FunctionDeclaration, signature: Func, receiver: tuple[str, GoType] | None, note: str, is_outer: bool
) -> tuple[tuple[syntax.Statement, ...], tuple[syntax.Parameter, ...]]:
    """A function that is not lowered: it may change whatever it is given."""
    at = declared.file.location(declared.node)
    listed: Node | None = child(declared.node, "parameters")
    written = [] if listed is None else [name for name, _, _ in parameter_names(listed)]
    names = [*([receiver[0]] if receiver is not None else []), *written]
    unique = [f"{name}·{number}" if name == "_" else name for number, name in enumerate(names)]
    parts = tuple(syntax.Name(at, name) for name in unique)
    parameters = tuple(syntax.Parameter(name, "positional", None, None) for name in unique)
    note = note or "a function that is too deep"
    left = syntax.Name(at, "·left")
    lost = syntax.Lost(at, note, parts, (left.name,), is_outer=is_outer, goes_on=goes_on(declared.node))
    given = syntax.Return(at, syntax.Opaque(at, note, (*parts, left) if is_outer else parts, holds=True))
    return (lost, given), parameters
