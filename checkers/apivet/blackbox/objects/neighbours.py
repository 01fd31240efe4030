"""Values on both sides of a value: code that compares with a value tells them apart."""

from __future__ import annotations

import datetime
import decimal
import fractions
import sys
from collections.abc import Iterator
from typing import Any, Final

#: So far from a number that is no whole one, code has seldom something else to compare with.
_LITTLE: Final = 0.001
#: The steps from a value of each type to others; between two whole numbers lie others of some types.
_STEPS: Final[dict[type, tuple[Any, ...]]] = {
    int: (1,),
    float: (1, 0.5, _LITTLE),
    decimal.Decimal: (1, decimal.Decimal("0.5"), decimal.Decimal(str(_LITTLE))),
    fractions.Fraction: (1, fractions.Fraction(1, 2), fractions.Fraction(_LITTLE)),
    datetime.timedelta: (datetime.timedelta(seconds=1),),
    datetime.datetime: (datetime.timedelta(seconds=1),),
    datetime.date: (datetime.timedelta(days=1),),
}


def on_both_sides(value: Any) -> Iterator[Any]:
    """The next values and those before, of what goes by steps."""
    for step in _STEPS.get(type(value), ()):
        for add in (step, -step):
            try:
                yield value + add
            except (ArithmeticError, ValueError):  # past the last day that there is
                continue


def in_order(value: Any) -> Iterator[Any]:
    """The value and its neighbours; of a text, one that comes after it in the alphabet, and one that comes before; of a
    letter, the letters beside it, too."""
    yield from (value, *on_both_sides(value))
    if type(value) is str:
        yield from (f"{value}x", value[:-1])
    if type(value) is str and len(value) == 1:
        yield from (chr(code) for code in (ord(value) + 1, ord(value) - 1) if 0 <= code <= sys.maxunicode)
