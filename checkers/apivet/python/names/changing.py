"""Variables of modules and attributes of classes that hold something else than their one assignment says."""

from __future__ import annotations

import ast
from typing import Final

from apivet.program import model, syntax
from apivet.program.walking import walk
from apivet.python.files.object_keys import SET
from apivet.python.files.tree_facts import set_elsewhere
from apivet.python.names.resolver import Resolver
from apivet.python.source.changes import MUTATING, Changes, changes_in
from apivet.python.source.module import SourceModule
from apivet.python.source.stores import ANY_NAME, BY_NAME

#: Methods that call each other, of one object: beyond this they are taken to change nothing more.
_METHODS: Final = 50


def change_of(resolver: Resolver, module: SourceModule, name: str) -> model.LaterChange | None:
    """The change that code other than a hook makes to a variable of a module, or to an attribute of a class of it."""
    words = resolver.config.vocabulary
    hooks = (*words.prepare_for_create, *words.prepare_for_update)
    found = resolver.remember(module, ("changes",), lambda: changes_in(module.tree, hooks))
    class_, _, attribute = name.rpartition(".")
    if class_:
        plain = class_.rpartition(".")[2]
        set_there = found.set_in.get((plain, attribute)) or found.set_in.get((plain, ANY_NAME))
        if set_there is not None:
            return model.LaterChange(_told(attribute, module, set_there, "sets"), is_set=True)
        line = found.attributes.get(attribute)
        for each in objects_of(module, plain):
            if attribute in found.fields.get(each, ()):
                return model.LaterChange(_told(attribute, module, found.names[each], "sets"), is_set=True)
            path, at = resolver.elsewhere.set_on(module, each, [attribute]).get(attribute, ("", 0))
            if path:
                reason = f"{attribute}, which {resolver.setting(path, at)} sets"
                return model.LaterChange(reason, is_set=True)
    else:
        line = found.names.get(name) or _called(resolver, module, name, found)
        elsewhere = resolver.elsewhere.set_on(module, name)
        if elsewhere:
            fields = tuple(sorted({*elsewhere, *found.fields.get(name, ())}))
            path, at = min(elsewhere.values())
            if SET in elsewhere:  # what it holds may be data that runs fill as well
                resolver.setting(*elsewhere[SET])
            reason = f"{name}, which {resolver.layout.display(path)}:{at} changes"
            return model.LaterChange(reason, is_set=SET in elsewhere, fields=fields)
    fields = () if class_ else tuple(sorted(found.fields.get(name, ())))
    return None if line is None else model.LaterChange(_told(attribute, module, line, "changes"), fields=fields)


def replaced(resolver: Resolver, module: SourceModule, name: str) -> str | None:
    """The reason why a class, a function or a module that a name stands for may be another one when code runs: what the
    name is bound to in its module, or in one that it is imported from, is set again."""
    seen: set[tuple[str, str]] = set()
    while name in module.symbols and (module.path, name) not in seen:
        seen.add((module.path, name))
        if module.binds_again(name):
            if module.is_bound_later(name):
                resolver.setting(module.path, 1)
            return f"{name}, which {module.display} sets again"
        found = resolver.elsewhere.set_on(module, name)
        found = found if SET in found else set_elsewhere(resolver.facts, ANY_NAME, module.path)
        if SET in found:
            return f"{name}, which {resolver.setting(*found[SET])} sets"
        last = module.symbols[name][-1]
        base = resolver.import_base(module, last)[0] if last.kind == "member" else None
        if base is None:
            return None
        module, name = base, last.member
    return None


def objects_of(module: SourceModule, class_: str) -> list[str]:
    """The names of a module that stand for an object which it makes of a class."""
    made = (
        (name, binding.value)
        for name, bindings in module.symbols.items()
        for binding in bindings
        if isinstance(binding.value, ast.Call)
    )
    return sorted({name for name, value in made if isinstance(value.func, ast.Name) and value.func.id == class_})


def set_in_library(resolver: Resolver, module: str, name: str) -> model.LaterChange | None:
    """The change that the tree makes to a module outside of it, under this name."""
    found = set_elsewhere(resolver.facts, name, module.replace(".", "/"))
    if SET not in found:
        return None
    resolver.setting(*found[SET])
    return model.LaterChange(f"{module}.{name}, which the tree sets", is_set=True)


def _told(name: str, module: SourceModule, line: int, verb: str) -> str:
    return f"{name}, which line {line} of {module.display} {verb}"


def _called(resolver: Resolver, module: SourceModule, name: str, found: Changes) -> int | None:
    """The line in which an object is changed by its own methods, or handed to a call that may change it."""
    entity = resolver.resolve_in(module, name)
    made = entity.value if isinstance(entity, model.Global) else None
    type_ = resolver.entity(module, made.callee) if isinstance(made, syntax.Call) else None
    if not isinstance(type_, model.Type):
        return found.handed.get(name)
    calls = found.calls.get(name, {})
    return next((line for method, line in sorted(calls.items()) if _changes_itself(resolver, type_, method)), None)


def _changes_itself(resolver: Resolver, type_: model.Type, method: str) -> bool:
    """Whether a method of a class changes its object: itself, or by other methods of the class."""
    above = resolver.ancestry(type_)
    pending, seen = [method], {method}
    while pending and len(seen) < _METHODS:
        name = pending.pop()
        function = next((each.methods[name] for each in above if name in each.methods), None)
        for node in walk(function.body) if function is not None else ():
            if _is_change(node):
                return True
            if isinstance(node, syntax.Attribute) and node.name not in seen:
                seen.add(node.name)
                pending.append(node.name)
    return False


def _is_change(node: syntax.Node) -> bool:
    """Whether a node sets an attribute or an item, or calls what does."""
    if isinstance(node, (syntax.Assign, syntax.Delete)):
        return any(isinstance(target, (syntax.Attribute, syntax.Subscript)) for target in node.targets)
    if isinstance(node, syntax.Augment):
        return not isinstance(node.target, syntax.Name)
    if isinstance(node, syntax.Call) and isinstance(node.callee, (syntax.Name, syntax.Attribute)):
        return node.callee.name in MUTATING or node.callee.name in BY_NAME
    return False
