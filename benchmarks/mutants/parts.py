"""Which names in a function stand for the caller's object and which for the stored one, and what their parts are."""

from __future__ import annotations

import ast
import importlib
import typing
from dataclasses import dataclass, field
from typing import Any

from sources import Function

_STORED = ("old", "stored", "before")
_BESIDES = frozenset(("self", "ctx", "context", "now", "visitor"))


@dataclass
class Parts:
    """``given`` and ``stored`` are the names of either side; ``kinds`` the types of all of them, as far as known."""

    given: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    kinds: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, function: Function) -> Parts:
        """The parameters, and the local names that are given one of them, or a part of it."""
        hints = _hints(function)
        parts = cls()
        for argument in function.node.args.args:
            if argument.arg not in _BESIDES:
                parts._add(argument.arg, argument.arg.startswith(_STORED), _single(hints.get(argument.arg)))
        for statement in ast.walk(function.node):
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                parts._learn(statement.targets[0], statement.value)
        return parts

    def _add(self, name: str, is_stored: bool, kind: Any) -> None:
        side = self.stored if is_stored else self.given
        if name not in self.given and name not in self.stored:
            side.append(name)
            self.kinds[name] = kind

    def _learn(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts):
                self._learn(one, other)
        elif isinstance(target, ast.Name) and isinstance(value, (ast.Name, ast.Attribute, ast.Call)):
            side = self.side(value)
            if side is not None and not (isinstance(value, ast.Call) and value.args):
                self._add(target.id, side == "stored", self.kind(value))

    def side(self, expression: ast.expr) -> str | None:
        """``given`` or ``stored``: whose an expression is that begins at one of the objects."""
        name = root(expression)
        if name is None:
            return None
        return "given" if name in self.given else "stored" if name in self.stored else None

    def fields(self, expression: ast.expr) -> list[str]:
        """The fields of the part that an expression stands for; none where it has no fields."""
        from sample_apiserver.generic.fields import field_types

        return list(field_types(_single(self.kind(expression))))

    def neighbour(self, expression: ast.Attribute) -> str | None:
        """The field after this one that has its type, beginning again at the end."""
        from sample_apiserver.generic.fields import bare, field_types

        kinds = {name: bare(kind) for name, kind in field_types(_single(self.kind(expression.value))).items()}
        names = list(kinds)
        if expression.attr not in kinds:
            return None
        at = names.index(expression.attr)
        others = [name for name in names[at + 1 :] + names[:at] if kinds[name] == kinds[expression.attr]]
        return others[0] if others else None

    def kind(self, expression: ast.expr) -> Any:
        """The type of a name or of a part of it."""
        from sample_apiserver.generic.fields import field_types

        if isinstance(expression, ast.Name):
            return self.kinds.get(expression.id)
        if isinstance(expression, ast.Call) and isinstance(expression.func, ast.Attribute):
            name = expression.func.attr
            holder = self.kind(expression.func.value)
            return field_types(_single(holder)).get(name.removeprefix("get_")) if name.startswith("get_") else None
        if isinstance(expression, ast.Attribute):
            return field_types(_single(self.kind(expression.value))).get(expression.attr)
        return None


def root(expression: ast.expr) -> str | None:
    """The name that a chain of attributes, elements and getters begins with."""
    while True:
        if isinstance(expression, (ast.Attribute, ast.Subscript)):
            expression = expression.value
        elif isinstance(expression, ast.Call) and isinstance(expression.func, ast.Attribute) and not expression.args:
            expression = expression.func.value
        else:
            return expression.id if isinstance(expression, ast.Name) else None


def _single(kind: Any) -> Any:
    """The type without ``Annotated`` and ``None``."""
    while typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    members = [each for each in typing.get_args(kind) if each is not type(None)]
    return members[0] if type(None) in typing.get_args(kind) and len(members) == 1 else kind


def _hints(function: Function) -> dict[str, Any]:
    found: Any = importlib.import_module(function.module)
    for name in function.qualified.split("."):
        found = vars(found)[name] if isinstance(found, type) else getattr(found, name)
    return typing.get_type_hints(getattr(found, "fget", None) or getattr(found, "__func__", None) or found)
