"""Members of enums, with the values that they have at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from apivet.program import model, syntax
from apivet.python.annotations.canonical import canonical
from apivet.python.source.module import ClassSource, SourceModule, statements_of
from apivet.python.source.nodes import last_name
from apivet.verdicts import Location

_SCALARS: Final = (str, int, float, complex, bytes, bool, type(None))


def enum_bases_of(parents: Sequence[model.Entity | None]) -> tuple[str, ...]:
    """The classes outside the tree that an enum derives from, over whatever steps: ``str``, ``enum.Enum``."""
    found: list[str] = []
    for parent in parents:
        if isinstance(parent, model.External):
            found.append(canonical(parent.dotted))
        elif isinstance(parent, model.Type):
            found += parent.enum_bases if parent.form == "enum" else (parent.dotted,)
    return tuple(dict.fromkeys(found))


def constants_of(
    module: SourceModule,
    source: ClassSource,
    bases: Sequence[str],
    generate: syntax.Function | None,
    elsewhere: Callable[[ast.expr], str | None],
) -> tuple[model.EnumConstant, ...]:
    """The members that the class statement declares, in order. ``bases`` are as :func:`enum_bases_of` gives them,
    ``generate`` is the project's own method that gives values to ``auto()``, and ``elsewhere`` says what a name from
    outside the class stands for."""
    members = _EnumMembers(_Automatic(bases, generate), elsewhere)
    for statement in statements_of(source.node.body):
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                members.add(module, target, statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            members.add(module, statement.target, statement.value)
    return tuple(members.found.values())


class _Automatic:
    """Values of ``auto()``."""

    def __init__(self, bases: Sequence[str], generate: syntax.Function | None) -> None:
        last = [base.rpartition(".")[2] for base in bases]
        self.is_text = "StrEnum" in last
        self.is_flag = "Flag" in last or "IntFlag" in last
        self.generate = generate

    def value(self, name: str, highest: int) -> object:
        """The value of a member; ``highest`` is the highest number before it."""
        if self.generate is not None:
            return _generated(self.generate, name)
        if self.is_text:
            return name.lower()
        return 1 << highest.bit_length() if self.is_flag else highest + 1


def _generated(generate: syntax.Function, name: str) -> object:
    """``return name`` and ``return name.lower()``, which is what such methods mostly are."""
    parameter = generate.parameters[0].name if generate.parameters else ""
    last = generate.body[-1] if generate.body else None
    value = last.value if isinstance(last, syntax.Return) else None
    if isinstance(value, syntax.Name) and value.name == parameter:
        return name
    if isinstance(value, syntax.Call) and isinstance(value.callee, syntax.Attribute) and not value.arguments:
        if isinstance(value.callee.value, syntax.Name) and value.callee.value.name == parameter:
            changed = {"lower": name.lower(), "upper": name.upper(), "title": name.title()}
            return changed.get(value.callee.name, _UNKNOWN)
    return _UNKNOWN


class _UnreadConstant:
    """A value that the source does not say."""


_UNKNOWN: Final = _UnreadConstant()


class _EnumMembers:
    """The members of one enum, so far."""

    def __init__(self, automatic: _Automatic, elsewhere: Callable[[ast.expr], str | None]) -> None:
        self.automatic = automatic
        self.elsewhere = elsewhere
        self.found: dict[str, model.EnumConstant] = {}
        self._values: dict[str, object] = {}
        self._distinct: dict[object, object] = {}
        self._highest = 0

    def add(self, module: SourceModule, target: ast.expr, value: ast.expr) -> None:
        """Add the members that an assignment in the body declares."""
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            if len(target.elts) == len(value.elts):
                for item, part in zip(target.elts, value.elts):
                    self.add(module, item, part)
            return
        if not isinstance(target, ast.Name) or _is_no_member(target.id) or _is_descriptor(value):
            return
        name = target.id
        if isinstance(value, ast.Call) and last_name(value) == "member" and len(value.args) == 1:
            value = value.args[0]
        worth = self._value(name, value)
        # What is equal to an earlier member is an alias of it, and has its value.
        worth = self._distinct.setdefault(worth, worth)
        text = (self.elsewhere(value) or module.text_of(value)) if worth is _UNKNOWN else repr(worth)
        self._values[name] = worth
        if isinstance(worth, int):
            self._highest = max(self._highest, worth)
        line, column = target.lineno, target.col_offset
        location = Location(module.display, line, column, target.end_lineno or 0, target.end_col_offset or 0)
        self.found[name] = model.EnumConstant(name, text, location)

    def _value(self, name: str, node: ast.expr) -> object:
        if isinstance(node, ast.Call) and last_name(node) == "auto" and not node.args:
            return self.automatic.value(name, self._highest)
        return self._folded(node)

    def _folded(self, node: ast.expr) -> object:
        """The value of a constant expression; earlier members may stand in it."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, _SCALARS) else _UNKNOWN
        if isinstance(node, ast.Name):
            return self._values.get(node.id, _UNKNOWN)
        if isinstance(node, ast.Attribute) and node.attr == "value" and isinstance(node.value, ast.Name):
            return self._values.get(node.value.id, _UNKNOWN)
        if isinstance(node, ast.Tuple):
            items = tuple(self._folded(item) for item in node.elts)
            return _UNKNOWN if any(item is _UNKNOWN for item in items) else items
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._folded(node.operand)
            return -value if isinstance(value, (int, float)) else _UNKNOWN
        if isinstance(node, ast.BinOp):
            return _combined(node.op, self._folded(node.left), self._folded(node.right))
        return _UNKNOWN


def _combined(operator: ast.operator, left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str) and isinstance(operator, ast.Add):
        return left + right
    if not isinstance(left, int) or not isinstance(right, int):
        return _UNKNOWN
    if isinstance(operator, ast.BitOr):
        return left | right
    if isinstance(operator, ast.LShift) and 0 <= right < 256:
        return left << right
    if isinstance(operator, ast.Add):
        return left + right
    return left - right if isinstance(operator, ast.Sub) else _UNKNOWN


def _is_no_member(name: str) -> bool:
    """Names with an underscore on both sides are the enum's own, those with two in front are private."""
    return name.startswith("__") or (name.startswith("_") and name.endswith("_"))


def _is_descriptor(value: ast.expr) -> bool:
    if isinstance(value, ast.Lambda):
        return True
    return isinstance(value, ast.Call) and last_name(value) in ("nonmember", "property", "staticmethod", "classmethod")
