"""Choices for filling an object: of its contents, and among a few values."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from apivet.blackbox.objects.values import live_class
from apivet.blackbox.objects.wording import CannotFillError
from apivet.blackbox.objects.zeros import is_trivial
from apivet.program.annotations import Only

#: The filling of an object: everything, or nothing but what it must hold.
Fill = Literal["full", "bare"]


class Choice(Struct, frozen=True):
    """Choices for filling an object. ``arm`` chooses the member of a union; ``start`` is the number of the first
    value, so that objects with different ones have different values. Where there are but two, an even start chooses
    what is not zero (``True``), and an odd one the other; so, of two objects that must differ in all they hold, one
    starts even and the other odd, best with a prime number between them. What is ``lasting`` has values that go by
    where they lie, so that a field more leaves those of all others as they are."""

    fill: Fill = "full"
    arm: int = 0
    start: int = 0
    lasting: bool = False


def chosen(options: Sequence[Any], number: int, choice: Choice) -> Any:
    """One of a few values. Where some are zero, objects with even starts take none of these, and those with odd starts
    never what the first object has."""
    said = [option for option in options if not is_trivial(option)]
    if choice.lasting and choice.start % 2 == 0:
        return (said or options)[0]  # a choice more comes last, and leaves it as it is
    if not said or len(said) == len(options):
        return options[number % len(options)]
    if choice.start % 2 == 0:
        return said[number % len(said)]
    ordered = [*said, *(option for option in options if is_trivial(option))]
    shift = 1 + choice.start % (len(ordered) - 1)
    return ordered[((number - choice.start) % len(said) + shift) % len(ordered)]


def constants_of(class_: Any) -> list[Any]:
    """The members of an enum. Raises :class:`CannotFillError`."""
    found = list(class_)
    if not found:
        raise CannotFillError(f"{class_.__name__} has no members")
    return found


def literal(annotation: Only) -> Any:
    """The value of a ``Literal``: written out, or a member of an enum. Raises :class:`CannotFillError`."""
    try:
        if annotation.kind in ("int", "str", "bytes", "bool"):
            return ast.literal_eval(annotation.value)
        return getattr(live_class(annotation.kind), annotation.value.rpartition(".")[2])
    except (ValueError, SyntaxError, AttributeError, CannotFillError):
        raise CannotFillError(f"Literal[{annotation.value}] can't be made out") from None
