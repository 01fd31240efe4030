"""A helper of the known name whose body can be seen is judged by its body."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    status: str = ""


def reset_object_meta_for_status(meta: ObjectMeta, existing_meta: ObjectMeta) -> None:
    meta.labels = existing_meta.labels


def restore_metadata(new: ObjectMeta, stored: ObjectMeta) -> None:
    new.labels = stored.labels
    new.finalizers = stored.finalizers


class ForgetfulHelperStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Gadget, old: Gadget) -> None:
        reset_object_meta_for_status(obj.metadata, old.metadata)


class OtherHelperStatusStrategy:
    def prepare_for_update(self, obj: Gadget, old: Gadget) -> None:
        restore_metadata(obj.metadata, old.metadata)


class OtherHelperSwappedStatusStrategy:  # expect: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Gadget, old: Gadget) -> None:
        restore_metadata(old.metadata, obj.metadata)
