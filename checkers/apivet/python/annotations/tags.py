"""Feature gates that a declaration names."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Tags(Struct, frozen=True):
    """The gates that a declaration names. ``unread`` says that it names one by means that can't be followed."""

    gates: tuple[str, ...] = ()
    unread: bool = False

    def __add__(self, other: Tags) -> Tags:
        return Tags((*self.gates, *other.gates), self.unread or other.unread)


NO_TAGS: Final = Tags()
