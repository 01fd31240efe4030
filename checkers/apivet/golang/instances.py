"""Generic types and functions with their arguments: each is one of its own, under a name that says these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.types import Array, Basic, Chan, Func, GoType, Map, Named, Pointer, Slice, Struct, written

#: Types inside each other that are arguments: what calls itself with ever larger ones ends.
_DEEP: Final = 4


class Instance(msgspec.Struct, frozen=True):
    """A generic function or method, with the types that its parameters stand for."""

    declared: FunctionDeclaration
    bound: Mapping[str, GoType]


class Instances:
    """The instances, and the structures of types without a name, that were asked for so far, by their names."""

    def __init__(self) -> None:
        self.types: dict[str, Named | Struct] = {}
        self.functions: dict[str, Instance] = {}

    def type_name(self, type_: Named | Struct) -> str:
        """The model's name of a structure: that of an instance has its arguments, that of a type without a name is all
        that the type says."""
        if isinstance(type_, Struct):
            name, other = written(type_), 0
            while self.types.setdefault(name, type_) != type_:  # interfaces in them are not written out
                name, other = f"{written(type_)}·{other}", other + 1
            return name
        if not type_.arguments or not all(map(is_plain, type_.arguments)):
            return type_.dotted
        name = written(type_)
        self.types[name] = type_
        return name

    def function_name(self, dotted: str, declared: FunctionDeclaration, bound: Mapping[str, GoType]) -> str:
        """The model's name of a function; that of an instance has its arguments, where these are known."""
        arguments = [bound.get(name) for name in declared.parameters]
        if not arguments or not all(each is not None and is_plain(each) for each in arguments):
            return dotted
        name = f"{dotted}[{', '.join(written(each) for each in arguments if each is not None)}]"
        self.functions[name] = Instance(declared, dict(bound))
        return name


def is_plain(type_: GoType, depth: int = 0) -> bool:
    """Whether a type is :func:`written` so that no other one is, and of no great depth."""
    if depth > _DEEP:
        return False
    if isinstance(type_, Named):
        return all(is_plain(each, depth + 1) for each in type_.arguments)
    if isinstance(type_, Pointer):
        return is_plain(type_.target, depth + 1)
    if isinstance(type_, (Slice, Array, Chan)):
        return is_plain(type_.element, depth + 1)
    if isinstance(type_, Map):
        return is_plain(type_.key, depth + 1) and is_plain(type_.value, depth + 1)
    if isinstance(type_, Func):
        return all(is_plain(each, depth + 1) for each in (*type_.parameters, *type_.results))
    if isinstance(type_, Struct):
        return all(is_plain(each.type, depth + 1) for each in type_.fields)
    return isinstance(type_, Basic) and not type_.name.startswith("untyped")
