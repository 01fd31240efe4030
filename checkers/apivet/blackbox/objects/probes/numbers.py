"""Probes for numbers: what is reckoned from one, and back."""

from __future__ import annotations

import contextlib
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.objects.probes.base import (
    Back,
    Origin,
    Probe,
    chained,
    compares,
    is_number,
    made,
    origins_of,
    plain_of,
    reckoned,
)


def _quotient(wanted: Any, other: Any, present: Any) -> Any:
    """A quotient in the place of a number; ``None`` where that is a whole one, and the quotient is none."""
    if type(present) is float:
        return wanted / other
    return int(wanted // other) if wanted % other == 0 else None


def _root(wanted: Any, power: Any) -> Any:
    found = round(wanted ** (1 / power)) if wanted >= 0 else None
    return found if found is not None and found**power == wanted else None


def _masked(wanted: Any, number: Any, mask: Any) -> Any:
    return (number & ~mask) | wanted if wanted & ~mask == 0 else None


#: Values of one operand that are tried where both have to change.
_SMALL: Final = 64
_Undo = Callable[[Any, Any, Any], Any]
#: By operation: the left operand for a wanted result, of that, the present left and the present right one; and the
#: right operand likewise. Of a remainder, the number that is next to the left operand; the one above it comes besides.
_UNDONE: Final[Mapping[str, tuple[_Undo, _Undo]]] = {
    "add": (lambda w, x, y: w - y, lambda w, x, y: w - x),
    "sub": (lambda w, x, y: w + y, lambda w, x, y: x - w),
    "mul": (lambda w, x, y: _quotient(w, y, x), lambda w, x, y: _quotient(w, x, y)),
    "floordiv": (lambda w, x, y: w * y, lambda w, x, y: _quotient(x, w, y)),
    "truediv": (lambda w, x, y: _whole(w * y), lambda w, x, y: _whole(x / w)),
    "mod": (lambda w, x, y: x - x % y + w if 0 <= w < y else None, lambda w, x, y: x - w if x - w > w else None),
    "pow": (lambda w, x, y: _root(w, y), lambda w, x, y: None),
    "and": (lambda w, x, y: _masked(w, x, y), lambda w, x, y: _masked(w, y, x)),
    "or": (lambda w, x, y: w, lambda w, x, y: w),
    "xor": (lambda w, x, y: w ^ y, lambda w, x, y: w ^ x),
    "lshift": (lambda w, x, y: w >> y, lambda w, x, y: None),
    "rshift": (lambda w, x, y: w << y, lambda w, x, y: None),
}


def _whole(value: Any) -> Any:
    """A whole number as one."""
    return int(value) if type(value) is float and value.is_integer() else value


def _binary(name: str, left: Any, right: Any) -> Any:
    """The result of an operation on two numbers, of which one at least is a probe."""
    x, y = plain_of(left), plain_of(right)
    if not (is_number(x) and is_number(y)):
        return NotImplemented
    dunder = f"__{name}__" if name in ("and", "or") else name
    value = getattr(operator, dunder)(x, y)
    undo_left, undo_right = _UNDONE[name]
    if name == "mul" and _are_one_field(left, right):
        return reckoned(left, value, lambda wanted: _root(wanted, 2))
    of_left = [chained(each, lambda wanted: undo_left(wanted, x, y)) for each in origins_of(left)]
    of_right = [chained(each, lambda wanted: undo_right(wanted, x, y)) for each in origins_of(right)]
    if of_left and of_right:
        alone = (*of_left, *of_right)
        of_left, of_right = (
            _leaving(of_left, left, right, alone, lambda wanted, small: undo_right(wanted, small, y)),
            _leaving(of_right, right, left, alone, lambda wanted, small: undo_left(wanted, x, small)),
        )
    origins = [*of_left, *of_right]
    if name == "mod":  # whatever else is asked of the number, in which of two directions it lies is not known
        above = (chained(each, lambda w: x + (w - x) % y if 0 <= w < y else None) for each in origins_of(left))
        origins[len(of_left) : len(of_left)] = above
    one = left if isinstance(left, Probe) else right
    return made(value, origins, one.comparisons)


def _leaving(
    chains: Iterable[Origin], operand: Any, other: Any, alone: Sequence[Origin], undo: Callable[[Any, Any], Any]
) -> list[Origin]:
    """The origins of an operand that leaves the rest to the other one where no change of one operand alone comes to
    what is wanted: it has the first small value for which that can be done (``3 * a + 5 * b == 7``)."""

    def of(one: Origin) -> Back:
        def leaving(wanted: Any) -> Any:
            if not _reach(alone, lambda _: wanted, 0):
                for small in range(_SMALL):
                    if _reach(origins_of(other), partial(undo, wanted), small) and _reach([one], int, small):
                        return one.back(small)
            return None

        return leaving

    return [replace(chain, leaving=of(one)) for chain, one in zip(chains, origins_of(operand))]


def _reach(origins: Iterable[Origin], undo: Callable[[Any], Any], other: int) -> bool:
    """Whether a value of one of the fields comes to what is wanted of it beside another operand."""
    for origin in origins:
        with contextlib.suppress(ArithmeticError, ValueError, TypeError):
            wanted = undo(other)
            if wanted is not None and origin.back(wanted) is not None:
                return True
    return False


def _are_one_field(left: Any, right: Any) -> bool:
    """Whether two factors are the same: neither stays as it is where the other one changes."""
    return left is right or (bool(origins_of(left)) and origins_of(left) == origins_of(right))


def _operation(name: str, *, reflected: bool = False) -> Callable[[Any, Any], Any]:
    def operation(self: Any, other: Any) -> Any:
        return _binary(name, other, self) if reflected else _binary(name, self, other)

    return operation


@compares
class NumberProbe(Probe):
    """A number that notes what it is compared with."""

    alike = (int, float)

    def __bool__(self) -> bool:
        # Of the numbers that are not zero, another one may tell more: ``asked or 1``.
        self.comparisons.note(self, type(self.plain)(not self.plain), near=not self.plain)
        return bool(self.plain)

    def __neg__(self) -> Any:
        return reckoned(self, -self.plain, operator.neg)

    def __abs__(self) -> Any:
        return reckoned(self, abs(self.plain), lambda wanted: wanted if wanted >= 0 else None)

    def __divmod__(self, other: Any) -> Any:
        return _binary("floordiv", self, other), _binary("mod", self, other)

    def bit_length(self) -> Any:
        """The number of bits, of which the wanted number has the smallest value."""
        bits = self.plain.bit_length()
        return reckoned(self, bits, lambda wanted: 1 << (wanted - 1) if wanted else 0)

    def bit_count(self) -> Any:
        """The number of ones among the bits, of which the wanted number has no other bits."""
        return reckoned(self, self.plain.bit_count(), lambda wanted: (1 << wanted) - 1 if wanted >= 0 else None)


def _rounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that gives the number without some of its digits; the wanted one has no others."""

    def rounded(self: Any, *digits: Any) -> Any:
        return reckoned(self, function(self.plain, *digits), lambda wanted: wanted)

    return rounded


for _function in (round, math.floor, math.ceil, math.trunc):
    setattr(NumberProbe, f"__{_function.__name__}__", _rounded(_function))
for _name in _UNDONE:
    setattr(NumberProbe, f"__{_name}__", _operation(_name))
    setattr(NumberProbe, f"__r{_name}__", _operation(_name, reflected=True))


class _Whole(NumberProbe, int):
    __hash__ = int.__hash__

    def __str__(self) -> Any:
        return reckoned(self, str(self.plain), int)


class _Fraction(NumberProbe, float):
    __hash__ = float.__hash__


#: The classes of these probes, by the types of their values.
NUMBERS: Final[dict[type, type[Probe]]] = {int: _Whole, float: _Fraction}
