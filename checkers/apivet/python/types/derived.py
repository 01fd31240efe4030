"""Classes that derive from a type."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from apivet.program import model
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.nodes import every_node
from apivet.python.types.generics import class_name


def derived_types(resolver: Resolver, module: SourceModule, type_: model.Type) -> Iterator[model.Type]:
    """The classes of a module that derive from a type, over any number of steps within it."""
    below = resolver.remember(module, ("classes by the names in their bases",), lambda: _by_bases(module))
    pending, seen = [type_.name], {type_.name}
    while pending:
        for source in below.get(pending.pop(), ()):
            built = resolver.types.build(module, source)
            above = {class_name(each.dotted) for each in resolver.ancestry(built)[1:]}
            if built.name not in seen and class_name(type_.dotted) in above:
                seen.add(built.name)
                pending.append(built.name)
                yield built


def _by_bases(module: SourceModule) -> dict[str, list[ClassSource]]:
    found: dict[str, list[ClassSource]] = {}
    for source in module.classes.values():
        for part in (part for base in source.node.bases for part in every_node(base)):
            name = part.id if isinstance(part, ast.Name) else part.attr if isinstance(part, ast.Attribute) else ""
            found.setdefault(name, []).append(source)
    return found
