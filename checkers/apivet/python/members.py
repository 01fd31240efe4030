"""Methods and attributes of classes, lowered when somebody asks for one: of most classes nobody does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, Union

from apivet.program import syntax
from apivet.python.lowering import FunctionNode, Lowering, accessor_name
from apivet.python.source import function_nodes, statements_of

_Node = TypeVar("_Node", bound=Union[ast.expr, FunctionNode])
_Lowered = TypeVar("_Lowered")


class Members(dict[str, _Lowered], Generic[_Node, _Lowered]):
    """Members of a class by name. Looking one up lowers it; whether it is there is asked far more often, of every
    class that something derives from, and answered by the dict alone."""

    def __init__(self, nodes: Mapping[str, _Node], lower: Callable[[_Node], _Lowered]) -> None:
        placeholders: dict[str, Any] = dict.fromkeys(nodes)
        super().__init__(placeholders)
        self._pending = dict(nodes)
        self._lower = lower

    def __getitem__(self, name: str) -> _Lowered:
        if name in self._pending:
            self[name] = self._lower(self._pending[name])
            del self._pending[name]
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The member of that name, or ``default``."""
        # The dict's own would hand out what is not lowered yet.
        try:
            return self[name]
        except KeyError:
            return default

    def items(self) -> Any:
        """Every member with its name; all are lowered."""
        self._lower_all()
        return super().items()

    def values(self) -> Any:
        """Every member; all are lowered."""
        self._lower_all()
        return super().values()

    def _lower_all(self) -> None:
        for name in tuple(self._pending):
            self[name]


def methods_of(node: ast.ClassDef, lowering: Lowering) -> Mapping[str, syntax.Function]:
    """The methods of a class, setters under their own names."""
    found: dict[str, FunctionNode] = {accessor_name(item): item for item in function_nodes(node.body)}
    return Members(found, lowering.function)


def attributes_of(node: ast.ClassDef, lowering: Lowering) -> Mapping[str, syntax.Expression]:
    """The plain attributes of a class, with what they are set to."""
    found: dict[str, ast.expr] = {}
    for statement in statements_of(node.body):
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = statement.value
                elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                    if len(target.elts) == len(statement.value.elts):
                        for item, value in zip(target.elts, statement.value.elts):
                            if isinstance(item, ast.Name):
                                found[item.id] = value
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if statement.value is not None and not isinstance(statement.value, ast.Call):
                found[statement.target.id] = statement.value
    return Members(found, lowering.expression)
