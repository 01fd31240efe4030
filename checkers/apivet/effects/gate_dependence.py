"""Fields that static code may set because of a feature gate, by their names, so that a hook is only looked at for
these: all that code sets which may ask for a gate."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from apivet.effects.field_names import FieldNames
from apivet.effects.pieces import ANY, Inside, walked
from apivet.effects.relevance import Relevance
from apivet.program.syntax import Function


class SetByGates(Struct, frozen=True):
    """The names of the fields that hooks may set, or leave as they are, because of a gate; ``ANY`` stands for all, and
    some are only set ``inside`` others. Where a field is set as a whole, what lies in it may be left out of objects of
    the types that hooks ``made``."""

    names: frozenset[str]
    inside: frozenset[Inside]
    made: frozenset[str]


def set_by_gates(known: Relevance, hooks: Iterable[Function]) -> SetByGates:
    """The fields that hooks may set, or leave as they are, because of a gate."""
    given = known.given(hooks)
    pieces = [(nest, piece) for nest in given.reached.values() for piece in walked(nest.pieces)]
    if not any(piece.asks or ANY in piece.writes for _, piece in pieces):
        return SetByGates(frozenset(), frozenset(), frozenset())
    writes = [(nest.function, each) for nest, piece in pieces for each in piece.writes]
    elsewhere = FieldNames(key for within in given.shared.values() for key in within)
    inside = frozenset(each for _, each in writes if isinstance(each, Inside) and not elsewhere.meets(each.around))
    names = frozenset().union(*(given.fields(function, [each]) for function, each in writes if each not in inside))
    written = FieldNames(names.union(each.place for each in inside))
    names = names.union(*(within for key, within in given.shared.items() if written.meets(key)))
    made = frozenset(each for _, piece in pieces for each in piece.makes)
    return SetByGates(names, inside, made)
