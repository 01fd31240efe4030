"""The functions and classes of this package, which the project's code has no business to replace."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter, is_
from typing import Any, Final

from msgspec import Struct

_OURS: Final = "apivet"
_CODE_OF: Final = attrgetter("__code__")
#: Members that decide what happens; others are data, and may change.
_DECIDING: Final = (types.FunctionType, staticmethod, classmethod, property)


class _Names(Struct, frozen=True):
    """Some names of a module or class, with what they mean there."""

    place: str
    get: Callable[[str], Any]
    meanings: dict[str, Any]

    def replaced(self) -> list[str]:
        """The dotted names that mean something else now."""
        if all(map(is_, map(self.get, self.meanings), self.meanings.values())):
            return []
        return [self.place + name for name, value in self.meanings.items() if self.get(name) is not value]


class Integrity:
    """The loaded modules of this package as they are when this is made."""

    def __init__(self) -> None:
        modules = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == _OURS}
        self._names = [_Names("", sys.modules.get, modules)]
        for name, module in modules.items():
            self._names += _names_of(vars(module), name)
        #: The functions among them, by each of their names, and the code that they run.
        self._functions = {
            names.place + name: function
            for names in self._names
            for name, function in names.meanings.items()
            if isinstance(function, types.FunctionType)
        }
        self._codes = list(map(_CODE_OF, self._functions.values()))
        self._own = frozenset(self._functions.values())
        #: Whether their codes have to be looked at: always, unless it is heard when one is set.
        self._may_differ = True

    def listen(self) -> None:
        """Hear from now on when a function is given other code: to read thousands of codes takes longer, as each is
        told to those who listen to what goes on."""
        self._may_differ = False
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "object.__setattr__" and type(arguments[0]) is types.FunctionType and arguments[0] in self._own:
            self._may_differ = True

    def replaced(self) -> list[str]:
        """The dotted names of functions and classes that are others now, or run other code."""
        others = [dotted for names in self._names for dotted in names.replaced()]
        return others + self._recoded() if self._may_differ else others

    def _recoded(self) -> list[str]:
        """The dotted names of functions that run other code."""
        if all(map(is_, map(_CODE_OF, self._functions.values()), self._codes)):
            return []
        pairs = zip(self._functions.items(), self._codes)
        return [dotted for (dotted, function), code in pairs if function.__code__ is not code]


def _names_of(names: Mapping[str, Any], place: str) -> Iterator[_Names]:
    """The names of a module or class that decide what happens, and those of the classes that are defined there."""
    deciding = {name: value for name, value in list(names.items()) if isinstance(value, (type, *_DECIDING))}
    yield _Names(f"{place}.", names.get, deciding)
    for name, value in deciding.items():
        if isinstance(value, type) and value.__module__ == place and value.__qualname__ == name:
            yield from _names_of(vars(value), f"{place}.{name}")
