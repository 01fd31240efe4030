"""A bump where the spec is the old one."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    annotations: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


class Starts:
    def prepare_for_create(self, obj) -> None:
        obj.metadata.generation = 1


class UnconditionalStrategy(Starts):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.generation = old.metadata.generation + 1


class UnconditionalIncrementStrategy(Starts):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.generation += 1


class OrAnnotationsStrategy(Starts):  # expect: generation-bumped-without-spec-change
    """Deployment: an annotation counts as a change."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec or obj.metadata.annotations != old.metadata.annotations:
            obj.metadata.generation = old.metadata.generation + 1


class RestoredAndBumpedStrategy(Starts):  # expect: generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec
        obj.metadata.generation += 1


class WholeObjectStrategy(Starts):  # expect: generation-bumped-without-spec-change
    """Metadata differs on nearly every update."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj != old:
            obj.metadata.generation = old.metadata.generation + 1


class ByIdentityStrategy(Starts):
    # undecided: generation-bumped-without-spec-change, generation-not-bumped-on-spec-change
    """Whether two objects share one spec is the framework's secret; where they never do, this always bumps."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec is not old.spec:
            obj.metadata.generation = old.metadata.generation + 1
