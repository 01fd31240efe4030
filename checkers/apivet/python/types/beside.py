"""Expressions beside a type in ``Annotated[...]``, under the names that their libraries have for them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.python.annotations.readings import Beside, ReadAnnotation
from apivet.python.names.resolver import Resolver
from apivet.python.source.class_bodies import function_nodes
from apivet.python.source.module import ClassReference, SourceModule

#: Methods by which a class says what pydantic makes of a value.
_VALIDATING: Final = ("__get_pydantic_core_schema__", "__get_validators__")
#: Names that stand for each other.
_DEPTH: Final = 8


class Besides:
    """Follows names to what stands beside types."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def of(
        self,
        module: SourceModule,
        enclosing: str,
        name: str,
        reading: ReadAnnotation,
        extras: tuple[syntax.Expression, ...],
    ) -> tuple[Beside, ...]:
        """All that stands beside a type, and beside those that it is made of. ``name`` is what is written around it."""
        last = name.rpartition(".")[2]
        if last == "Annotated":
            return (*reading.beside, *(self._extra(module, extra, enclosing) for extra in extras))
        if last == "SkipValidation":
            return ()
        return (*reading.beside, Beside(last)) if name.startswith("pydantic.") else reading.beside

    def _extra(self, module: SourceModule, node: syntax.Expression, enclosing: str, depth: int = 0) -> Beside:
        callee = node.callee if isinstance(node, syntax.Call) else node
        if not isinstance(callee, (syntax.Name, syntax.Attribute)) or depth > _DEPTH:
            return Beside("", module.dotted, node)
        found = self.resolver.reference(module, callee, enclosing)
        if isinstance(found, ClassReference):
            return Beside(found.name, module.dotted, node, unread=self.validates(found))
        if isinstance(found, model.External):
            return Beside(found.dotted.rpartition(".")[2], module.dotted, node)
        bound = self.resolver.module(found.module) if isinstance(found, model.Global) else None
        if bound is None or not isinstance(found, model.Global) or found.value is None:
            return Beside(callee.name, module.dotted, node)
        inner = self._extra(bound, found.value, "", depth + 1)
        # ``check = AfterValidator``: the arguments mean something where they stand.
        return replace(inner, module=module.dotted, written=node) if isinstance(node, syntax.Call) else inner

    def validates(self, type_: ClassReference) -> bool:
        """Whether a class says by a method of its own what is made of a value that is declared to be one."""
        holder = self.resolver.load(type_.path)
        source = None if holder is None else holder.class_of(type_)
        return source is not None and any(each.name in _VALIDATING for each in function_nodes(source.node.body))
