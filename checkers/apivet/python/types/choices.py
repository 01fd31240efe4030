"""The values of a ``Literal``, each as one type."""

from __future__ import annotations

from apivet.program import model, syntax
from apivet.program.annotations import NONE, Annotation, Declared, Only, OutsideClass, Unclear, one_of
from apivet.program.constants import spelled_constant
from apivet.python.annotations.canonical import canonical
from apivet.python.annotations.readings import ReadAnnotation
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule

_DEPTH = 8


class Choices:
    """Reads what stands between the brackets of a ``Literal``."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def of(self, module: SourceModule, arguments: tuple[syntax.Expression, ...], enclosing: str) -> ReadAnnotation:
        """``Literal["a", "b", None]``."""
        found = [item for argument in arguments for item in self._values(module, argument, enclosing)]
        if not found:
            return ReadAnnotation(model.Scalar("Literal"), annotation=Unclear("Literal", "it has no values"))
        return ReadAnnotation(model.Scalar("Literal"), NONE in found, annotation=one_of(tuple(found)))

    def _values(
        self, module: SourceModule, node: syntax.Expression, enclosing: str, depth: int = 0
    ) -> list[Annotation]:
        value = _constant(node)
        if value is not None:
            return [value]
        if depth < _DEPTH and isinstance(node, (syntax.Name, syntax.Attribute, syntax.Subscript)):
            nested = self._named(module, node, enclosing, depth)
            if nested:
                return nested
        return [Unclear("...", "the value can't be told")]

    def _named(
        self, module: SourceModule, node: syntax.Name | syntax.Attribute | syntax.Subscript, enclosing: str, depth: int
    ) -> list[Annotation]:
        """A member of an enum, another ``Literal``, or a constant."""
        if isinstance(node, syntax.Subscript):
            entity = self.resolver.reference(module, node.value, enclosing)
            if isinstance(entity, model.External) and canonical(entity.dotted) == "typing.Literal":
                arguments = node.index.items if isinstance(node.index, syntax.Sequence) else (node.index,)
                return [item for inner in arguments for item in self._values(module, inner, enclosing, depth + 1)]
            return []
        entity = self.resolver.reference(module, node, enclosing)
        if isinstance(entity, model.External) and "." in entity.dotted:
            owner, _, member = entity.dotted.rpartition(".")
            return [_member(OutsideClass(canonical(owner)), owner, member)]
        if not isinstance(entity, model.Global):
            return []
        inner = self.resolver.module(entity.module)
        holder, _, member = entity.name.rpartition(".")
        if inner is not None and holder in inner.classes:
            class_ = inner.reference(inner.classes[holder])
            if self.resolver.types.form_of(class_) == "enum":
                return [_member(Declared(class_.dotted), class_.dotted, member)]
        if inner is None or entity.value is None:
            return []
        return self._values(inner, entity.value, "", depth + 1)


def _member(enum: OutsideClass | Declared, owner: str, name: str) -> Only:
    return Only(owner, f"{owner.rpartition('.')[2]}.{name}", enum)


def _constant(node: syntax.Expression) -> Annotation | None:
    """A value that is written out."""
    sign = ""
    if isinstance(node, syntax.Unary) and node.operator == "-":
        sign, node = "-", node.operand
    if not isinstance(node, syntax.Literal):
        return None
    if node.value is None:
        return NONE
    return Only(type(node.value).__name__, sign + spelled_constant(node.value))
