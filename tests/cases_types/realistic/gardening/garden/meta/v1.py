from __future__ import annotations

from datetime import datetime
from typing import Dict, List, Optional

from pydantic import BaseModel, Field


class OwnerReference(BaseModel):
    api_version: str
    kind: str
    name: str
    uid: str


class ObjectMeta(BaseModel):
    name: str = ""
    namespace: str = ""
    generation: int = 0
    labels: Dict[str, str] = Field(default_factory=dict)
    annotations: Dict[str, str] = Field(default_factory=dict)
    owner_references: List[OwnerReference] = Field(default_factory=list)
    finalizers: List[str] = Field(default_factory=list)
    deletion_timestamp: Optional[datetime] = None


class ListMeta(BaseModel):
    resource_version: str = ""


class TypeMeta(BaseModel):
    api_version: str = ""
    kind: str = ""
