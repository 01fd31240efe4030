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
