"""The switches of a declaration: ``slots=True``, ``frozen=True``, wherever they are written.

``extra="allow"`` and ``extra_items=int`` are switches too: what they say is whether objects may hold other fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from apivet.program import model, syntax
from apivet.python.annotations.forms import UNREAD
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.walking import callee_name

_DEPTH: Final = 6
#: Calls that make a configuration of their arguments.
_MAKERS: Final = frozenset(("dict", "deepcopy", "ConfigDict", "SettingsConfigDict", "SQLModelConfig"))
#: Options that let objects hold fields that no declaration names (pydantic, ``TypedDict``).
EXTRA: Final = ("extra", "extra_items")
#: Options that give all fields aliases that a function, or a rule, makes (pydantic, msgspec).
COMPUTED_NAMES: Final = ("alias_generator", "rename")
#: Types of which there is no value: with one of these, ``extra_items`` rules out what others let in.
_NO_TYPE: Final = frozenset(("Never", "NoReturn"))


class Options:
    """Reads switches out of the arguments of calls and out of mappings."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def of_arguments(
        self,
        module: SourceModule,
        arguments: Iterable[syntax.Argument],
        names: Mapping[str, bool] | None = None,
        enclosing: str = "",
    ) -> dict[str, bool]:
        """The switches among the arguments of a call. ``names`` are variables whose value is known there."""
        found: dict[str, bool] = {}
        for argument in arguments:
            if argument.spread == "**":
                found.update(self.of_mapping(module, argument.value, enclosing))
            elif argument.name is not None:
                value = self.option(module, argument.name, argument.value, names or {}, enclosing)
                if value is not None:
                    found[argument.name] = value
        return found

    def of_mapping(
        self, module: SourceModule, node: syntax.Expression, enclosing: str = "", depth: int = 0
    ) -> dict[str, bool]:
        """The switches in ``{"frozen": True}``, ``ConfigDict(frozen=True)``, or in what a name stands for."""
        found: dict[str, bool] = {}
        if depth > _DEPTH:
            return found
        if isinstance(node, syntax.Mapping):
            for key, value in node.entries:
                if key is None:
                    found.update(self.of_mapping(module, value, enclosing, depth + 1))
                elif isinstance(key, syntax.Literal) and isinstance(key.value, str):
                    switch = self.option(module, key.value, value, {}, enclosing)
                    if switch is not None:
                        found[key.value] = switch
        elif isinstance(node, syntax.Call):
            return self._of_call(module, node, enclosing, depth)
        elif isinstance(node, syntax.Conditional):
            # ``{"slots": True} if sys.version_info >= (3, 10) else {}``
            return self.of_mapping(module, node.then, enclosing, depth + 1)
        elif isinstance(node, syntax.Binary) and node.operator == "|":
            found.update(self.of_mapping(module, node.left, enclosing, depth + 1))
            found.update(self.of_mapping(module, node.right, enclosing, depth + 1))
        elif isinstance(node, (syntax.Name, syntax.Attribute)):
            inner, bound = self._bound(module, node, enclosing)
            if inner is not None and bound is not None:
                return self.of_mapping(inner, bound, "", depth + 1)
            found[UNREAD] = True
        else:
            found[UNREAD] = True
        return found

    def _of_call(self, module: SourceModule, node: syntax.Call, enclosing: str, depth: int) -> dict[str, bool]:
        """The switches in ``ConfigDict(frozen=True)``, ``{...}.copy()``; those that other calls are given may be."""
        if callee_name(node) == "copy" and isinstance(node.callee, syntax.Attribute):
            return self.of_mapping(module, node.callee.value, enclosing, depth + 1)
        found = {} if callee_name(node) in _MAKERS else {UNREAD: True}
        for argument in node.arguments:
            if argument.name is None:
                found.update(self.of_mapping(module, argument.value, enclosing, depth + 1))
        found.update(self.of_arguments(module, node.arguments, enclosing=enclosing))
        return found

    def option(
        self,
        module: SourceModule,
        name: str,
        node: syntax.Expression,
        names: Mapping[str, bool],
        enclosing: str = "",
    ) -> bool | None:
        """Whether an option is on, where the source says so."""
        if name in COMPUTED_NAMES:
            return not (isinstance(node, syntax.Literal) and node.value is None)
        if name not in EXTRA:
            return self.switch(module, node, names, enclosing)
        if isinstance(node, syntax.Name):
            _, bound = self._bound(module, node, enclosing)
            node = bound or node
        last = node.name if isinstance(node, (syntax.Name, syntax.Attribute)) else None
        if name == "extra_items":
            return last not in _NO_TYPE
        return (node.value if isinstance(node, syntax.Literal) else last) == "allow"

    def switch(
        self, module: SourceModule, node: syntax.Expression, names: Mapping[str, bool], enclosing: str = ""
    ) -> bool | None:
        """``True`` or ``False``, where the source says which."""
        if isinstance(node, syntax.Literal):
            return node.value if isinstance(node.value, bool) else None
        if isinstance(node, syntax.Name) and node.name in names:
            return names[node.name]
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            _, value = self._bound(module, node, enclosing)
            if isinstance(value, syntax.Literal) and isinstance(value.value, bool):
                return value.value
        return None

    def _bound(
        self, module: SourceModule, node: syntax.Expression, enclosing: str
    ) -> tuple[SourceModule | None, syntax.Expression | None]:
        """The value that a name is bound to, and its module."""
        entity = self.resolver.reference(module, node, enclosing)
        if not isinstance(entity, model.Global):
            return None, None
        return self.resolver.module(entity.module), entity.value
