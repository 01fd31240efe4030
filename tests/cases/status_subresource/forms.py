"""Status strategies in more forms."""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import dataclass, field
from datetime import datetime

from apimachinery.meta import reset_object_meta_for_status


@dataclass
class Owner:
    uid: str = ""


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] | None = None
    finalizers: list[str] = field(default_factory=list)
    owner_references: list[Owner] = field(default_factory=list)
    deletion_timestamp: datetime | None = None
    managed_fields: list[str] = field(default_factory=list)
    generation: int = 0


@dataclass
class Spec:
    size: int = 0


@dataclass
class Barn:
    api_version: str
    kind: str
    metadata: Meta
    spec: Spec
    status: str = ""


FIELDS = ("labels", "annotations", "finalizers", "owner_references", "deletion_timestamp")


class Main:
    def prepare_for_create(self, obj: Barn) -> None:
        obj.status = ""
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation + (1 if obj.spec != old.spec else 0)


class LoopStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = copy.copy(old.spec)
        for name in FIELDS:
            setattr(obj.metadata, name, copy.deepcopy(getattr(old.metadata, name)))


class LoopMissesStatusStrategy(Main):  # expect: metadata-not-reset-on-status-update[metadata.deletion_timestamp]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = old.spec
        for name in FIELDS[:-1]:
            setattr(obj.metadata, name, getattr(old.metadata, name))


class StartsFromOldStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> Barn:
        stored = copy.deepcopy(old)
        stored.status = obj.status
        return stored


class ReplacesOldStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> Barn:
        return dataclasses.replace(old, status=obj.status)


class ReplacesNewStatusStrategy(Main):  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Barn, old: Barn) -> Barn:
        return dataclasses.replace(obj, spec=old.spec)


class ManagedFieldsStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        managed = obj.metadata.managed_fields
        obj.metadata = dataclasses.replace(old.metadata, managed_fields=managed)
        obj.spec = old.spec


class NoOpStatusStrategy(Main):  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, obj.metadata)


class SwappedStatusStrategy(Main):  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(old.metadata, obj.metadata)


class AliasStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        new, before = obj, old
        meta = new.metadata
        reset_object_meta_for_status(meta, before.metadata)
        new.spec = before.spec


class BySubresource(Main):  # expect: spec-not-kept-on-status-update[spec]
    subresource = "status"

    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        reset_object_meta_for_status(obj.metadata, old.metadata)


class InheritsEverythingStatusStrategy(Main):
    # expect: spec-not-kept-on-status-update[spec], metadata-not-reset-on-status-update
    # expect: generation-bumped-on-status-update
    """The main hook runs on status updates."""


class DelegatesStatusStrategy(Main):
    def __init__(self, inner: LoopStatusStrategy) -> None:
        self.inner = inner

    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        self.inner.prepare_for_update(obj, old)


class BumpsStatusStrategy(LoopStatusStrategy):  # expect: generation-bumped-on-status-update
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        super().prepare_for_update(obj, old)
        if obj.status != old.status:
            obj.metadata.generation += 1


class SpecFieldStatusStrategy(LoopStatusStrategy):  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        size = obj.spec.size
        super().prepare_for_update(obj, old)
        obj.spec.size = size


class LabelStatusStrategy(LoopStatusStrategy):  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        super().prepare_for_update(obj, old)
        obj.metadata.labels["seen"] = obj.status


class MergeLabelsStatusStrategy(LoopStatusStrategy):  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        labels = {**old.metadata.labels, **obj.metadata.labels}
        super().prepare_for_update(obj, old)
        obj.metadata.labels = labels


class CopiedLabelsStatusStrategy(LoopStatusStrategy):
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        super().prepare_for_update(obj, old)
        obj.metadata.labels = dict(old.metadata.labels)
        obj.metadata.finalizers = list(old.metadata.finalizers)
        obj.metadata.owner_references = [*old.metadata.owner_references]
        obj.metadata.annotations = (
            {**old.metadata.annotations} if old.metadata.annotations else old.metadata.annotations
        )


class FilteredFinalizersStatusStrategy(LoopStatusStrategy):
    # expect: metadata-not-reset-on-status-update[metadata.finalizers]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        super().prepare_for_update(obj, old)
        obj.metadata.finalizers = [item for item in old.metadata.finalizers if item != "barn"]


class EverySecondStatusStrategy(Main):
    # expect: metadata-not-reset-on-status-update[metadata.annotations]
    # expect: metadata-not-reset-on-status-update[metadata.owner_references]
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = old.spec
        for name in FIELDS[::2]:
            setattr(obj.metadata, name, getattr(old.metadata, name))


class BackwardsStatusStrategy(Main):
    def prepare_for_update(self, obj: Barn, old: Barn) -> None:
        obj.spec = old.spec
        for name in FIELDS[::-1]:
            setattr(obj.metadata, name, getattr(old.metadata, name))
