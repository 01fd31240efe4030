"""The object overwritten wholly with the old one, and status put back."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TypedDict


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


class Metadata(TypedDict, total=False):
    name: str
    labels: dict[str, str]


class Record(TypedDict, total=False):
    metadata: Metadata
    spec: str
    status: str


class FieldsStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        status = obj.status
        for declared in dataclasses.fields(obj):
            setattr(obj, declared.name, getattr(old, declared.name))
        obj.status = status


class PartsStatusStrategy:
    PARTS = ("metadata", "spec")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for part in self.PARTS:
            setattr(obj, part, getattr(old, part))


class PartForgottenStatusStrategy:  # expect: metadata-not-reset-on-status-update
    PARTS = ("spec", "status")

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        status = obj.status
        for part in self.PARTS:
            setattr(obj, part, getattr(old, part))
        obj.status = status


class RecordStatusStrategy:
    def prepare_for_update(self, obj: Record, old: Record) -> None:
        status = obj["status"]
        obj.clear()
        obj.update(old)
        obj["status"] = status


class UnpackedRecordStatusStrategy:
    def prepare_for_update(self, obj: Record, old: Record) -> Record:
        return {**old, "status": obj["status"]}


class UnpackedWrongWayStatusStrategy:
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Record, old: Record) -> Record:
        return {**old, **obj}
