"""Names at the top level of modules, for callers that have to see all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Final

from apivet.program import model
from apivet.python.files.hub_patterns import VERSION_TEXT
from apivet.python.names.resolver import Resolver
from apivet.python.source.bindings import Binding, place_of
from apivet.python.source.module import ClassSource, SourceModule

_VERSION: Final = re.compile(VERSION_TEXT)
#: A module that writes among its own names.
_MAKES_NAMES: Final = re.compile(
    rb"\b(?:globals|vars|locals)\(\)(?:\s*\[[^\]\n]*\]\s*=[^=]|\.update\b|\s*\|=)"
    rb"|\bsetattr\(\s*(?:sys\.)?modules\[|^exec\(",
    re.MULTILINE,
)


def makes_names(resolver: Resolver, module: SourceModule) -> bool:
    """Whether a module may have names that no statement of it binds: it makes them up, maybe as they are asked for."""
    if "__getattr__" in module.symbols:
        return True
    return resolver.remember(module, ("makes names",), lambda: _MAKES_NAMES.search(module.data) is not None)


def public_names(resolver: Resolver, module: SourceModule) -> tuple[str, ...]:
    """The public names that a module binds, in the order in which it first does; those that a star brings stand where
    the star does."""
    return resolver.remember(
        module,
        ("public names",),
        lambda: tuple(name for name in _names(resolver, module, set()) if not name.startswith("_")),
    )


def _names(resolver: Resolver, module: SourceModule, within: set[str]) -> Iterator[str]:
    """All names of a module's scope. Modules that take all of each other's names end the walk."""
    if module.path in within:
        return
    within.add(module.path)
    starts: list[tuple[tuple[int, int], str | Binding]] = [
        (place_of(bindings[0]), name) for name, bindings in module.symbols.items() if bindings
    ]
    starts += [(place_of(star), star) for star in module.stars]
    found: dict[str, None] = {}
    for _, start in sorted(starts, key=lambda each: each[0]):
        if isinstance(start, str):
            found[start] = None
        else:
            found.update(dict.fromkeys(_starred(resolver, module, start, within)))
    yield from found


def _starred(resolver: Resolver, module: SourceModule, star: Binding, within: set[str]) -> Iterator[str]:
    """Names that ``from base import *`` binds."""
    base, _ = resolver.import_base(module, star)
    if base is None:
        return
    exported = base.exported()
    for name in _names(resolver, base, within):
        if name in exported if exported is not None else not name.startswith("_"):
            yield name


def declared_types(resolver: Resolver, module: SourceModule) -> Iterator[model.Type]:
    """The types that a module declares, in the order of the source, and those that it hands on as its own. A package
    declares, too, what it binds of the modules that it is made of; packages of versions inside of it are no part of
    it."""
    for name in _names(resolver, module, set()):
        bindings = module.symbols.get(name, ())
        classes = [binding.node for binding in bindings if isinstance(binding.node, ast.ClassDef)]
        handed_on = not classes and _is_handed_on(module, name, bindings)
        if not classes and not module.is_package and not handed_on:
            continue
        meant = resolver.resolve_in(module, name)
        # A class without data is imported to be derived from.
        is_own = handed_on and isinstance(meant, model.Type) and bool(meant.fields or meant.form == "enum")
        if isinstance(meant, model.Type) and (
            _is_of(meant, name, module) or (is_own and not resolver.groups_of(meant.module))
        ):
            yield meant
        elif classes:
            # The name is bound to something else afterwards: the class is declared all the same.
            yield resolver.types.build(module, ClassSource(classes[-1], name, module.scope))


def _is_handed_on(module: SourceModule, name: str, bindings: Sequence[Binding]) -> bool:
    """Whether an imported name is there for others: it is in ``__all__``, comes with a star, is imported ``as`` itself,
    or from a private module."""
    exported = module.exported()
    if exported is not None or name.startswith("_"):
        return exported is not None and name in exported
    return not bindings or any(
        isinstance(binding.node, ast.ImportFrom)
        and (
            binding.target.rpartition(".")[2].startswith("_")
            or any(alias.name == name == alias.asname for alias in binding.node.names)
        )
        for binding in bindings
    )


def _is_of(type_: model.Type, name: str, module: SourceModule) -> bool:
    """Whether a type that a name leads to is declared by this module."""
    if type_.module == module.dotted:
        return type_.dotted == f"{module.dotted}.{name}"
    if not module.is_package or not type_.module.startswith(f"{module.dotted}."):
        return False
    inside = type_.module[len(module.dotted) + 1 :].split(".")
    return not any(_VERSION.fullmatch(part) or part == "storage" for part in inside)
