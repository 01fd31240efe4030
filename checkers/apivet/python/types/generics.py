"""Generic classes: the names of their type variables, and what the variables mean in a class that derives from one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.annotations import NONE, Applied, Declared, members, spelled
from apivet.python.annotations.readings import Meanings, ReadAnnotation, beside_meant, meant_shape, substituted
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.walking import callee_name, walk
from apivet.python.types.checks import with_beside

_GENERIC: Final = frozenset(("Generic", "Protocol"))


def type_variables(resolver: Resolver, type_: model.Type) -> list[str]:
    """The names of a generic class's type variables, in order."""
    module = resolver.module(type_.module)
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
        found = [item.name for item in walk(base.index) if _is_variable(resolver, module, item)]
        if head in _GENERIC:
            return found
        names += found
    return list(dict.fromkeys(names))


def arguments_of(base: syntax.Subscript) -> tuple[syntax.Expression, ...]:
    """The expressions between the brackets."""
    return base.index.items if isinstance(base.index, syntax.Sequence) else (base.index,)


def with_meanings(fields: Sequence[model.Field], meanings: Meanings) -> list[model.Field]:
    """Inherited fields with the type variables replaced by what they mean here."""
    return [_with_meanings(field, meanings) for field in fields] if meanings else list(fields)


def _with_meanings(field: model.Field, meanings: Meanings) -> model.Field:
    annotation = substituted(field.annotation, meanings)
    optional = field.optional or NONE in members(annotation)
    treatment = with_beside(field.treatment, beside_meant(field.annotation, meanings))
    return replace(
        field, shape=meant_shape(field.shape, meanings), annotation=annotation, optional=optional, treatment=treatment
    )


def apply(resolver: Resolver, generic: model.Named, arguments: Sequence[ReadAnnotation]) -> model.Named:
    """A generic class with arguments (``pkg.Envelope[pkg.Meta]``), where these say anything."""
    if all(isinstance(argument.shape, model.Unknown) for argument in arguments):
        return generic
    name = spelled(Applied(Declared(generic.dotted), tuple(argument.annotation for argument in arguments)))
    resolver.derive(name, generic.dotted, lambda type_: _applied(resolver, type_, name, arguments))
    return model.Named(name)


def _applied(resolver: Resolver, type_: model.Type, name: str, arguments: Sequence[ReadAnnotation]) -> model.Type:
    """A generic type with its variables replaced by arguments: a type that derives from the class itself, and declares
    nothing but the fields as they are then. A class without variables stays as it is."""
    meanings = dict(zip(type_variables(resolver, type_), arguments))
    if not meanings:
        return type_
    fields = tuple(with_meanings(type_.fields, meanings))
    accessed = tuple(replace(each, field=_with_meanings(each.field, meanings)) for each in type_.accessed)
    return replace(type_, dotted=name, fields=fields, accessed=accessed, methods={}, attributes={})


def class_name(dotted: str) -> str:
    """The name of the class, without what it is applied to."""
    return dotted.partition("[")[0]


def _is_variable(resolver: Resolver, module: SourceModule, node: object) -> bool:
    if not isinstance(node, syntax.Name):
        return False
    entity = resolver.resolve_in(module, node.name)
    if not isinstance(entity, model.Global) or not isinstance(entity.value, syntax.Call):
        return False
    return callee_name(entity.value) == "TypeVar"
