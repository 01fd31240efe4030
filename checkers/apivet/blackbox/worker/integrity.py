"""The functions and classes of this package, which the project's code has no business to replace."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator, Mapping
from operator import attrgetter, getitem, is_
from typing import Any, Final

_OURS: Final = "apivet"
_CODE_OF: Final = attrgetter("__code__")
#: Members that decide what happens; others are data, and may change.
_DECIDING: Final = (types.FunctionType, staticmethod, classmethod, property)
#: The dotted name, where the name is looked up, the name, and what it means there.
_Name = tuple[str, Mapping[str, Any], str, Any]


class Integrity:
    """The loaded modules of this package as they are when this is made."""

    def __init__(self) -> None:
        modules = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == _OURS}
        found: list[_Name] = [(name, sys.modules, name, module) for name, module in modules.items()]
        for name, module in modules.items():
            found += _names_of(vars(module), name)
        #: The columns lie beside each other, so that all names are gone through in one go.
        self._dotted, self._places, self._names, self._meanings = map(list, zip(*found))
        #: The functions among them, by each of their names, and the code that they run.
        self._functions = {
            dotted: meaning
            for dotted, meaning in zip(self._dotted, self._meanings)
            if isinstance(meaning, types.FunctionType)
        }
        self._codes = list(map(_CODE_OF, self._functions.values()))
        self._own = frozenset(self._functions.values())
        #: Whether their codes have to be looked at: always, unless it is heard when one is set.
        self._may_differ = True
        self._listens = False

    def listen(self) -> None:
        """Hear from now on when a function is given other code: to read thousands of codes takes longer, as each is
        told to those who listen to what goes on. Copies of this process go on listening."""
        if not self._listens:
            self._listens, self._may_differ = True, False
            sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "object.__setattr__" and type(arguments[0]) is types.FunctionType and arguments[0] in self._own:
            self._may_differ = True

    def replaced(self) -> list[str]:
        """The dotted names of functions and classes that are others now, or run other code."""
        return self._renamed() + self._recoded() if self._may_differ else self._renamed()

    def _renamed(self) -> list[str]:
        """The dotted names that mean something else now."""
        with contextlib.suppress(KeyError):  # one is gone
            if all(map(is_, map(getitem, self._places, self._names), self._meanings)):
                return []
        names = zip(self._dotted, self._places, self._names, self._meanings)
        return [dotted for dotted, place, name, meaning in names if place.get(name) is not meaning]

    def _recoded(self) -> list[str]:
        """The dotted names of functions that run other code."""
        if all(map(is_, map(_CODE_OF, self._functions.values()), self._codes)):
            return []
        pairs = zip(self._functions.items(), self._codes)
        return [dotted for (dotted, function), code in pairs if function.__code__ is not code]


def _names_of(names: Mapping[str, Any], place: str) -> Iterator[_Name]:
    """The names of a module or class that decide what happens, and those of the classes that are defined there."""
    deciding = {name: value for name, value in list(names.items()) if isinstance(value, (type, *_DECIDING))}
    for name, value in deciding.items():
        yield f"{place}.{name}", names, name, value
        if isinstance(value, type) and value.__module__ == place and value.__qualname__ == name:
            yield from _names_of(vars(value), f"{place}.{name}")
