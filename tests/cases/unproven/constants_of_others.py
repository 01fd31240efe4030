"""Constants of modules that are not in the tree: nobody can see what they are, nor what a condition on them says."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import harbour
from harbour import settings


@dataclass
class Meta:
    generation: int = 0


@dataclass
class ShipSpec:
    flag: str = ""
    masts: int = 0


@dataclass
class ShipStatus:
    load: int = 0


@dataclass
class Ship:
    metadata: Meta
    spec: ShipSpec
    status: ShipStatus


class Plain:
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        ship.status = ShipStatus()
        ship.metadata.generation = 1

    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        ship.status = old.status
        if ship.spec != old.spec:
            ship.metadata.generation = old.metadata.generation + 1


class SwitchedStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        if settings.CLEARS:
            ship.status = ShipStatus()
        ship.metadata.generation = 1


class ModeStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        if harbour.mode != "keeping":
            ship.status = ShipStatus()
        ship.metadata.generation = 1


class EitherWayStrategy(Plain):
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        ship.status = ShipStatus(1 if settings.LOADED else 0)
        ship.metadata.generation = 1


class NamedStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        for name in settings.CLEARED:
            setattr(ship, name, ShipStatus())
        ship.metadata.generation = 1


class FirstStrategy(Plain):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        ship.status = ShipStatus()
        ship.metadata.generation = harbour.FIRST


class StepStrategy(Plain):  # unproven: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx, ship: Ship, old: Ship) -> None:
        ship.status = old.status
        if ship.spec != old.spec:
            ship.metadata.generation = old.metadata.generation + harbour.STEP


class NeverWipedStrategy(Plain):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, ship: Ship) -> None:
        ship.status.load = harbour.LOAD if settings.LOADED else ship.status.load
        ship.metadata.generation = 1


class PlatformStrategy(Plain):  # expect: status-not-wiped-on-create
    """The language's own constants are known to be one or the other."""

    def prepare_for_create(self, ctx, ship: Ship) -> None:
        if sys.platform == "linux":
            ship.status = ShipStatus()
        ship.metadata.generation = 1
