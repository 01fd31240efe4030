"""Limits on the code of a hook that is followed before the analysis gives up and says so."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Limits(Struct, frozen=True):
    """``nodes`` of diagrams that one interpretation may make, ``steps`` (statements and expressions, helpers included)
    that it may take, and ``views`` that one question may need."""

    nodes: int
    steps: int
    views: int


#: Limits of everything that is followed.
FULL: Final = Limits(nodes=150_000, steps=60_000, views=3_000)
#: Limits before slices are tried: hooks that people wrote stay far below.
CAUTIOUS: Final = Limits(nodes=100_000, steps=8_000, views=100)
#: Limits for a question about one field.
NARROW: Final = Limits(nodes=25_000, steps=20_000, views=1_000)
#: Limits for a conversion without those that it calls.
SHALLOW: Final = Limits(nodes=8_000, steps=2_000, views=100)
#: Nodes that are made for a program of which hooks share helpers that are far larger than themselves.
BRIEF: Final = 12_000

# ------------------------------------------------------------------------------------------------------ following code

#: Calls inside each other.
CALLS_INSIDE_CALLS: Final = 60
#: Calls of one function inside each other: enough for a tree of two levels.
CALLS_OF_ITSELF: Final = 4
#: Collaborators of collaborators that are made by their own initialisers.
COLLABORATORS: Final = 4
#: Rounds that are followed of a loop without a known number of them.
ROUNDS: Final = 3
#: Rounds that are followed of a loop that counts up to a number.
COUNTED_ROUNDS: Final = 16
#: Runs of the methods before the hook: what one leaves, another may have moved on.
EARLIER_RUNS: Final = 2
#: Fields below each other by which places of a footprint are told apart.
PLACE_DEPTH: Final = 4
#: Readings of a block for its footprint, until nothing new is found.
READINGS: Final = 12

# ------------------------------------------------------------------------------------------------ telling values apart

#: Objects inside each other that are compared field by field.
COMPARED_DEPTH: Final = 4
#: Elements of a given container that stand for all.
STANDING_FOR_ALL: Final = 2
#: Letters of a written text that are told apart; one of more is gone through as any text.
LETTERS: Final = 8
#: Elements that are written out and told apart by a computed position.
POSITIONS: Final = 16
#: Elements in an unknown order that are put into each order there may be; more are put into some.
ORDERED: Final = 4
#: Orders that many elements are put into, of which each begins with another element.
BEGINNINGS: Final = 8
#: Fields of an object, one of which a computed name can mean; of more, it is not told apart which.
NAMED: Final = 24
#: Objects that a call may reach and that are told apart; of more, all are taken to be reached.
REACHED: Final = 6
#: Combinations of numbers and texts that are tried.
COMBINATIONS: Final = 4_000
#: Elements that may be there or not and are told apart by their places.
PLACES: Final = 8
#: Different sums that are told apart.
SUMS: Final = 16
