"""A small API type."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    """Who the object is."""

    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class WidgetSpec:
    """What is wanted."""

    size: int = 0


@dataclass
class WidgetStatus:
    """What was observed."""

    ready: bool = False


@dataclass
class Widget:
    """The object."""

    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)
