"""Generation and spec behind accessors."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0

    def get_generation(self) -> int:
        return self.generation

    def set_generation(self, generation: int) -> None:
        self.generation = generation


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

    def get_spec(self) -> WidgetSpec:
        return self.spec

    def set_spec(self, spec: WidgetSpec) -> None:
        self.spec = spec

    def get_status(self) -> WidgetStatus:
        return self.status

    def set_status(self, status: WidgetStatus) -> None:
        self.status = status


class AccessorStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.set_status(WidgetStatus())
        obj.metadata.set_generation(1)

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.set_status(old.get_status())
        if obj.get_spec() != old.get_spec():
            obj.metadata.set_generation(old.metadata.get_generation() + 1)


class BrokenAccessorStrategy:
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update[status]
    # expect: generation-not-set-on-create, generation-bumped-without-spec-change
    def prepare_for_create(self, obj: Widget) -> None:
        obj.set_status(obj.get_status())
        obj.metadata.set_generation(obj.metadata.get_generation())

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.set_status(obj.get_status())
        obj.metadata.set_generation(old.metadata.get_generation() + 1)


class StatusStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.set_spec(old.get_spec())
