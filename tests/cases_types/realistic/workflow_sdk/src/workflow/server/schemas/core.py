from __future__ import annotations

import datetime as dt
from typing import Any, Dict, Generic, List, Optional, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator

R = TypeVar("R")


class ORMBase(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    id: UUID
    created: Optional[dt.datetime] = None


class State(BaseModel, Generic[R]):  # holds: hub-type-differs
    name: str
    data: Optional[R] = None
    details: Dict[str, Any] = Field(default_factory=dict)


class Flow(ORMBase):  # holds: hub-type-differs
    name: str
    tags: List[str] = Field(default_factory=list)

    @field_validator("name")
    @classmethod
    def no_blanks(cls, value: str) -> str:
        return value.strip()


class FlowRun(ORMBase):
    flow_id: UUID
    state: Optional[State[int]] = None
    parameters: Dict[str, Any] = Field(default_factory=dict)
    start_time: Optional[dt.datetime] = None  # expect: hub-type-differs[start_time]
    run_count: int = 0
