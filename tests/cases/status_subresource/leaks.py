"""Every way to let more than status through on a status update."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apimachinery.rest import reset_object_meta_for_status


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)
    owner_references: list[str] = field(default_factory=list)


@dataclass
class WidgetSpec:
    replicas: int = 0
    paused: bool = False


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class NewMetadataTwiceStatusStrategy:  # expect: metadata-not-reset-on-status-update
    """The helper with the new metadata for both arguments: a no-op. Seen in the wild."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, obj.metadata)


class SwappedArgumentsStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(old.metadata, obj.metadata)


class LabelsOnlyStatusStrategy:  # expect: metadata-not-reset-on-status-update
    """Deployment: only labels are put back."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels


class OwnersOnlyStatusStrategy:  # expect: metadata-not-reset-on-status-update
    """Pod: only owner references are put back."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.owner_references = old.metadata.owner_references


class NoMetadataStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec


class NoSpecStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata = old.metadata


class EmptyHookStatusStrategy:  # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    """Karmada: everything passes."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        pass


class OneSpecFieldStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.replicas = old.spec.replicas
        obj.metadata = old.metadata


class EverySpecFieldStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.replicas = old.spec.replicas
        obj.spec.paused = old.spec.paused
        obj.metadata = old.metadata


class ChangedAfterwardsStatusStrategy:  # expect: spec-not-kept-on-status-update
    """The server's own change is none that a status update may make."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata, obj.spec = old.metadata, old.spec
        if obj.status.phase == "Stopped":
            obj.spec.paused = True


class WipedStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata = old.metadata
        obj.spec = WidgetSpec()


class BackIntoObjectStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        return replace(obj, spec=old.spec)


class LabelsPutBackStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    """The whole old metadata, and then the caller's labels again."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        labels = obj.metadata.labels
        obj.metadata = old.metadata
        obj.metadata.labels = labels
        obj.spec = old.spec
