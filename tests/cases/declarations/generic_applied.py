"""A generic root type with arguments: its fields are what the arguments make of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Optional, TypeVar

M = TypeVar("M")
S = TypeVar("S")


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


def enabled(name: str) -> bool:
    return name == "Always"


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Spec:
    size: int = 0
    ports: Annotated[Optional[int], FeatureGate("Ports")] = None


@dataclass
class Status:
    ready: bool = False


@dataclass
class Envelope(Generic[M, S]):
    metadata: M
    spec: S
    status: Status

    def clear(self) -> None:
        self.status = Status()


Box = Envelope[ObjectMeta, Spec]


class Base(Generic[S]):
    def prepare_for_create(self, obj: Any) -> None:
        obj.status = Status()


class ForgetfulStrategy:
    # expect: status-not-wiped-on-create[status], generation-not-set-on-create
    # expect: gated-field-not-dropped[spec.ports], status-not-kept-on-update[status]
    # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Envelope[ObjectMeta, Spec]) -> None:
        obj.spec.size = 1


class CarefulStrategy:
    """Wipes through a method of the generic class."""

    def prepare_for_create(self, obj: Envelope[ObjectMeta, Spec]) -> None:
        obj.clear()
        obj.metadata.generation = 1
        if not enabled("Ports"):
            obj.spec.ports = None

    def prepare_for_update(self, obj: Envelope[ObjectMeta, Spec], old: Envelope[ObjectMeta, Spec]) -> None:
        obj.status = old.status
        if not enabled("Ports") and old.spec.ports is None:
            obj.spec.ports = None
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1


class AliasedStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, obj: Box) -> None:
        obj.clear()
        obj.metadata.generation = 1
        if not enabled("Ports"):
            obj.spec.ports = None

    def prepare_for_update(self, obj: Box, old: Box) -> None:
        obj.spec = old.spec


class OptionalStrategy:
    # expect: status-not-wiped-on-create[status], status-not-kept-on-update, generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Optional["Envelope[ObjectMeta, dict[str, str]]"]) -> None:
        assert obj is not None
        obj.metadata.generation = 1


class ByBaseStrategy(Base[Envelope[ObjectMeta, Spec]]):
    # expect: generation-not-set-on-create, gated-field-not-dropped[spec.ports], status-not-kept-on-update[status]
    def prepare_for_update(self, obj: Any, old: Any) -> None:
        obj.spec = old.spec


class NoRootStrategy:  # unchecked
    """Metadata of no structure makes no API object."""

    def prepare_for_create(self, obj: Envelope[dict[str, str], Spec]) -> None:
        obj.spec.size = 1
