"""Methods of types, some of which are only looked into when somebody asks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

from apivet.program.syntax import Function


class MethodTable(Mapping[str, Function]):
    """Methods by their names, which are there before anybody has looked into them."""

    @abstractmethod
    def of_objects(self) -> Iterator[str]:
        """The names of those that are given the object itself, and no copy of it."""


def of_objects(methods: Mapping[str, Function]) -> Iterator[tuple[str, Function]]:
    """The methods that may change the object that they are called on, by their names."""
    names = methods.of_objects() if isinstance(methods, MethodTable) else methods
    for name in names:
        method = methods[name]
        if method.parameters and method.binding == "instance":
            yield name, method
