"""Values that the hook made are of the class that they were made as, on all ways."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)


@dataclass
class BellSpec:
    tone: str = ""


@dataclass
class BellStatus:
    rings: list[int] = field(default_factory=list)


@dataclass
class Bell:
    metadata: Meta = field(default_factory=Meta)
    spec: BellSpec = field(default_factory=BellSpec)
    status: BellStatus = field(default_factory=BellStatus)


class BellBase:
    subresource = "status"

    def prepare_for_update(self, obj: Bell, old: Bell) -> None:
        obj.spec = old.spec
        if self.is_odd(obj):
            old.metadata.labels = {}
        obj.metadata = old.metadata

    def is_odd(self, obj: Bell) -> bool:
        return False


class ListStrategy(BellBase):
    def is_odd(self, obj: Bell) -> bool:
        return not isinstance(list(obj.status.rings), list) or isinstance([*obj.status.rings], dict)


class MappingStrategy(BellBase):
    def is_odd(self, obj: Bell) -> bool:
        return not isinstance({ring: 1 for ring in obj.status.rings}, Mapping) or isinstance(obj.metadata.labels, list)


class WrittenStrategy(BellBase):
    def is_odd(self, obj: Bell) -> bool:
        return isinstance("ding", int) or not isinstance(3, int)


class FrozenStrategy(BellBase):  # unproven: metadata-not-reset-on-status-update
    def is_odd(self, obj: Bell) -> bool:
        return not isinstance(frozenset(obj.status.rings), set)


class KeysStrategy(BellBase):  # unproven: metadata-not-reset-on-status-update
    def is_odd(self, obj: Bell) -> bool:
        return not isinstance(obj.metadata.labels.keys(), (list, tuple))


class QueueStrategy(BellBase):  # unproven: metadata-not-reset-on-status-update
    def is_odd(self, obj: Bell) -> bool:
        return not isinstance(deque(obj.status.rings), list)


class IsListStrategy(BellBase):  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def is_odd(self, obj: Bell) -> bool:
        return isinstance(list(obj.status.rings), list)


class EmptiedStrategy(BellBase):
    def prepare_for_update(self, obj: Bell, old: Bell) -> None:
        obj.spec = old.spec
        for name in ("labels", "finalizers"):
            mine, its = getattr(obj.metadata, name), getattr(old.metadata, name)
            mine.clear()
            if isinstance(mine, list):
                mine.extend(its)
            else:
                mine.update(its)
