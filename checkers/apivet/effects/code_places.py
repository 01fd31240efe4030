"""Places that code reaches from its variables, and the footprint that it leaves there.

A *place* is a variable and a way down from it: ``("obj", ("spec", "decks"))``. One that ends in ``ANY`` stands for
anything below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from apivet.effects.limits import PLACE_DEPTH

#: Below a place: anything that can be reached from there.
ANY: Final = "*"
#: Below a place: whether there is anything.
IS_NONE: Final = "(is none)"

Place = tuple[str, tuple[str, ...]]
Places = frozenset[Place]
NOTHING: Final[Places] = frozenset()

#: Roots of places that are no variables begin so, as no name does; they stay what they are in every function.
MARK: Final = "("
#: The root of what callers of a function that was returned give it.
CALLERS: Final = MARK + "given)"
#: A function that somebody else made; one that changes nothing of what it is given.
FUNCTION: Final = MARK + "function)"
QUIET: Final = MARK + "quiet)"
#: The variables of packages, and all that they hold.
GLOBALS: Final = MARK + "globals)"

#: The holder of what is put away for whoever asks, as a pool keeps it.
PUT_AWAY: Final = "(put away)"


class Footprint(Struct, frozen=True):
    """``touched`` are objects that may be changed, or come to be held by others; ``put`` are fields that may be set.
    ``given`` is what the result may be; ``used`` are the variables whose values are looked into, and ``names`` the
    fields and methods by which; ``bound`` are the variables that are set, each with what it may then be, ``made`` the
    types of new objects."""

    touched: Places
    put: Places
    given: Places
    used: frozenset[str]
    names: frozenset[str]
    bound: tuple[tuple[str, Places], ...]
    made: frozenset[str]
    has_result: bool
    #: Whether no code runs where objects are looked into, as the language has it.
    is_static: bool = False
    #: Places that a function may be given which is the value of a parameter, by that.
    handed: frozenset[tuple[str, Place]] = frozenset()
    #: Packages outside the tree that may remember what they are given.
    told: frozenset[str] = frozenset()
    #: Whether it may end everything by itself, so that nothing is stored.
    may_refuse: bool = False
    #: Places of which parts are looked into, and never asked whether there is anything: where not, everything ends.
    needed: Places = NOTHING
    #: Whether it looks into variables of packages: what was put there before is there.
    asks_packages: bool = False
    #: Places of which all may be looked into: nothing else of what it is given has a part in what it does.
    read: Places = NOTHING
    #: Whether it puts something away, of all that it is given.
    puts_away: bool = False

    @property
    def only_reads(self) -> bool:
        """Whether the code leaves everything as it was, lets nobody have what it is given, and asks nobody else,
        other than by what it puts away."""
        return not (self.touched or self.put or self.given or self.told)

    @property
    def roots(self) -> frozenset[str]:
        """The variables from which it reaches what it touches or looks into."""
        return self.used | {root for root, _ in (*self.touched, *self.put, *self.given)}


def themselves(names: Iterable[str]) -> dict[str, Places]:
    """Variables before anything was bound to them: each is what it is."""
    return {name: frozenset({(name, ())}) for name in names}


def below(place: Place, name: str) -> Place:
    """The place under a name of an object at a place."""
    root, path = place
    if path[-1:] == (ANY,):
        return place
    return (root, (*path, name)) if len(path) < PLACE_DEPTH else (root, (*path, ANY))


def moved(places: Iterable[Place], given: Mapping[str, Places]) -> Places:
    """Places that begin with parameters, below what these are given."""
    found = set()
    for root, path in places:
        for place in given.get(root, frozenset({(root, ())}) if root.startswith(MARK) else NOTHING):
            for name in path:
                place = (place[0], (*place[1], ANY)) if name == ANY and place[1][-1:] != (ANY,) else below(place, name)
            found.add(place)
    return frozenset(found)
