"""Whole numbers as compiled languages have them: divided towards zero, and with room for so many bits, beyond which
they begin again at the other end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

#: A number is at least the first and at most the second.
Bounds = tuple[float, float]
#: Types of numbers that have a limited room: the least and the greatest of them.
ROOMS: Final[Mapping[str, tuple[int, int]]] = {
    **{f"int{bits}": (-(1 << bits - 1), (1 << bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, (1 << bits) - 1) for bits in (8, 16, 32, 64)},
}
#: Operators of what is left of a number in such a room, by the type that has it.
FITTED: Final[Mapping[str, str]] = {name: f"as {name}" for name in ROOMS}
QUOTIENT, REMAINDER = "whole quotient", "remainder"


def quotient(number: int, divisor: int) -> int:
    """A number divided by another one, cut off towards zero.

    Raises:
        ZeroDivisionError: The divisor is zero.
    """
    return abs(number) // abs(divisor) * (1 if (number < 0) == (divisor < 0) else -1)


def remainder(number: int, divisor: int) -> int:
    """The rest of a number beside its quotient times the divisor: below zero where the number is.

    Raises:
        ZeroDivisionError: The divisor is zero.
    """
    return number - quotient(number, divisor) * divisor


def _fitted(least: int, most: int, number: float) -> int:
    return (int(number) - least) % (most - least + 1) + least


#: The operators of this module, each with what it makes of numbers.
WORTH: Final[Mapping[str, Callable[..., int]]] = {
    **{FITTED[name]: partial(_fitted, *room) for name, room in ROOMS.items()},
    QUOTIENT: quotient,
    REMAINDER: remainder,
}
_BY_OPERATOR: Final = {FITTED[name]: room for name, room in ROOMS.items()}


def room(operator: str) -> tuple[int, int] | None:
    """The least and the greatest result of an operator that puts numbers into a room."""
    return _BY_OPERATOR.get(operator)


def size(operator: str) -> int:
    """The count of the numbers in an operator's room; 0 where it has none."""
    found = room(operator)
    return 0 if found is None else found[1] - found[0] + 1


def folded(operator: str, numbers: Sequence[Any]) -> int | None:
    """The result of an operator of this module on numbers that are written out; ``None`` for any other, and of a
    division by zero."""
    if operator not in WORTH or not all(isinstance(each, int) for each in numbers):
        return None
    return None if operator not in _BY_OPERATOR and not numbers[1] else WORTH[operator](*numbers)


def bounds(operator: str, parts: Sequence[Bounds]) -> Bounds | None:
    """Between which numbers the result of an operator lies, of operands that lie between others; ``None`` where the
    operator is none of this module."""
    found = room(operator)
    if found is not None:
        low, high = parts[0]
        return parts[0] if found[0] <= low and high <= found[1] else found
    if operator not in WORTH:
        return None
    (low, high), (least, most) = parts
    if operator == REMAINDER:
        rest = max(abs(least), abs(most)) - 1
        return (max(low, -rest) if low < 0 else 0), (min(high, rest) if high > 0 else 0)
    if least == most and least >= 1:
        low, high = (each / least for each in (low, high))
        return (math.ceil(low) if math.isfinite(low) else low), (math.floor(high) if math.isfinite(high) else high)
    return -math.inf, math.inf
