"""Whether a file has to do with aliased hub types at all: to trace what it puts on classes takes long, and hardly any
file that puts something on a class means one of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from apivet.program import model
from apivet.python.bindings import Binding
from apivet.python.source import ClassReference, SourceModule

if TYPE_CHECKING:
    from apivet.python.modules import Workspace


def touches_aliases(workspace: Workspace, module: SourceModule) -> bool:
    """Whether a file imports, anywhere in it, from an API group whose hub has names for served classes."""
    seen: set[str] = set()
    for dotted in _imported(workspace, module):
        if dotted not in seen:
            seen.add(dotted)
            if any(_has_aliases(workspace, group) for group in workspace.groups_of(dotted)):
                return True
    return False


def _imported(workspace: Workspace, module: SourceModule) -> Iterator[str]:
    """The modules that a file imports, and those of the classes that it imports; its own as well."""
    yield module.dotted
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found = workspace.load(workspace.layout.find(module.path, alias.name))
                if found is not None:
                    yield found.dotted
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                binding = Binding("member", node, False, False, node.module or "", node.level, member=alias.name)
                yield from _members(workspace, module, binding)


def _members(workspace: Workspace, module: SourceModule, binding: Binding) -> Iterator[str]:
    base, _ = workspace.import_base(module, binding)
    if base is None:
        return
    yield base.dotted
    meant = workspace.module_member(base, binding.member) if binding.member != "*" else None
    if isinstance(meant, (ClassReference, model.Type)):
        yield meant.module
    elif isinstance(meant, model.Module):
        yield meant.dotted


def _has_aliases(workspace: Workspace, group: model.Group) -> bool:
    """Whether the hub module of a group binds a name to a class of one of its served modules."""
    hub = workspace.module(group.hub) if group.hub is not None else None
    if hub is None:
        return False
    modules = {version.module for version in group.served} - {hub.dotted}

    def look() -> bool:
        served = {type_.dotted for module in modules for type_ in workspace.declared_in(module)}
        meanings = (workspace.resolve_in(hub, name) for name in workspace.bound_in(hub.dotted))
        return any(isinstance(meant, model.Type) and meant.dotted in served for meant in meanings)

    return workspace.remember(hub, ("has aliases", group), look)
