"""Specs compared as mappings, whole or without some fields, and through the operator functions."""

from __future__ import annotations

import dataclasses
import operator
from dataclasses import dataclass, field
from typing import Any

import pydantic


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Spec:
    image: str = ""
    parallelism: int = 1


@dataclass
class Job:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)


class JobStrategy:
    def prepare_for_create(self, ctx: Any, obj: Job) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: Any, obj: Job, old: Job) -> None:
        if dataclasses.asdict(obj)["spec"] != dataclasses.asdict(old)["spec"]:
            obj.metadata.generation = old.metadata.generation + 1


class PoppedStrategy(JobStrategy):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: Any, obj: Job, old: Job) -> None:
        before, after = dataclasses.asdict(old.spec), dataclasses.asdict(obj.spec)
        before.pop("parallelism")
        after.pop("parallelism")
        if before != after:
            obj.metadata.generation = old.metadata.generation + 1


class OperatorStrategy(JobStrategy):
    def prepare_for_update(self, ctx: Any, obj: Job, old: Job) -> None:
        if operator.ne(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class EqualMethodStrategy(JobStrategy):
    def prepare_for_update(self, ctx: Any, obj: Job, old: Job) -> None:
        if not obj.spec.__eq__(old.spec):
            obj.metadata.generation = old.metadata.generation + 1


class LampMeta(pydantic.BaseModel):
    generation: int = 0


class LampSpec(pydantic.BaseModel):
    size: int = 0
    colour: str = ""


class Lamp(pydantic.BaseModel):
    metadata: LampMeta
    spec: LampSpec


class LampStrategy:
    def prepare_for_create(self, ctx: Any, obj: Lamp) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx: Any, obj: Lamp, old: Lamp) -> None:
        if obj.spec.model_dump(mode="json") != old.spec.model_dump(mode="json"):
            obj.metadata.generation += 1


class ExcludedStrategy(LampStrategy):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, ctx: Any, obj: Lamp, old: Lamp) -> None:
        if obj.spec.model_dump(exclude={"size"}) != old.spec.model_dump(exclude={"size"}):
            obj.metadata.generation += 1
