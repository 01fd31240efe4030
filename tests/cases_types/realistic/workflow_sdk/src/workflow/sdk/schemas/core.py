import uuid
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Field

T = TypeVar("T")


class Entity(BaseModel):  # expect: hub-type-missing
    id: uuid.UUID
    created: "datetime | None" = None


class State(BaseModel, Generic[T]):
    name: str
    data: T | None = None
    details: dict[str, Any] = Field(default_factory=dict)


class Flow(Entity):
    name: str = Field(default="", description="What it is called.")
    tags: list[str] = Field(default_factory=list)


class FlowRun(Entity):
    flow_id: uuid.UUID
    state: State[int] | None = None
    parameters: dict[str, Any] = Field(default_factory=dict)
    start_time: timedelta | None = None
    run_count: int = 0
