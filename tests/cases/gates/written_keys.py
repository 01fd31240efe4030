"""Mappings of structures with gated fields that a hook puts together itself, under keys that it writes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Optional

from apimachinery.gates import FeatureGate, enabled

Varnish = Annotated[Optional[str], FeatureGate("Varnish")]


@dataclass
class Meta:
    name: str = ""


@dataclass
class Drawer:
    width: int = 0
    varnish: Varnish = None


@dataclass
class Spec:
    drawers: dict[str, Drawer] = field(default_factory=dict)


@dataclass
class Desk:
    metadata: Meta
    spec: Spec


def in_use(desk: Desk | None) -> bool:
    return desk is not None and any(each.varnish is not None for each in desk.spec.drawers.values())


class WidthAloneStrategy:
    def prepare_for_create(self, ctx, obj: Desk):
        self._drop(obj, None)

    def prepare_for_update(self, ctx, obj: Desk, old: Desk):
        self._drop(obj, old)

    def _drop(self, desk: Desk, old: Desk | None):
        if not enabled("Varnish") and not in_use(old):
            top = desk.spec.drawers.get("top")
            desk.spec.drawers = {"top": Drawer(width=top.width if top else 0)}


class WholeDrawerStrategy:  # expect: gated-field-not-dropped[spec.drawers[*].varnish]
    def prepare_for_create(self, ctx, obj: Desk):
        self._drop(obj, None)

    def prepare_for_update(self, ctx, obj: Desk, old: Desk):
        self._drop(obj, old)

    def _drop(self, desk: Desk, old: Desk | None):
        if not enabled("Varnish") and not in_use(old):
            desk.spec.drawers = {"top": desk.spec.drawers.get("top") or Drawer()}


class AllOfACopyStrategy:
    def prepare_for_create(self, ctx, obj: Desk):
        self._drop(obj, None)

    def prepare_for_update(self, ctx, obj: Desk, old: Desk):
        self._drop(obj, old)

    def _drop(self, desk: Desk, old: Desk | None):
        if not enabled("Varnish") and not in_use(old):
            for drawer in dict(desk.spec.drawers).values():
                drawer.varnish = None


class TakesTheTopOneOutStrategy:
    # expect: gated-field-not-dropped[spec.drawers[*].varnish], gated-field-dropped-in-use[spec.drawers[*].varnish]
    # expect: ungated-field-dropped[spec.drawers.top]
    def prepare_for_create(self, ctx, obj: Desk):
        self._drop(obj)

    def prepare_for_update(self, ctx, obj: Desk, old: Desk):
        self._drop(obj)

    def _drop(self, desk: Desk):
        if not enabled("Varnish"):
            desk.spec.drawers.pop("top", None)


class TopOneOfNoOtherStrategy:
    # expect: gated-field-not-dropped[spec.drawers[*].varnish], gated-field-dropped-in-use[spec.drawers[*].varnish]
    def prepare_for_create(self, ctx, obj: Desk):
        self._drop(obj, None)

    def prepare_for_update(self, ctx, obj: Desk, old: Desk):
        self._drop(obj, old)

    def _drop(self, desk: Desk, old: Desk | None):
        others = [] if old is None else [each for name, each in old.spec.drawers.items() if name != "top"]
        if enabled("Varnish") or any(each.varnish is not None for each in others):
            return
        if "top" in desk.spec.drawers:
            desk.spec.drawers["top"].varnish = None
