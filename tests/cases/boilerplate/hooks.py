"""A hook that does what the default does can go."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
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


class DefaultStrategy:
    # expect: boilerplate-hook[prepare_for_create], boilerplate-hook[prepare_for_update]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class StartsPendingStrategy:  # expect: boilerplate-hook[prepare_for_update]
    """A starting value is more than the default."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(phase="Pending")
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec == old.spec:
            return
        obj.metadata.generation += 1


class NormalisesStrategy:  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
        obj.status.phase = ""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.replicas = max(obj.spec.replicas, old.spec.replicas)
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class BrokenStrategy:  # expect: status-not-wiped-on-create[status], boilerplate-hook[prepare_for_update]
    """A hook that breaks a rule is no boilerplate."""

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class InheritingStrategy(DefaultStrategy):
    """Only hooks written in the class itself."""

    allow_create_on_update = False


class WidgetStatusStrategy(DefaultStrategy):  # expect: boilerplate-hook[prepare_for_update]
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels


class StampingStatusStrategy(DefaultStrategy):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.labels = old.metadata.labels
        if not obj.status.phase:
            obj.status.phase = "Unknown"


class RejectingStrategy(DefaultStrategy):  # undecided: boilerplate-hook
    """Stores nothing else than the default, but not always something."""

    def prepare_for_create(self, obj: Widget) -> None:
        if obj.spec.replicas < 0:
            raise ValueError("replicas")
        obj.status = WidgetStatus()
        obj.metadata.generation = 1


class ScaleStrategy:  # unchecked
    subresource = "scale"

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
