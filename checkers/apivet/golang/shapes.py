"""Static types as the model knows them: where values nest, and what two declarations have in common in memory."""

from __future__ import annotations

from typing import Final

from apivet.golang.instances import is_plain
from apivet.golang.types import (
    Array,
    Basic,
    Chan,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    TypeParameter,
    UnknownType,
    written,
)
from apivet.golang.typing import Typing
from apivet.program import model
from apivet.program.annotations import Annotation, Applied, Declared, OutsideClass, TypeVariable, Unclear

#: The interface that everything implements.
_EMPTY: Final = OutsideClass("interface {}")
#: How deep a type may be nested in names before it counts as one that is made of itself.
_DEEP: Final = 40


#: Packages and types outside the tree whose values have no parts: a moment, a quantity.
_PLAIN: Final = frozenset((
    *("time", "math/big", "net/netip", "regexp", "sync", "sync/atomic"),
    *("k8s.io/apimachinery/pkg/api/resource.Quantity", "k8s.io/apimachinery/pkg/util/intstr.IntOrString"),
))  # fmt: skip


class Shapes:
    """The shapes and annotations of a program's types."""

    def __init__(self, typing: Typing) -> None:
        self.typing = typing

    def shape(self, type_: GoType) -> tuple[model.Shape, bool]:
        """The shape of a type, and whether it has a value for *none* of its own."""
        if isinstance(type_, Pointer):
            return self._shape(type_.target, 0), True
        return self._shape(type_, 0), False

    def _shape(self, type_: GoType, depth: int) -> model.Shape:
        if depth > _DEEP:
            return model.Unknown(written(type_))
        if isinstance(type_, Pointer):
            return self._shape(type_.target, depth + 1)
        parts = self.typing.underlying(type_)
        if isinstance(parts, Struct) and isinstance(type_, (Named, Struct)) and type_ != Struct():
            return model.Named(self.typing.instances.type_name(type_))
        if isinstance(parts, (Slice, Array)):
            length = int(parts.length) if isinstance(parts, Array) and parts.length.isdigit() else None
            return model.ListOf(self._shape(parts.element, depth + 1), isinstance(parts.element, Pointer), length)
        if isinstance(parts, Map):
            value = self._shape(parts.value, depth + 1)
            return model.MapOf(value, isinstance(parts.value, Pointer), may_be_unmade=True)
        if isinstance(parts, Basic) and parts.name not in ("any", "error", "comparable"):
            return model.Scalar(written(type_))
        if isinstance(type_, Named) and isinstance(parts, UnknownType) and _is_plain(type_):
            return model.Scalar(written(type_))
        return model.Unknown(written(type_))

    def annotation(self, type_: GoType) -> Annotation:
        """The type as far as memory goes: names stand for structs and interfaces alone."""
        return self._annotation(type_, 0)

    def _annotation(self, type_: GoType, depth: int) -> Annotation:
        if depth > _DEEP:
            return Unclear(written(type_), "it is made of itself")
        if isinstance(type_, Named):
            return self._of_named(type_, depth)
        inner = depth + 1
        if isinstance(type_, Basic):
            return _EMPTY if type_.name == "any" else OutsideClass(type_.name)
        if isinstance(type_, Pointer):
            return _applied("*", self._annotation(type_.target, inner))
        if isinstance(type_, Slice):
            return _applied("[]", self._annotation(type_.element, inner))
        if isinstance(type_, Array):
            return self._array(type_, inner)
        if isinstance(type_, Map):
            return _applied("map", self._annotation(type_.key, inner), self._annotation(type_.value, inner))
        if isinstance(type_, Chan):
            return _applied(type_.direction, self._annotation(type_.element, inner))
        if isinstance(type_, Struct):
            return self._unnamed(type_, inner)
        if isinstance(type_, Func):
            return self._function(type_, inner)
        if isinstance(type_, Interface):
            return self._interface(type_, inner)
        if isinstance(type_, TypeParameter):
            return TypeVariable(type_.name)
        return Unclear(written(type_), "it can't be resolved")

    def _of_named(self, type_: Named, depth: int) -> Annotation:
        parts = self.typing.underlying(type_)
        if isinstance(parts, UnknownType):
            return OutsideClass(type_.dotted, is_hidden=True)
        if isinstance(parts, Interface) and (parts.methods or parts.embedded):
            return OutsideClass(type_.dotted)
        if not isinstance(parts, Struct):
            return self._annotation(parts, depth + 1)
        name = self.typing.instances.type_name(type_)
        if type_.arguments and name == type_.dotted:  # of arguments that a name can't say
            arguments = tuple(self._annotation(each, depth + 1) for each in type_.arguments)
            return Applied(Declared(name), arguments)
        return Declared(name)

    def _unnamed(self, type_: Struct, depth: int) -> Annotation:
        """A struct that is written where it is used: in memory the same as one that has a name."""
        if type_.fields and is_plain(type_):
            return Declared(self.typing.instances.type_name(type_))
        names = " ".join(each.name for each in type_.fields)
        return _applied(f"struct{{{names}}}", *(self._annotation(each.type, depth) for each in type_.fields))

    def _array(self, type_: Array, depth: int) -> Annotation:
        element = self._annotation(type_.element, depth)
        if not type_.length.isdigit():
            return Unclear(written(type_), "how long it is can't be told")
        return _applied(f"[{type_.length}]", element)

    def _function(self, type_: Func, depth: int) -> Annotation:
        arguments = (*type_.parameters, *type_.results)
        name = f"func/{len(type_.parameters)}{'...' if type_.variadic else ''}"
        return _applied(name, *(self._annotation(each, depth) for each in arguments))

    def _interface(self, type_: Interface, depth: int) -> Annotation:
        """An interface by all its methods as they are written, names of types included: a value holds the interface it
        was made as, so that values of two interfaces that lie in memory alike are not equal."""
        embedded = [self.typing.underlying(each) for each in self.typing.interfaces(type_)]
        unknown = next((each for each in embedded if isinstance(each, UnknownType)), None)
        if unknown is not None:
            return Unclear("an interface", f"what {unknown.note} asks for can't be told")
        methods = sorted(self.typing.interface_methods(type_).items())
        if not methods:
            return _EMPTY
        name = f"interface {{ {'; '.join(name + written(signature)[len('func') :] for name, signature in methods)} }}"
        return _applied(name, *(self._function(signature, depth) for _, signature in methods))


def _applied(name: str, *arguments: Annotation) -> Annotation:
    return Applied(OutsideClass(name), arguments) if arguments else OutsideClass(name)


def _is_plain(type_: Named) -> bool:
    return type_.package in _PLAIN or type_.dotted in _PLAIN
