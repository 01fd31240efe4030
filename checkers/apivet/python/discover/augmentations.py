"""Augmentation hooks of types (contract section 7)."""

from __future__ import annotations

import ast
import functools

from apivet.program import model, syntax
from apivet.program.conversions import Augmentation
from apivet.python.files.tree_facts import is_among
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.vocabulary import FROM, TO


class Augmentations:
    """Finds the types of a file that define or inherit ``assign_properties_to`` or ``assign_properties_from``."""

    def __init__(self, resolver: Resolver, module: SourceModule) -> None:
        self.resolver = resolver
        self.module = module

    def among(self, declared: list[model.Type]) -> list[Augmentation]:
        """The types with hooks. Protocols, classes that leave a hook abstract, and mixins that other classes derive
        from are none: they are looked at through their subclasses."""
        found = []
        for type_ in declared:
            hooks = self._hooks(type_)
            if not hooks or type_.form == "protocol" or self._is_mixin(type_):
                continue
            if any(hook is not None and (hook.abstract or _is_left_out(hook)) for hook in hooks.values()):
                continue
            found.append(Augmentation(type_, hooks))
        return found

    def _hooks(self, type_: model.Type) -> dict[str, syntax.Function | None]:
        hooks: dict[str, syntax.Function | None] = {}
        for ancestor in self.resolver.ancestry(type_):
            if ancestor.form == "protocol":
                continue
            for name in (TO, FROM):
                if name in hooks:
                    continue
                if name in ancestor.methods:
                    hooks[name] = ancestor.methods[name]
                elif name in ancestor.attributes:
                    hooks[name] = self._assigned(ancestor, ancestor.attributes[name])
        for name in self._added_later.get(type_.dotted[len(type_.module) + 1 :], ()):
            hooks.setdefault(name, None)
        return hooks

    def _assigned(self, type_: model.Type, value: syntax.Expression) -> syntax.Function | None:
        """``assign_properties_to = fill`` in a class body."""
        module = self.resolver.module(type_.module)
        if isinstance(value, syntax.Name) and value.name in type_.methods:
            return type_.methods[value.name]
        found = self.resolver.entity(module, value) if module is not None else None
        return found if isinstance(found, syntax.Function) else None

    @functools.cached_property
    def _added_later(self) -> dict[str, list[str]]:
        """``Widget.assign_properties_to = fill`` below the class: the hooks' names, by class."""
        added: dict[str, list[str]] = {}
        for node in self.module.tree.body:
            for target in node.targets if isinstance(node, ast.Assign) else ():
                if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                    if target.attr in (TO, FROM):
                        added.setdefault(target.value.id, []).append(target.attr)
        return added

    def _is_mixin(self, type_: model.Type) -> bool:
        """Whether a class without fields is there for others to derive from."""
        if type_.fields:
            return False
        if is_among(type_.name, self.module.path, self.resolver.facts.subclassed):
            return True
        bases = (base for other in self.module.classes.values() for base in other.node.bases)
        return any(isinstance(base, ast.Name) and base.id == type_.name for base in bases)


def _is_left_out(hook: syntax.Function) -> bool:
    """A hook whose whole body says that subclasses have to write it."""
    if len(hook.body) != 1 or not isinstance(hook.body[0], syntax.Raise):
        return False
    raised = hook.body[0].value
    raised = raised.callee if isinstance(raised, syntax.Call) else raised
    return isinstance(raised, syntax.Name) and raised.name == "NotImplementedError"
