"""Classes that make probes of probes, where those of the language and its library forget them: numbers that are read,
and elements that are counted."""

from __future__ import annotations

import collections
from typing import Any, ClassVar, Final

from apivet.blackbox.objects.probes.base import Probe, plain_of, reckoned
from apivet.blackbox.objects.probes.lists import ListProbe
from apivet.blackbox.objects.probes.texts import TextProbe

_DIGITS: Final[dict[int, str]] = {2: "b", 8: "o", 10: "d", 16: "x"}


class _PassingFor(type):
    """The class of classes that pass for another one: its objects are theirs, too."""

    meant: ClassVar[type]

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, cls.meant)

    def __subclasscheck__(cls, other: type) -> bool:
        return issubclass(other, cls.meant)


class WholeNumber(int, metaclass=_PassingFor):
    """Stands for ``int``."""

    meant: ClassVar[type] = int

    def __new__(cls, value: Any = 0, *base: Any) -> Any:
        """The number that a text says, or the whole one in another."""
        return _read(int, value, *base)


class FloatingNumber(float, metaclass=_PassingFor):
    """Stands for ``float``."""

    meant: ClassVar[type] = float

    def __new__(cls, value: Any = 0.0) -> Any:
        """The number that a text says, or another number is."""
        return _read(float, value)


def _read(kind: type, value: Any, *base: Any) -> Any:
    if not isinstance(value, Probe):
        return kind(value, *base)
    plain = plain_of(value)
    try:
        found = kind(plain, *base)
    except ValueError:
        value.comparisons.note(value, str(kind(1)))
        raise
    if not isinstance(value, TextProbe):
        return reckoned(value, found, lambda wanted: wanted)
    head = plain[:2] if plain[:1] == "0" and plain[1:2].isalpha() and base else ""
    form = f"0{len(plain) - len(head)}{_DIGITS[base[0] if base else 10]}" if kind is int else ""
    return reckoned(value, found, lambda wanted: f"{head}{wanted:{form}}")


class Counted(collections.Counter[Any], metaclass=_PassingFor):
    """Stands for ``collections.Counter``."""

    meant: ClassVar[type] = collections.Counter

    def __init__(self, counted: Any = None, /, **more: int) -> None:
        self._counted = counted if isinstance(counted, (ListProbe, TextProbe)) else None
        super().__init__(None if self._counted is not None else counted, **more)
        for each in () if self._counted is None else plain_of(counted):
            self[each] = counted.count(each)

    def __missing__(self, key: Any) -> Any:
        return 0 if self._counted is None else self._counted.count(key)
