"""Code of other files that sets what a name stands for: attributes of modules, and of what these hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from apivet.program import model, syntax
from apivet.program.walking import walk
from apivet.python.files.tree_facts import SET, set_by_name, set_elsewhere
from apivet.python.names.resolver import Reference, Resolver
from apivet.python.source.leading import IMPORTING
from apivet.python.source.module import ClassReference, SourceModule
from apivet.python.source.stores import CODE
from apivet.python.source.walking import callee_name

#: Functions that hand on what they are given are followed that many calls deep.
_CALLS: Final = 4
#: The function of a module that answers for names which it does not bind.
_ANSWERING: Final = "__getattr__"
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class SettersElsewhere:
    """Attributes that other files set on objects of a module."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def set_on(self, module: SourceModule, name: str, attributes: Iterable[str] = ()) -> dict[str, tuple[str, int]]:
        """The attributes that other files set on an object of a module, each with the first place. An object that they
        reach over further modules is looked for where one of these ``attributes`` is set on it, or the name itself."""
        facts = self._resolver.facts
        found = set_elsewhere(facts, name, module.path)
        for attribute in (SET, *sorted(attributes)):
            for holder, path, line in set_by_name(facts, attribute, name) if attribute not in found else ():
                if path != module.path and self._is_held(module, name, attribute, holder, path):
                    found[attribute] = path, line
                    break
        return found

    def _is_held(self, module: SourceModule, name: str, attribute: str, holder: str, path: str) -> bool:
        """Whether what a file calls ``holder`` is an object of a module: a class is also what objects are made of that
        variables hold. Where the name itself is set, the holder ends with it, behind the module."""
        if attribute == SET:
            holder = holder.rpartition(".")[0]
        setter = self._resolver.load(path)
        if setter is None or not holder or not all(map(str.isidentifier, holder.split("."))):
            return False
        if attribute in CODE and holder.isidentifier():
            return self._origin(setter, holder) == (module.path, name)
        key = (path, f"{holder}.{attribute}")
        if key in self._resolver.resolving:
            self._resolver.cut_cycle()
            return False
        self._resolver.resolving.add(key)
        try:
            if attribute == SET:
                return self._leads_to(setter, holder, module)
            meant = self._reference(setter, holder)
            above, _, last = holder.rpartition(".")
            return (
                self._is_of(meant, module, name)
                or (isinstance(meant, model.Global) and self._holds_one_of(meant, module, name))
                or (last == name and bool(above) and self._leads_to(setter, above, module))
            )
        finally:
            self._resolver.resolving.discard(key)

    def _reference(self, module: SourceModule, dotted: str) -> Reference | None:
        return self._resolver.reference(module, module.lower(ast.parse(dotted, mode="eval").body))

    def _leads_to(self, setter: SourceModule, dotted: str, module: SourceModule) -> bool:
        """Whether a dotted name of a file may give a module: as what it stands for, as a part of it, or as what it
        returns where it is called."""
        meant = self._reference(setter, dotted)
        if isinstance(meant, model.Module):
            return self._is_module(meant, module)
        if meant is None and "." in dotted:
            return self._leads_to(setter, dotted.rpartition(".")[0], module)
        if isinstance(meant, model.External):  # no name of the module, which may answer for it by a function
            dotted, _, name = meant.dotted.rpartition(".")
            holder = self._resolver.module(dotted) if name else None
            answer = None if holder is None else self._resolver.module_member(holder, _ANSWERING)
            return isinstance(answer, syntax.Function) and self._gives(answer.module, answer.body, module)
        if isinstance(meant, model.Global):
            return meant.value is not None and self._gives(meant.module, meant.value, module)
        if isinstance(meant, syntax.Function):
            return self._gives(meant.module, meant.body, module)
        type_ = self._resolver.type(meant.dotted) if isinstance(meant, ClassReference) else None
        values = tuple(value for value in type_.attributes.values()) if type_ is not None else ()
        return type_ is not None and self._gives(type_.module, values, module)

    def _gives(self, own: str, code: object, module: SourceModule) -> bool:
        """Whether code of a module names another module, or asks for one by a name that is computed."""
        source = self._resolver.module(own)
        holders: set[int] = set()  # of attributes, which are no modules themselves
        for node in walk(code) if source is not None else ():
            if isinstance(node, (syntax.Name, syntax.Attribute)) and source is not None and id(node) not in holders:
                meant = self._resolver.reference(source, node)
                if isinstance(node, syntax.Attribute):
                    holders.add(id(node.value))
            elif isinstance(node, syntax.Entity):
                meant = self._resolver.locate(node.dotted)
            elif isinstance(node, syntax.Call) and callee_name(node) in IMPORTING and node.arguments:
                named = node.arguments[0].value
                if not isinstance(named, syntax.Literal):
                    return True
                meant = self._resolver.locate(str(named.value))
            else:
                continue
            if isinstance(meant, model.Module) and self._is_module(meant, module):
                return True
        return False

    def _is_module(self, meant: model.Module, module: SourceModule) -> bool:
        return self._resolver.module(meant.dotted) is module

    def _origin(self, module: SourceModule, name: str) -> tuple[str, str]:
        """The file that an imported name comes from, over modules that only hand it on, and its name there."""
        seen: set[tuple[str, str]] = set()
        while name in module.symbols and (module.path, name) not in seen:
            seen.add((module.path, name))
            last = module.symbols[name][-1]
            base = self._resolver.import_base(module, last)[0] if last.kind == "member" else None
            if base is None:
                break
            module, name = base, last.member
        return module.path, name

    def _is_of(self, meant: Reference | None, module: SourceModule, name: str) -> bool:
        """Whether a name leads to what a module has under a name."""
        return _place(meant) in ((module.path, name), (module.dotted, name))

    def _holds_one_of(self, variable: model.Global, module: SourceModule, class_: str) -> bool:
        """Whether the value of a variable is written with the name of a class."""
        own = self._resolver.module(variable.module)
        if own is None:
            return False
        named = self._resolver.remember(own, ("named in", variable.name), lambda: self._named_in(variable, own))
        return not named.isdisjoint(((module.path, class_), (module.dotted, class_)))

    def _named_in(self, variable: model.Global, own: SourceModule) -> frozenset[tuple[str, str]]:
        """The places of the names with which the value of a variable is written."""
        named = (part for part in walk(variable.value) if isinstance(part, (syntax.Name, syntax.Attribute)))
        found = (_place(self._resolver.reference(own, part)) for part in named)
        return frozenset(each for each in found if each is not None)


def _place(meant: Reference | None) -> tuple[str, str] | None:
    """The file of a class, or the module of a function or variable, and the name there."""
    if isinstance(meant, ClassReference):
        return meant.path, meant.qualified
    return (meant.module, meant.name) if isinstance(meant, (model.Global, syntax.Function)) else None
