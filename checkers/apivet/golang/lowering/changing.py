"""Whether a method may change what it is asked of, told from its source: each name stands for all that it is ever
bound to, and calls are followed where it is known what they call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering import library
from apivet.golang.lowering.body import inside
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import is_flat
from apivet.golang.packages import Package
from apivet.golang.source import child, children, text
from apivet.golang.syntax_search import parameter_names, plain, walked
from apivet.golang.types import GoType, Named, Pointer, pointee

_STEPS: Final = ("inc_statement", "dec_statement")
_SETTING: Final = ("delete", "clear", "copy")
_BINDING: Final = ("short_var_declaration", "assignment_statement", "range_clause")
#: Packages of which nothing changes what it gets by value, nor the objects of its own that a method asks.
_HARMLESS: Final = frozenset(("fmt", "sync", "time")) | library.OUTWARD_PACKAGES


def may_change(lower: Expressions, method: FunctionDeclaration, asked: frozenset[object] = frozenset()) -> bool:
    """Whether a function may set anything that its receiver or its parameters lead to."""
    body = method.body
    if body is None or method in asked:
        return False
    code = _Code(lower, method, asked | {method})
    return any(code.changes(each) for each in inside(body))


class _Code:
    """The source of one method."""

    def __init__(self, lower: Expressions, method: FunctionDeclaration, asked: frozenset[object]) -> None:
        self._lower, self._file, self._asked = lower, method.file, asked
        self._typing = lower.body.typing
        self._package = self._typing.package_of(method.file)
        types = dict(self._given(method))
        #: The names of what was given, and of all that was made of that.
        self._theirs = {name for name, type_ in types.items() if not is_flat(lower, type_)}
        self._types = types
        #: The names that stand for an object itself, or for an address in it.
        self._whole = set(self._theirs)
        self._follow(method)

    def _given(self, method: FunctionDeclaration) -> Iterator[tuple[str, GoType]]:
        if method.receiver and method.receiver_name and self._package is not None:
            held = self._typing.named(self._package.path, method.receiver)
            yield method.receiver_name, Pointer(held) if method.by_pointer else held
        yield from zip(parameter_names(method.node), self._typing.signature(method).parameters)

    def _follow(self, method: FunctionDeclaration) -> None:
        """Note which variables are bound to something of what was given."""
        bound = [pair for each in inside(method.node) for pair in _bound(each)]
        count = -1
        while count < len(self._theirs) + len(self._whole):
            count = len(self._theirs) + len(self._whole)
            for name, value in bound:
                if self._is_theirs(value):
                    self._theirs.add(name)
                if self._is_whole(value):
                    self._whole.add(name)

    def _is_theirs(self, node: Node) -> bool:
        return any(text(each) in self._theirs for each in walked(node, "identifier"))

    def _is_whole(self, node: Node) -> bool:
        """Whether who is given this may change an object through it."""
        if node.type == "unary_expression" and text(node).startswith("&"):
            return self._is_theirs(node)
        inner = plain(node)
        return inner.type == "identifier" and text(inner) in self._whole

    # ------------------------------------------------------------------------------------------------------ asking

    def changes(self, node: Node) -> bool:
        """Whether a piece of the code may change what was given."""
        if node.type in ("assignment_statement", *_STEPS):
            left = child(node, "left") if node.type == "assignment_statement" else node
            return any(each.type != "identifier" for each in (left.named_children if left is not None else ()))
        if node.type == "selector_expression":
            return self._selects_a_change(node)
        return node.type == "call_expression" and self._calls_a_change(node)

    def _selects_a_change(self, node: Node) -> bool:
        """Whether a method of something that was given, which may be called here or later, changes it."""
        operand, name = child(node, "operand"), child(node, "field")
        if operand is None or name is None or self._package_path(operand) or not self._is_theirs(operand):
            return False
        type_ = self._type(operand)
        selected = None if type_ is None else self._typing.select(type_, text(name))
        if selected is not None and not selected.is_method:
            return False
        if selected is not None and selected.declaration is not None:
            return self._is_changing(selected.declaration)
        if type_ is None:
            return any(self._is_changing(each) for each in self._named(text(name)))
        return selected is None and not _is_harmless(pointee(type_), text(name))

    def _is_changing(self, method: FunctionDeclaration) -> bool:
        package = self._typing.package_of(method.file)
        path = "" if package is None else package.path
        dotted = ".".join(filter(None, (path, method.receiver, method.name)))
        is_known = method.file.is_generated or library.is_pure(path, dotted)
        return not is_known and may_change(self._lower, method, self._asked)

    def _named(self, name: str) -> list[FunctionDeclaration]:
        """The methods of the package that have a name: of what type something is need not be known."""
        return self._package.methods_named(name) if self._package is not None else []

    def _calls_a_change(self, node: Node) -> bool:
        function, arguments = child(node, "function"), child(node, "arguments")
        if function is None or arguments is None:
            return False
        given = [each for each in arguments.named_children if self._is_theirs(each)]
        if function.type == "identifier":
            return self._function_changes(self._package, text(function), given)
        operand, name = child(function, "operand"), child(function, "field")
        path = None if operand is None else self._package_path(operand)
        if path is None or name is None:
            return any(map(self._is_whole, given))
        return self._outside_changes(path, text(name), given)

    def _function_changes(self, package: Package | None, name: str, given: list[Node]) -> bool:
        """Whether a function of a package, or of the language, changes what it is given."""
        declared = None if package is None else package.find(name)
        if isinstance(declared, FunctionDeclaration):
            return bool(given) and self._is_changing(declared)
        return bool(given) and name in _SETTING

    def _outside_changes(self, path: str, name: str, given: list[Node]) -> bool:
        if library.is_pure(path, f"{path}.{name}"):
            return False
        package = self._typing.packages.package(path)
        if package is not None and isinstance(package.find(name), FunctionDeclaration):
            return self._function_changes(package, name, given)
        return any(map(self._is_whole, given)) if path in _HARMLESS else bool(given)

    # ------------------------------------------------------------------------------------------------------- names

    def _package_path(self, node: Node) -> str | None:
        is_name = node.type == "identifier" and text(node) not in self._types and text(node) not in self._theirs
        return self._typing.packages.imported(self._file).get(text(node)) if is_name else None

    def _type(self, node: Node) -> GoType | None:
        """The type of what was given, or of a field of it."""
        node = plain(node)
        if node.type == "identifier":
            return self._types.get(text(node))
        operand, name = child(node, "operand"), child(node, "field")
        holder = None if operand is None or name is None else self._type(operand)
        selected = None if holder is None or name is None else self._typing.select(holder, text(name))
        return None if selected is None or selected.field is None else selected.field.type


def _is_harmless(type_: GoType, name: str) -> bool:
    """Whether a method of a type outside the tree only reads what it is asked of."""
    if not isinstance(type_, Named):
        return False
    return type_.package in _HARMLESS or library.is_pure(type_.package, f"{type_.dotted}.{name}")


def _bound(node: Node) -> Iterator[tuple[str, Node]]:
    """The variables that a piece of code binds, each with what it is, or may be, bound to."""
    if node.type == "var_spec":
        names, right = children(node, "name"), child(node, "value")
    else:
        left = child(node, "left") if node.type in _BINDING else None
        names, right = (left.named_children if left is not None else []), child(node, "right")
    if right is None or not names:
        return
    values = right.named_children if right.type == "expression_list" else [right]
    for number, each in enumerate(names):
        if each.type == "identifier":
            yield text(each), values[number] if len(values) == len(names) else values[0]
