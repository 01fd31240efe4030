"""Inherited fields count; parts nest through ``Optional`` and ``Annotated``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Optional


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Resource:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)


@dataclass
class BaseStatus:
    phase: str = ""


@dataclass
class WidgetStatus(BaseStatus):
    ready: int = 0


@dataclass
class Widget(Resource):
    spec: str = ""
    status: Optional[Annotated[WidgetStatus, "observed"]] = None


class GoodStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class BaseFieldForgottenStrategy:  # expect: status-not-wiped-on-create[status]
    """``phase`` is declared by the base."""

    def prepare_for_create(self, obj: Widget) -> None:
        if obj.status is not None:
            obj.status.ready = 0

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status


class WidgetStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
