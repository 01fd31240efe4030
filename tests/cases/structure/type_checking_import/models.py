from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, List

if TYPE_CHECKING:
    from strategies import WidgetStrategy


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    history: List[str] = field(default_factory=list)
    status: str = ""

    def prepared_by(self, strategy: WidgetStrategy) -> Widget:
        strategy.prepare_for_create(self)
        return self


Thing = Widget
