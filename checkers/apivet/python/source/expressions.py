"""Python expressions as :mod:`apivet.program.syntax` expressions.

Everything that has no node there becomes ``Opaque`` with the expressions it reads, so that what matters about it - that
it may look at, or be given, an object - is not lost.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final, Literal

from apivet.program import syntax
from apivet.python.source.nodes import nodes_in
from apivet.python.source.type_checking import is_for_checkers
from apivet.verdicts import Location

BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.MatMult: "@",
}
UNARY: Final[dict[type[ast.unaryop], str]] = {ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
COMPARISON: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


class OpaqueTest(ast.expr):
    """A test that the lowering of ``match`` can't put into an expression; it never comes out of the parser."""

    def __init__(self, note: str, parts: list[ast.expr]) -> None:
        super().__init__()
        self.note = note
        self.parts = parts


class ExpressionLowering:
    """Lowers expressions of one file. ``lower_lambda`` is supplied by the statement lowering, which knows functions."""

    def __init__(self, path: str, lower_lambda: Callable[[ast.Lambda], syntax.Function]) -> None:
        self.path = path
        self._lower_lambda = lower_lambda

    def location(self, node: ast.AST) -> Location:
        """The location of a node."""
        return Location(
            self.path,
            getattr(node, "lineno", 0),
            getattr(node, "col_offset", 0),
            getattr(node, "end_lineno", None) or 0,
            getattr(node, "end_col_offset", None) or 0,
        )

    def expression(self, node: ast.expr) -> syntax.Expression:
        """Any expression."""
        if is_for_checkers(node) and isinstance(getattr(node, "ctx"), ast.Load):
            return syntax.Literal(self.location(node), False)
        lower = _LOWERINGS.get(type(node))
        if lower is None:
            children = [child for child in nodes_in(node) if isinstance(child, ast.expr)]
            return self._opaque(node, type(node).__name__, children)
        return lower(self, node)

    def optional(self, node: ast.expr | None) -> syntax.Expression | None:
        """An expression that may be absent."""
        return None if node is None else self.expression(node)

    def expressions(self, nodes: list[ast.expr]) -> tuple[syntax.Expression, ...]:
        """Several expressions, in order."""
        return tuple(self.expression(node) for node in nodes)

    def _opaque(self, node: ast.expr, note: str, parts: list[ast.expr]) -> syntax.Opaque:
        return syntax.Opaque(self.location(node), note, self.expressions(parts))

    def _constant(self, node: ast.Constant) -> syntax.Expression:
        if node.value is Ellipsis:
            return syntax.Opaque(self.location(node), "...")
        return syntax.Literal(self.location(node), node.value)

    def _name(self, node: ast.Name) -> syntax.Expression:
        return syntax.Name(self.location(node), node.id)

    def _attribute(self, node: ast.Attribute) -> syntax.Expression:
        return syntax.Attribute(self.location(node), self.expression(node.value), node.attr)

    def _subscript(self, node: ast.Subscript) -> syntax.Expression:
        return syntax.Subscript(self.location(node), self.expression(node.value), self.expression(node.slice))

    def _slice(self, node: ast.Slice) -> syntax.Expression:
        return syntax.Slice(
            self.location(node), self.optional(node.lower), self.optional(node.upper), self.optional(node.step)
        )

    def _call(self, node: ast.Call) -> syntax.Expression:
        arguments = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                arguments.append(syntax.Argument(self.expression(argument.value), spread="*"))
            else:
                arguments.append(syntax.Argument(self.expression(argument)))
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg is None:
                arguments.append(syntax.Argument(value, spread="**"))
            else:
                arguments.append(syntax.Argument(value, name=keyword.arg))
        return syntax.Call(self.location(node), self.expression(node.func), tuple(arguments))

    def _await(self, node: ast.Await) -> syntax.Expression:
        return syntax.Await(self.location(node), self.expression(node.value))

    def _unary(self, node: ast.UnaryOp) -> syntax.Expression:
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.USub) and isinstance(operand, syntax.Literal):
            if isinstance(operand.value, (int, float, complex)) and not isinstance(operand.value, bool):
                return syntax.Literal(self.location(node), -operand.value)
        return syntax.Unary(self.location(node), UNARY[type(node.op)], operand)

    def _binary(self, node: ast.BinOp) -> syntax.Expression:
        # Long sums lean to the left; walking down the spine keeps thousands of operands off the stack.
        spine: list[ast.BinOp] = []
        current: ast.expr = node
        while isinstance(current, ast.BinOp):
            spine.append(current)
            current = current.left
        result = self.expression(current)
        for operation in reversed(spine):
            right = self.expression(operation.right)
            result = syntax.Binary(self.location(operation), BINARY[type(operation.op)], result, right)
        return result

    def _comparison(self, node: ast.Compare) -> syntax.Expression:
        operands = self.expressions([node.left, *node.comparators])
        location = self.location(node)
        links = tuple(
            syntax.Comparison(location, COMPARISON[type(operator)], operands[index], operands[index + 1])
            for index, operator in enumerate(node.ops)
        )
        return links[0] if len(links) == 1 else syntax.Boolean(location, "and", links)

    def _boolean(self, node: ast.BoolOp) -> syntax.Expression:
        operator: Literal["and", "or"] = "and" if isinstance(node.op, ast.And) else "or"
        return syntax.Boolean(self.location(node), operator, self.expressions(node.values))

    def _conditional(self, node: ast.IfExp) -> syntax.Expression:
        return syntax.Conditional(
            self.location(node), self.expression(node.test), self.expression(node.body), self.expression(node.orelse)
        )

    def _starred(self, node: ast.Starred) -> syntax.Expression:
        return syntax.Starred(self.location(node), self.expression(node.value))

    def _list(self, node: ast.List) -> syntax.Expression:
        return syntax.Sequence(self.location(node), "list", self.expressions(node.elts))

    def _tuple(self, node: ast.Tuple) -> syntax.Expression:
        return syntax.Sequence(self.location(node), "tuple", self.expressions(node.elts))

    def _set(self, node: ast.Set) -> syntax.Expression:
        return syntax.Sequence(self.location(node), "set", self.expressions(node.elts))

    def _dict(self, node: ast.Dict) -> syntax.Expression:
        entries = tuple((self.optional(key), self.expression(value)) for key, value in zip(node.keys, node.values))
        return syntax.Mapping(self.location(node), entries)

    def _clauses(self, generators: list[ast.comprehension]) -> tuple[syntax.Clause, ...]:
        return tuple(
            syntax.Clause(
                self.expression(generator.target), self.expression(generator.iter), self.expressions(generator.ifs)
            )
            for generator in generators
        )

    def _list_comprehension(self, node: ast.ListComp) -> syntax.Expression:
        clauses = self._clauses(node.generators)
        return syntax.Comprehension(self.location(node), "list", None, self.expression(node.elt), clauses)

    def _set_comprehension(self, node: ast.SetComp) -> syntax.Expression:
        clauses = self._clauses(node.generators)
        return syntax.Comprehension(self.location(node), "set", None, self.expression(node.elt), clauses)

    def _generator(self, node: ast.GeneratorExp) -> syntax.Expression:
        clauses = self._clauses(node.generators)
        return syntax.Comprehension(self.location(node), "generator", None, self.expression(node.elt), clauses)

    def _dict_comprehension(self, node: ast.DictComp) -> syntax.Expression:
        clauses = self._clauses(node.generators)
        key, value = self.expression(node.key), self.expression(node.value)
        return syntax.Comprehension(self.location(node), "dict", key, value, clauses)

    def _lambda(self, node: ast.Lambda) -> syntax.Expression:
        return syntax.Lambda(self.location(node), self._lower_lambda(node))

    def _walrus(self, node: ast.NamedExpr) -> syntax.Expression:
        return syntax.Walrus(self.location(node), node.target.id, self.expression(node.value))

    def _joined(self, node: ast.JoinedStr) -> syntax.Expression:
        return syntax.Formatted(self.location(node), self.expressions(node.values))

    def _formatted(self, node: ast.FormattedValue) -> syntax.Expression:
        parts = [node.value] if node.format_spec is None else [node.value, node.format_spec]
        shown = self.expressions(parts)
        if node.format_spec is not None or node.conversion != -1:
            # Not the text of the value itself: what it looks like is left open.
            shown = (*shown, syntax.Literal(self.location(node), None))
        has_form = node.format_spec is not None and node.conversion == -1
        return syntax.Formatted(self.location(node), shown, has_form)

    def _yield(self, node: ast.Yield) -> syntax.Expression:
        return syntax.Yield(self.location(node), self.optional(node.value), delegate=False)

    def _yield_from(self, node: ast.YieldFrom) -> syntax.Expression:
        return syntax.Yield(self.location(node), self.expression(node.value), delegate=True)

    def _opaque_test(self, node: OpaqueTest) -> syntax.Expression:
        return self._opaque(node, node.note, node.parts)


_LOWERINGS: Final[dict[type[ast.AST], Callable[[ExpressionLowering, ast.expr], syntax.Expression]]] = {
    ast.Constant: ExpressionLowering._constant,  # type: ignore[dict-item]
    ast.Name: ExpressionLowering._name,  # type: ignore[dict-item]
    ast.Attribute: ExpressionLowering._attribute,  # type: ignore[dict-item]
    ast.Subscript: ExpressionLowering._subscript,  # type: ignore[dict-item]
    ast.Slice: ExpressionLowering._slice,  # type: ignore[dict-item]
    ast.Call: ExpressionLowering._call,  # type: ignore[dict-item]
    ast.Await: ExpressionLowering._await,  # type: ignore[dict-item]
    ast.UnaryOp: ExpressionLowering._unary,  # type: ignore[dict-item]
    ast.BinOp: ExpressionLowering._binary,  # type: ignore[dict-item]
    ast.Compare: ExpressionLowering._comparison,  # type: ignore[dict-item]
    ast.BoolOp: ExpressionLowering._boolean,  # type: ignore[dict-item]
    ast.IfExp: ExpressionLowering._conditional,  # type: ignore[dict-item]
    ast.Starred: ExpressionLowering._starred,  # type: ignore[dict-item]
    ast.List: ExpressionLowering._list,  # type: ignore[dict-item]
    ast.Tuple: ExpressionLowering._tuple,  # type: ignore[dict-item]
    ast.Set: ExpressionLowering._set,  # type: ignore[dict-item]
    ast.Dict: ExpressionLowering._dict,  # type: ignore[dict-item]
    ast.ListComp: ExpressionLowering._list_comprehension,  # type: ignore[dict-item]
    ast.SetComp: ExpressionLowering._set_comprehension,  # type: ignore[dict-item]
    ast.GeneratorExp: ExpressionLowering._generator,  # type: ignore[dict-item]
    ast.DictComp: ExpressionLowering._dict_comprehension,  # type: ignore[dict-item]
    ast.Lambda: ExpressionLowering._lambda,  # type: ignore[dict-item]
    ast.NamedExpr: ExpressionLowering._walrus,  # type: ignore[dict-item]
    ast.JoinedStr: ExpressionLowering._joined,  # type: ignore[dict-item]
    ast.FormattedValue: ExpressionLowering._formatted,  # type: ignore[dict-item]
    ast.Yield: ExpressionLowering._yield,  # type: ignore[dict-item]
    ast.YieldFrom: ExpressionLowering._yield_from,  # type: ignore[dict-item]
    OpaqueTest: ExpressionLowering._opaque_test,  # type: ignore[dict-item]
}
