"""Fields that are not optional are in use when they are neither zero nor empty."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetSpec:
    burst: Annotated[int, FeatureGate("Burst")] = 0
    ports: Annotated[list[int], FeatureGate("Ports")] = field(default_factory=list)
    hosts: Annotated[list[str] | None, FeatureGate("Hosts")] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


def drop_hosts(obj: Widget, old: Widget | None) -> None:
    if not enabled("Hosts") and (old is None or old.spec.hosts is None):
        obj.spec.hosts = None


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = 0
        if not enabled("Ports"):
            obj.spec.ports = []
        drop_hosts(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and old.spec.burst == 0:
            obj.spec.burst = 0
        if not enabled("Ports") and len(old.spec.ports) == 0:
            obj.spec.ports.clear()
        drop_hosts(obj, old)


class TruthTestsStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = 0
        if not enabled("Ports"):
            obj.spec.ports = list()
        drop_hosts(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not (enabled("Burst") or old.spec.burst):
            obj.spec.burst = 0
        if not (enabled("Ports") or old.spec.ports):
            obj.spec.ports = []
        drop_hosts(obj, old)


class NoneTestsStrategy:
    # expect: gated-field-not-dropped[spec.burst], gated-field-not-dropped[spec.ports]
    """What can't be None always looks used."""

    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = 0
        if not enabled("Ports"):
            obj.spec.ports = []
        drop_hosts(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and old.spec.burst is None:
            obj.spec.burst = 0
        if not enabled("Ports") and old.spec.ports is None:
            obj.spec.ports = []
        drop_hosts(obj, old)


class EmptyIsNotInUseStrategy:
    """An optional list that is empty may be read as in use, and as not in use."""

    def prepare_for_create(self, obj: Widget) -> None:
        if not enabled("Burst"):
            obj.spec.burst = 0
        if not enabled("Ports"):
            obj.spec.ports = []
        drop_hosts(obj, None)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not enabled("Burst") and not old.spec.burst:
            obj.spec.burst = 0
        if not enabled("Ports") and not old.spec.ports:
            obj.spec.ports = []
        if not enabled("Hosts") and not old.spec.hosts:
            obj.spec.hosts = None
