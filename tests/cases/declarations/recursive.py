"""Types that contain themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Schema:
    title: str = ""
    items: Optional[Schema] = None
    properties: dict[str, Schema] = field(default_factory=dict)


@dataclass
class DefinitionStatus:
    observed: Schema = field(default_factory=Schema)


@dataclass
class Definition:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: Schema = field(default_factory=Schema)
    status: DefinitionStatus = field(default_factory=DefinitionStatus)


def clear(schema: Schema) -> None:
    schema.title = ""
    for inner in schema.properties.values():
        clear(inner)


class GoodStrategy:
    def prepare_for_create(self, obj: Definition) -> None:
        clear(obj.spec)
        obj.status = DefinitionStatus()

    def prepare_for_update(self, obj: Definition, old: Definition) -> None:
        clear(obj.spec)
        obj.status = old.status


class TitlesClearedStrategy:  # expect: status-not-wiped-on-create[status]
    """The titles are gone, the rest is the caller's."""

    def prepare_for_create(self, obj: Definition) -> None:
        obj.status.observed.title = ""
        obj.status.observed.items = None

    def prepare_for_update(self, obj: Definition, old: Definition) -> None:
        obj.status = old.status
