from __future__ import annotations

import typing as t
from dataclasses import dataclass, field

from . import meta as m

if t.TYPE_CHECKING:
    from ..registry import bindings


@dataclass
class TruckSpec:
    wheels: int = 4
    driver: t.Optional[str] = None


@dataclass
class TruckStatus:
    location: str = ""


@dataclass
class Truck:
    metadata: m.Meta = field(default_factory=m.Meta)
    spec: "TruckSpec" = field(default_factory=TruckSpec)
    status: "t.Optional[TruckStatus]" = None
