"""Meanings of annotations: the exact type, the shape, whether ``None`` is allowed, and the gates."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.annotations import Declared, is_heavier
from apivet.program.constants import spelled_constant
from apivet.python.annotations import readings
from apivet.python.annotations.canonical import CONSTRAINED, canonical
from apivet.python.annotations.readings import (
    Beside,
    ReadAnnotation,
    meant,
    of_declared,
    of_outside,
    unclear,
    union,
    variable,
    variables_in,
)
from apivet.python.annotations.tags import NO_TAGS, Tags
from apivet.python.names.resolver import Reference, Resolver
from apivet.python.source.module import ClassReference, SourceModule, parse_quoted
from apivet.python.source.walking import callee_name, positional
from apivet.python.types.beside import Besides
from apivet.python.types.choices import Choices
from apivet.python.types.gate_tags import GateNames
from apivet.python.types.generics import apply

#: Written around a type without changing what a value of it is.
_TRANSPARENT: Final = frozenset(
    [f"typing.{name}" for name in ("Annotated", "Required", "NotRequired", "ReadOnly", "Final", "ClassVar")]
    + [f"pydantic.{name}" for name in ("SkipValidation", "InstanceOf", "OnErrorOmit", "SerializeAsAny", "Json")]
    + ["dataclasses.InitVar"]
)
_VARIABLES: Final = frozenset(("TypeVar", "ParamSpec", "TypeVarTuple"))
_ALIAS_CALLS: Final = frozenset(("NewType", "TypeAliasType"))
#: Annotations nest as deep as people write them; beyond this something refers to itself.
_DEPTH: Final = 40
#: A generic class counts as that many: one that refers to itself in each of its arguments doubles with every step.
_GENERIC_DEPTH: Final = 8
_TOO_DEEP: Final = unclear("...", "it is nested too deeply", "...")
#: Name of the innermost alias that is being read, in its own definition.
_ITSELF: Final = "itself"


#: Parts of an annotation that are read, those of its aliases included.
_STEPS: Final = 20_000


class _TooLargeError(Exception):
    """An annotation that grows with each alias that it is made of."""


class _AnnotationScope(Struct, frozen=True):
    """The scope of an annotation, the meanings of type variables there, and the aliases that led there."""

    module: SourceModule
    enclosing: str
    variables: Mapping[str, model.Shape]
    depth: int = 0
    aliases: tuple[tuple[str, str], ...] = ()

    def deeper(self, steps: int = 1) -> _AnnotationScope:
        return _AnnotationScope(self.module, self.enclosing, self.variables, self.depth + steps, self.aliases)

    def inside(self, module: SourceModule, alias: str, variables: Mapping[str, model.Shape]) -> _AnnotationScope:
        """The scope of an alias's definition."""
        return _AnnotationScope(module, "", variables, self.depth + 1, (*self.aliases, (module.path, alias)))


class AnnotationShapes:
    """Reads annotations in the scope of their module."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self._choices = Choices(resolver)
        self._besides = Besides(resolver)
        #: The aliases of the annotation that is being read, by how deep they stand, and how many were read around the
        #: outermost one that was met inside of itself.
        self._aliases: dict[tuple[int, str, str], ReadAnnotation] = {}
        self._outermost = 0
        self._steps = 0

    def read(self, module: SourceModule, annotation: syntax.Expression) -> tuple[model.Shape, bool]:
        """The shape and whether ``None`` is allowed."""
        reading = self.annotation(module, annotation)
        return reading.shape, reading.optional

    def annotation(
        self,
        module: SourceModule,
        annotation: syntax.Expression,
        enclosing: str = "",
        variables: Mapping[str, model.Shape] | None = None,
    ) -> ReadAnnotation:
        """The reading of an annotation; ``enclosing`` is the class in whose body it stands."""
        self._aliases.clear()
        self._steps = 0
        try:
            return self._read(_AnnotationScope(module, enclosing, variables or {}), annotation)
        except _TooLargeError:
            return unclear("...", "it is too large", "...")

    def _read(self, scope: _AnnotationScope, node: syntax.Expression) -> ReadAnnotation:
        self._steps += 1
        if self._steps > _STEPS:
            raise _TooLargeError
        if scope.depth > _DEPTH:
            return _TOO_DEEP
        if isinstance(node, syntax.Literal):
            return self._literal(scope, node)
        if isinstance(node, syntax.Binary) and node.operator == "|":
            return union(self._read(scope.deeper(), operand) for operand in _operands(node))
        if isinstance(node, syntax.Subscript):
            return self._subscript(scope, node)
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            return self._name(scope, node)
        if isinstance(node, syntax.Call):
            return self._call(scope, node)
        if isinstance(node, syntax.Opaque) and node.note == "...":
            return readings.ANY_NUMBER
        return unclear("...", "it is computed")

    def _literal(self, scope: _AnnotationScope, node: syntax.Literal) -> ReadAnnotation:
        if node.value is None:
            return readings.NO_VALUE
        if isinstance(node.value, str):
            parsed = parse_quoted(scope.module, node.value)
            if parsed is not None:
                return self._read(scope.deeper(), parsed)
        return unclear(spelled_constant(node.value), "it is no type")

    # ---------------------------------------------------------------------------------------------------- names

    def _name(self, scope: _AnnotationScope, node: syntax.Name | syntax.Attribute) -> ReadAnnotation:
        if isinstance(node, syntax.Name) and node.name in scope.variables:
            return variable(node.name, scope.variables[node.name])
        entity = self.resolver.reference(scope.module, node, scope.enclosing)
        if isinstance(entity, model.External) and isinstance(node, syntax.Name):
            return self._whichever_is_there(scope, node, entity)
        return self._of_entity(scope, node, entity)

    def _whichever_is_there(
        self, scope: _AnnotationScope, node: syntax.Name, preferred: model.External
    ) -> ReadAnnotation:
        """The reading of a name that is imported where that can be, and is something else otherwise."""
        found = [self._of_entity(scope, node, each) for each in self.resolver.when_run(scope.module, node.name)]
        if preferred.dotted.partition(".")[0] in sys.stdlib_module_names or not found:
            return self._of_entity(scope, node, preferred)
        if len({reading.annotation for reading in found}) > 1:
            return unclear(node.name, "it depends on what can be imported", node.name)
        return found[0]

    def _of_entity(
        self, scope: _AnnotationScope, node: syntax.Name | syntax.Attribute, entity: Reference | None
    ) -> ReadAnnotation:
        if isinstance(entity, ClassReference):
            reading = of_declared(entity.dotted, self._of_class(entity))
            if not self._besides.validates(entity):
                return reading
            return replace(reading, beside=(Beside(entity.name, scope.module.dotted, node, unread=True),))
        if isinstance(entity, model.Global):
            return self._alias(scope, entity)
        if isinstance(entity, model.External):
            return self._external(scope, entity.dotted)
        return unclear(_text(node), "it is no class" if entity is not None else "nothing binds it", node.name)

    def _external(self, scope: _AnnotationScope, dotted: str) -> ReadAnnotation:
        wrappers = frozenset((dotted.rpartition(".")[2],))
        name = canonical(dotted)
        if "." not in dotted:
            return replace(unclear(dotted, "nothing binds the name", dotted), wrappers=wrappers)
        if name == "typing.Self" and scope.enclosing:
            own = Declared(f"{scope.module.dotted}.{scope.enclosing}")
            return ReadAnnotation(model.Unknown("typing.Self"), wrappers=wrappers, annotation=own)
        if name in _TRANSPARENT and not name.startswith("pydantic."):
            return ReadAnnotation(model.Unknown(dotted), wrappers=wrappers)
        if name in ("typing.Optional", "typing.Union", "typing.Literal"):
            return unclear(dotted, "it says nothing without arguments")
        beside = (Beside(dotted.rpartition(".")[2]),) if dotted.startswith("pydantic.") else ()
        return replace(of_outside(name), wrappers=wrappers, beside=beside)

    def _of_class(self, type_: ClassReference) -> model.Shape:
        form = self.resolver.types.form_of(type_)
        if form == "enum":
            return model.Scalar(type_.name)
        if form == "protocol":
            return model.Unknown(type_.name)
        builtin = readings.of_builtin_base(self.resolver.types.builtin_base_of(type_), type_.name)
        return builtin or model.Named(type_.dotted)

    # -------------------------------------------------------------------------------------------------- aliases

    def _alias(
        self, scope: _AnnotationScope, entity: model.Global, arguments: tuple[ReadAnnotation, ...] = ()
    ) -> ReadAnnotation:
        """The reading of a module's variable."""
        module = self.resolver.module(entity.module)
        if module is None or entity.value is None:
            return unclear(entity.name, "what it is bound to can't be told", entity.name)
        if isinstance(entity.value, syntax.Call) and callee_name(entity.value) in _VARIABLES:
            return variable(entity.name, scope.variables.get(entity.name))
        if isinstance(entity.value, (syntax.Literal, syntax.Mapping, syntax.Lambda)):
            if not isinstance(entity.value, syntax.Literal) or not isinstance(entity.value.value, str):
                return unclear(entity.name, "it is no type", entity.name)
        key = (module.path, entity.name)
        if key in scope.aliases:
            self._outermost = min(self._outermost, scope.aliases.index(key))
            level = len(scope.aliases) - scope.aliases.index(key)
            return replace(variable(_ITSELF if level == 1 else f"{_ITSELF}^{level}"), shape=model.Unknown("..."))
        parameters = _alias_parameters(module, entity.name)
        reading = self._definition(scope, module, entity.name, entity.value, parameters)
        if is_heavier(reading.annotation, readings.HEAVY):
            raise _TooLargeError
        if arguments:
            return meant(reading, dict(zip(parameters or variables_in(reading.annotation), arguments)))
        return reading

    def _definition(
        self, scope: _AnnotationScope, module: SourceModule, name: str, value: syntax.Expression, parameters: list[str]
    ) -> ReadAnnotation:
        """The reading of an alias's definition: read once, unless an alias around it stands in it."""
        key = (scope.depth, module.path, name)
        known = self._aliases.get(key)
        if known is None:
            level, outer = len(scope.aliases), self._outermost
            self._outermost = level
            inner = scope.inside(module, name, {parameter: model.Unknown(parameter) for parameter in parameters})
            known = self._read(inner, value)
            if self._outermost >= level:
                self._aliases[key] = known
            self._outermost = min(outer, self._outermost)
        return known

    def _call(self, scope: _AnnotationScope, node: syntax.Call) -> ReadAnnotation:
        """``NewType("Name", Base)``, ``constr(...)`` and ``TypeVar("T")``, where an alias leads to one."""
        name = callee_name(node)
        arguments = positional(node)
        if name in _ALIAS_CALLS and len(arguments) == 2:
            return self._read(scope.deeper(), arguments[1])
        if name in _VARIABLES:
            return unclear(name, "a type variable without a name", "TypeVar")
        entity = self.resolver.reference(scope.module, node.callee, scope.enclosing)
        base = CONSTRAINED.get(canonical(entity.dotted)) if isinstance(entity, model.External) else None
        if base is None:
            return unclear(f"{name}(...)", "it is computed")
        reading = of_outside(base)
        if base in ("list", "set", "frozenset") and arguments:
            reading = readings.of_generic(base, [self._read(scope.deeper(), arguments[0])])
        return replace(reading, beside=(*reading.beside, Beside(name, scope.module.dotted, node)))

    # ------------------------------------------------------------------------------------------------- generics

    def _subscript(self, scope: _AnnotationScope, node: syntax.Subscript) -> ReadAnnotation:
        arguments = node.index.items if isinstance(node.index, syntax.Sequence) else (node.index,)
        entity = self.resolver.reference(scope.module, node.value, scope.enclosing)
        if isinstance(entity, model.Global):
            return self._alias(scope, entity, self._several(scope, arguments))
        if isinstance(entity, ClassReference):
            return self._of_generic_class(scope, entity, arguments)
        if not isinstance(entity, model.External) or "." not in entity.dotted:
            return unclear(_text(node.value), "nothing binds the name")
        return self._generic(scope, canonical(entity.dotted), arguments)

    def _of_generic_class(
        self, scope: _AnnotationScope, type_: ClassReference, arguments: tuple[syntax.Expression, ...]
    ) -> ReadAnnotation:
        """``Envelope[Meta]``. What the fields are then is worked out when somebody asks for the type."""
        shape = self._of_class(type_)
        read = self._several(scope, arguments, _GENERIC_DEPTH)
        if isinstance(shape, model.Named):
            shape = apply(self.resolver, shape, read)
        return of_declared(type_.dotted, shape, read)

    def _several(
        self, scope: _AnnotationScope, nodes: tuple[syntax.Expression, ...], steps: int = 1
    ) -> tuple[ReadAnnotation, ...]:
        return tuple(self._read(scope.deeper(steps), node) for node in nodes)

    def _generic(self, scope: _AnnotationScope, name: str, arguments: tuple[syntax.Expression, ...]) -> ReadAnnotation:
        """A generic of the standard library or of a package outside the tree, by its canonical name."""
        inner = scope.deeper()
        if name in _TRANSPARENT and arguments:
            reading = self._read(inner, arguments[0])
            last = name.rpartition(".")[2]
            gates = self._annotated_gates(scope, arguments[1:]) if last == "Annotated" else NO_TAGS
            return replace(
                reading,
                gates=reading.gates + gates,
                wrappers=reading.wrappers | {last},
                beside=self._besides.of(scope.module, scope.enclosing, name, reading, arguments[1:]),
            )
        if name == "typing.Literal":
            return self._choices.of(scope.module, arguments, scope.enclosing)
        if name == "collections.abc.Callable" and isinstance(arguments[0], syntax.Sequence):
            # ``Callable[[int, str], bool]``: what is returned comes last.
            arguments = (*arguments[0].items, *arguments[1:])
        read = self._several(scope, arguments)
        if name == "typing.Optional":
            return union((*read[:1], readings.NO_VALUE))
        if name == "typing.Union" and read:
            return union(read)
        return readings.of_generic(name, read)

    def _annotated_gates(self, scope: _AnnotationScope, extras: tuple[syntax.Expression, ...]) -> Tags:
        read = GateNames(self.resolver).of_extra
        return sum((read(scope.module, extra, scope.enclosing) for extra in extras), NO_TAGS)


def _operands(node: syntax.Expression) -> list[syntax.Expression]:
    """The members of ``A | B | C``; such a chain nests to the left, and is as long as a generator made it."""
    found: list[syntax.Expression] = []
    while isinstance(node, syntax.Binary) and node.operator == "|":
        found.append(node.right)
        node = node.left
    found.append(node)
    found.reverse()
    return found


def _alias_parameters(module: SourceModule, name: str) -> list[str]:
    """The names between the brackets of ``type Pair[T] = ...``."""
    for binding in module.symbols.get(name, ()):
        if type(binding.node).__name__ == "TypeAlias":
            return [parameter.name for parameter in getattr(binding.node, "type_params")]
    return []


def _text(node: syntax.Expression) -> str:
    """A dotted name as it was written."""
    if isinstance(node, syntax.Attribute):
        return f"{_text(node.value)}.{node.name}"
    return node.name if isinstance(node, syntax.Name) else "..."
