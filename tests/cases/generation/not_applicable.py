"""Without spec, or without generation, there are no generation rules."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class PlainMeta:
    name: str = ""


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Spec:
    replicas: int = 0


@dataclass
class NoGeneration:
    metadata: PlainMeta = field(default_factory=PlainMeta)
    spec: Spec = field(default_factory=Spec)


@dataclass
class NoSpec:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    webhooks: list[str] = field(default_factory=list)


class NoGenerationStrategy:
    def prepare_for_update(self, obj: NoGeneration, old: NoGeneration) -> None:
        obj.spec.replicas += 1


class WebhookStrategy:
    """Bumps with its webhooks: the conventions tie generation to spec, so this is nobody's business."""

    def prepare_for_update(self, obj: NoSpec, old: NoSpec) -> None:
        if obj.webhooks != old.webhooks:
            obj.metadata.generation = old.metadata.generation + 1
