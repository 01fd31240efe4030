"""Hooks that are functions of which some parameters were given beforehand: those are not the hook's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, partialmethod


@dataclass
class Meta:
    generation: int = 0


@dataclass
class BoatSpec:
    sails: int = 0


@dataclass
class BoatStatus:
    berth: str = ""


@dataclass
class Boat:
    metadata: Meta
    spec: BoatSpec
    status: BoatStatus


class Created:
    def prepare_for_create(self, ctx, boat: Boat) -> None:
        boat.status = BoatStatus()
        boat.metadata.generation = 1

    def prepare_for_update(self, ctx, boat: Boat, stored: Boat) -> None:
        kept(9, ctx, boat, stored)


def count(boat: Boat, stored: Boat) -> None:
    if boat.spec != stored.spec:
        boat.metadata.generation = stored.metadata.generation + 1


def kept(old_limit: int, ctx, boat: Boat, stored: Boat) -> None:
    boat.status = stored.status
    boat.spec.sails = min(boat.spec.sails, old_limit)
    count(boat, stored)


def wiped(old_limit: int, ctx, boat: Boat, stored: Boat) -> None:
    boat.status = BoatStatus()
    count(boat, stored)


def kept_by_name(ctx, boat: Boat, stored: Boat, *, existing_limit: int) -> None:
    boat.status = stored.status
    count(boat, stored)


def turned(old_limit: int, ctx, old: Boat, boat: Boat) -> None:
    """The stored object goes by its name, not by its place."""
    boat.status = old.status
    count(boat, old)


class KeptStrategy(Created):
    prepare_for_update = staticmethod(partial(kept, 9))


class WipedStrategy(Created):  # expect: status-not-kept-on-update
    prepare_for_update = staticmethod(partial(wiped, 9))


class BareStrategy(Created):  # expect: status-not-kept-on-update
    """A partial application becomes no method."""

    prepare_for_update = partial(wiped, 9)


class ByNameStrategy(Created):
    prepare_for_update = staticmethod(partial(kept_by_name, existing_limit=9))


class TurnedStrategy(Created):
    prepare_for_update = staticmethod(partial(turned, 9))


def kept_twice(existing: int, current: int, ctx, boat: Boat, stored: Boat) -> None:
    kept(existing + current, ctx, boat, stored)


class NestedStrategy(Created):
    prepare_for_update = staticmethod(partial(partial(kept_twice, 1), 2))


class SpreadStrategy(Created):
    limits = [1, 2]
    prepare_for_update = staticmethod(partial(kept_twice, *limits))


class MethodStrategy(Created):  # expect: status-not-kept-on-update
    def _update(self, old_limit: int, ctx, boat: Boat, stored: Boat) -> None:
        boat.status = BoatStatus(str(old_limit))
        count(boat, stored)

    prepare_for_update = partialmethod(_update, 9)


class KeptByMethodStrategy(Created):
    def _update(self, old_limit: int, ctx, boat: Boat, stored: Boat) -> None:
        boat.status = stored.status
        count(boat, stored)

    prepare_for_update = partialmethod(_update, 9)


class LambdaStrategy(Created):
    prepare_for_update = lambda self, ctx, boat, stored: kept(9, ctx, boat, stored)  # noqa: E731
