"""Shapes of parts, and whether one kind of object can be inside another."""

from __future__ import annotations

from collections.abc import Callable

from apivet.effects.values import EARLIER, LAST
from apivet.program.model import ListOf, MapOf, Named, Program, Shape, Unknown
from apivet.vocabulary import Vocabulary


def describer(program: Program, vocabulary: Vocabulary) -> Callable[[Shape, str], tuple[Shape, bool]]:
    """Tells the declared shape of a field, or of an element, of something of a shape."""

    def describe(shape: Shape, name: str) -> tuple[Shape, bool]:
        if isinstance(shape, (ListOf, MapOf)):
            inner = shape.element if isinstance(shape, ListOf) else shape.value
            return inner, shape.optional or (isinstance(shape, MapOf) and name not in (LAST, EARLIER))
        if isinstance(shape, Named):
            declared = program.type(shape.dotted)
            found = declared.field(name) if declared is not None else None
            if found is not None:
                missing = found.may_be_missing and name != vocabulary.metadata
                return found.shape, found.optional or missing
        # Every API object has metadata, whatever else is not known of it.
        return Unknown(name), name != vocabulary.metadata

    return describe


def is_dumped(program: Program, shape: Shape, form: str) -> bool:
    """Whether objects of a shape become mappings where those of types of a form do: ``*`` is any form."""
    type_ = program.type(shape.dotted) if form and isinstance(shape, Named) else None
    is_data = type_ is not None and type_.structured and not type_.is_keyed and not type_.is_tuple
    return type_ is not None and is_data and form in ("*", type_.form)


def can_hold(program: Program, shape: Shape, other: Shape) -> bool:
    """Whether something of a shape can have something of another shape inside it, as far as declarations tell."""
    seen: set[str] = set()
    pending = [shape]
    while pending:
        inner = pending.pop()
        while isinstance(inner, (ListOf, MapOf)):
            inner = inner.element if isinstance(inner, ListOf) else inner.value
            if inner == other:
                return True
        type_ = program.type(inner.dotted) if isinstance(inner, Named) else None
        if isinstance(inner, Unknown) or (isinstance(inner, Named) and type_ is None):
            return True
        if type_ is not None and type_.dotted not in seen:
            seen.add(type_.dotted)
            fields = [declared.shape for declared in type_.fields]
            if other in fields:
                return True
            pending += fields
    return False
