from __future__ import annotations

import dataclasses as dc


@dc.dataclass
class Meta:
    name: str
    generation: int = 0


@dc.dataclass
class Order:
    metadata: Meta
    spec: Spec
    status: str = ""


@dc.dataclass
class Spec:
    items: list[Item] = dc.field(default_factory=list)


@dc.dataclass
class Item:
    count: int = 0
