"""Quoted forward references, class variables that are no fields, and pydantic's own dataclasses."""

from typing import ClassVar, Dict, List, Optional

from pydantic.dataclasses import dataclass


@dataclass
class Widget:
    KIND: ClassVar[str] = "Widget"

    metadata: "ObjectMeta"
    spec: "WidgetSpec"
    status: Optional["WidgetStatus"] = None


@dataclass
class ObjectMeta:
    name: str = ""
    labels: Optional[Dict[str, str]] = None
    generation: int = 0


@dataclass
class WidgetSpec:
    hosts: Optional[List[str]] = None


@dataclass
class WidgetStatus:
    phase: str = ""


class GoodStrategy:
    def prepare_for_create(self, obj: "Widget") -> None:
        obj.status = None
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: "Widget", old: "Widget") -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BadStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: "Widget") -> None:
        obj.spec.hosts = obj.spec.hosts or []

    def prepare_for_update(self, obj: "Widget", old: "Widget") -> None:
        obj.spec.hosts = obj.spec.hosts or old.spec.hosts


class WidgetStatusStrategy:
    """Class variables are no payload."""

    def prepare_for_update(self, obj: "Widget", old: "Widget") -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels
