"""Fields that static code may set because of a feature gate, by their names: a generous guess, so that a hook is only
looked at for these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from apivet.effects.pieces import ANY, Below, GivenPiece, Nest, Piece
from apivet.effects.relevance import Relevance, walked
from apivet.program import syntax
from apivet.program.syntax import Function


class SetByGates(Struct, frozen=True):
    """The names of the fields that hooks may set, or leave as they are, because of a gate; ``ANY`` stands for all.
    Where a field is set as a whole, what lies in it may be left out of objects of the types that hooks ``made``."""

    names: frozenset[str]
    made: frozenset[str]


def set_by_gates(known: Relevance, hooks: Iterable[Function]) -> SetByGates:
    """The fields that hooks may set, or leave as they are, because of a gate."""
    found: set[str] = set()
    reached = known.reached(hooks)
    asking = _asking(reached)
    given = _GivenPlaces(reached)
    for nest in reached.values():
        flags = _flags(nest, asking)
        for piece in _dependent(nest.pieces, flags, asking):
            found.update(given.fields(nest.function, known.writes(piece, nest)))
    made = (each for nest in reached.values() for piece in walked(nest.pieces) for each in piece.makes)
    return SetByGates(frozenset(found), frozenset(made))


class _GivenPlaces:
    """The fields in which lies what functions are given, by whoever calls them."""

    def __init__(self, reached: dict[Function, Nest]) -> None:
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
            place = each.place if isinstance(each, Below) else each
            if isinstance(place, GivenPiece):
                found |= self._given.get((function, place.name), self._handed)
            else:
                found.add(place)
        return found


def _asking(reached: dict[Function, Nest]) -> frozenset[Function]:
    """The functions that ask for a gate, or call one that does."""
    calls = {
        each: {called.function for p in walked(nest.pieces) for called in p.calls} for each, nest in reached.items()
    }
    found = {each for each, nest in reached.items() if any(piece.asks for piece in walked(nest.pieces))}
    while more := {each for each, called in calls.items() if each not in found and not called.isdisjoint(found)}:
        found |= more
    return frozenset(found)


def _flags(nest: Nest, asking: frozenset[Function]) -> frozenset[str]:
    """The variables of a function that may hold what a gate says."""
    found: set[str] = set()
    pieces = list(walked(nest.pieces))
    while True:
        before = len(found)
        for piece in pieces:
            if _rests_on_gate(piece, frozenset(found), asking):
                found |= piece.sets
        if len(found) == before:
            return frozenset(found)


def _rests_on_gate(piece: Piece, flags: frozenset[str], asking: frozenset[Function]) -> bool:
    """Whether the value or the test of a statement, as far as it has one, may be what a gate says."""
    if piece.asks or not piece.uses.isdisjoint(flags):
        return True
    is_used = not isinstance(piece.node, (syntax.Evaluate, syntax.ForEach))
    return is_used and any(each.function in asking for each in piece.calls)


def _dependent(pieces: list[Piece], flags: frozenset[str], asking: frozenset[Function]) -> Iterator[Piece]:
    """The pieces that run, or give what they give, because of a gate."""
    for number, piece in enumerate(pieces):
        if _rests_on_gate(piece, flags, asking):
            yield piece
            if piece.exits:
                yield from pieces[number + 1 :]
                return
        yield from _dependent(piece.inner, flags, asking)
