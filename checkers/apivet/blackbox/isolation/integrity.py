"""The functions and classes of this package, which the project's code has no business to replace."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

_OURS: Final = "apivet"
#: Members that decide what happens; others are data, and may change.
_DECIDING: Final = (types.FunctionType, staticmethod, classmethod, property)

#: A member of a module or class: what finds it there, its names, and what it is.
_Member = tuple[Callable[[str], Any], str, str, Any]


class Integrity:
    """The loaded modules of this package as they are when this is made."""

    def __init__(self) -> None:
        modules = [(name, module) for name, module in sys.modules.items() if name.partition(".")[0] == _OURS]
        self._members: list[_Member] = [(sys.modules.get, name, name, module) for name, module in modules]
        for name, module in modules:
            self._members += _members_of(vars(module), name)
        #: The functions among them, with the code that they run.
        self._codes = [
            (value, value.__code__, dotted)
            for _, _, dotted, value in self._members
            if isinstance(value, types.FunctionType)
        ]

    def replaced(self) -> list[str]:
        """The dotted names of functions and classes that are others now, or run other code."""
        others = [dotted for get, name, dotted, value in self._members if get(name) is not value]
        return others + [dotted for function, code, dotted in self._codes if function.__code__ is not code]


def _members_of(names: Mapping[str, Any], place: str) -> Iterator[_Member]:
    for name, value in list(names.items()):
        if isinstance(value, type):
            yield names.get, name, f"{place}.{name}", value
            if value.__module__ == place and value.__qualname__ == name:
                yield from _members_of(vars(value), f"{place}.{name}")
        elif isinstance(value, _DECIDING):
            yield names.get, name, f"{place}.{name}", value
