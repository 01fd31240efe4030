"""Comparisons with a field blanked on both sides, of copies, and of what spec determines."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Annotated, Optional


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Port:
    number: int = 0
    name: Annotated[Optional[str], FeatureGate("Names")] = None


@dataclass
class WidgetSpec:
    size: int = 0
    mode: str = ""
    ports: list[Port] = field(default_factory=list)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


def enabled(gate: str) -> bool:
    return gate == "Names"


def drop_disabled_fields(spec: WidgetSpec, old: Optional[WidgetSpec]) -> None:
    if enabled("Names") or (old is not None and any(port.name is not None for port in old.ports)):
        return
    for port in spec.ports:
        port.name = None


class Creates:
    def prepare_for_create(self, obj) -> None:
        obj.metadata.generation = 1
        drop_disabled_fields(obj.spec, None)


class BlankedStrategy(Creates):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if replace(obj.spec, size=0) != replace(old.spec, size=0) or obj.spec.size != old.spec.size:
            obj.metadata.generation += 1


class BlankedOnlyStrategy(Creates):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if replace(obj.spec, size=0) != replace(old.spec, size=0):
            obj.metadata.generation += 1


class CopiedStrategy(Creates):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if deepcopy(obj.spec) != old.spec:
            obj.metadata.generation += 1


class LargerOrOtherwiseStrategy(Creates):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if obj.spec.size > old.spec.size or obj.spec != old.spec:
            obj.metadata.generation += 1


class CountsFirstStrategy(Creates):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if len(obj.spec.ports) != len(old.spec.ports) or obj.spec != old.spec:
            obj.metadata.generation += 1


class CountsOnlyStrategy(Creates):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        drop_disabled_fields(obj.spec, old.spec)
        if len(obj.spec.ports) != len(old.spec.ports):
            obj.metadata.generation += 1


class RestoredThenDroppedStrategy(Creates):
    """The old spec is stored whole: its elements already are what the drop would make of them."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = deepcopy(old.spec)
        drop_disabled_fields(obj.spec, old.spec)
