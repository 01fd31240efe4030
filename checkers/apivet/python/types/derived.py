"""Classes that derive from a type."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from apivet.program import model
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.nodes import every_node, last_name
from apivet.python.types.generics import class_name


def derived_types(resolver: Resolver, type_: model.Type) -> Iterator[model.Type]:
    """The classes of the tree that derive from a type, over any number of steps."""
    pending, names, seen = [type_.name], {type_.name}, {type_.dotted}
    while pending:
        name = pending.pop()
        for module in filter(None, map(resolver.load, resolver.facts.heirs.get(name, ()))):
            below = resolver.remember(module, ("what derives from a name",), partial(_below, module))
            new = {*below.names.get(name, ())}
            for source in below.classes.get(name, ()):
                built = resolver.types.build(module, source)
                above = {class_name(each.dotted) for each in resolver.ancestry(built)[1:]}
                if built.dotted not in seen and class_name(type_.dotted) in above:
                    seen.add(built.dotted)
                    new.add(built.name)
                    yield built
            pending += sorted(new - names)
            names |= new


class _Below(Struct):
    """The classes of a module by the names in their bases, and the names that stand for others, by these."""

    classes: defaultdict[str, list[ClassSource]]
    names: defaultdict[str, set[str]]


def _below(module: SourceModule) -> _Below:
    found = _Below(defaultdict(list), defaultdict(set))
    for source in module.classes.values():
        parts = (part for base in source.node.bases for part in every_node(base))
        for name in {last_name(part) for part in parts if isinstance(part, ast.expr)}:
            found.classes[name].append(source)
    for name, bindings in module.symbols.items():
        for binding in bindings:
            value = "" if binding.value is None else last_name(binding.value)
            found.names[binding.member or value].add(name)
    return found
