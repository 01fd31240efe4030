"""The functions and classes of this package, which the project's code has no business to replace."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any, Final

_OURS: Final = "apivet"
#: Members that decide what happens; others are data, and may change.
_DECIDING: Final = (types.FunctionType, staticmethod, classmethod, property)

#: A member of a module or class: the names there, its own, what it is and the code that it runs.
_Member = tuple[Mapping[str, Any], str, Any, Any]


class Integrity:
    """The loaded modules of this package as they are when this is made."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}
        modules = [(name, module) for name, module in sys.modules.items() if name.partition(".")[0] == _OURS]
        self._members: list[_Member] = [(sys.modules, name, module, None) for name, module in modules]
        for name, module in modules:
            self._members += self._of(vars(module), name)

    def _of(self, names: Mapping[str, Any], place: str) -> Iterator[_Member]:
        self._places[id(names)] = f"{place}."
        for name, value in list(names.items()):
            if isinstance(value, type):
                yield names, name, value, None
                if value.__module__ == place and value.__qualname__ == name:
                    yield from self._of(vars(value), f"{place}.{name}")
            elif isinstance(value, _DECIDING):
                yield names, name, value, getattr(value, "__code__", None)

    def replaced(self) -> list[str]:
        """The dotted names of functions and classes that are others now, or run other code."""
        return [
            f"{self._places.get(id(names), '')}{name}"
            for names, name, value, code in self._members
            if names.get(name) is not value or (code is not None and getattr(value, "__code__", None) is not code)
        ]
