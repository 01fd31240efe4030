"""Parts of a class: objects that are made in its own body, and may be told which class they are a part of."""

from __future__ import annotations

import ast
from typing import Final

from apivet.program import syntax
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import ClassReference, ClassSource, SourceModule

_TOLD: Final = "__set_name__"


def told_of_class(resolver: Resolver, module: SourceModule, source: ClassSource) -> list[syntax.Function]:
    """The methods by which the parts of a class are told of it. Most parts have none, so that their classes are worked
    out for the others only; in the cycle that classes can be by their parts, each once."""
    key = (module.path, f"parts of {source.qualified}")
    if key in resolver.resolving:
        resolver.cut_cycle()
        return []
    resolver.resolving.add(key)
    found: list[syntax.Function] = []
    try:
        for value in (each.value for each in source.node.body if isinstance(each, ast.Assign)):
            kind = module.lower(value.func) if isinstance(value, ast.Call) else None
            meant = None if kind is None else resolver.reference(module, kind, source.qualified)
            if isinstance(meant, ClassReference) and _may_be_told(resolver, meant):
                held = resolver.type(meant.dotted)
                above = resolver.ancestry(held) if held is not None else ()
                found += [each.methods[_TOLD] for each in above if _TOLD in each.methods][:1]
    finally:
        resolver.resolving.discard(key)
    return found


def _may_be_told(resolver: Resolver, class_: ClassReference) -> bool:
    """Whether a class may have the method: as its own, or from above."""
    module = resolver.load(class_.path)
    source = module.class_of(class_) if module is not None else None
    return source is not None and bool(source.node.bases or any(map(_is_told, source.node.body)))


def _is_told(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name == _TOLD
