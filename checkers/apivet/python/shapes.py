"""What an annotation means: a shape, whether ``None`` is allowed, and the feature gates it carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.source import ClassReference, SourceModule, parse_quoted
from apivet.python.walking import callee_name

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

_LISTS: Final = frozenset(
    ("list", "List", "set", "Set", "frozenset", "FrozenSet", "tuple", "Tuple", "Sequence", "MutableSequence")
    + ("Iterable", "Iterator", "Collection", "AbstractSet", "MutableSet", "deque", "Deque", "UserList", "Reversible")
)
_MAPS: Final = frozenset(
    ("dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "Counter", "UserDict")
)
#: Written around a type without changing what a value of it is.
_TRANSPARENT: Final = frozenset(("Annotated", "Required", "NotRequired", "ReadOnly", "Final", "ClassVar", "InitVar"))
_UNKNOWN: Final = frozenset(("builtins.object", "typing.Any", "typing_extensions.Any", "typing.Generic"))
_VARIABLES: Final = frozenset(("TypeVar", "ParamSpec", "TypeVarTuple"))
_TYPING_MODULES: Final = frozenset(("typing", "typing_extensions", "collections", "collections.abc", "builtins"))
_SCALAR_MODULES: Final = frozenset(("builtins", "datetime", "decimal", "uuid", "pathlib", "ipaddress", "fractions"))
_NOT_SCALAR: Final = frozenset(("builtins.object", "builtins.type"))
#: Annotations nest as deep as people write them; beyond this something refers to itself.
_DEPTH: Final = 40
#: A generic class counts as that many: one that refers to itself in each of its arguments doubles with every step.
_GENERIC_DEPTH: Final = 8


@dataclass(frozen=True)
class Reading:
    """An annotation, read."""

    shape: model.Shape
    optional: bool = False
    gates: tuple[str, ...] = ()
    wrappers: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Scope:
    """Where an annotation stands, and what type variables mean there."""

    module: SourceModule
    enclosing: str
    variables: Mapping[str, model.Shape]
    depth: int = 0

    def deeper(self, module: SourceModule | None = None, steps: int = 1) -> _Scope:
        if module is None:
            return _Scope(self.module, self.enclosing, self.variables, self.depth + steps)
        return _Scope(module, "", {}, self.depth + steps)


class Shapes:
    """Reads annotations in the scope of their module."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

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
    ) -> Reading:
        """Everything that an annotation says; ``enclosing`` is the class in whose body it stands."""
        return self._read(_Scope(module, enclosing, variables or {}), annotation)

    def _read(self, scope: _Scope, node: syntax.Expression) -> Reading:
        if scope.depth > _DEPTH:
            return Reading(model.Unknown("..."))
        if isinstance(node, syntax.Literal):
            return self._literal(scope, node)
        if isinstance(node, syntax.Binary) and node.operator == "|":
            return _union([self._read(scope.deeper(), node.left), self._read(scope.deeper(), node.right)])
        if isinstance(node, syntax.Subscript):
            return self._subscript(scope, node)
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            return self._name(scope, node)
        if isinstance(node, syntax.Call):
            return self._call(scope, node)
        return Reading(model.Unknown("?"))

    def _literal(self, scope: _Scope, node: syntax.Literal) -> Reading:
        if node.value is None:
            return Reading(model.Unknown("None"), optional=True)
        if isinstance(node.value, str):
            parsed = parse_quoted(scope.module, node.value)
            if parsed is not None:
                return self._read(scope.deeper(), parsed)
        return Reading(model.Unknown("?"))

    def _name(self, scope: _Scope, node: syntax.Name | syntax.Attribute) -> Reading:
        if isinstance(node, syntax.Name) and node.name in scope.variables:
            return Reading(scope.variables[node.name])
        entity = self.workspace.reference(scope.module, node, scope.enclosing)
        if isinstance(entity, ClassReference):
            return Reading(self._of_class(entity), wrappers=frozenset((entity.name,)))
        if isinstance(entity, model.Global):
            return self._alias(scope, entity)
        if isinstance(entity, model.External):
            return Reading(_of_external(entity.dotted), wrappers=frozenset((entity.dotted.rpartition(".")[2],)))
        return Reading(model.Unknown(node.name))

    def _of_class(self, type_: ClassReference) -> model.Shape:
        form = self.workspace.types.form_of(type_)
        if form == "enum":
            return model.Scalar(type_.name)
        if form == "protocol":
            return model.Unknown(type_.name)
        builtin = self.workspace.types.builtin_base_of(type_)
        if builtin in _LISTS:
            return model.ListOf(model.Unknown("?"))
        if builtin in _MAPS:
            return model.MapOf(model.Unknown("?"))
        return model.Scalar(type_.name) if builtin else model.Named(type_.dotted)

    def _of_generic(
        self, scope: _Scope, type_: ClassReference, arguments: tuple[syntax.Expression, ...]
    ) -> model.Shape:
        """``Envelope[Meta]``. What the fields are then is worked out when somebody asks for the type."""
        shape = self._of_class(type_)
        if not isinstance(shape, model.Named):
            return shape
        inner = scope.deeper(steps=_GENERIC_DEPTH)
        return self.workspace.apply(shape, tuple(self._read(inner, item).shape for item in arguments))

    def _alias(self, scope: _Scope, entity: model.Global) -> Reading:
        module = self.workspace.module(entity.module)
        if module is None or entity.value is None:
            return Reading(model.Unknown(entity.name))
        if isinstance(entity.value, (syntax.Literal, syntax.Mapping, syntax.Lambda)):
            if not isinstance(entity.value, syntax.Literal) or not isinstance(entity.value.value, str):
                return Reading(model.Unknown(entity.name))
        if isinstance(entity.value, syntax.Call) and callee_name(entity.value) in _VARIABLES:
            return Reading(model.Unknown(entity.name))
        return self._read(scope.deeper(module), entity.value)

    def _call(self, scope: _Scope, node: syntax.Call) -> Reading:
        """``NewType("Name", Base)`` and ``TypeVar("T")``, where an alias leads to one."""
        callee = node.callee
        name = callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else ""
        positional = [argument.value for argument in node.arguments if argument.name is None and not argument.spread]
        if name == "NewType" and len(positional) == 2:
            return self._read(scope.deeper(), positional[1])
        if name == "TypeAliasType" and len(positional) == 2:
            return self._read(scope.deeper(), positional[1])
        return Reading(model.Unknown("TypeVar" if name in _VARIABLES else "?"))

    def _subscript(self, scope: _Scope, node: syntax.Subscript) -> Reading:
        arguments = node.index.items if isinstance(node.index, syntax.Sequence) else (node.index,)
        if not arguments:
            return Reading(model.ListOf(model.Unknown("?")))
        entity = self.workspace.reference(scope.module, node.value, scope.enclosing)
        if isinstance(entity, model.Global):
            return self._alias(scope, entity)
        if isinstance(entity, ClassReference):
            return Reading(self._of_generic(scope, entity, arguments), wrappers=frozenset((entity.name,)))
        dotted = entity.dotted if isinstance(entity, model.External) else ""
        package, _, name = dotted.rpartition(".")
        if package not in _TYPING_MODULES and name not in ("InitVar", "UserList", "UserDict"):
            return Reading(model.Unknown(name or "?"))
        return self._generic(scope, name, arguments)

    def _generic(self, scope: _Scope, name: str, arguments: tuple[syntax.Expression, ...]) -> Reading:
        inner = scope.deeper()
        if name == "Optional":
            return _union([self._read(inner, arguments[0]), Reading(model.Unknown("None"), optional=True)])
        if name == "Union":
            return _union([self._read(inner, argument) for argument in arguments])
        if name in _TRANSPARENT:
            reading = self._read(inner, arguments[0])
            gates = self._annotated_gates(scope, arguments[1:]) if name == "Annotated" else ()
            return Reading(reading.shape, reading.optional, reading.gates + gates, reading.wrappers | {name})
        if name == "Literal":
            optional = any(isinstance(item, syntax.Literal) and item.value is None for item in arguments)
            return Reading(model.Scalar("Literal"), optional)
        if name in ("tuple", "Tuple"):
            elements = [self._read(inner, item).shape for item in arguments if not isinstance(item, syntax.Opaque)]
            same = elements and all(element == elements[0] for element in elements)
            return Reading(model.ListOf(elements[0] if same else model.Unknown("?")))
        if name in _LISTS:
            return Reading(model.ListOf(self._element(inner, arguments[0])))
        if name == "Counter":
            return Reading(model.MapOf(model.Scalar("int")))
        if name in _MAPS:
            value = self._element(inner, arguments[1]) if len(arguments) > 1 else model.Unknown("?")
            return Reading(model.MapOf(value))
        if name in ("Callable", "type", "Type"):
            return Reading(model.Scalar(name))
        return Reading(model.Unknown(name))

    def _element(self, scope: _Scope, node: syntax.Expression) -> model.Shape:
        return self._read(scope, node).shape

    def _annotated_gates(self, scope: _Scope, extras: tuple[syntax.Expression, ...]) -> tuple[str, ...]:
        gates: list[str] = []
        for extra in extras:
            if isinstance(extra, syntax.Call):
                gates += self.workspace.types.gates_of_marker(scope.module, extra, scope.enclosing)
            elif isinstance(extra, (syntax.Name, syntax.Attribute)):
                entity = self.workspace.entity(scope.module, extra, scope.enclosing)
                if isinstance(entity, model.Global) and isinstance(entity.value, syntax.Call):
                    module = self.workspace.module(entity.module)
                    if module is not None:
                        gates += self.workspace.types.gates_of_marker(module, entity.value, "")
        return tuple(gates)


def _of_external(dotted: str) -> model.Shape:
    package, _, name = dotted.rpartition(".")
    if package in _TYPING_MODULES and name in _LISTS:
        return model.ListOf(model.Unknown("?"))
    if package in _TYPING_MODULES and name in _MAPS:
        return model.MapOf(model.Unknown("?"))
    if package in _SCALAR_MODULES and dotted not in _NOT_SCALAR:
        return model.Scalar(name)
    return model.Unknown(dotted if dotted not in _UNKNOWN else name)


def _union(readings: list[Reading]) -> Reading:
    optional = any(reading.optional for reading in readings)
    gates = tuple(dict.fromkeys(gate for reading in readings for gate in reading.gates))
    shapes = list(dict.fromkeys(item.shape for item in readings if item.shape != model.Unknown("None")))
    if len(shapes) == 1:
        shape = shapes[0]
    elif not shapes:
        shape = model.Unknown("None")
    else:
        scalars = [item for item in shapes if isinstance(item, model.Scalar)]
        name = " | ".join(item.name for item in scalars)
        shape = model.Scalar(name) if len(scalars) == len(shapes) else model.Unknown("union")
    return Reading(shape, optional, gates)
