"""Relevance: the statements of static code that a question about one field can leave out, and nothing changes.

A statement matters if it may set a field that the question is about, or one that other statements that matter look
into; if it sets a variable that these use; or if it may lead elsewhere than to what stands behind it. All others are
not followed at all. That they may end the process is no difference: nothing is stored then.

For ``spec.Deep``, ``if !on && !inUse(old) { spec.Deep = nil }`` is followed with ``inUse``, and
``dropDecks(spec, old)`` is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.effects.field_names import FieldNames
from apivet.effects.given_places import GivenPlaces
from apivet.effects.pieces import (
    ANY,
    RESULT,
    Below,
    Called,
    GivenPiece,
    LocalPiece,
    Nest,
    Piece,
    Pieces,
    place_of,
    walked,
)
from apivet.program import syntax
from apivet.program.model import Program
from apivet.program.syntax import Function, Statement

#: Statements that may be left out; others say what a name means, or lead elsewhere.
_LEFT_OUT: Final = (
    *(syntax.If, syntax.ForEach, syntax.While, syntax.Evaluate, syntax.Assign, syntax.Augment, syntax.Overwrite),
    *(syntax.Labelled, syntax.Lost),
)


class Cut(Struct, frozen=True):
    """The statements that a question leaves out, ``None`` where everything matters, and whether the others may ask for
    a gate: they do, or unseen code among them may."""

    left_out: frozenset[Statement] | None
    asks: bool


class Relevance:
    """The functions of one program, with the fields that a call of each may set. What lies in fields of the
    names ``told`` may come of the answer for a gate."""

    def __init__(self, program: Program, told: Iterable[str] = ()) -> None:
        self.pieces = Pieces(program, told)
        self._summaries: dict[Function, frozenset[Any]] = {}
        self._writes: dict[Piece, frozenset[Any]] = {}
        self._uses: dict[Piece, frozenset[str]] = {}
        self._sets: dict[Piece, frozenset[str]] = {}
        self._calls_back: dict[Piece, bool] = {}
        self._given: dict[tuple[Function, ...], GivenPlaces] = {}

    def cut(
        self, hooks: Iterable[Function], names: Iterable[str], below: Callable[[str], frozenset[str] | None]
    ) -> Cut:
        """The statements that matter, and not, for what hooks store in fields of these names; ``below`` gives the names
        of all that lies in fields of a name, where that can be told."""
        roots = list(hooks)
        for hook in roots:
            self._summarise(hook)
        asked = FieldNames(names)
        for key, within in self.given(roots).shared.items():
            if any(map(asked.meets, within)):
                asked.update((key,))
        return _Closure(self, asked, below).of(roots)

    def given(self, hooks: Iterable[Function]) -> GivenPlaces:
        """The places that lie in fields elsewhere, for all that hooks may call."""
        roots = tuple(hooks)
        if roots not in self._given:
            self._given[roots] = GivenPlaces(self.reached(roots))
        return self._given[roots]

    def reached(self, hooks: Iterable[Function]) -> dict[Function, Nest]:
        """All functions that hooks may call, and the hooks."""
        found: dict[Function, Nest] = {}
        pending = list(hooks)
        for hook in pending:
            self._summarise(hook)
        while pending:
            function = pending.pop()
            if function not in found:
                nest = found[function] = self.pieces.of(function)
                pending += [each.function for piece in walked(nest.pieces) for each in piece.calls]
        return found

    # ------------------------------------------------------------------------------------------------- summaries

    def _summarise(self, root: Function) -> None:
        """Tell what a function, and those that it may call, may set."""
        new: dict[Function, Nest] = {}
        pending = [root]
        while pending:
            function = pending.pop()
            if function in self._summaries or function in new:
                continue
            nest = new[function] = self.pieces.of(function)
            pending += [each.function for piece in walked(nest.pieces) for each in piece.calls]
        found: dict[Function, frozenset[Any]] = dict.fromkeys(new, frozenset())
        self._summaries.update(found)
        changed = True
        while changed:
            changed = False
            for function, nest in new.items():
                own = {"", *(each.name for each in function.parameters)}
                told = frozenset(
                    each if _parameter_of(each) in own else ANY
                    for piece in walked(nest.pieces)
                    for each in self._own_writes(piece)
                    if not isinstance(place_of(each), LocalPiece)
                )
                if told != self._summaries[function]:
                    self._summaries[function], changed = told, True

    def _own_writes(self, piece: Piece) -> Iterator[Any]:
        yield from piece.writes
        for called in piece.calls:
            yield from self._through(called)

    def _through(self, called: Called) -> Iterator[Any]:
        """The fields that a call may set."""
        for each in self._summaries.get(called.function, (ANY,)):
            name = _parameter_of(each)
            if not name:
                yield each
                continue
            for place in (called.given or {}).get(name, (ANY,)):
                yield Below(place) if isinstance(each, Below) and place != ANY else place

    # ---------------------------------------------------------------------------------------------------- pieces

    def writes(self, piece: Piece, nest: Nest) -> frozenset[Any]:
        """All fields that a piece may set, with what is inside of it."""
        if piece not in self._writes:
            self._writes[piece] = frozenset()  # a variable that holds a function that mentions it
            found = set(self._own_writes(piece))
            for inner in piece.inner:
                found |= self.writes(inner, nest)
            for held in _held(piece, nest):
                found |= self.writes(held, nest)
            self._writes[piece] = frozenset(found)
        return self._writes[piece]

    def sets(self, piece: Piece, nest: Nest) -> frozenset[str]:
        """All variables that a piece sets, by their addresses and by way of functions in variables too."""
        if piece not in self._sets:
            self._sets[piece] = frozenset()
            places = map(place_of, self._own_writes(piece))
            found = {*piece.sets, *(each.name for each in places if isinstance(each, LocalPiece))}
            for each in piece.inner:
                found |= self.sets(each, nest)
            for each in _held(piece, nest):
                found |= self.sets(each, nest) - each.sets
            self._sets[piece] = frozenset(found)
        return self._sets[piece]

    def calls_back(self, piece: Piece) -> bool:
        """Whether a piece may call a function that its own was given."""
        if piece not in self._calls_back:
            self._calls_back[piece] = piece.calls_back or any(self.calls_back(each) for each in piece.inner)
        return self._calls_back[piece]


class _Closure:
    """The statements that matter for one question, found by going round until there are no more."""

    def __init__(self, known: Relevance, names: FieldNames, below: Callable[[str], frozenset[str] | None]) -> None:
        self.known = known
        self.names = names
        self.below = below
        self.kept: set[Piece] = set()
        self.live: dict[Function, set[str]] = {}
        self.entered: dict[Function, Nest] = {}
        self.is_everything = False

    def of(self, hooks: Iterable[Function]) -> Cut:
        for hook in hooks:
            self._enter(hook)
        before: tuple[int, ...] = ()
        while before != (now := self._size()):
            before = now
            for nest in list(self.entered.values()):
                self._block(nest.pieces, nest, False)
            if self.is_everything:
                return Cut(None, True)
        every = (piece for nest in self.entered.values() for piece in walked(nest.pieces))
        left_out = frozenset(each.node for each in every if each not in self.kept and isinstance(each.node, _LEFT_OUT))
        return Cut(left_out, any(piece.asks or ANY in piece.writes for piece in self.kept))

    def _size(self) -> tuple[int, ...]:
        live = sum(map(len, self.live.values()))
        return len(self.kept), len(self.names), live, len(self.entered)

    def _enter(self, function: Function) -> None:
        if function not in self.entered:
            self.entered[function] = self.known.pieces.of(function)
            self.live[function] = set()

    def _block(self, pieces: list[Piece], nest: Nest, is_followed: bool) -> None:
        """The pieces of a block that matter, from the last to the first: a way out matters where it leads past
        something that does."""
        for piece in reversed(pieces):
            if piece in self.kept or self._matters(piece, nest, is_followed):
                self._keep(piece, nest)
                is_loop = isinstance(piece.node, (syntax.ForEach, syntax.While))
                goes_on = is_followed or (is_loop and any(each in self.kept for each in walked(piece.inner)))
                self._block(piece.inner, nest, goes_on)
                is_followed = is_followed or isinstance(piece.node, _LEFT_OUT)

    def _matters(self, piece: Piece, nest: Nest, is_followed: bool) -> bool:
        if RESULT in piece.exits or (piece.exits and is_followed):
            return True
        if not isinstance(piece.node, (*_LEFT_OUT, syntax.Return, syntax.Break, syntax.Continue)):
            return True
        if self.known.calls_back(piece):
            return True
        if not self.known.sets(piece, nest).isdisjoint(self.live[nest.function]):
            return True
        return any(self._is_asked_about(each) for each in self.known.writes(piece, nest))

    def _is_asked_about(self, written: Any) -> bool:
        """Whether something that is written may be what the question is about, or what a statement looks into."""
        place = place_of(written)
        if isinstance(place, LocalPiece):
            return False
        if not isinstance(place, str) or place == ANY or self.names.meets(place):
            return True
        return isinstance(written, Below) and any(map(self.names.meets, self.below(place) or ()))

    def _keep(self, piece: Piece, nest: Nest) -> None:
        self.kept.add(piece)
        self.names.update(piece.reads)
        self.live[nest.function] |= piece.uses
        for name in piece.compared:
            within = None if name == ANY else self.below(name)
            if within is None:
                self.is_everything = True
            else:
                self.names.update(within)
        for called in piece.calls:
            self._enter(called.function)


def _parameter_of(written: Any) -> str:
    """The parameter by which code was given what it writes, if it was."""
    place = place_of(written)
    return place.name if isinstance(place, GivenPiece) else ""


def _held(piece: Piece, nest: Nest) -> Iterator[Piece]:
    """The pieces that gave functions to the variables that a piece mentions."""
    for name in piece.uses:
        yield from nest.functions.get(name, ())
