"""Places of static code that lie in fields elsewhere: by what functions are given, and by what is put into fields."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from apivet.effects.pieces import ANY, GivenPiece, LocalPiece, Nest, place_of, walked
from apivet.program.syntax import Function


class GivenPlaces:
    """The fields in which lies what functions are given, by whoever calls them."""

    def __init__(self, reached: dict[Function, Nest]) -> None:
        self.reached = reached
        self._given: dict[tuple[Function, str], set[str]] = {}
        #: The same for functions in variables: which of them is called is not told.
        self._handed: set[str] = set()
        pieces = [(nest.function, piece) for nest in reached.values() for piece in walked(nest.pieces)]
        size = -1
        while size != (size := len(self._handed) + sum(map(len, self._given.values()))):
            for caller, piece in pieces:
                self._handed |= self.fields(caller, piece.hands)
                for called in piece.calls:
                    for each in called.function.parameters:
                        places = (called.given or {}).get(each.name, (ANY,))
                        known = self._given.setdefault((called.function, each.name), set())
                        known |= self.fields(caller, places)

    def fields(self, function: Function, written: Iterable[Any]) -> set[str]:
        """The names of the fields that code of a function writes, where it is told by what the function was given."""
        found: set[str] = set()
        for each in written:
            place = place_of(each)
            if isinstance(place, GivenPiece):
                found |= self._given.get((function, place.name), self._handed)
            elif not isinstance(place, LocalPiece):
                found.add(place)
        return found

    @cached_property
    def shared(self) -> dict[str, set[str]]:
        """The fields in which something was put that lies in others, by their names, with these: who changes it there
        changes it here."""
        found: dict[str, set[str]] = {}
        for nest in self.reached.values():
            for key, places in nest.puts.items():
                found.setdefault(key, set()).update(self.fields(nest.function, places) - {ANY, key})
        size = -1
        while size != (size := sum(map(len, found.values()))):
            for within in found.values():
                within.update(*(found[key] for key in list(within) if key in found))
        return {key: within for key, within in found.items() if within}
