"""Conditions of one hook of which nobody can tell what they ask, where the other one is the default hook."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Optional

from features import FeatureGate, enabled


@dataclass
class Meta:
    name: str = ""


@dataclass
class Bar:
    width: int = 0


@dataclass
class CageSpec:
    lock: Annotated[Optional[int], FeatureGate("Locks")] = None
    bars: list[Bar] = field(default_factory=list)


@dataclass
class CageStatus:
    phase: str = ""


@dataclass
class Cage:
    metadata: Meta = field(default_factory=Meta)
    spec: CageSpec = field(default_factory=CageSpec)
    status: CageStatus = field(default_factory=CageStatus)


class CageStrategy:  # expect: gated-field-not-dropped, status-not-kept-on-update
    # unproven: gated-field-dropped-when-enabled, status-not-wiped-on-create
    def prepare_for_create(self, obj: Cage) -> None:
        class Held(list):
            def put(self, kept):
                self[0].status = kept

            def __eq__(self, other):
                self.put(self[1])
                return True

        if any(bar.width for bar in obj.spec.bars):
            held = Held([deepcopy(obj), obj.status])
            obj.status = CageStatus()
            (held or [])[0].status = held[1]
        else:
            held = Held([deepcopy(obj), obj.status])
            obj.status = CageStatus()
            (held or [])[0].status = held[1]
