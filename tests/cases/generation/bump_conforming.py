"""Every way to bump the generation with the spec, and only with it."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field


def deep_equal(left: object, right: object) -> bool:
    return left == right


@dataclass
class ObjectMeta:
    name: str = ""
    annotations: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Template:
    image: str = ""


@dataclass
class WidgetSpec:
    replicas: int = 0
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


class NotEqualStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class OtherOrderStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if old.spec != obj.spec:
            obj.metadata.generation = 1 + old.metadata.generation


class NotEqualityStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not (obj.spec == old.spec):
            obj.metadata.generation += 1


class DeepEqualStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if not deep_equal(obj.spec, old.spec):
            obj.metadata.generation += 1


class EarlyReturnStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec == old.spec:
            return
        obj.metadata.generation = old.metadata.generation + 1


class HelperStrategy(Starts):
    """A helper with several returns, that takes the old object first and looks at every field."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if must_increase(old, obj):
            obj.metadata.generation += 1


class ConditionalExpressionStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        generation = old.metadata.generation
        obj.metadata.generation = generation + 1 if obj.spec != old.spec else generation


class TemplateFirstStrategy(Starts):
    """A template difference is a spec difference."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.spec.template != old.spec.template:
            obj.metadata.generation = old.metadata.generation + 1
            return
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class NamedDecisionStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        changed = obj.spec != old.spec
        if changed:
            obj.metadata.generation = old.metadata.generation + 1


class NormalisedFirstStrategy(Starts):
    """What is compared is what is stored."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec.replicas = max(obj.spec.replicas, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class RestoredSpecStrategy(Starts):
    """A hook that puts the old spec back can't change it: no bump is missing."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.spec = old.spec


class ReturnedStrategy(Starts):
    def prepare_for_update(self, obj: Widget, old: Widget) -> Widget:
        stored = copy.deepcopy(obj)
        if stored.spec != old.spec:
            stored.metadata.generation = old.metadata.generation + 1
        return stored


class AnnotationsBesidesStrategy(Starts):
    """Annotations are compared too, for something else."""

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        if obj.metadata.annotations != old.metadata.annotations:
            obj.metadata.annotations["changed"] = "yes"
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
