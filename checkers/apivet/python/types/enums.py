"""Members of enums, with the values that they have at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.constants import spelled_constant
from apivet.python.annotations.canonical import canonical
from apivet.python.source.class_bodies import when_made
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.nodes import assigned, every_node, last_name
from apivet.verdicts import Location

_SCALARS: Final = (str, int, float, complex, bytes, bool, type(None))
#: The scalars that enums are besides.
_MADE_BY: Final[dict[str, Callable[[str | int | float], object]]] = {
    **dict.fromkeys(("int", "IntEnum", "IntFlag"), int),
    "str": str,
    "float": float,
}


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
    maker: syntax.Function | None,
    elsewhere: Callable[[ast.expr], str | None],
    meaning: Callable[[ast.expr], str],
) -> tuple[model.EnumConstant, ...]:
    """The members that the class statement declares, in order. ``bases`` are as :func:`enum_bases_of` gives them,
    ``generate`` is the project's own method that gives values to ``auto()``, ``maker`` the one that makes members of
    what is written and may give them another value. ``elsewhere`` gives the value, as text, of a name from outside the
    class, ``meaning`` one spelling for all expressions that mean the same."""
    members = _EnumMembers(_Automatic(bases, generate), elsewhere, meaning)
    statements = list(when_made(source.node.body))
    ignored = {name for statement, _ in statements for name in _ignored(statement)}
    for statement, is_certain in statements:
        for target, value in assigned(statement):
            members.add(module, target, value, "" if is_certain else "whether it is there depends on a condition")
    found = (constant for constant in members.found.values() if constant.name not in ignored)
    if maker is None:
        return tuple(found)
    return tuple(replace(each, doubt=f"what {maker.dotted} makes of its value can't be told") for each in found)


def _ignored(statement: ast.stmt) -> Iterator[str]:
    """The names in ``_ignore_``, which become no members."""
    if not isinstance(statement, ast.Assign) or not any(
        isinstance(target, ast.Name) and target.id == "_ignore_" for target in statement.targets
    ):
        return
    for node in every_node(statement.value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.replace(",", " ").split()


class _Automatic:
    """Values of ``auto()``, and of members whose class is a scalar as well, and makes them of what is written."""

    def __init__(self, bases: Sequence[str], generate: syntax.Function | None) -> None:
        last = [base.rpartition(".")[2] for base in bases]
        self.is_text = "StrEnum" in last
        self.is_flag = "Flag" in last or "IntFlag" in last
        self.generate = generate
        self.scalar = next((_MADE_BY[name] for name in last if name in _MADE_BY), None)

    def made(self, written: object) -> object:
        """The value of a member, by what is written."""
        if self.scalar is None or not isinstance(written, (str, int, float)):
            return written
        try:
            return self.scalar(written)
        except (ValueError, OverflowError):
            return _UNKNOWN

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

    def __init__(
        self, automatic: _Automatic, elsewhere: Callable[[ast.expr], str | None], meaning: Callable[[ast.expr], str]
    ) -> None:
        self.meaning = meaning
        self.automatic = automatic
        self.elsewhere = elsewhere
        self.found: dict[str, model.EnumConstant] = {}
        self._values: dict[str, object] = {}
        self._distinct: dict[object, object] = {}
        self._highest = 0

    def add(self, module: SourceModule, target: ast.expr, value: ast.expr, doubt: str) -> None:
        """Add the members that an assignment in the body declares; ``doubt`` says why it may not come to that."""
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
            if len(target.elts) == len(value.elts):
                for item, part in zip(target.elts, value.elts):
                    self.add(module, item, part, doubt)
            return
        if not isinstance(target, ast.Name) or _is_no_member(target.id) or _is_descriptor(value):
            return
        name = target.id
        if isinstance(value, ast.Call) and last_name(value) == "member" and len(value.args) == 1:
            value = value.args[0]
        written = self._value(name, value)
        worth = self.automatic.made(written)
        # What is equal to an earlier member is an alias of it, and has its value.
        worth = self._distinct.setdefault(worth, worth)
        if worth is _UNKNOWN:
            doubt = doubt or "its value is computed"
        text = self.meaning(value) if worth is _UNKNOWN else spelled_constant(worth)
        self._values[name] = written
        if isinstance(written, int):
            self._highest = max(self._highest, written)
        line, column = target.lineno, target.col_offset
        location = Location(module.display, line, column, target.end_lineno or 0, target.end_col_offset or 0)
        self.found[name] = model.EnumConstant(name, text, location, doubt)

    def _value(self, name: str, node: ast.expr) -> object:
        if isinstance(node, ast.Call) and last_name(node) == "auto" and not node.args:
            return self.automatic.value(name, self._highest)
        return self._folded(node)

    def _folded(self, node: ast.expr) -> object:
        """The value of a constant expression; earlier members may stand in it."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, _SCALARS) else _UNKNOWN
        if isinstance(node, ast.Name) and node.id in self._values:
            return self._values[node.id]
        if isinstance(node, ast.Attribute) and node.attr == "value" and isinstance(node.value, ast.Name):
            if node.value.id in self._values:
                return self._values[node.value.id]
        if isinstance(node, (ast.Name, ast.Attribute)):
            return _read(self.elsewhere(node))
        if isinstance(node, ast.Tuple):
            items = tuple(self._folded(item) for item in node.elts)
            return _UNKNOWN if any(item is _UNKNOWN for item in items) else items
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._folded(node.operand)
            return -value if isinstance(value, (int, float)) else _UNKNOWN
        if isinstance(node, ast.BinOp):
            return _combined(node.op, self._folded(node.left), self._folded(node.right))
        return _UNKNOWN


def _read(text: str | None) -> object:
    """The value that a text spells."""
    try:
        return _UNKNOWN if text is None else ast.literal_eval(text)
    except (SyntaxError, ValueError):
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
