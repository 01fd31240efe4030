"""The whole object compared, with metadata blanked and put back."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
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


class Starts:
    def prepare_for_create(self, obj) -> None:
        obj.status = WidgetStatus()
        obj.metadata.generation = 1


class BlankedStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        new_metadata, old_metadata = obj.metadata, old.metadata
        obj.metadata, old.metadata = ObjectMeta(), ObjectMeta()
        changed = obj != old
        obj.metadata, old.metadata = new_metadata, old_metadata
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class StatusStillTheCallersStrategy(Starts):  # expect: generation-bumped-without-spec-change
    """Status is put back only after the comparison, so a caller's status makes a difference."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        new_metadata, old_metadata = obj.metadata, old.metadata
        obj.metadata, old.metadata = ObjectMeta(), ObjectMeta()
        changed = obj != old
        obj.metadata, old.metadata = new_metadata, old_metadata
        obj.status = old.status
        if changed:
            obj.metadata.generation = old.metadata.generation + 1
