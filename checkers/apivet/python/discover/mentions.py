"""Parts of an object that are mentioned by code which does not say what type the object has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apivet.program import model, syntax
from apivet.python.discover.object_types import hook_parameters
from apivet.python.names.resolver import Resolver
from apivet.python.source.walking import is_one_of, positional, walk

#: Calls whose second argument names an attribute of the first.
_BY_NAME: Final = frozenset(("getattr", "setattr", "hasattr", "delattr"))
_DEPTH: Final = 3


class MentionedParts:
    """Collects parts, as ``part`` and ``part.field``, from hooks and the functions they hand the object to."""

    def __init__(self, resolver: Resolver, type_: model.Type) -> None:
        self.resolver = resolver
        self.type = type_
        self.found: set[str] = set()
        self._seen: set[tuple[str, frozenset[str]]] = set()

    def hook(self, hook: syntax.Function, notion: str) -> None:
        """Note the mentions in a hook."""
        self._function(hook, frozenset(name for name in hook_parameters(hook, notion)[:2] if name), _DEPTH)

    def _function(self, function: syntax.Function, names: frozenset[str], depth: int) -> None:
        if not names or (function.dotted, names) in self._seen:
            return
        self._seen.add((function.dotted, names))
        objects = set(names) | set(self._aliases(function, names))
        for node in walk(function.body):
            part = self._part(node, objects)
            if part is not None:
                self.found.add(part)
                continue
            if isinstance(node, syntax.Attribute):
                holder = self._part(node.value, objects)
                if holder is not None:
                    self.found.add(f"{holder}.{_without_accessor(node.name)}")
            if isinstance(node, syntax.Subscript) and _text(node.index) is not None:
                holder = self._part(node.value, objects)
                if holder is not None:
                    self.found.add(f"{holder}.{_text(node.index)}")
            if isinstance(node, syntax.Call) and depth > 0:
                self._handed_on(function, node, objects, depth)

    def _aliases(self, function: syntax.Function, names: frozenset[str]) -> Iterable[str]:
        for node in walk(function.body):
            if isinstance(node, syntax.Walrus) and isinstance(node.value, syntax.Name) and node.value.name in names:
                yield node.name
            if not isinstance(node, syntax.Assign):
                continue
            for target in node.targets:
                yield from _aliased(target, node.value, names)

    def _part(self, node: object, objects: set[str]) -> str | None:
        """The part of an object that a node reads or writes."""
        if isinstance(node, syntax.Attribute) and is_one_of(node.value, objects):
            return _without_accessor(node.name)
        if isinstance(node, syntax.Subscript) and is_one_of(node.value, objects):
            return _text(node.index)
        if isinstance(node, syntax.Comparison) and node.operator in ("in", "not in"):
            return _text(node.left) if is_one_of(node.right, objects) else None
        if isinstance(node, syntax.Call):
            arguments = positional(node)
            if isinstance(node.callee, syntax.Attribute) and is_one_of(node.callee.value, objects):
                if node.callee.name in ("get", "pop", "setdefault") and arguments:
                    return _text(arguments[0])
            if isinstance(node.callee, syntax.Name) and node.callee.name in _BY_NAME and len(arguments) > 1:
                return _text(arguments[1]) if is_one_of(arguments[0], objects) else None
        return None

    def _handed_on(self, function: syntax.Function, call: syntax.Call, objects: set[str], depth: int) -> None:
        callee = self._callee(function, call.callee)
        if callee is None:
            return
        names = [item.name for item in callee.parameters if item.kind == "positional"]
        if callee.binding != "none":
            names = names[1:]
        given = {name for name, value in zip(names, positional(call)) if is_one_of(value, objects)}
        given |= {argument.name for argument in call.arguments if argument.name and is_one_of(argument.value, objects)}
        self._function(callee, frozenset(given), depth - 1)

    def _callee(self, function: syntax.Function, callee: syntax.Expression) -> syntax.Function | None:
        if isinstance(callee, syntax.Attribute) and isinstance(callee.value, syntax.Name):
            if callee.value.name in ("self", "cls"):
                for ancestor in self.resolver.ancestry(self.type):
                    if callee.name in ancestor.methods:
                        return ancestor.methods[callee.name]
                return None
        module = self.resolver.module(function.module)
        found = None if module is None else self.resolver.entity(module, callee)
        return found if isinstance(found, syntax.Function) else None


def _aliased(target: syntax.Expression, value: syntax.Expression, names: frozenset[str]) -> Iterable[str]:
    if isinstance(target, syntax.Sequence) and isinstance(value, syntax.Sequence):
        for inner, part in zip(target.items, value.items):
            yield from _aliased(inner, part, names)
    elif isinstance(target, syntax.Name):
        if isinstance(value, syntax.Call):
            # ``cast(T, obj)``, ``deepcopy(old)``: still the object, as far as its parts go
            arguments = positional(value)
            if arguments and isinstance(arguments[-1], syntax.Name) and arguments[-1].name in names:
                yield target.name
        elif isinstance(value, syntax.Name) and value.name in names:
            yield target.name


def _text(node: syntax.Expression) -> str | None:
    return node.value if isinstance(node, syntax.Literal) and isinstance(node.value, str) else None


def _without_accessor(name: str) -> str:
    """``get_status`` and ``set_status`` count as the part they name."""
    return name[4:] if name.startswith(("get_", "set_")) else name
