"""Uses of types outside of their declarations: code makes them known to a scheme, and adds to them.

Contract sections 6 and 7.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from apivet.verdicts import Location

#: The version under which hub types are registered.
INTERNAL: Final = "__internal"


class KnownType(Struct, frozen=True):
    """A type that is registered with a scheme.

    ``group``, ``version`` and ``kind`` are ``None`` where the code does not say them plainly. ``type`` is the dotted
    name of the class; it is ``None`` where the registered types are not written out, and ``about`` then holds the
    dotted names of the modules and types that the code mentions instead. ``scheme`` tells schemes apart: it is empty
    where the scheme is whatever a caller hands in. ``program`` likewise tells programs apart that lie in one tree: the
    names, outermost first, of the part of the tree that goes into no other one. ``sides`` are the conditions that it
    stands behind, each with the side: of the two sides of one condition the code takes one.
    """

    module: str
    location: Location
    group: str | None
    version: str | None
    kind: str | None
    type: str | None
    about: tuple[str, ...] = ()
    scheme: str = ""
    program: tuple[str, ...] = ()
    is_test: bool = False
    sides: tuple[tuple[str, int], ...] = ()

    def may_meet(self, other: KnownType) -> bool:
        """Whether both registrations may be made in one run: not those on the two sides of one condition."""
        others = dict(other.sides)
        return all(others.get(condition, side) == side for condition, side in self.sides)


class Patch(Struct, frozen=True):
    """Something that is put on a class (by its dotted name) by code outside of its body; ``attribute`` is ``None``
    where the code computes its name. ``written`` is the class as the code names it."""

    module: str
    location: Location
    type: str
    attribute: str | None
    written: str
    is_test: bool = False
