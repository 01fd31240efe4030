"""Every way to leave everything but status alone on a status update."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace

from apimachinery.rest import reset_object_meta_for_status


@dataclass
class ObjectMeta:
    name: str = ""
    managed_fields: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)
    owner_references: list[str] = field(default_factory=list)
    deletion_timestamp: str | None = None
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class HelperStatusStrategy:
    """The framework's helper, known by name."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, old.metadata)


class WholeMetadataStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec


class ManagedFieldsPutBackStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        managed_fields = obj.metadata.managed_fields
        obj.metadata = old.metadata
        obj.metadata.managed_fields = managed_fields
        obj.spec = old.spec


class FieldByFieldStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        new_meta, old_meta = obj.metadata, old.metadata
        new_meta.labels = old_meta.labels
        new_meta.annotations = old_meta.annotations
        new_meta.finalizers = old_meta.finalizers
        new_meta.owner_references = old_meta.owner_references
        new_meta.deletion_timestamp = old_meta.deletion_timestamp
        obj.spec = old.spec


class LoopStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        for name in ("labels", "annotations", "finalizers", "owner_references", "deletion_timestamp"):
            setattr(obj.metadata, name, getattr(old.metadata, name))
        obj.spec = old.spec


class StartsFromOldStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = copy.deepcopy(old)
        stored.status = obj.status
        return stored


class ReplacedStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(old, status=obj.status)


class ReplacedPartsStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, spec=old.spec, metadata=old.metadata)


class BuiltAnewStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return Widget(metadata=old.metadata, spec=old.spec, status=obj.status)


class OldByNameStatusStrategy:
    """The stored object is told by its name, wherever it stands."""

    def prepare_for_update(self, existing: Widget, obj: Widget) -> None:
        obj.spec = existing.spec
        obj.metadata = existing.metadata
