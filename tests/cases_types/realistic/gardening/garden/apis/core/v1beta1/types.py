from __future__ import annotations

from enum import Enum
from typing import Any

from pydantic import BaseModel

from garden.meta.v1 import ListMeta, ObjectMeta, TypeMeta


class Purpose(str, Enum):
    TESTING = "testing"
    PRODUCTION = "production"


class HibernationSchedule(BaseModel):
    start: str | None = None
    end: str | None = None
    location: str | None = None


class Hibernation(BaseModel):
    enabled: bool | None = None
    schedules: list[HibernationSchedule] = []


class Worker(BaseModel):
    name: str
    minimum: int | None = None
    maximum: int
    max_surge: int | str | None = None
    zones: list[str] = []
    provider_config: dict[str, Any] = {}


class Provider(BaseModel):
    type: str
    workers: list[Worker]


class ShootSpec(BaseModel):
    region: str
    provider: Provider
    hibernation: Hibernation | None = None
    purpose: Purpose = Purpose.TESTING
    tolerations: dict[str, str] | None = None


class Condition(BaseModel):
    type: str
    status: str
    reason: str = ""


class ShootStatus(BaseModel):
    conditions: list[Condition] = []
    observed_generation: int = 0


class Shoot(TypeMeta):
    metadata: ObjectMeta
    spec: ShootSpec
    status: ShootStatus = ShootStatus()


class ShootList(TypeMeta):
    metadata: ListMeta
    items: list[Shoot]


class SeedSpec(BaseModel):
    region: str
    taints: list[str] = []


class Seed(TypeMeta):
    metadata: ObjectMeta
    spec: SeedSpec


class SeedList(TypeMeta):
    metadata: ListMeta
    items: list[Seed]
