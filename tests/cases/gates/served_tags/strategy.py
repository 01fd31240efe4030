"""Strategies over a hub type whose served twin carries the tags."""

from __future__ import annotations

from apimachinery.gates import enabled
from apis.boats.types import Boat


def paints(boat: Boat | None) -> bool:
    return boat is not None and boat.spec.hull.paint is not None


class RiggedStrategy:
    def prepare_for_create(self, obj: Boat) -> None:
        if not enabled("Sails"):
            obj.spec.sail = None
        if not enabled("Paint"):
            obj.spec.hull.paint = None

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        if not enabled("Sails") and old.spec.sail is None:
            obj.spec.sail = None
        if not enabled("Paint") and not paints(old):
            obj.spec.hull.paint = None


class ForgetfulStrategy:
    # expect: gated-field-not-dropped[spec.sail], gated-field-dropped-in-use[spec.hull.paint]
    def prepare_for_create(self, obj: Boat) -> None:
        if not enabled("Paint"):
            obj.spec.hull.paint = None

    def prepare_for_update(self, obj: Boat, old: Boat) -> None:
        if not enabled("Paint"):
            obj.spec.hull.paint = None


class OarsStrategy(RiggedStrategy):  # expect: ungated-field-dropped[spec.oar]
    def prepare_for_create(self, obj: Boat) -> None:
        super().prepare_for_create(obj)
        if not enabled("Sails"):
            obj.spec.oar = None
