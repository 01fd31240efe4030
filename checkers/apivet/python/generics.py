"""Generic classes: the names of their type variables, and what the variables mean in a class that derives from one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.source import SourceModule
from apivet.python.walking import callee_name, walk

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

_GENERIC: Final = frozenset(("Generic", "Protocol"))


def type_variables(workspace: Workspace, type_: model.Type) -> list[str]:
    """The names of a generic class's type variables, in order."""
    module = workspace.module(type_.module)
    if module is None:
        return []
    source = module.classes.get(type_.dotted[len(type_.module) + 1 :])
    written = [item.name for item in getattr(source.node, "type_params", ())] if source is not None else []
    if written:
        return written
    names: list[str] = []
    for base in type_.bases:
        if not isinstance(base, syntax.Subscript):
            continue
        head = base.value.name if isinstance(base.value, (syntax.Name, syntax.Attribute)) else ""
        found = [item.name for item in walk(base.index) if _is_variable(workspace, module, item)]
        if head in _GENERIC:
            return found
        names += found
    return list(dict.fromkeys(names))


def arguments_of(base: syntax.Subscript) -> tuple[syntax.Expression, ...]:
    """What stands between the brackets."""
    return base.index.items if isinstance(base.index, syntax.Sequence) else (base.index,)


def with_meanings(fields: Sequence[model.Field], meanings: Mapping[str, model.Shape]) -> list[model.Field]:
    """Inherited fields with the type variables replaced by what they mean here."""
    return [replace(field, shape=_meant(field.shape, meanings)) for field in fields] if meanings else list(fields)


def _meant(shape: model.Shape, meanings: Mapping[str, model.Shape]) -> model.Shape:
    if isinstance(shape, model.Unknown):
        return meanings.get(shape.name, shape)
    if isinstance(shape, model.ListOf):
        return model.ListOf(_meant(shape.element, meanings))
    return model.MapOf(_meant(shape.value, meanings)) if isinstance(shape, model.MapOf) else shape


def _is_variable(workspace: Workspace, module: SourceModule, node: object) -> bool:
    if not isinstance(node, syntax.Name):
        return False
    entity = workspace.resolve_in(module, node.name)
    if not isinstance(entity, model.Global) or not isinstance(entity.value, syntax.Call):
        return False
    return callee_name(entity.value) == "TypeVar"
