"""Objects that a module calls by a name in the place of those that it makes of a class."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from apivet.program import model, syntax
from apivet.python.names.resolver import Resolver
from apivet.python.source.bindings import place_of
from apivet.python.source.module import SourceModule
from apivet.python.source.walking import returned_values


def swapped(
    resolver: Resolver, module: SourceModule, names: Collection[str], is_another: Callable[[model.Type], bool]
) -> str | None:
    """The name, and its line, that a module binds to what a function makes of a class or of an object of one of these
    ``names``, where that is an object of another class."""
    for name, bindings in sorted(module.symbols.items()):
        value = bindings[-1].value
        if not isinstance(value, ast.Call):
            continue
        handed = [*value.args, *(keyword.value for keyword in value.keywords)]
        given = [each.func if isinstance(each, ast.Call) else each for each in handed]
        if any(isinstance(each, ast.Name) and each.id in names for each in given):
            called = module.loaded(value.func)
            made_by = resolver.entity(module, called)
            is_swapped = isinstance(made_by, syntax.Function) and any(map(is_another, _made(resolver, made_by)))
            if is_swapped or isinstance(called, syntax.Opaque):
                return f"{name}, which line {place_of(bindings[-1])[0]} of {module.display} binds to another object"
    return None


def _made(resolver: Resolver, function: syntax.Function) -> list[model.Type]:
    """The classes of the objects that a function returns."""
    module = resolver.module(function.module)
    found: list[model.Type] = []
    for value in returned_values(function.body) if module is not None else ():
        meant = resolver.entity(module, value) if module is not None else None
        made = meant.value if isinstance(meant, model.Global) else value
        holder = resolver.module(meant.module) if isinstance(meant, model.Global) else module
        type_ = resolver.entity(holder, made.callee) if holder is not None and isinstance(made, syntax.Call) else None
        found += [type_] if isinstance(type_, model.Type) else []
    return found
