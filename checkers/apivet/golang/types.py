"""Static types, as declarations and expressions have them.

They are plain values: two that are equal are the same type. Where they are declared and what they consist of is told by
:class:`apivet.golang.typing.Typing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Union

import msgspec

if TYPE_CHECKING:
    from tree_sitter import Node

    from apivet.golang.source import GoFile


class Basic(msgspec.Struct, frozen=True):
    """A predeclared type: ``int32``, ``string``, ``error``, ``any``; ``untyped nil`` and its kin for constants."""

    name: str


class Named(msgspec.Struct, frozen=True):
    """A declared type: ``package`` is an import path, whether or not the tree has that package."""

    package: str
    name: str
    arguments: tuple[GoType, ...] = ()

    @property
    def dotted(self) -> str:
        return f"{self.package}.{self.name}"


class Pointer(msgspec.Struct, frozen=True):
    """A pointer."""

    target: GoType


class Slice(msgspec.Struct, frozen=True):
    """A slice."""

    element: GoType


class Array(msgspec.Struct, frozen=True):
    """An array; ``length`` is as it is written where it is no number."""

    length: str
    element: GoType


class Map(msgspec.Struct, frozen=True):
    """A map."""

    key: GoType
    value: GoType


class Chan(msgspec.Struct, frozen=True):
    """A channel; ``direction`` is ``chan``, ``<-chan`` or ``chan<-``."""

    direction: str
    element: GoType


class Func(msgspec.Struct, frozen=True):
    """A signature. A variadic one has a slice as its last parameter."""

    parameters: tuple[GoType, ...] = ()
    results: tuple[GoType, ...] = ()
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class StructField:
    """A field; ``tag`` is its text without quotes, ``node`` and ``file`` are where it is declared."""

    name: str
    type: GoType
    embedded: bool = False
    tag: str = ""
    node: Node | None = field(default=None, compare=False, repr=False)
    file: GoFile | None = field(default=None, compare=False, repr=False)


class Struct(msgspec.Struct, frozen=True):
    """A struct, by its fields."""

    fields: tuple[StructField, ...] = ()


class Interface(msgspec.Struct, frozen=True):
    """An interface: its own methods, and what it embeds. ``is_constraint`` where it also restricts by a type set."""

    methods: tuple[tuple[str, Func], ...] = ()
    embedded: tuple[GoType, ...] = ()
    is_constraint: bool = False


class Tuple(msgspec.Struct, frozen=True):
    """The results of a call that gives more than one, or none."""

    items: tuple[GoType, ...] = ()


class TypeParameter(msgspec.Struct, frozen=True):
    """A parameter of a generic type or function, by its name."""

    name: str


class UnknownType(msgspec.Struct, frozen=True):
    """A type that can't be told; ``note`` is for people."""

    note: str = ""


GoType = Union[
    Basic,
    Named,
    Pointer,
    Slice,
    Array,
    Map,
    Chan,
    Func,
    Struct,
    Interface,
    Tuple,
    TypeParameter,
    UnknownType,
]

#: The types that the language declares; ``byte`` and ``rune`` are other names.
# fmt: off
PREDECLARED: Final = frozenset((
    "any", "bool", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8",
    "int16", "int32", "int64", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
))
# fmt: on
PREDECLARED_ALIASES: Final = {"byte": "uint8", "rune": "int32"}
UNKNOWN: Final = UnknownType()


def pointee(type_: GoType) -> GoType:
    """The type itself, or that which it points to."""
    return type_.target if isinstance(type_, Pointer) else type_


def substituted(type_: GoType, bound: dict[str, GoType]) -> GoType:
    """A type with its type parameters replaced."""
    if not bound:
        return type_
    if isinstance(type_, TypeParameter):
        return bound.get(type_.name, type_)
    if isinstance(type_, Named):
        return Named(type_.package, type_.name, _all(type_.arguments, bound)) if type_.arguments else type_
    if isinstance(type_, Pointer):
        return Pointer(substituted(type_.target, bound))
    if isinstance(type_, Slice):
        return Slice(substituted(type_.element, bound))
    if isinstance(type_, Array):
        return Array(type_.length, substituted(type_.element, bound))
    if isinstance(type_, Map):
        return Map(substituted(type_.key, bound), substituted(type_.value, bound))
    if isinstance(type_, Chan):
        return Chan(type_.direction, substituted(type_.element, bound))
    return _substituted_parts(type_, bound)


def _substituted_parts(type_: GoType, bound: dict[str, GoType]) -> GoType:
    if isinstance(type_, Func):
        return _function(type_, bound)
    if isinstance(type_, Struct):
        return Struct(
            tuple(
                StructField(each.name, substituted(each.type, bound), each.embedded, each.tag, each.node, each.file)
                for each in type_.fields
            )
        )
    if isinstance(type_, Interface):
        methods = tuple((name, _function(method, bound)) for name, method in type_.methods)
        return Interface(methods, _all(type_.embedded, bound), type_.is_constraint)
    if isinstance(type_, Tuple):
        return Tuple(_all(type_.items, bound))
    return type_


def _function(type_: Func, bound: dict[str, GoType]) -> Func:
    return Func(_all(type_.parameters, bound), _all(type_.results, bound), type_.variadic)


def _all(types: tuple[GoType, ...], bound: dict[str, GoType]) -> tuple[GoType, ...]:
    return tuple(substituted(each, bound) for each in types)


def written(type_: GoType) -> str:
    """A type as Go writes it, with import paths for packages."""
    if isinstance(type_, Basic):
        return type_.name
    if isinstance(type_, Named):
        inner = ", ".join(map(written, type_.arguments))
        return f"{type_.dotted}[{inner}]" if inner else type_.dotted
    if isinstance(type_, Pointer):
        return f"*{written(type_.target)}"
    if isinstance(type_, Slice):
        return f"[]{written(type_.element)}"
    if isinstance(type_, Array):
        return f"[{type_.length}]{written(type_.element)}"
    if isinstance(type_, Map):
        return f"map[{written(type_.key)}]{written(type_.value)}"
    if isinstance(type_, Chan):
        return f"{type_.direction} {written(type_.element)}"
    if isinstance(type_, (Func, Tuple)):
        return _written_signature(type_)
    if isinstance(type_, Struct):
        return f"struct{{{'; '.join(map(_written_field, type_.fields))}}}"
    if isinstance(type_, Interface):
        return "interface {...}" if type_.methods or type_.embedded else "interface {}"
    return type_.name if isinstance(type_, TypeParameter) else type_.note


def _written_field(field_: StructField) -> str:
    tag = f" `{field_.tag}`" if field_.tag else ""
    return f"{'' if field_.embedded else f'{field_.name} '}{written(field_.type)}{tag}"


def _written_signature(type_: Func | Tuple) -> str:
    if isinstance(type_, Tuple):
        return f"({', '.join(map(written, type_.items))})"
    results = ", ".join(map(written, type_.results))
    taken = list(map(written, type_.parameters))
    if type_.variadic:
        taken[-1] = f"...{taken[-1].removeprefix('[]')}"
    return f"func({', '.join(taken)}){f' ({results})' if results else ''}"
