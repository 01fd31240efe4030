"""Which comparison decides, and which change comes after it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0
    template: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


class Starts:
    def prepare_for_create(self, obj):
        obj.metadata.generation = 1


class ComparedTwiceStrategy(Starts):
    """The first comparison decides something else."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            print("spec changes")
        obj.spec.replicas = max(obj.spec.replicas, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class ThroughAliasStrategy(Starts):  # expect: generation-compared-too-early
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        spec = obj.spec
        if spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        spec.replicas = max(spec.replicas, 1)


class MetadataAfterwardsStrategy(Starts):
    """Only changes of spec come too late."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.metadata.name = old.metadata.name


class RestoredAfterwardsStrategy(Starts):  # expect: generation-compared-too-early
    """Bumps for a change that is then taken back."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec = old.spec


class PartlyAndTooEarlyStrategy(Starts):
    # expect: generation-compared-too-early, generation-not-bumped-on-spec-change
    """The rest of the spec would go unbumped even if the comparison came last."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec.template != old.spec.template:
            obj.metadata.generation = old.metadata.generation + 1
        obj.spec.template = obj.spec.template.strip()
