"""Zero values: what a variable, or a field that a literal leaves out, holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.golang.types import Array, Basic, Func, GoType, Interface, Map, Named, Pointer, Slice, Struct
from apivet.program import syntax
from apivet.program.operations import Operation
from apivet.verdicts import Location

TEXTS: Final = ("string", "untyped string")
_TRUTHS: Final = ("bool", "untyped bool")
#: Types without a zero value of their own: nil, or not known.
_OPEN: Final = ("any", "error", "comparable", "untyped nil")
#: Arrays of more elements are not written out.
_LONGEST: Final = 16


def zero(
    type_: GoType, at: Location, underlying: Callable[[GoType], GoType], name_of: Callable[[Named | Struct], str]
) -> syntax.Expression:
    """The zero value of a type: ``underlying`` tells the type behind a name, ``name_of`` the model's name of a
    structure."""
    found = underlying(type_)
    if isinstance(found, Basic) and found.name not in _OPEN:
        return syntax.Literal(at, "" if found.name in TEXTS else False if found.name in _TRUTHS else 0)
    if isinstance(found, (Pointer, Func, Interface, Basic)):
        return syntax.Literal(at, None)
    if isinstance(found, Slice):
        return syntax.Sequence(at, "list", (), is_nothing=True)
    if isinstance(found, Map):
        return syntax.Mapping(at, (), is_nothing=True)
    if isinstance(type_, Struct) and not type_.fields:  # ``struct{}``: all such values are one
        return syntax.Literal(at, 0)
    if isinstance(found, Struct) and isinstance(type_, (Named, Struct)):
        return syntax.Made(at, name_of(type_))
    if isinstance(found, Array) and found.length.isdigit():
        element, length = zero(found.element, at, underlying, name_of), int(found.length)
        if length > _LONGEST:
            return repeated(element, syntax.Literal(at, length), "·element", at)
        return syntax.Sequence(at, "list", (element,) * length)
    return syntax.Opaque(at, "the zero value of a type that can't be told", holds=True)


def repeated(element: syntax.Expression, length: syntax.Expression, name: str, at: Location) -> syntax.Expression:
    """A new container of so many new values; ``name`` is of a variable that nobody else has."""
    clause = syntax.Clause(syntax.Name(at, name), syntax.Perform(at, Operation.RANGE, (length,)), ())
    return syntax.Comprehension(at, "list", None, element, (clause,))
