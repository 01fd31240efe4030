"""Types exactly as annotations say them, for whoever compares two declarations.

A :data:`~apivet.program.model.Shape` tells the interpreter where a value nests, and leaves out the rest. Here nothing
is left out but what makes no difference to memory: ``Optional[X]`` is ``X | None``, a ``NewType`` is its base, and
what ``Annotated`` adds is gone. Names are canonical: builtins without their module, ``typing.List`` as ``list``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Union

from msgspec import Struct


class OutsideClass(Struct, frozen=True):
    """A class that is not in the tree, by its canonical name: ``int``, ``datetime.datetime``, ``typing.Any``, ``None``
    (which stands for its type). ``is_hidden`` says that it may be but another name for something else."""

    name: str
    is_hidden: bool = False


class Declared(Struct, frozen=True):
    """A class of the tree, by its dotted name (look it up with :meth:`Program.type`)."""

    dotted: str


class Applied(Struct, frozen=True):
    """A generic with its arguments. A bare ``list`` is one of anything; ``tuple[int, ...]`` ends with
    :data:`ELLIPSIS`."""

    generic: OutsideClass | Declared
    arguments: tuple[Annotation, ...]


class OneOf(Struct, frozen=True):
    """A union: flat, each member once, in the order written. Members are compared as a set. Never of less than two."""

    members: tuple[Annotation, ...]


class Only(Struct, frozen=True):
    """One value of a ``Literal``: its type's name and the value as text (``int``, ``1``). ``enum`` is the class of a
    value that is a member of one (``Mode.Fast``): which value that is, is for the enum to say."""

    kind: str
    value: str
    enum: OutsideClass | Declared | None = None


class TypeVariable(Struct, frozen=True):
    """A type variable."""

    name: str


class Unclear(Struct, frozen=True):
    """An annotation that can't be made out: its text, and why, for people."""

    text: str
    reason: str


Annotation = Union[OutsideClass, Declared, Applied, OneOf, Only, TypeVariable, Unclear]

NONE: Final = OutsideClass("None")
ANYTHING: Final = OutsideClass("typing.Any")
_OBJECT: Final = OutsideClass("object")
ELLIPSIS: Final = OutsideClass("...")
UNSAID: Final = Unclear("", "nothing says what it is")


def members(annotation: Annotation) -> tuple[Annotation, ...]:
    """Alternatives for a value: the members of a union, else the annotation itself."""
    return annotation.members if isinstance(annotation, OneOf) else (annotation,)


def may_be_none(annotation: Annotation) -> bool:
    """Whether ``None`` is a value of the annotation."""
    return not {NONE, ANYTHING, _OBJECT}.isdisjoint(members(annotation))


def one_of(alternatives: tuple[Annotation, ...]) -> Annotation:
    """The union of these: flattened, each member once."""
    flat = tuple(dict.fromkeys(inner for item in alternatives for inner in members(item)))
    return flat[0] if len(flat) == 1 else OneOf(flat)


def is_heavier(annotation: Annotation, limit: int) -> bool:
    """Whether an annotation has more than so many parts. One that is put together from itself again and again has more
    than anybody can look at, however little memory they take."""
    pending = [annotation]
    count = 0
    while pending and count <= limit:
        item = pending.pop()
        count += 1
        if isinstance(item, Applied):
            pending += item.arguments
        elif isinstance(item, OneOf):
            pending += item.members
    return count > limit


def classes(annotation: Annotation) -> Iterator[Declared]:
    """Every class of the tree that is named in an annotation, from left to right."""
    pending = [annotation]
    while pending:
        item = pending.pop()
        if isinstance(item, Declared):
            yield item
        elif isinstance(item, Applied):
            pending += reversed((item.generic, *item.arguments))
        elif isinstance(item, OneOf):
            pending += reversed(item.members)


def spelled(annotation: Annotation, name: Callable[[str], str] = lambda dotted: dotted) -> str:
    """The annotation in one spelling, whatever way it was written: ``dict[str, int | None]``. ``name`` shortens the
    names of classes."""
    if isinstance(annotation, OutsideClass):
        return annotation.name
    if isinstance(annotation, Declared):
        return name(annotation.dotted)
    if isinstance(annotation, Applied):
        inner = ", ".join(spelled(argument, name) for argument in annotation.arguments)
        return f"{spelled(annotation.generic, name)}[{inner}]"
    if isinstance(annotation, OneOf):
        return " | ".join(spelled(member, name) for member in annotation.members)
    if isinstance(annotation, Only):
        return f"Literal[{annotation.value}]"
    return annotation.name if isinstance(annotation, TypeVariable) else annotation.text
