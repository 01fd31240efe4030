"""Objects that a hook prepares: its parameters, and the type they have (contract section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from apivet.program import model, signatures, syntax
from apivet.python.names.resolver import Resolver
from apivet.python.source.walking import callee_name, is_one_of, positional, walk
from apivet.python.types.generics import arguments_of, type_variables


def hook_parameters(function: syntax.Function, hook: str) -> tuple[str | None, str | None, str | None]:
    """The names of object, stored object and context. ``hook`` is ``prepare_for_create`` or ``prepare_for_update``."""
    create = hook == "prepare_for_create"
    names = signatures.create_parameters(function) if create else signatures.update_parameters(function)
    return names.obj, names.old, names.context


class ObjectType(Struct, frozen=True):
    """The object type of a strategy, as far as it is known.

    ``excluded``: the hooks are over something that is no API object. ``generic``: the type is declared, but as
    something that any object is (``Any``, a type variable, a protocol). ``told_by`` is where it is named.
    """

    type: model.Type | None = None
    excluded: bool = False
    generic: bool = False
    told_by: str = ""


class ObjectTypes:
    """Finds the object type of strategies."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.metadata = resolver.config.vocabulary.metadata

    def is_root(self, type_: model.Type) -> bool:
        """Whether instances are API objects: they have metadata that is itself structured."""
        field = type_.field(self.metadata)
        if field is None or not isinstance(field.shape, model.Named) or not type_.structured:
            return False
        metadata = self.resolver.type(field.shape.dotted)
        return metadata is not None and metadata.structured

    def of_strategy(self, strategy: model.Type, hooks: list[tuple[str, syntax.Function]]) -> ObjectType:
        """The object type in the contract's order of sources."""
        variables = self.bindings(strategy)
        declared = self._declared(strategy, variables)
        if declared == ObjectType():
            # Hooks that are assigned in the class body, partial applications among them.
            read = (self.of_hook(hook, notion) for notion, hook in hooks)
            declared = next((each for each in read if each.type is not None), declared)
        found, told_by = declared.type, "annotation"
        for candidate, place in self._refinements(strategy, variables, hooks):
            if found is None or (found.dotted != candidate.dotted and self._derives(candidate, found)):
                found, told_by = candidate, place
                break
        if found is not None and self.is_root(found):
            return ObjectType(found, told_by=told_by)
        if found is not None or declared.excluded:
            return ObjectType(excluded=True)
        return declared

    def _derives(self, type_: model.Type, base: model.Type) -> bool:
        return any(ancestor.dotted == base.dotted for ancestor in self.resolver.ancestry(type_))

    # ------------------------------------------------------------------------------------------------ annotations

    def _declared(self, strategy: model.Type, variables: dict[str, dict[str, model.Shape]]) -> ObjectType:
        """The type in the annotations of the hooks, the strategy's own before inherited ones."""
        vocabulary = self.resolver.config.vocabulary
        generic = False
        for ancestor in self.resolver.ancestry(strategy):
            for notion, names in (
                ("prepare_for_update", vocabulary.prepare_for_update),
                ("prepare_for_create", vocabulary.prepare_for_create),
            ):
                for name in names:
                    hook = ancestor.methods.get(name)
                    if hook is None:
                        continue
                    read = self.of_hook(hook, notion, variables.get(ancestor.dotted, {}))
                    if read.type is not None or read.excluded:
                        return read
                    generic = generic or read.generic
        return ObjectType(generic=generic)

    def of_hook(
        self, hook: syntax.Function, notion: str, variables: Mapping[str, model.Shape] | None = None
    ) -> ObjectType:
        """The type in the annotation of a hook's object, else of its stored object."""
        module = self.resolver.module(hook.module)
        if module is None:
            return ObjectType()
        generic = False
        for name in hook_parameters(hook, notion)[:2]:
            annotation = next((item.annotation for item in hook.parameters if item.name == name), None)
            if name is None or annotation is None:
                continue
            enclosing = hook.owner[len(hook.module) + 1 :] if hook.owner else ""
            reading = self.resolver.shapes.annotation(module, annotation, enclosing, variables)
            if isinstance(reading.shape, model.Named):
                type_ = self.resolver.type(reading.shape.dotted)
                if type_ is not None:
                    return ObjectType(type_)
            if not isinstance(reading.shape, (model.Unknown, model.Named)):
                return ObjectType(excluded=True)
            generic = generic or reading.shape != model.Unknown("None")
        return ObjectType(generic=generic)

    # --------------------------------------------------------------------------------------------------- generics

    def bindings(self, strategy: model.Type) -> dict[str, dict[str, model.Shape]]:
        """The type variables of each base and their shapes, seen from the strategy."""
        result: dict[str, dict[str, model.Shape]] = {strategy.dotted: {}}
        pending = [strategy]
        while pending:
            current = pending.pop()
            module = self.resolver.module(current.module)
            if module is None:
                continue
            known = result[current.dotted]
            enclosing = current.dotted[len(current.module) + 1 :]
            for base in current.bases:
                parent = self.resolver.entity(module, base, enclosing.rpartition(".")[0])
                if not isinstance(parent, model.Type) or parent.dotted in result:
                    continue
                bound: dict[str, model.Shape] = {}
                if isinstance(base, syntax.Subscript):
                    shapes = [
                        self.resolver.shapes.annotation(module, argument, enclosing, known).shape
                        for argument in arguments_of(base)
                    ]
                    bound = dict(zip(type_variables(self.resolver, parent), shapes))
                result[parent.dotted] = bound
                pending.append(parent)
        return result

    # ------------------------------------------------------------------------------------------------ refinements

    def _refinements(
        self,
        strategy: model.Type,
        variables: dict[str, dict[str, model.Shape]],
        hooks: list[tuple[str, syntax.Function]],
    ) -> Iterator[tuple[model.Type, str]]:
        """Root types that the strategy names elsewhere than in annotations, most telling first, and where."""
        yield from ((each, "argument of a base") for each in self._base_arguments(strategy, variables))
        for notion, hook in hooks:
            yield from ((each, "body of a hook") for each in self.named_in_body(hook, notion))
        for ancestor in self.resolver.ancestry(strategy):
            value = ancestor.attributes.get("object_type")
            if value is not None:
                found = self._root(ancestor.module, value)
                if found is not None:
                    yield found, "object_type"

    def _base_arguments(
        self, strategy: model.Type, variables: dict[str, dict[str, model.Shape]]
    ) -> Iterator[model.Type]:
        for ancestor in self.resolver.ancestry(strategy):
            module = self.resolver.module(ancestor.module)
            if module is None:
                continue
            enclosing = ancestor.dotted[len(ancestor.module) + 1 :]
            for base in ancestor.bases:
                if not isinstance(base, syntax.Subscript):
                    continue
                for argument in arguments_of(base):
                    known = variables.get(ancestor.dotted, {})
                    shape = self.resolver.shapes.annotation(module, argument, enclosing, known).shape
                    type_ = self.resolver.type(shape.dotted) if isinstance(shape, model.Named) else None
                    if type_ is not None and self.is_root(type_):
                        yield type_

    def named_in_body(self, hook: syntax.Function, notion: str) -> Iterator[model.Type]:
        """Types that the hook's own code gives the object: by cast, ``isinstance`` or a typed assignment."""
        names = {name for name in hook_parameters(hook, notion)[:2] if name}
        for node in walk(hook.body):
            named: syntax.Expression | None = None
            if isinstance(node, syntax.Call):
                arguments = positional(node)
                if len(arguments) == 2:
                    called = callee_name(node)
                    if called == "cast" and is_one_of(arguments[1], names):
                        named = arguments[0]
                    elif called == "isinstance" and is_one_of(arguments[0], names):
                        named = arguments[1]
            elif isinstance(node, syntax.Assign) and node.annotation is not None and is_one_of(node.value, names):
                named = node.annotation
            if named is not None:
                found = self._root(hook.module, named)
                if found is not None:
                    yield found

    def _root(self, module: str, node: syntax.Expression) -> model.Type | None:
        """The root type that an expression names, whether as a class or as an annotation."""
        source = self.resolver.module(module)
        if source is None:
            return None
        shape = self.resolver.shapes.annotation(source, node).shape
        type_ = self.resolver.type(shape.dotted) if isinstance(shape, model.Named) else None
        return type_ if type_ is not None and self.is_root(type_) else None
