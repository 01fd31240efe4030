"""A wipe behind a feature gate is no wipe where the gate is off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import features


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class WidgetStatus:
    phase: str = ""
    detail: Annotated[str, FeatureGate("WidgetDetail")] = ""


@dataclass
class Widget:
    metadata: ObjectMeta
    status: WidgetStatus


class GatedWipeStrategy:  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Widget) -> None:
        if features.enabled("WidgetDetail"):
            obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class GatedEitherWayStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        if features.enabled("WidgetDetail"):
            obj.status = WidgetStatus(detail="new")
        if not features.enabled("WidgetDetail"):
            obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class GatedKeepStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not features.enabled("WidgetDetail"):
            return
        obj.status = old.status
