"""Fields that static code may set because of a feature gate, by their names: a generous guess, so that a hook is only
looked at for these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apivet.effects.pieces import Nest, Piece
from apivet.effects.relevance import Relevance, walked
from apivet.program import syntax
from apivet.program.syntax import Function


def set_by_gates(known: Relevance, hooks: Iterable[Function]) -> frozenset[str]:
    """The names of the fields that hooks may set, or leave as they are, because of a gate."""
    found: set[str] = set()
    reached = known.reached(hooks)
    asking = _asking(reached)
    for nest in reached.values():
        flags = _flags(nest, asking)
        for piece in _dependent(nest.pieces, flags, asking):
            found.update(each for each in known.writes(piece, nest) if isinstance(each, str))
    return frozenset(found)


def _asking(reached: dict[Function, Nest]) -> frozenset[Function]:
    """The functions that ask for a gate, or call one that does."""
    calls = {
        each: {called.function for p in walked(nest.pieces) for called in p.calls} for each, nest in reached.items()
    }
    found = {each for each, nest in reached.items() if any(piece.asks for piece in walked(nest.pieces))}
    while more := {each for each, called in calls.items() if each not in found and not called.isdisjoint(found)}:
        found |= more
    return frozenset(found)


def _called(nest: Nest) -> set[Function]:
    return {each.function for piece in walked(nest.pieces) for each in piece.calls}


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
