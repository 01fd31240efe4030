"""Sources that several tests begin with."""

from __future__ import annotations


def api_types(kind: str, spec: str, status: str) -> str:
    """A module of an API type with its metadata; its spec and its status have one field each (``size: int = 0``)."""
    return f"""\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class {kind}Spec:
    {spec}


@dataclass
class {kind}Status:
    {status}


@dataclass
class {kind}:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: {kind}Spec = field(default_factory={kind}Spec)
    status: {kind}Status = field(default_factory={kind}Status)
"""
