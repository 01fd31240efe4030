from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from pydantic import BaseModel, Field

from garden.meta import v1 as metav1

if TYPE_CHECKING:
    from collections.abc import Iterator


class Purpose(str, enum.Enum):
    TESTING = "testing"
    PRODUCTION = "production"


class Hibernation(BaseModel):  # holds: hub-type-differs
    enabled: Optional[bool] = None
    schedules: List[HibernationSchedule] = Field(default_factory=list)


class HibernationSchedule(BaseModel):  # holds: hub-type-differs
    start: Optional[str] = None
    end: Optional[str] = None
    location: Optional[str] = None


class Worker(BaseModel):
    name: str
    minimum: int  # expect: hub-type-differs[minimum]
    maximum: int
    max_surge: Union[int, str, None] = None
    zones: List[str] = Field(default_factory=list)
    provider_config: Dict[str, Any] = Field(default_factory=dict)

    def autoscaled(self) -> bool:
        return self.minimum < self.maximum


class Provider(BaseModel):
    type: str
    workers: List[Worker]

    def pools(self) -> Iterator[str]:
        yield from (worker.name for worker in self.workers)


class ShootSpec(BaseModel):
    region: str
    provider: Provider
    hibernation: Optional[Hibernation] = None
    purpose: Purpose = Purpose.TESTING
    tolerations: Optional[Dict[str, str]] = None


class Condition(BaseModel):  # holds: hub-type-differs
    type: str
    status: str
    reason: str = ""


class ShootStatus(BaseModel):  # holds: hub-type-differs
    conditions: List[Condition] = Field(default_factory=list)
    observed_generation: int = 0


class Shoot(metav1.TypeMeta):
    metadata: metav1.ObjectMeta
    spec: ShootSpec
    status: ShootStatus = Field(default_factory=ShootStatus)


class ShootList(metav1.TypeMeta):
    metadata: metav1.ListMeta
    items: List[Shoot]


class SeedSpec(BaseModel):  # holds: hub-type-differs
    region: str
    taints: List[str] = Field(default_factory=list)


class Seed(metav1.TypeMeta):  # holds: hub-type-differs; type-not-registered
    metadata: metav1.ObjectMeta
    spec: SeedSpec


class SeedList(metav1.TypeMeta):  # holds: hub-type-differs
    metadata: metav1.ListMeta
    items: List[Seed]


Hibernation.model_rebuild()
