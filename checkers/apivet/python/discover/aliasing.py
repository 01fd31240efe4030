"""Whether a file has to do with aliased hub types at all: to trace what it puts on classes takes long, and hardly any
file that puts something on a class means one of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from apivet.program import model
from apivet.program.groups import Group
from apivet.python.names.namespaces import declared_types, public_names
from apivet.python.names.resolver import Resolver
from apivet.python.source.bindings import Binding
from apivet.python.source.module import ClassReference, SourceModule
from apivet.python.source.nodes import every_node


def touches_aliases(resolver: Resolver, module: SourceModule) -> bool:
    """Whether a file imports, anywhere in it, from an API group whose hub has names for served classes."""
    seen: set[str] = set()
    for dotted in _imported(resolver, module):
        if dotted not in seen:
            seen.add(dotted)
            if any(_has_aliases(resolver, group) for group in resolver.groups_of(dotted)):
                return True
    return False


def _imported(resolver: Resolver, module: SourceModule) -> Iterator[str]:
    """The modules that a file imports, and those of the classes that it imports; its own as well."""
    yield module.dotted
    for node in every_node(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found = resolver.imported(module.path, alias.name)
                if found is not None:
                    yield found.dotted
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                binding = Binding("member", node, False, False, node.module or "", node.level, member=alias.name)
                yield from _members(resolver, module, binding)


def _members(resolver: Resolver, module: SourceModule, binding: Binding) -> Iterator[str]:
    base, _ = resolver.import_base(module, binding)
    if base is None:
        return
    yield base.dotted
    meant = resolver.module_member(base, binding.member) if binding.member != "*" else None
    if isinstance(meant, (ClassReference, model.Type)):
        yield meant.module
    elif isinstance(meant, model.Module):
        yield meant.dotted


def _has_aliases(resolver: Resolver, group: Group) -> bool:
    """Whether the hub module of a group binds a name to a class of one of its served modules."""
    hub = resolver.module(group.hub) if group.hub is not None else None
    if hub is None:
        return False
    modules = {version.module for version in group.served} - {hub.dotted}
    sources = [source for source in map(resolver.module, sorted(modules)) if source is not None]

    def look() -> bool:
        served = {type_.dotted for source in sources for type_ in declared_types(resolver, source)}
        meanings = (resolver.resolve_in(hub, name) for name in public_names(resolver, hub))
        return any(isinstance(meant, model.Type) and meant.dotted in served for meant in meanings)

    return resolver.remember(hub, ("has aliases", group), look)
