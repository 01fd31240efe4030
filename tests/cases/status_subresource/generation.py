"""A status update leaves the generation alone."""

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
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: str = ""


class UntouchedStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec


class RestoredStatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.generation = old.metadata.generation


class BumpedStatusStrategy:  # expect: generation-bumped-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.generation += 1


class BumpedOnChangeStatusStrategy:  # expect: generation-bumped-on-status-update
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        if obj.status != old.status:
            obj.metadata.generation = old.metadata.generation + 1


class ComparesRestoredSpecStatusStrategy:
    """The main hook's bump, run over a restored spec, never bumps."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
