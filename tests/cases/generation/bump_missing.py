"""A spec difference that does not end in old + 1."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Template:
    image: str = ""


@dataclass
class WidgetSpec:
    replicas: int = 0
    paused: bool = False
    template: Template = field(default_factory=Template)


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)


class Starts:
    def prepare_for_create(self, obj) -> None:
        obj.metadata.generation = 1


def must_increase(old: Widget, new: Widget) -> bool:
    if old.spec.replicas != new.spec.replicas:
        return True
    if old.spec.template != new.spec.template:
        return True
    return False


class NeverStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    """PriorityClass: sets 1 and never bumps."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.name = old.metadata.name


class AbsentHookStrategy:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1


class TemplateOnlyStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec.template != old.spec.template:
            obj.metadata.generation = old.metadata.generation + 1


class HelperForgetsPausedStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if must_increase(old, obj):
            obj.metadata.generation += 1


class TwoStepsStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    """Two independent bumps add up to old + 2."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec.template != old.spec.template:
            obj.metadata.generation += 1
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class OnlyUnpausedStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec.paused:
            return
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class ComparesWithItselfStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != obj.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OldChangedFirstStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    """The old object is overwritten first, so the comparison finds nothing."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.spec = obj.spec
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class OldFieldChangedFirstStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        old.spec.replicas = obj.spec.replicas
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class BumpsOldStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            old.metadata.generation += 1


class InvertedStrategy(Starts):
    # expect: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec == old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class AlwaysOneStrategy(Starts):
    # expect: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.metadata.generation = 1


class AndStrategy(Starts):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec and obj.metadata.name != "fixed":
            obj.metadata.generation += 1
