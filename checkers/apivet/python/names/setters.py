"""Code of other files that sets what a name stands for: attributes of modules, and of what these hold."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Collection, Iterable
from typing import Final

from apivet.program import model, syntax
from apivet.program.walking import walk
from apivet.python.files.object_keys import ANY_MODULE, SET
from apivet.python.files.tree_facts import set_by_name, set_elsewhere
from apivet.python.names.resolver import Reference, Resolver
from apivet.python.source.leading import IMPORTING
from apivet.python.source.module import ClassReference, SourceModule
from apivet.python.source.stores import CODE
from apivet.python.source.walking import callee_name

#: The file or the module of an object, and its name there.
_Place = tuple[str, str]
#: The function of a module that answers for names which it does not bind.
_ANSWERING: Final = "__getattr__"


class SettersElsewhere:
    """Attributes that other files set on objects of a module.

    The objects are looked for in the sources as they are written, by a resolver that follows nothing of what is set:
    what a file calls an object is followed once, whatever object is asked for.
    """

    def __init__(self, resolver: Resolver, as_written: Callable[[], Resolver]) -> None:
        self._resolver = resolver
        self._as_written = as_written
        self._known: dict[tuple[str, str], tuple[dict[_Place, list[tuple[str, int]]], frozenset[str]]] = {}

    @functools.cached_property
    def _written(self) -> Resolver:
        return self._as_written()

    def forget(self, path: str, *, moved: bool) -> None:
        """Forget all that rests on a file, and where modules lie, if that may be elsewhere."""
        if "_written" in vars(self):
            self._written.forget(path, moved=moved)
        self._known = {key: found for key, found in self._known.items() if not moved and path not in found[1]}

    def set_on(self, module: SourceModule, name: str, attributes: Iterable[str] = ()) -> dict[str, tuple[str, int]]:
        """The attributes that other files set on an object of a module, each with the first place. An object that they
        reach over further modules is looked for where one of these ``attributes`` is set on it, or the name itself."""
        found = set_elsewhere(self._resolver.facts, name, module.path)
        for attribute in (SET, *sorted(attributes)) if self._resolver.facts.replaced else ():
            if attribute not in found:
                places = self._places(module, name, attribute)
                found.update({attribute: min(places)} if places else {})
        return found

    def _places(self, module: SourceModule, name: str, attribute: str) -> list[tuple[str, int]]:
        """The places of other files at which an attribute is set on what a module has under a name. An object is told
        by what it is called behind its module, and by what its own name stands for: a class is also what objects are
        made of that variables hold."""
        ways = (name,) if attribute == SET else (name, "")
        meant = (module.path, name), (module.dotted, name), (ANY_MODULE, name)
        found = (each for way in ways for key in meant for each in self._set_by(attribute, way).get(key, ()))
        return [each for each in found if each[0] != module.path]

    def _set_by(self, attribute: str, name: str) -> dict[_Place, list[tuple[str, int]]]:
        """The objects on which an attribute is set, each with the places that do so; those that are called so behind
        their module, or without a name those that the names of holders stand for."""
        if (attribute, name) not in self._known:
            found: dict[_Place, list[tuple[str, int]]] = {}
            with self._written.recorded() as consulted:
                for holder, path, line in set_by_name(self._resolver.facts, attribute, name):
                    setter = self._written.load(path)
                    if setter is not None and all(map(str.isidentifier, holder.split("."))):
                        for place in self._meant(setter, holder, attribute in CODE, name):
                            found.setdefault(place, []).append((path, line))
            self._known[attribute, name] = found, frozenset(consulted)
        found, rests_on = self._known[attribute, name]
        self._resolver.consult(rests_on)
        return found

    def _meant(self, setter: SourceModule, holder: str, is_code: bool, name: str) -> Collection[_Place]:
        """The places of the objects that a file may mean by the name of a holder."""
        above = holder.rpartition(".")[0]
        if name:
            return [(path, name) for path in sorted(self._modules(setter, above))] if above else []
        if is_code and not above:
            return [self._origin(setter, holder)]
        return self._written.remember(setter, ("held", holder), lambda: self._held(setter, holder))

    def _held(self, setter: SourceModule, holder: str) -> frozenset[_Place]:
        """The places of what the name of a holder stands for, and of the names with which the value of that is
        written, where it is a variable."""
        meant = self._reference(setter, holder)
        place = _place(meant)
        named = self._named_in(meant) if isinstance(meant, model.Global) else frozenset[_Place]()
        return named if place is None else named | {place}

    def _reference(self, module: SourceModule, dotted: str) -> Reference | None:
        self._written.look_from(module.path)
        return self._written.reference(module, module.lower(ast.parse(dotted, mode="eval").body))

    def _modules(self, setter: SourceModule, dotted: str) -> frozenset[str]:
        """The files of the modules that a dotted name of a file may give: as what it stands for, as a part of it, or as
        what it returns where it is called. It may be :data:`ANY_MODULE`."""
        return self._written.remember(setter, ("leads to", dotted), lambda: self._led_to(setter, dotted))

    def _led_to(self, setter: SourceModule, dotted: str) -> frozenset[str]:
        meant = self._reference(setter, dotted)
        if isinstance(meant, model.Module):
            return self._file(meant)
        if meant is None and "." in dotted:
            return self._led_to(setter, dotted.rpartition(".")[0])
        if isinstance(meant, model.External):  # no name of the module, which may answer for it by a function
            dotted, _, name = meant.dotted.rpartition(".")
            holder = self._written.module(dotted) if name else None
            answer = None if holder is None else self._written.module_member(holder, _ANSWERING)
            return self._given(answer.module, answer.body) if isinstance(answer, syntax.Function) else frozenset()
        if isinstance(meant, model.Global):
            return self._given(meant.module, meant.value)
        if isinstance(meant, syntax.Function):
            return self._given(meant.module, meant.body)
        type_ = self._written.type(meant.dotted) if isinstance(meant, ClassReference) else None
        return frozenset() if type_ is None else self._given(type_.module, tuple(type_.attributes.values()))

    def _given(self, own: str, code: object) -> frozenset[str]:
        """The files of the modules that code of a module names; any, where it asks for one by a name that is
        computed."""
        source = self._written.module(own)
        holders: set[int] = set()  # of attributes, which are no modules themselves
        found: set[str] = set()
        for node in walk(code) if source is not None and code is not None else ():
            meant: Reference | None = None
            if isinstance(node, (syntax.Name, syntax.Attribute)) and source is not None and id(node) not in holders:
                meant = self._written.reference(source, node)
                if isinstance(node, syntax.Attribute):
                    holders.add(id(node.value))
            elif isinstance(node, syntax.Entity):
                meant = self._written.locate(node.dotted)
            elif isinstance(node, syntax.Call) and callee_name(node) in IMPORTING and node.arguments:
                named = node.arguments[0].value
                if not isinstance(named, syntax.Literal):
                    return frozenset((ANY_MODULE,))
                meant = self._written.locate(str(named.value))
            found |= self._file(meant) if isinstance(meant, model.Module) else frozenset()
        return frozenset(found)

    def _file(self, meant: model.Module) -> frozenset[str]:
        module = self._written.module(meant.dotted)
        return frozenset() if module is None else frozenset((module.path,))

    def _origin(self, module: SourceModule, name: str) -> tuple[str, str]:
        """The file that an imported name comes from, over modules that only hand it on, and its name there."""
        seen: set[tuple[str, str]] = set()
        while name in module.symbols and (module.path, name) not in seen:
            seen.add((module.path, name))
            last = module.symbols[name][-1]
            base = self._written.import_base(module, last)[0] if last.kind == "member" else None
            if base is None:
                break
            module, name = base, last.member
        return module.path, name

    def _named_in(self, variable: model.Global) -> frozenset[_Place]:
        """The places of the names with which the value of a variable is written."""
        own = self._written.module(variable.module)
        if own is None or variable.value is None:
            return frozenset()
        named = (part for part in walk(variable.value) if isinstance(part, (syntax.Name, syntax.Attribute)))
        found = (_place(self._written.reference(own, part)) for part in named)
        return frozenset(each for each in found if each is not None)


def _place(meant: Reference | None) -> _Place | None:
    """The file of a class, or the module of a function or variable, and the name there."""
    if isinstance(meant, ClassReference):
        return meant.path, meant.qualified
    return (meant.module, meant.name) if isinstance(meant, (model.Global, syntax.Function)) else None
