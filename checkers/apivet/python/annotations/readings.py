"""Readings of annotations, put together from the readings of their parts.

A reading holds the exact type, for comparing declarations, and beside it the shape, which is all that the
interpreter needs to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.annotations import (
    ELLIPSIS,
    NONE,
    UNSAID,
    Annotation,
    Applied,
    Declared,
    OneOf,
    OutsideClass,
    TypeVariable,
    Unclear,
    is_heavier,
    members,
    one_of,
)
from apivet.python.annotations.canonical import bare
from apivet.python.annotations.tags import NO_TAGS, Tags

#: Parts that a type may have. Each alias that names another one twice doubles them.
HEAVY: Final = 4096
_ABSTRACT: Final = "collections.abc."
_LISTS: Final = frozenset(
    ("list", "set", "frozenset", "tuple", "collections.deque", "collections.UserList")
    + tuple(
        _ABSTRACT + name
        for name in ("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Set", "MutableSet")
        + ("Reversible",)
    )
)
_MAPS: Final = frozenset(
    ("dict", "collections.defaultdict", "collections.OrderedDict", "collections.Counter", "collections.UserDict")
    + (_ABSTRACT + "Mapping", _ABSTRACT + "MutableMapping")
)
_SCALAR_MODULES: Final = frozenset(("datetime", "decimal", "uuid", "pathlib", "ipaddress", "fractions"))
#: Classes of which every object is one, ``None`` too.
_ANYTHING: Final = ("object", "typing.Any")
_NOTHING: Final = model.Unknown("None")
_ELEMENT: Final = model.Unknown("?")


class Beside(Struct, frozen=True):
    """Something beside a type, in ``Annotated[...]`` or in what an alias stands for: its name, and how it is written,
    with names of that module.

    It is about the value; about the value where it is not ``None``; or about something inside of it, or some of its
    types only. ``unread`` says that a method says what becomes of a value, so that it can't be told.
    """

    name: str
    module: str = ""
    written: syntax.Expression | None = None
    place: Literal["value", "present", "inside"] = "value"
    unread: bool = False

    @property
    def arguments(self) -> tuple[syntax.Argument, ...]:
        """The arguments of the call that it is, if it is one."""
        return self.written.arguments if isinstance(self.written, syntax.Call) else ()


class ReadAnnotation(Struct, frozen=True):
    """An annotation, read. ``wrappers`` are the names of what stands around the type, ``gates`` those named there,
    ``beside`` is all that stands beside it, the innermost first."""

    shape: model.Shape
    optional: bool = False
    gates: Tags = NO_TAGS
    wrappers: frozenset[str] = frozenset()
    annotation: Annotation = UNSAID
    beside: tuple[Beside, ...] = ()


#: ``None`` as an annotation.
NO_VALUE: Final = ReadAnnotation(_NOTHING, optional=True, annotation=NONE)
#: The ``...`` of ``tuple[int, ...]``.
ANY_NUMBER: Final = ReadAnnotation(_ELEMENT, annotation=ELLIPSIS)


def unclear(text: str, reason: str, name: str = "?") -> ReadAnnotation:
    """An annotation that can't be made out."""
    return ReadAnnotation(model.Unknown(name), annotation=Unclear(text, reason))


def variable(name: str, shape: model.Shape | None = None) -> ReadAnnotation:
    """A type variable, of a known shape or of any."""
    return ReadAnnotation(shape or model.Unknown(name), annotation=TypeVariable(name))


def of_outside(name: str) -> ReadAnnotation:
    """A class outside the tree, by its canonical name, without arguments."""
    if name == "None":
        return NO_VALUE
    return ReadAnnotation(_shape_of_outside(name), name in _ANYTHING, annotation=bare(name))


def _shape_of_outside(name: str) -> model.Shape:
    package, _, last = name.rpartition(".")
    if name in _LISTS:
        return model.ListOf(_ELEMENT, optional=True)
    if name in _MAPS:
        return model.MapOf(_ELEMENT, optional=True)
    if name in (*_ANYTHING, "typing.Generic"):
        return model.Unknown(last)
    if name != "type" and (not package or package in _SCALAR_MODULES):
        return model.Scalar(last)
    return model.Unknown(name)


def of_generic(name: str, arguments: Sequence[ReadAnnotation]) -> ReadAnnotation:
    """A class outside the tree with arguments: ``dict[str, int]``."""
    annotation = Applied(OutsideClass(name), tuple(argument.annotation for argument in arguments))
    return ReadAnnotation(_shape_of_generic(name, arguments), annotation=annotation, beside=_inside(arguments))


def _inside(arguments: Iterable[ReadAnnotation]) -> tuple[Beside, ...]:
    """All that stands beside types of which a value only holds, or may hold, values."""
    return tuple(replace(each, place="inside") for argument in arguments for each in argument.beside)


def _shape_of_generic(name: str, arguments: Sequence[ReadAnnotation]) -> model.Shape:
    held = [argument for argument in arguments if argument is not ANY_NUMBER]
    shapes = [argument.shape for argument in held]
    if name == "tuple":
        same = shapes and all(shape == shapes[0] for shape in shapes)
        is_any = len(held) < len(arguments)
        may_be_none = any(argument.optional for argument in held)
        return model.ListOf(shapes[0] if same else _ELEMENT, may_be_none, None if is_any else len(held))
    if name in _LISTS:
        return model.ListOf(shapes[0], held[0].optional) if held else model.ListOf(_ELEMENT)
    if name == "collections.Counter":
        return model.MapOf(model.Scalar("int"))
    if name in _MAPS:
        return model.MapOf(shapes[1], held[1].optional) if len(held) > 1 else model.MapOf(_ELEMENT)
    last = name.rpartition(".")[2]
    return model.Scalar(last) if last in ("Callable", "type") else model.Unknown(name)


def of_builtin_base(base: str, name: str) -> model.Shape | None:
    """The shape of a class of the tree that derives from ``str``, ``list`` and so on (``base``, without its module)."""
    if base in ("list", "tuple", "set", "frozenset", "UserList"):
        return model.ListOf(_ELEMENT)
    if base in ("dict", "OrderedDict", "defaultdict", "UserDict"):
        return model.MapOf(_ELEMENT)
    return model.Scalar(name) if base else None


def union(readings: Iterable[ReadAnnotation]) -> ReadAnnotation:
    """``A | B | None``."""
    every = list(readings)
    shapes = list(dict.fromkeys(item.shape for item in every if item.shape != _NOTHING))
    if len(shapes) == 1:
        shape = shapes[0]
    elif not shapes:
        shape = _NOTHING
    else:
        scalars = [item for item in shapes if isinstance(item, model.Scalar)]
        name = " | ".join(item.name for item in scalars)
        shape = model.Scalar(name) if len(scalars) == len(shapes) else model.Unknown("union")
    return ReadAnnotation(
        shape,
        any(item.optional for item in every),
        sum((item.gates for item in every), NO_TAGS),
        annotation=one_of(tuple(item.annotation for item in every)),
        beside=_beside_one_of(every),
    )


def _beside_one_of(every: Sequence[ReadAnnotation]) -> tuple[Beside, ...]:
    """All that stands beside the members of a union: of one that may be ``None``, it is about the other values."""
    others = [item for item in every if item.shape != _NOTHING]
    if len(others) != 1:
        return _inside(others)
    if len(others) == len(every):
        return others[0].beside
    return tuple(replace(each, place="present") if each.place == "value" else each for each in others[0].beside)


# -------------------------------------------------------------------------------------------------------- variables

#: Readings of type variables, by name.
Meanings = Mapping[str, ReadAnnotation]


def meant(reading: ReadAnnotation, meanings: Meanings) -> ReadAnnotation:
    """A reading with its type variables replaced by what they stand for."""
    if not meanings:
        return reading
    annotation = substituted(reading.annotation, meanings)
    if is_heavier(annotation, HEAVY):
        return replace(reading, annotation=Unclear("...", "it is too large"))
    optional = reading.optional or NONE in members(annotation)
    shape, beside = meant_shape(reading.shape, meanings), beside_meant(reading.annotation, meanings)
    return replace(reading, shape=shape, optional=optional, annotation=annotation, beside=(*beside, *reading.beside))


def beside_meant(annotation: Annotation, meanings: Meanings) -> tuple[Beside, ...]:
    """All that stands beside what the type variables of an annotation stand for."""
    if isinstance(annotation, TypeVariable):
        known = meanings.get(annotation.name)
        return () if known is None else known.beside
    return _inside(meanings[name] for name in variables_in(annotation) if name in meanings)


def meant_shape(shape: model.Shape, meanings: Meanings) -> model.Shape:
    """A shape with its type variables replaced by what they stand for."""
    if isinstance(shape, model.Unknown):
        known = meanings.get(shape.name)
        return shape if known is None else known.shape
    if isinstance(shape, model.ListOf):
        return replace(shape, element=meant_shape(shape.element, meanings))
    return replace(shape, value=meant_shape(shape.value, meanings)) if isinstance(shape, model.MapOf) else shape


def substituted(annotation: Annotation, meanings: Meanings) -> Annotation:
    """An annotation with its type variables replaced by what they stand for."""
    if isinstance(annotation, TypeVariable):
        known = meanings.get(annotation.name)
        return annotation if known is None else known.annotation
    if isinstance(annotation, Applied):
        return Applied(annotation.generic, tuple(substituted(item, meanings) for item in annotation.arguments))
    if isinstance(annotation, OneOf):
        return one_of(tuple(substituted(item, meanings) for item in annotation.members))
    return annotation


def variables_in(annotation: Annotation) -> list[str]:
    """The names of the type variables in an annotation, in order."""
    pending: list[Annotation] = [annotation]
    found: dict[str, None] = {}
    while pending:
        item = pending.pop()
        if isinstance(item, TypeVariable):
            found[item.name] = None
        elif isinstance(item, Applied):
            pending += reversed(item.arguments)
        elif isinstance(item, OneOf):
            pending += reversed(item.members)
    return list(found)


def of_declared(dotted: str, shape: model.Shape, arguments: Sequence[ReadAnnotation] = ()) -> ReadAnnotation:
    """A class of the tree."""
    plain = Declared(dotted)
    annotation = Applied(plain, tuple(item.annotation for item in arguments)) if arguments else plain
    wrappers = frozenset((dotted.rpartition(".")[2],))
    return ReadAnnotation(shape, annotation=annotation, wrappers=wrappers, beside=_inside(arguments))
